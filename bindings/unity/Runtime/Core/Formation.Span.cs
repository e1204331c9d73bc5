// Orders from spans, where the compiler and the base library have them.
#if UNITY_2021_2_OR_NEWER || NETCOREAPP || PHALANX_SPAN
using System;
using System.Runtime.InteropServices;

namespace Phalanx
{
    public static unsafe partial class Formation
    {
        /// <summary>Orders an army into a formation: from positions to goals of three floats each.</summary>
        public static Status FormUp(PhalanxContext context, ReadOnlySpan<float> positions, FormationOrder order, Span<float> goals, Ground ground = null)
        {
            if (goals.Length != positions.Length || positions.Length % 3 != 0)
            {
                throw new ArgumentException("positions and goals need three floats for each agent");
            }
            fixed (float* from = &MemoryMarshal.GetReference(positions))
            fixed (float* to = &MemoryMarshal.GetReference(goals))
            {
                return FormUp(context, from, positions.Length / 3, order, to, ground);
            }
        }
    }
}
#endif
