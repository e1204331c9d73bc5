// Orders that are answered at once.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// The calls on formations. Each may be made on any thread, many at a time on one context. Errors are exceptions, and nothing is
    /// written then. The same inputs with unique ids give the same bytes for any thread count and on every platform.
    /// </summary>
    public static unsafe partial class Formation
    {
        /// <summary>Orders an army into a formation; the answer comes in arrays that are used again.</summary>
        public static Status FormUp(PhalanxContext context, Army army, FormationOrder order, FormationResult result, Ground ground = null)
        {
            Require(army, nameof(army));
            Require(order, nameof(order));
            Require(result, nameof(result));
            try
            {
                PhxFormationOut outputs = result.Outputs(army.Count);
                fixed (PhxAgents* agents = &army.Native)
                fixed (PhxFormationDesc* desc = &order.Native)
                fixed (PhxFormationReport* report = &result.Report)
                {
                    return result.Status = FormUp(context, agents, desc, ground, &outputs, report);
                }
            }
            finally
            {
                result.Release();
            }
        }

        /// <summary>The same from positions to goals of three floats each, in memory that does not move.</summary>
        public static Status FormUp(PhalanxContext context, float* positions, int count, FormationOrder order, float* goals, Ground ground = null)
        {
            Require(order, nameof(order));
            PhxAgents agents = NoAgents();
            agents.count = checked((ulong)count);
            agents.locations = View.Vec3(positions, count);
            PhxFormationOut outputs = NoOutputs();
            outputs.goals = View.Vec3Mut(goals, count);
            fixed (PhxFormationDesc* desc = &order.Native)
            {
                return FormUp(context, &agents, desc, ground, &outputs, null);
            }
        }

        /// <summary>The same from the C header's structs; report may be null. Allocates nothing here but for a ground.</summary>
        public static Status FormUp(PhalanxContext context, PhxAgents* agents, PhxFormationDesc* desc, Ground ground,
                                    PhxFormationOut* outputs, PhxFormationReport* report)
        {
            Require(context, nameof(context));
            ulong id = context.Enter();
            try
            {
                PhxGround described;
                using (GroundCall call = GroundCall.Begin(id, ground, &described))
                {
                    int status = NativeMethods.phx_formation_form_up(
                        id, agents, desc, call == null ? null : &described, outputs, report);
                    return GroundCall.Checked(status, call);
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Nobody, with all views absent.</summary>
        public static PhxAgents NoAgents()
        {
            PhalanxLibrary.CheckAbi();
            PhxAgents agents;
            NativeText.Checked(NativeMethods.phx_agents_init(&agents, (uint)sizeof(PhxAgents)));
            return agents;
        }

        /// <summary>Outputs that are all absent.</summary>
        public static PhxFormationOut NoOutputs()
        {
            PhalanxLibrary.CheckAbi();
            PhxFormationOut outputs;
            NativeText.Checked(NativeMethods.phx_formation_out_init(&outputs, (uint)sizeof(PhxFormationOut)));
            return outputs;
        }

        private static void Require(object argument, string name)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(name);
            }
        }
    }
}
