// Several squads in one call.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>One squad of Formation.FormUpMany: what it is asked, and afterwards its answer.</summary>
    public sealed class Squad
    {
        /// <summary>Who they are. Its blockers are those that stand there besides the squads of the call.</summary>
        public Army Army;
        /// <summary>Their order.</summary>
        public FormationOrder Order;
        /// <summary>What became of them.</summary>
        public FormationResult Result = new FormationResult();
    }

    public static unsafe partial class Formation
    {
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
