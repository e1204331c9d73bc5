// Slots that are laid out without an army, and may grow.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>The slots of an order, by Formation.Slots and Formation.Grow. Its arrays are used again.</summary>
    public sealed unsafe class SlotLayout
    {
        /// <summary>Where they are: three floats for each, in order of their numbers. May be longer than Count slots need.</summary>
        public float[] Places = new float[0];
        /// <summary>Ring of each slot of the first layout, from 0 inside; slots that growth added have none here.</summary>
        public uint[] Rings = new uint[0];
        /// <summary>Where growth goes on.</summary>
        public PhxGrowth Growth = Formation.NoGrowth();

        /// <summary>Slots so far.</summary>
        public int Count { get; internal set; }

        /// <summary>Makes the places long enough; those that are there stay.</summary>
        internal void Reserve(int count)
        {
            if (Places.Length < checked(count * 3))
            {
                Array.Resize(ref Places, count * 3);
            }
        }
    }
}
