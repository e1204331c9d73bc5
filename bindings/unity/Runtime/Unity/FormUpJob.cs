// An order over several frames: rays become a batch of raycasts in one frame, and their hits are submitted in the next.
using System;
using Phalanx.Native;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Mathematics;

namespace Phalanx
{
    /// <summary>
    /// Call Update once in each frame, on the main thread, until it says true; then Complete gives the goals. Nothing waits: the
    /// library works on its own threads, and Unity's raycasts run in Unity's jobs. Dispose of it at any time to give the order up.
    /// </summary>
    public sealed unsafe class FormUpJob : IDisposable
    {
        private readonly FormationJob job;
        private readonly GroundLayers layers;
        private readonly RayBatch batch = new RayBatch();
        private NativeArray<PhxRay> rays;
        private NativeArray<PhxHit> hits;

        /// <summary>
        /// Microseconds that Update works on the main thread; 0 = none. Default: 0, but 2000 for a context that has no threads of its own,
        /// where nothing goes on otherwise.
        /// </summary>
        public long StepMicroseconds;

        /// <summary>Rays that are asked in one frame, at most.</summary>
        public int RaysPerFrame = 16384;

        /// <summary>Begins. The army and the order are copied: they may change or go once this returns.</summary>
        public FormUpJob(PhalanxContext context, Army army, FormationOrder order, GroundLayers layers, GroundRules rules = null)
        {
            this.layers = layers;
            StepMicroseconds = StepFor(context);
            job = FormationJob.Start(context, army, order, rules ?? new GroundRules());
        }

        /// <summary>The same for agents that are told by their positions alone.</summary>
        public FormUpJob(PhalanxContext context, NativeArray<float3> positions, FormationOrder order, GroundLayers layers, GroundRules rules = null)
        {
            this.layers = layers;
            StepMicroseconds = StepFor(context);
            PhxAgents agents = Formation.AgentsOf(positions);
            fixed (PhxFormationDesc* desc = &order.Native)
            {
                job = FormationJob.Start(context, &agents, desc, rules ?? new GroundRules());
            }
        }

        /// <summary>The same with the ground of the inspector.</summary>
        public FormUpJob(PhalanxContext context, Army army, FormationOrder order, GroundSettings ground)
            : this(context, army, order, ground.Layers, ground.Rules())
        {
        }

        /// <summary>Agents that it is about.</summary>
        public int Count
        {
            get { return job.Count; }
        }

        /// <summary>How much is done, 0 to 1.</summary>
        public float Progress
        {
            get
            {
                PhxJobInfo info;
                job.Poll(out info);
                return info.progress;
            }
        }

        /// <summary>Moves it on by one frame. True: it is done, and Complete may be called.</summary>
        public bool Update()
        {
            Submit();
            Status status = StepMicroseconds > 0 ? job.Step(StepMicroseconds) : job.Poll();
            if (status == Status.NeedsTraces && batch.Count == 0)
            {
                Ask();
            }
            return status == Status.Ok || status == Status.Partial;
        }

        /// <summary>Writes the goals, and ends it. goals: one for each agent.</summary>
        public Status Complete(NativeArray<float3> goals)
        {
            PhxFormationOut outputs = Formation.NoOutputs();
            outputs.goals = View.Vec3Mut(goals.GetUnsafePtr(), goals.Length);
            return Complete(job.Finish(&outputs, null));
        }

        /// <summary>The same with slots, rings, outcomes, flags and the report.</summary>
        public Status Complete(FormationResult result)
        {
            return Complete(job.Finish(result));
        }

        public void Dispose()
        {
            batch.Dispose();
            job.Dispose();
            if (rays.IsCreated)
            {
                rays.Dispose();
                hits.Dispose();
            }
        }

        private Status Complete(Status status)
        {
            if (status == Status.Ok || status == Status.Partial)
            {
                Dispose();
            }
            return status;
        }

        private static long StepFor(PhalanxContext context)
        {
            return context == null || context.WorksByItself ? 0 : 2000;
        }

        private void Ask()
        {
            if (!rays.IsCreated)
            {
                rays = new NativeArray<PhxRay>(RaysPerFrame, Allocator.Persistent, NativeArrayOptions.UninitializedMemory);
                hits = new NativeArray<PhxHit>(RaysPerFrame, Allocator.Persistent, NativeArrayOptions.UninitializedMemory);
            }
            int count;
            job.TakeRays((PhxRay*)rays.GetUnsafePtr(), rays.Length, out count);
            if (count > 0)
            {
                batch.Schedule((PhxRay*)rays.GetUnsafePtr(), count, layers);
            }
        }

        private void Submit()
        {
            int count = batch.Count;
            if (count == 0 || !batch.IsDone)
            {
                return;
            }
            batch.Complete((PhxHit*)hits.GetUnsafePtr(), layers);
            job.SubmitHits((PhxHit*)hits.GetUnsafePtr(), count);
        }
    }
}
