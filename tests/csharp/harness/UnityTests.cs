// The Unity layer over stand-ins for the engine: native arrays, raycasts in batches, orders over frames, and the package's own tests.
using System.Reflection;
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
            formation.EarlierSlotsAreKept();
            formation.SquadsOfOneCallMakeRoom();
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

        /// <summary>What lies in native arrays gives what the same in managed arrays gives.</summary>
        internal static void NativeArraysOfAllKinds()
        {
            float[] scattered = Scattered.Positions(Count, 21), radii = new float[Count], speeds = new float[Count];
            byte[] ranks = new byte[Count], fly = new byte[Count], eligible = new byte[Count], frozen = new byte[Count];
            var ids = new ulong[Count];
            for (int i = 0; i < Count; ++i)
            {
                radii[i] = i % 9 == 0 ? 0.8f : 0.3f;
                speeds[i] = 1 + i % 4 * 0.25f;
                ranks[i] = (byte)(i % 3);
                fly[i] = (byte)(i % 8 == 0 ? 1 : 0);
                eligible[i] = (byte)(i % 30 == 0 ? 0 : 1);
                frozen[i] = (byte)(i % 16 == 0 ? 1 : 0);
                ids[i] = (ulong)(Count - i);
            }
            PhxCircle[] circles = { Army.Circle(new float3(40, 0, 41), 2) };
            NativeArray<float3> positions = Positions(), goals = new NativeArray<float3>(Count, Allocator.Persistent);
            using (var context = new PhalanxContext())
            using (Army managed = new Army(scattered).WithRadii(radii).WithIds(ids).WithFliers(fly).WithEligible(eligible).WithRanks(ranks)
                       .WithFrozenHeights(frozen).WithSpeeds(speeds).WithBlockers(circles))
            using (Army native = new Army(positions).WithRadii(Copy(radii)).WithIds(Copy(ids)).WithFliers(Copy(fly)).WithEligible(Copy(eligible))
                       .WithRanks(Copy(ranks)).WithFrozenHeights(Copy(frozen)).WithSpeeds(Copy(speeds)).WithBlockers(Copy(circles)))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(new float3(40, 0, 40));
                FormationResult left = new FormationResult(), right = new FormationResult();
                Formation.FormUp(context, managed, order, left);
                Formation.FormUp(context, native, order, right);
                Check.That(Scattered.Same(left.Goals, right.Goals, 3 * Count), "the same goals");
                for (int i = 0; i < Count; ++i)
                {
                    float x = left.Goals[3 * i] - 40, z = left.Goals[3 * i + 2] - 41;
                    bool stands = left.OutcomeOf(i) == Outcome.Placed && fly[i] == 0;
                    Check.That(!stands || x * x + z * z >= (1.999f + radii[i]) * (1.999f + radii[i]), "nobody stands in the circle");
                }
                order.ContinueFrom(left);
                Formation.FormUp(context, managed.WithPreviousSlots(left), order, right);
                float[] kept = (float[])right.Goals.Clone();
                Formation.FormUp(context, native.WithPreviousSlots(Copy(left.Slots)), order, right);
                Check.That(Scattered.Same(kept, right.Goals, 3 * Count), "the same goals with earlier slots");

                Check.Equal(Formation.SlotTarget(context, order, Copy(radii)), Formation.SlotTarget(context, order, radii), "slot target");
                var places = new float[3 * Count];
                for (int i = 0; i < places.Length; ++i)
                {
                    places[i] = scattered[i] + 2;
                }
                Formation.Assign(context, managed, order, places, right);
                NativeArray<float3> brought = Positions();
                for (int i = 0; i < Count; ++i)
                {
                    brought[i] = new float3(places[3 * i], places[3 * i + 1], places[3 * i + 2]);
                }
                Formation.Assign(context, native, order, brought, goals);
                Check.That(Matches(goals, right.Goals), "the same assignment");

                var outcomes = new byte[Count];
                var told = new NativeArray<byte>(Count, Allocator.Persistent);
                Formation.ResolveGoals(context, order, new GroundTests.Plain(), managed, places, outcomes);
                Formation.ResolveGoals(context, order, new GroundTests.Plain(), native, brought, told);
                Check.That(Matches(brought, places), "the same resolved goals");

                NativeArray<float> wide = Copy(new float[2]);
                using (var capsules = new Capsules(Copy(new[] { 0.5f, 0.5f }), Copy(new[] { 2f, 2f }), Copy(new[] { new quaternion(0, 0, 0, 1), new quaternion(1, 0, 0, 1) })))
                {
                    Formation.Radii(context, capsules, wide);
                }
                Check.That(wide[0] == 0.5f && wide[1] > 1.49f, "the second capsule lies");

                NativeArray<float3> points = Copy(new[] { new float3(-2, 0, 0), new float3(2, 0, 0) });
                PhxFormationDesc desc = context.Order(Shape.Points).TakePoints(points).Native;
                Check.That(desc.points.count == 2 && desc.points.scalar == NativeMethods.PHX_SCALAR_F32, "points");
            }
        }

        /// <summary>Items of an order stay for their time, and no later order takes them away.</summary>
        internal static void GizmosShowEachOrder()
        {
            const int linesOfAnAgent = 24 + 3 + 24;
            using (var context = new PhalanxContext())
            using (var army = new Army(Scattered.Positions(10, 1)))
            {
                var gizmos = new FormationGizmos { Seconds = 5, Capacity = 100 };
                gizmos.Show(context);
                FormationOrder order = context.Order(Shape.Grid).CenterAt(0, 0, 50);
                order.Debug = DebugCategories.All;
                var result = new FormationResult();
                foreach (float now in new[] { 100f, 103f })
                {
                    Time.time = now;
                    Formation.FormUp(context, army, order, result);
                    Check.Equal(LinesOf(gizmos), (now > 100 ? 20 : 10) * linesOfAnAgent, "lines at " + now);
                }
                Time.time = 106;
                Check.Equal(LinesOf(gizmos), 10 * linesOfAnAgent, "lines once the first order's time is over");
                for (int round = 0; round < 4; ++round)
                {
                    Formation.FormUp(context, army, order, result);
                    LinesOf(gizmos);
                }
                int full = LinesOf(gizmos);
                Check.That(full > 30 * linesOfAnAgent && full < 34 * linesOfAnAgent, "the latest hundred items, not " + full + " lines");
                Time.time = 200;
                Check.Equal(LinesOf(gizmos), 0, "lines in the end");
            }
        }

        /// <summary>One frame of a component, as the engine runs it.</summary>
        private static int LinesOf(FormationGizmos gizmos)
        {
            Gizmos.Lines = 0;
            foreach (string message in new[] { "Update", "OnDrawGizmos" })
            {
                typeof(FormationGizmos).GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(gizmos, null);
            }
            return Gizmos.Lines;
        }

        private static NativeArray<T> Copy<T>(T[] array) where T : struct
        {
            var copy = new NativeArray<T>(array.Length, Allocator.Persistent);
            for (int i = 0; i < array.Length; ++i)
            {
                copy[i] = array[i];
            }
            return copy;
        }

        private static bool Matches(NativeArray<float3> left, float[] right)
        {
            for (int i = 0; i < left.Length; ++i)
            {
                if (left[i].x != right[3 * i] || left[i].y != right[3 * i + 1] || left[i].z != right[3 * i + 2])
                {
                    return false;
                }
            }
            return true;
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
