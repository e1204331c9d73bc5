// What became of an army: arrays that are used again by the next call.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>The answer to an order. Once its arrays have been long enough, a call with it allocates nothing here.</summary>
    public sealed unsafe class FormationResult
    {
        /// <summary>No slot, no ring.</summary>
        public const uint NoSlot = NativeMethods.PHX_SLOT_NONE;

        /// <summary>Where to go: three floats for each agent. May be longer than Count agents need.</summary>
        public float[] Goals = new float[0];
        /// <summary>Number of each agent's slot, or NoSlot.</summary>
        public uint[] Slots = new uint[0];
        /// <summary>Ring of each slot from 0 inside, or NoSlot.</summary>
        public uint[] Rings = new uint[0];
        /// <summary>An Outcome for each agent.</summary>
        public byte[] Outcomes = new byte[0];
        /// <summary>PHX_FLAG bits for each agent.</summary>
        public byte[] Flags = new byte[0];
        /// <summary>What the call did.</summary>
        public PhxFormationReport Report;

        /// <summary>Agents of the last call.</summary>
        public int Count { get; private set; }

        /// <summary>How the last call ended: Ok or Partial.</summary>
        public Status Status { get; internal set; }

        public FormationResult()
        {
            PhalanxLibrary.CheckAbi();
            fixed (PhxFormationReport* report = &Report)
            {
                NativeText.Checked(NativeMethods.phx_formation_report_init(report, (uint)sizeof(PhxFormationReport)));
            }
        }

        /// <summary>What became of an agent.</summary>
        public Outcome OutcomeOf(int agent)
        {
            return (Outcome)Outcomes[agent];
        }

        /// <summary>What was wrong with what an agent said about itself.</summary>
        public AgentFlags FlagsOf(int agent)
        {
            return (AgentFlags)Flags[agent];
        }

        /// <summary>What the report notes about the whole call.</summary>
        public ReportNotes Notes
        {
            get { return (ReportNotes)Report.bits; }
        }

        private readonly Pins pins = new Pins();

        /// <summary>The outputs for this many agents, in arrays that stay put until Release.</summary>
        internal PhxFormationOut Outputs(int count)
        {
            Grow(ref Goals, checked(count * 3));
            Grow(ref Slots, count);
            Grow(ref Rings, count);
            Grow(ref Outcomes, count);
            Grow(ref Flags, count);
            Count = count;
            PhxFormationOut outputs = Formation.NoOutputs();
            outputs.goals = View.Vec3Mut(pins.Pin(Goals), count);
            outputs.slots = View.U32Mut(pins.Pin(Slots), count);
            outputs.rings = View.U32Mut(pins.Pin(Rings), count);
            outputs.outcomes = View.U8Mut(pins.Pin(Outcomes), count);
            outputs.flags = View.U8Mut(pins.Pin(Flags), count);
            return outputs;
        }

        internal void Release()
        {
            pins.Dispose();
        }

        private static void Grow<T>(ref T[] array, int count)
        {
            if (array.Length < count)
            {
                array = new T[count];
            }
        }
    }
}
