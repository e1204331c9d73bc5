// Armies and capsules that lie in native arrays, which must live as long as the army; nothing is pinned.
using Phalanx.Native;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Mathematics;

namespace Phalanx
{
    public sealed unsafe partial class Army
    {
        /// <summary>An army at these positions.</summary>
        public Army(NativeArray<float3> positions) : this(positions.Length)
        {
            Native.locations = View.Vec3(positions.GetUnsafeReadOnlyPtr(), positions.Length);
        }

        /// <summary>A circle for WithBlockers; its height does not matter.</summary>
        public static PhxCircle Circle(float3 center, float radius)
        {
            return Circle(center.x, center.y, center.z, radius);
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

        /// <summary>Non-zero: belongs to the air layer.</summary>
        public Army WithFliers(NativeArray<byte> canFly)
        {
            Native.can_fly = View.U8(canFly.GetUnsafeReadOnlyPtr(), canFly.Length);
            return this;
        }

        /// <summary>Non-zero: takes part.</summary>
        public Army WithEligible(NativeArray<byte> eligible)
        {
            Native.eligible = View.U8(eligible.GetUnsafeReadOnlyPtr(), eligible.Length);
            return this;
        }

        /// <summary>Who stands in front, the lowest rank first.</summary>
        public Army WithRanks(NativeArray<byte> ranks)
        {
            Native.ranks = View.U8(ranks.GetUnsafeReadOnlyPtr(), ranks.Length);
            return this;
        }

        /// <summary>Non-zero: keeps its own height.</summary>
        public Army WithFrozenHeights(NativeArray<byte> frozen)
        {
            Native.z_frozen = View.U8(frozen.GetUnsafeReadOnlyPtr(), frozen.Length);
            return this;
        }

        /// <summary>How fast they are, 1 being the usual speed.</summary>
        public Army WithSpeeds(NativeArray<float> speeds)
        {
            Native.speeds = View.F32(speeds.GetUnsafeReadOnlyPtr(), speeds.Length);
            return this;
        }

        /// <summary>Their slots in an earlier call, which they keep where they can; goes with FormationOrder.ContinueFrom.</summary>
        public Army WithPreviousSlots(NativeArray<uint> slots)
        {
            Native.previous_slots = View.U32(slots.GetUnsafeReadOnlyPtr(), slots.Length);
            return this;
        }

        /// <summary>Circles that are taken by others: standing squads, houses.</summary>
        public Army WithBlockers(NativeArray<PhxCircle> circles)
        {
            Native.blockers = View.Circles((PhxCircle*)circles.GetUnsafeReadOnlyPtr(), circles.Length);
            return this;
        }
    }

    public sealed unsafe partial class Capsules
    {
        /// <summary>Radius and shaft of the capsules, and the rotation of the agents.</summary>
        public Capsules(NativeArray<float> radii, NativeArray<float> heights, NativeArray<quaternion> rotations) : this()
        {
            Native.radii = View.F32(radii.GetUnsafeReadOnlyPtr(), radii.Length);
            Native.heights = View.F32(heights.GetUnsafeReadOnlyPtr(), heights.Length);
            Native.rotations = View.Quat(rotations.GetUnsafeReadOnlyPtr(), rotations.Length);
        }
    }
}
