// Unity's physics as the ground of direct calls.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// Answers the rays of a direct call by batched raycasts, which it waits for. Main thread only: the call must be made there. For
    /// large armies use FormUpJob, which waits for nothing.
    /// </summary>
    public sealed unsafe class PhysicsGround : Ground, IDisposable
    {
        public GroundLayers Layers;

        private readonly RayBatch batch = new RayBatch();

        public PhysicsGround(GroundLayers layers)
        {
            Layers = layers;
        }

        /// <summary>The same with the rules of the inspector.</summary>
        public PhysicsGround(GroundSettings settings)
        {
            Layers = settings.Layers;
            settings.Apply(this);
        }

        public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
        {
            batch.Schedule(rays, count, Layers);
            batch.Complete(hits, Layers);
        }

        public void Dispose()
        {
            batch.Dispose();
        }
    }
}
