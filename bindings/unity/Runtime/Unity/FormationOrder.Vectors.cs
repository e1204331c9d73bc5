// Places and directions of an order as Unity's vectors.
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Mathematics;

namespace Phalanx
{
    public sealed unsafe partial class FormationOrder
    {
        /// <summary>Where the formation's center goes.</summary>
        public FormationOrder CenterAt(float3 center)
        {
            return CenterAt(center.x, center.y, center.z);
        }

        /// <summary>Where the front faces; zero: from the army to the center.</summary>
        public FormationOrder Face(float3 direction)
        {
            return Face(direction.x, direction.y, direction.z);
        }

        /// <summary>
        /// Points: the slots, relative to the center, as if the formation faced forward (+Z). The array must live until the order is
        /// carried out.
        /// </summary>
        public FormationOrder TakePoints(NativeArray<float3> points)
        {
            Native.points = View.Vec3(points.GetUnsafeReadOnlyPtr(), points.Length);
            return this;
        }
    }
}
