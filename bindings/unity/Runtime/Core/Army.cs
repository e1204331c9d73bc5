// The army of an order: one element of each array for each agent.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// Who is ordered. Arrays are pinned until Dispose and read where they lie; each but the positions may be left out. For memory
    /// that does not move (NativeArray, fixed, Marshal) set the views of Native instead: nothing is pinned then.
    /// </summary>
    public sealed unsafe partial class Army : IDisposable
    {
        /// <summary>The C description.</summary>
        public PhxAgents Native;

        private readonly Pins pins = new Pins();

        /// <summary>An army of this many, with no views.</summary>
        public Army(int count)
        {
            PhalanxLibrary.CheckAbi();
            fixed (PhxAgents* agents = &Native)
            {
                NativeText.Checked(NativeMethods.phx_agents_init(agents, (uint)sizeof(PhxAgents)));
            }
            Native.count = checked((ulong)count);
        }

        /// <summary>An army at positions of three floats each.</summary>
        public Army(float[] positions) : this(positions == null ? 0 : positions.Length / 3)
        {
            Native.locations = View.Vec3(pins.Pin(positions), Count);
        }

        /// <summary>An army at positions of three doubles each.</summary>
        public Army(double[] positions) : this(positions == null ? 0 : positions.Length / 3)
        {
            Native.locations = View.Vec3(pins.Pin(positions), Count, Scalar.F64);
        }

        /// <summary>Number of agents.</summary>
        public int Count
        {
            get { return (int)Native.count; }
        }

        /// <summary>How wide they are.</summary>
        public Army WithRadii(float[] radii)
        {
            Native.radii = View.F32(pins.Pin(radii), Pins.Length(radii));
            return this;
        }

        /// <summary>Who they are: with unique ids the result does not depend on the order of the agents.</summary>
        public Army WithIds(ulong[] ids)
        {
            Native.unique_ids = View.U64(pins.Pin(ids), Pins.Length(ids));
            return this;
        }

        /// <summary>Non-zero: belongs to the air layer.</summary>
        public Army WithFliers(byte[] canFly)
        {
            Native.can_fly = View.U8(pins.Pin(canFly), Pins.Length(canFly));
            return this;
        }

        /// <summary>Non-zero: takes part.</summary>
        public Army WithEligible(byte[] eligible)
        {
            Native.eligible = View.U8(pins.Pin(eligible), Pins.Length(eligible));
            return this;
        }

        /// <summary>Who stands in front, the lowest rank first.</summary>
        public Army WithRanks(byte[] ranks)
        {
            Native.ranks = View.U8(pins.Pin(ranks), Pins.Length(ranks));
            return this;
        }

        /// <summary>Non-zero: keeps its own height.</summary>
        public Army WithFrozenHeights(byte[] frozen)
        {
            Native.z_frozen = View.U8(pins.Pin(frozen), Pins.Length(frozen));
            return this;
        }

        /// <summary>How fast they are, 1 being the usual speed.</summary>
        public Army WithSpeeds(float[] speeds)
        {
            Native.speeds = View.F32(pins.Pin(speeds), Pins.Length(speeds));
            return this;
        }

        /// <summary>Their slots in an earlier call, which they keep where they can; goes with FormationOrder.ContinueFrom.</summary>
        public Army WithPreviousSlots(uint[] slots)
        {
            Native.previous_slots = View.U32(pins.Pin(slots), Pins.Length(slots));
            return this;
        }

        /// <summary>The same from what an earlier call answered, which must not be what the next call writes to.</summary>
        public Army WithPreviousSlots(FormationResult earlier)
        {
            if (earlier == null)
            {
                throw new ArgumentNullException(nameof(earlier));
            }
            Native.previous_slots = View.U32(pins.Pin(earlier.Slots), earlier.Count);
            return this;
        }

        /// <summary>Circles that are taken by others: standing squads, houses.</summary>
        public Army WithBlockers(PhxCircle[] circles)
        {
            Native.blockers = View.Circles((PhxCircle*)pins.Pin(circles), Pins.Length(circles));
            return this;
        }

        /// <summary>A circle for WithBlockers, in the context's axes and unit; its height does not matter.</summary>
        public static PhxCircle Circle(double x, double y, double z, float radius)
        {
            var circle = new PhxCircle { radius = radius };
            circle.center[0] = x;
            circle.center[1] = y;
            circle.center[2] = z;
            return circle;
        }

        /// <summary>Lets the arrays go. The views then show nothing that may be read.</summary>
        public void Dispose()
        {
            pins.Dispose();
        }
    }
}
