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
    }

    public sealed unsafe partial class Army
    {
        /// <summary>An army at positions that lie in a native array, which must live as long as this.</summary>
        public Army(NativeArray<float3> positions) : this(positions.Length)
        {
            Native.locations = View.Vec3(positions.GetUnsafeReadOnlyPtr(), positions.Length);
        }

        /// <summary>How wide they are.</summary>
        public Army WithRadii(NativeArray<float> radii)
        {
            Native.radii = View.F32(radii.GetUnsafeReadOnlyPtr(), radii.Length);
            return this;
        }

        /// <summary>Who they are: with unique ids the result does not depend on the order of the agents.</summary>
        public Army WithIds(NativeArray<ulong> ids)
        {
            Native.unique_ids = View.U64(ids.GetUnsafeReadOnlyPtr(), ids.Length);
            return this;
        }
    }
}
