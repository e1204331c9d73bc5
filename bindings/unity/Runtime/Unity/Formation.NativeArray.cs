// Orders from native arrays, which are read and written where they lie.
using System;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Mathematics;

namespace Phalanx
{
    public static unsafe partial class Formation
    {
        /// <summary>Orders an army into a formation: one goal for each position. Allocates nothing but for a ground.</summary>
        public static Status FormUp(PhalanxContext context, NativeArray<float3> positions, FormationOrder order, NativeArray<float3> goals, Ground ground = null)
        {
            if (goals.Length != positions.Length)
            {
                throw new ArgumentException("goals must be as many as positions");
            }
            return FormUp(context, (float*)positions.GetUnsafeReadOnlyPtr(), positions.Length, order, (float*)goals.GetUnsafePtr(), ground);
        }

        /// <summary>The same with radii in the context's unit, for agents of different width.</summary>
        public static Status FormUp(PhalanxContext context, NativeArray<float3> positions, NativeArray<float> radii, FormationOrder order,
                                    NativeArray<float3> goals, Ground ground = null)
        {
            Require(order, nameof(order));
            Native.PhxAgents agents = AgentsOf(positions);
            agents.radii = View.F32(radii.GetUnsafeReadOnlyPtr(), radii.Length);
            Native.PhxFormationOut outputs = NoOutputs();
            outputs.goals = View.Vec3Mut(goals.GetUnsafePtr(), goals.Length);
            fixed (Native.PhxFormationDesc* desc = &order.Native)
            {
                return FormUp(context, &agents, desc, ground, &outputs, null);
            }
        }

        /// <summary>
        /// An army at these positions, for calls that take the C header's structs. It shows the array's memory: the array must live and
        /// not be written until the call has ended.
        /// </summary>
        public static Native.PhxAgents AgentsOf(NativeArray<float3> positions)
        {
            Native.PhxAgents agents = NoAgents();
            agents.count = (ulong)positions.Length;
            agents.locations = View.Vec3(positions.GetUnsafeReadOnlyPtr(), positions.Length);
            return agents;
        }

        /// <summary>Snaps places to the ground; a SlotState for each.</summary>
        public static Status Validate(PhalanxContext context, FormationOrder order, Ground ground, NativeArray<float3> places, NativeArray<byte> states)
        {
            if (states.Length != places.Length)
            {
                throw new ArgumentException("states must be as many as places");
            }
            return Validate(context, order, ground, (float*)places.GetUnsafePtr(), (byte*)states.GetUnsafePtr(), places.Length);
        }

        /// <summary>
        /// Fills an order from a drawn line. The places of a bent one go to places, which must live until the order is carried out.
        /// More: places is too short, and count tells how many are needed.
        /// </summary>
        public static Status Drag(PhalanxContext context, NativeArray<float3> line, Army army, FormationOrder order, NativeArray<float3> places, out int count)
        {
            return Drag(context, (float*)line.GetUnsafeReadOnlyPtr(), line.Length, army, order, (float*)places.GetUnsafePtr(), places.Length, out count);
        }

        /// <summary>The circle that each agent's capsule needs: for Army.WithRadii.</summary>
        public static Status Radii(PhalanxContext context, Capsules capsules, NativeArray<float> radii, RadiusSource source = RadiusSource.Collider,
                                   double sizeMultiplier = 1)
        {
            return Radii(context, capsules, (float*)radii.GetUnsafePtr(), radii.Length, source, sizeMultiplier);
        }

        /// <summary>How many slots an order asks for, by the radius of each of its members.</summary>
        public static long SlotTarget(PhalanxContext context, FormationOrder order, NativeArray<float> radii)
        {
            long extra;
            return SlotTarget(context, order, (float*)radii.GetUnsafeReadOnlyPtr(), radii.Length, out extra);
        }

        /// <summary>Assigns an army to places that the caller brings: one goal for each agent. Nothing is probed.</summary>
        public static Status Assign(PhalanxContext context, Army army, FormationOrder order, NativeArray<float3> places, NativeArray<float3> goals)
        {
            Require(army, nameof(army));
            Require(order, nameof(order));
            Native.PhxVec3View slots = View.Vec3(places.GetUnsafeReadOnlyPtr(), places.Length);
            Native.PhxFormationOut outputs = NoOutputs();
            outputs.goals = View.Vec3Mut(goals.GetUnsafePtr(), goals.Length);
            fixed (Native.PhxAgents* agents = &army.Native)
            fixed (Native.PhxFormationDesc* desc = &order.Native)
            {
                return Assign(context, agents, desc, &slots, &outputs, null);
            }
        }

        /// <summary>Moves goals that cannot be stood on to where they can; outcomes: an Outcome for each agent.</summary>
        public static Status ResolveGoals(PhalanxContext context, FormationOrder order, Ground ground, Army army, NativeArray<float3> goals,
                                          NativeArray<byte> outcomes)
        {
            Require(army, nameof(army));
            if (goals.Length != army.Count || outcomes.Length != army.Count)
            {
                throw new ArgumentException("goals and outcomes must be as many as agents");
            }
            return ResolveGoals(context, order, ground, army, (float*)goals.GetUnsafePtr(), (byte*)outcomes.GetUnsafePtr());
        }
    }
}
