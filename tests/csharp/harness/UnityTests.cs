// The Unity layer over stand-ins for the engine: native arrays, raycasts in batches, orders over frames, and the package's own tests.
using Phalanx;
using Phalanx.Native;
using Phalanx.Tests;
using Unity.Collections;
using Unity.Mathematics;
using UnityEngine;

namespace Harness
{
    internal static unsafe class UnityTests
    {
        private const int GroundLayer = 3, ObstacleLayer = 5, Count = 300;

        private static readonly GroundLayers layers = new GroundLayers { Ground = 1 << GroundLayer, Obstacles = 1 << ObstacleLayer };

        internal static void PackageTests()
        {
            var formation = new FormationTests();
            formation.EveryAgentGetsAGoalOfItsOwn();
            formation.RepeatedOrdersGiveTheSameGoals();
            formation.AnErrorNamesTheArgument();
            var library = new LibraryTests();
            library.TheBinaryFitsTheDeclarations();
            library.AContextWorksAfterAShutdown();
        }

        internal static void SettingsMakeAnOrder()
        {
            using (var context = new PhalanxContext())
            {
                var settings = new FormationSettings { Shape = Shape.Circle, Segments = 6, Spacing = new Vector2(2, 3), Effort = Effort.Exact };
                PhxFormationDesc desc = settings.Order(context).Native;
                Check.Equal(desc.shape, NativeMethods.PHX_SHAPE_CIRCLE, "shape");
                Check.Equal(desc.segments, 6, "segments");
                Check.Equal(desc.effort, NativeMethods.PHX_EFFORT_EXACT, "effort");
                Check.That(desc.spacing[0] == 2 && desc.spacing[1] == 3, "spacing");
                PhxFormationDesc plain = context.Order(Shape.Grid).Native, defaults = new FormationSettings().Order(context).Native;
                Check.That(Same(&plain, &defaults, sizeof(PhxFormationDesc)), "settings that nobody changed are the library's defaults");
            }
        }

        internal static void PhysicsAnswers()
        {
            StandInPhysics.Answers = Terrain;
            using (var context = new PhalanxContext())
            using (var ground = new PhysicsGround(layers))
            {
                NativeArray<float3> positions = Positions(), goals = new NativeArray<float3>(Count, Allocator.Persistent);
                FormationOrder order = context.Order(Shape.Grid).CenterAt(new float3(40, 0, 40));
                Formation.FormUp(context, positions, order, goals, ground);
                for (int i = 0; i < Count; ++i)
                {
                    Vector3 point, normal;
                    int layer;
                    Check.That(Terrain(goals[i], default(Vector3), 0, 0, out point, out normal, out layer) && layer == GroundLayer, "a goal on an obstacle");
                    Check.That(goals[i].y == point.y, "a goal off the ground");
                }
                positions.Dispose();
                goals.Dispose();
            }
        }

        internal static void OrderOverFrames()
        {
            StandInPhysics.Answers = Terrain;
            foreach (int threads in new[] { 1, 3 })
            {
                using (var context = new PhalanxContext(new ContextSettings { ThreadCount = threads }))
                using (var ground = new PhysicsGround(layers))
                {
                    NativeArray<float3> positions = Positions(), direct = new NativeArray<float3>(Count, Allocator.Persistent);
                    var later = new NativeArray<float3>(Count, Allocator.Persistent);
                    FormationOrder order = context.Order(Shape.Grid).CenterAt(new float3(40, 0, 40));
                    Formation.FormUp(context, positions, order, direct, ground);
                    int frames = 0;
                    using (var job = new FormUpJob(context, positions, order, layers) { RaysPerFrame = 100 })
                    {
                        positions[0] = new float3(-5000, 0, 0); // the job has its own copy
                        float progress = 0;
                        int before = StandInPhysics.Asked;
                        while (!job.Update())
                        {
                            Check.That(StandInPhysics.Asked - before <= 100, "no more rays in a frame than allowed");
                            before = StandInPhysics.Asked;
                            float now = job.Progress;
                            Check.That(now >= progress && now <= 1, "progress never falls");
                            progress = now;
                            ++frames;
                            System.Threading.Thread.Sleep(threads == 1 ? 0 : 1);
                            Check.That(frames < 20000, "the job ends");
                        }
                        Check.That(job.Progress == 1, "a job that is done says so");
                        job.Complete(later);
                    }
                    Check.That(frames > 3, "it took several frames");
                    for (int i = 0; i < Count; ++i)
                    {
                        Check.That(direct[i].Equals(later[i]), "the goals are those of the direct call");
                    }
                    using (new FormUpJob(context, positions, order, layers))
                    {
                        // Given up at once: nothing is left behind that keeps the context.
                    }
                    positions.Dispose();
                    direct.Dispose();
                    later.Dispose();
                }
            }
        }

        private static NativeArray<float3> Positions()
        {
            float[] scattered = Scattered.Positions(Count, 21);
            var positions = new NativeArray<float3>(Count, Allocator.Persistent);
            for (int i = 0; i < Count; ++i)
            {
                positions[i] = new float3(scattered[3 * i], scattered[3 * i + 1], scattered[3 * i + 2]);
            }
            return positions;
        }

        /// <summary>Terraces with houses.</summary>
        private static bool Terrain(Vector3 origin, Vector3 direction, float distance, int asked, out Vector3 point, out Vector3 normal, out int layer)
        {
            int cell = (int)System.Math.Floor(origin.x / 8) + 2 * (int)System.Math.Floor(origin.z / 8);
            layer = (cell % 7 + 7) % 7 == 0 ? ObstacleLayer : GroundLayer;
            point = new Vector3(origin.x, (cell % 3 + 3) % 3 * 0.5f, origin.z);
            normal = Vector3.up;
            return true;
        }

        private static bool Same(void* left, void* right, int bytes)
        {
            for (int i = 0; i < bytes; ++i)
            {
                if (((byte*)left)[i] != ((byte*)right)[i])
                {
                    return false;
                }
            }
            return true;
        }
    }
}
