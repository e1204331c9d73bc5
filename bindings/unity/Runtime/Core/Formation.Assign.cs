// Who goes where, among places that the caller brings; and goals of his own that must be stood on.
using System;
using Phalanx.Native;

namespace Phalanx
{
    public static unsafe partial class Formation
    {
        /// <summary>
        /// Assigns an army to places of three floats each, in either mode; the answer comes in arrays that are used again. Nothing is
        /// probed.
        /// </summary>
        public static Status Assign(PhalanxContext context, Army army, FormationOrder order, float[] places, FormationResult result)
        {
            Require(places, nameof(places));
            fixed (float* first = places)
            {
                return Assign(context, army, order, first, places.Length / 3, result);
            }
        }

        /// <summary>The same from memory that does not move.</summary>
        public static Status Assign(PhalanxContext context, Army army, FormationOrder order, float* places, int count, FormationResult result)
        {
            Require(army, nameof(army));
            Require(order, nameof(order));
            Require(result, nameof(result));
            try
            {
                PhxVec3View slots = View.Vec3(places, count);
                PhxFormationOut outputs = result.Outputs(army.Count);
                fixed (PhxAgents* agents = &army.Native)
                fixed (PhxFormationDesc* desc = &order.Native)
                fixed (PhxFormationReport* report = &result.Report)
                {
                    return result.Status = Assign(context, agents, desc, &slots, &outputs, report);
                }
            }
            finally
            {
                result.Release();
            }
        }

        /// <summary>The same from the C header's structs; report may be null.</summary>
        public static Status Assign(PhalanxContext context, PhxAgents* agents, PhxFormationDesc* desc, PhxVec3View* slots,
                                    PhxFormationOut* outputs, PhxFormationReport* report)
        {
            Require(context, nameof(context));
            ulong id = context.Enter();
            try
            {
                return NativeText.Checked(NativeMethods.phx_formation_assign(id, agents, desc, slots, outputs, report));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>
        /// Moves goals that cannot be stood on to where they can, and snaps all to the ground; the order's center is what they fold back
        /// to. goals: three floats for each agent. outcomes: an Outcome for each agent, or null.
        /// </summary>
        public static Status ResolveGoals(PhalanxContext context, FormationOrder order, Ground ground, Army army, float[] goals, byte[] outcomes = null)
        {
            Require(goals, nameof(goals));
            Require(army, nameof(army));
            if (goals.Length / 3 != army.Count || (outcomes != null && outcomes.Length != army.Count))
            {
                throw new ArgumentException("goals need three floats for each agent, and outcomes one byte");
            }
            fixed (float* first = goals)
            fixed (byte* told = outcomes)
            {
                return ResolveGoals(context, order, ground, army, first, told);
            }
        }

        /// <summary>The same in memory that does not move: as many goals, and outcomes if not null, as there are agents.</summary>
        public static Status ResolveGoals(PhalanxContext context, FormationOrder order, Ground ground, Army army, float* goals, byte* outcomes)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            Require(army, nameof(army));
            ulong id = context.Enter();
            try
            {
                PhxGround described;
                using (GroundCall call = GroundCall.Begin(id, ground, &described))
                {
                    PhxVec3ViewMut view = View.Vec3Mut(goals, army.Count);
                    fixed (PhxAgents* agents = &army.Native)
                    fixed (PhxFormationDesc* desc = &order.Native)
                    {
                        int status = NativeMethods.phx_formation_resolve_goals(
                            id, desc, call == null ? null : &described, agents, &view, outcomes);
                        return GroundCall.Checked(status, call);
                    }
                }
            }
            finally
            {
                context.Leave();
            }
        }
    }
}
