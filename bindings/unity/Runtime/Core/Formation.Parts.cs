// The parts of an order, for those who need one of them: a drawn line, slots, their check against the ground, squads.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>One squad of Formation.FormUpMany: what it is asked, and afterwards its answer.</summary>
    public sealed class Squad
    {
        public Army Army;
        public FormationOrder Order;
        public FormationResult Result = new FormationResult();
    }

    public static unsafe partial class Formation
    {
        /// <summary>
        /// Fills an order from a line that a player has drawn (three floats for each point): a straight one makes a front, a bent one
        /// places along it, a click a center. order: a copy of the same original for each call. A bent line's places go to places,
        /// memory that must not move until the order is carried out.
        /// count: the number of places, 0 for a straight line and a click; more than fit if Status.More.
        /// </summary>
        public static Status Drag(PhalanxContext context, float* line, int points, Army army, FormationOrder order,
                                  float* places, int capacity, out int count)
        {
            Require(context, nameof(context));
            Require(army, nameof(army));
            Require(order, nameof(order));
            PhxVec3View drawn = View.Vec3(line, points);
            PhxFormationDesc desc = order.Native;
            // With a shape of its own points, a bent line could not be told from a click.
            if (desc.shape == NativeMethods.PHX_SHAPE_POINTS)
            {
                desc.shape = NativeMethods.PHX_SHAPE_GRID;
            }
            uint clicked = desc.shape;
            desc.points = View.Vec3(places, capacity);
            ulong id = context.Enter();
            try
            {
                Status status;
                fixed (PhxAgents* agents = &army.Native)
                {
                    status = NativeText.Checked(NativeMethods.phx_formation_drag(id, &drawn, agents, &desc));
                }
                bool bent = desc.shape == NativeMethods.PHX_SHAPE_POINTS;
                count = bent || status == Status.More ? checked((int)desc.points.count) : 0;
                if (status == Status.More)
                {
                    return status;
                }
                if (!bent)
                {
                    desc.points = order.Native.points;
                }
                if (desc.shape == clicked)
                {
                    desc.shape = order.Native.shape;
                }
                order.Native = desc;
                return status;
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>
        /// The slots of an order's first layout, before jitter and ground: three floats for each, and its ring. More: the capacity is
        /// short, count tells what is needed, and nothing else was written. places and rings may be null to ask for the count.
        /// </summary>
        public static Status Slots(PhalanxContext context, FormationOrder order, int target, float* places, uint* rings, int capacity, out int count)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                ulong made = 0;
                PhxVec3ViewMut view = View.Vec3Mut(places, capacity);
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    Status status = NativeText.Checked(
                        NativeMethods.phx_formation_slots(id, desc, checked((ulong)target), &view, rings, &made, null));
                    count = checked((int)made);
                    return status;
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Tries places against the ground and snaps those that can be stood on; a SlotState for each.</summary>
        public static Status Validate(PhalanxContext context, FormationOrder order, Ground ground, float* places, byte* states, int count)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                PhxGround described;
                using (GroundCall call = GroundCall.Begin(id, ground, &described))
                {
                    PhxVec3ViewMut view = View.Vec3Mut(places, count);
                    fixed (PhxFormationDesc* desc = &order.Native)
                    {
                        int status = NativeMethods.phx_formation_validate(
                            id, desc, call == null ? null : &described, &view, states, checked((ulong)count));
                        return GroundCall.Checked(status, call);
                    }
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Orders several squads at once, each where the earlier ones leave room.</summary>
        public static Status FormUpMany(PhalanxContext context, Squad[] squads, Ground ground = null)
        {
            Require(context, nameof(context));
            Require(squads, nameof(squads));
            // Arrays of structs, so that each kind stays put as a whole.
            var armies = new PhxAgents[squads.Length];
            var orders = new PhxFormationDesc[squads.Length];
            var outputs = new PhxFormationOut[squads.Length];
            var reports = new PhxFormationReport[squads.Length];
            try
            {
                for (int at = 0; at < squads.Length; ++at)
                {
                    armies[at] = squads[at].Army.Native;
                    orders[at] = squads[at].Order.Native;
                    outputs[at] = squads[at].Result.Outputs(squads[at].Army.Count);
                    reports[at] = squads[at].Result.Report;
                }
                Status status = FormUpMany(context, armies, orders, outputs, reports, ground);
                for (int at = 0; at < squads.Length; ++at)
                {
                    squads[at].Result.Report = reports[at];
                    squads[at].Result.Status = StatusOf(ref reports[at]);
                }
                return status;
            }
            finally
            {
                Array.ForEach(squads, squad => squad.Result.Release());
            }
        }

        private static Status FormUpMany(PhalanxContext context, PhxAgents[] armies, PhxFormationDesc[] orders, PhxFormationOut[] outputs,
                                         PhxFormationReport[] reports, Ground ground)
        {
            fixed (PhxAgents* agents = armies)
            fixed (PhxFormationDesc* descs = orders)
            fixed (PhxFormationOut* outs = outputs)
            fixed (PhxFormationReport* told = reports)
            fixed (PhxSquad* items = new PhxSquad[armies.Length])
            {
                for (int at = 0; at < armies.Length; ++at)
                {
                    items[at] = new PhxSquad { agents = agents + at, desc = descs + at, @out = outs + at, report = told + at };
                }
                ulong id = context.Enter();
                try
                {
                    PhxGround described;
                    using (GroundCall call = GroundCall.Begin(id, ground, &described))
                    {
                        int status = NativeMethods.phx_formation_form_up_many(
                            id, items, (uint)sizeof(PhxSquad), (ulong)armies.Length, call == null ? null : &described);
                        return GroundCall.Checked(status, call);
                    }
                }
                finally
                {
                    context.Leave();
                }
            }
        }

        /// <summary>Whether everybody of one squad has a place of his own.</summary>
        private static Status StatusOf(ref PhxFormationReport report)
        {
            bool partial = report.overflow + report.overlap + report.stacked != 0
                || (report.bits & NativeMethods.PHX_REPORT_ANCHOR_INVALID) != 0;
            return partial ? Status.Partial : Status.Ok;
        }
    }
}
