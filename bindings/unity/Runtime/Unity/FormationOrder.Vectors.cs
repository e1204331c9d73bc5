// Places and directions of an order as Unity's vectors.
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
    }
}
