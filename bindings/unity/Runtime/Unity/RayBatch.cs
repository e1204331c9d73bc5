// The library's rays as a batch of Unity's raycasts, and Unity's answers as hits.
using System;
using Phalanx.Native;
using Unity.Collections;
using Unity.Jobs;
using UnityEngine;

namespace Phalanx
{
    /// <summary>What Unity's physics counts as ground, and what as an obstacle on it.</summary>
    [Serializable]
    public struct GroundLayers
    {
        [Tooltip("Layers that agents can stand on.")]
        public LayerMask Ground;

        [Tooltip("Layers that nobody can stand on: buildings, water, trees.")]
        public LayerMask Obstacles;

        internal int Both
        {
            get { return Ground.value | Obstacles.value; }
        }

        internal uint KindOf(Collider collider)
        {
            bool stands = collider != null && (Obstacles.value & (1 << collider.gameObject.layer)) == 0;
            return collider == null ? NativeMethods.PHX_HIT_NONE : stands ? NativeMethods.PHX_HIT_GROUND : NativeMethods.PHX_HIT_OBSTACLE;
        }
    }

    /// <summary>One batch: its arrays are used again and grow as needed. Main thread only.</summary>
    internal sealed unsafe class RayBatch : IDisposable
    {
        private const int RaysPerThread = 64;

        private NativeArray<RaycastCommand> commands;
        private NativeArray<RaycastHit> answers;
        private NativeArray<ulong> ids;
        private JobHandle running;

        /// <summary>Rays of the batch that is out; 0 for none.</summary>
        internal int Count { get; private set; }

        internal bool IsDone
        {
            get { return running.IsCompleted; }
        }

        /// <summary>Schedules raycasts for rays of a context in Unity's frame.</summary>
        internal void Schedule(PhxRay* rays, int count, GroundLayers layers)
        {
            Reserve(count);
            for (int i = 0; i < count; ++i)
            {
                var origin = new Vector3((float)rays[i].origin[0], (float)rays[i].origin[1], (float)rays[i].origin[2]);
                var direction = new Vector3(rays[i].direction[0], rays[i].direction[1], rays[i].direction[2]);
                commands[i] = Command(origin, direction, rays[i].length, layers.Both);
                ids[i] = rays[i].id;
            }
            running = RaycastCommand.ScheduleBatch(commands.GetSubArray(0, count), answers.GetSubArray(0, count), RaysPerThread, default(JobHandle));
            JobHandle.ScheduleBatchedJobs();
            Count = count;
        }

        /// <summary>Waits for the raycasts and writes a hit for each ray.</summary>
        internal void Complete(PhxHit* hits, GroundLayers layers)
        {
            running.Complete();
            for (int i = 0; i < Count; ++i)
            {
                RaycastHit answer = answers[i];
                PhxHit hit = default(PhxHit);
                hit.id = ids[i];
                hit.kind = layers.KindOf(answer.collider);
                Vector3 point = answer.point, normal = answer.normal;
                hit.point[0] = point.x;
                hit.point[1] = point.y;
                hit.point[2] = point.z;
                hit.normal[0] = normal.x;
                hit.normal[1] = normal.y;
                hit.normal[2] = normal.z;
                hits[i] = hit;
            }
            Count = 0;
        }

        public void Dispose()
        {
            running.Complete();
            Count = 0;
            if (commands.IsCreated)
            {
                commands.Dispose();
                answers.Dispose();
                ids.Dispose();
            }
        }

        private void Reserve(int count)
        {
            if (commands.IsCreated && commands.Length >= count)
            {
                return;
            }
            Dispose();
            int length = Mathf.NextPowerOfTwo(count);
            commands = new NativeArray<RaycastCommand>(length, Allocator.Persistent, NativeArrayOptions.UninitializedMemory);
            answers = new NativeArray<RaycastHit>(length, Allocator.Persistent, NativeArrayOptions.UninitializedMemory);
            ids = new NativeArray<ulong>(length, Allocator.Persistent, NativeArrayOptions.UninitializedMemory);
        }

        private static RaycastCommand Command(Vector3 origin, Vector3 direction, float length, int layers)
        {
#if UNITY_2022_2_OR_NEWER
            return new RaycastCommand(origin, direction, new QueryParameters(layers), length);
#else
            return new RaycastCommand(origin, direction, length, layers, 1);
#endif
        }
    }
}
