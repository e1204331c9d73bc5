// Where one can stand: rules, and for direct calls a method that answers rays.
using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>What answers of the ground mean. What is null has the library's default.</summary>
    public class GroundRules
    {
        /// <summary>Steepest ground that can be stood on. Default: 45.</summary>
        public double? MaxSlopeDegrees;
        /// <summary>Lower and upper end of a ray, relative to the probed place. Default: -10 and 10 metres.</summary>
        public double? RangeBelow, RangeAbove;
        /// <summary>Step of the searches for a free place. Default: the smaller spacing.</summary>
        public double? SearchStep;
        /// <summary>Rings of the search around a blocked goal, at most 1024. Default: 8.</summary>
        public int? MaxSearchRings;
        /// <summary>Rays that one call may ask. Default: 4 per member and 65,536.</summary>
        public long? MaxProbes;

        internal unsafe void Describe(ulong context, PhxGround* ground)
        {
            NativeText.Checked(NativeMethods.phx_ground_init(context, ground, (uint)sizeof(PhxGround)));
            ground->max_slope_degrees = MaxSlopeDegrees ?? ground->max_slope_degrees;
            ground->range[0] = RangeBelow ?? ground->range[0];
            ground->range[1] = RangeAbove ?? ground->range[1];
            ground->search_step = SearchStep ?? ground->search_step;
            ground->max_search_rings = MaxSearchRings.HasValue ? checked((uint)MaxSearchRings.Value) : ground->max_search_rings;
            ground->max_probes = MaxProbes.HasValue ? checked((ulong)MaxProbes.Value) : ground->max_probes;
        }
    }

    /// <summary>
    /// Ground that answers during a call, on the calling thread unless it says that it is thread-safe. What it throws ends the
    /// call and comes out of it.
    /// </summary>
    public abstract unsafe class Ground : GroundRules
    {
        /// <summary>Whether Raycast may be called from several threads of the context at the same time.</summary>
        public bool IsThreadSafe;

        /// <summary>
        /// Answers rays, one hit to each in their order. Hits arrive as kind NONE with their ray's id, which must stay. It may not call
        /// the same context.
        /// </summary>
        public abstract void Raycast(PhxRay* rays, PhxHit* hits, int count);
    }

    /// <summary>One call's use of a ground: its description, and what it threw.</summary>
    internal sealed unsafe class GroundCall : IDisposable
    {
        private static readonly PhxRaycastBatchFn answer = Answer;
        private static readonly IntPtr address = Marshal.GetFunctionPointerForDelegate(answer);

        private readonly Ground ground;
        private GCHandle self;
        private ExceptionDispatchInfo thrown;

        private GroundCall(Ground ground)
        {
            this.ground = ground;
            self = GCHandle.Alloc(this);
        }

        /// <summary>Describes a ground for one call; null for none.</summary>
        internal static GroundCall Begin(ulong context, Ground ground, PhxGround* described)
        {
            if (ground == null)
            {
                return null;
            }
            ground.Describe(context, described);
            var call = new GroundCall(ground);
            described->raycast_batch = address.ToPointer();
            described->user = GCHandle.ToIntPtr(call.self).ToPointer();
            described->flags = ground.IsThreadSafe ? NativeMethods.PHX_GROUND_THREAD_SAFE : 0;
            return call;
        }

        /// <summary>Passes a success on; throws what the ground threw, or the library's error.</summary>
        internal static Status Checked(int status, GroundCall call)
        {
            if (status == NativeMethods.PHX_E_CALLBACK && call != null && call.thrown != null)
            {
                call.thrown.Throw();
            }
            return NativeText.Checked(status);
        }

        public void Dispose()
        {
            self.Free();
        }

        [MonoPInvokeCallback(typeof(PhxRaycastBatchFn))]
        private static int Answer(void* user, PhxRay* rays, PhxHit* hits, ulong count)
        {
            var call = (GroundCall)GCHandle.FromIntPtr(new IntPtr(user)).Target;
            try
            {
                call.ground.Raycast(rays, hits, checked((int)count));
                return 0;
            }
            catch (Exception exception)
            {
                // No exception may pass through native code.
                call.thrown = ExceptionDispatchInfo.Capture(exception);
                return -1;
            }
        }
    }
}
