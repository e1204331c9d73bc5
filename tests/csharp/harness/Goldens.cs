// The scenarios of tests/cpp/golden_scenario.h, which says what they are, computed in C#.
using System;
using System.IO;
using System.Runtime.InteropServices;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class Goldens
    {
        private const int Agents = 160;
        private const int Points = 200;

        private struct Scenario
        {
            internal string Name;
            internal Frame Frame;
            internal Shape Shape;
            internal int Segments;
            internal Mode Mode;
            internal double Turn, Offset;
            internal bool Ranks, Speeds, Rear, Bound, Twice;
        }

        private static Scenario Reform(string name, Frame frame, Shape shape)
        {
            return new Scenario { Name = name, Frame = frame, Shape = shape, Mode = Mode.ReformTheLine };
        }

        private static Scenario Keep(string name, Frame frame, Shape shape, double turn)
        {
            return new Scenario { Name = name, Frame = frame, Shape = shape, Mode = Mode.KeepFormation, Turn = turn };
        }

        private static Scenario[] Scenarios()
        {
            var all = new[]
            {
                Reform("grid_reform", Frame.Unreal, Shape.Grid),
                Keep("grid_keep", Frame.Unreal, Shape.Grid, 0),
                Reform("circle_reform", Frame.Unreal, Shape.Circle),
                Keep("circle_keep_turned", Frame.Unreal, Shape.Circle, 30),
                Reform("hexagon_reform", Frame.Unreal, Shape.Circle),
                Keep("hexagon_keep", Frame.Unreal, Shape.Circle, -90),
                Reform("triangle_reform", Frame.Unreal, Shape.Triangle),
                Keep("triangle_keep_turned", Frame.Unreal, Shape.Triangle, 180),
                Reform("grid_reform_jittered", Frame.Unreal, Shape.Grid),
                Reform("grid_reform_unity", Frame.Unity, Shape.Grid),
                Keep("circle_keep_turned_unity", Frame.Unity, Shape.Circle, 30),
                Reform("line_reform_ranked", Frame.Unreal, Shape.Line),
                Reform("column_reform_rear_unity", Frame.Unity, Shape.Column),
                Reform("hollow_reform", Frame.Unreal, Shape.Hollow),
                Reform("staggered_reform_jittered", Frame.Unreal, Shape.Staggered),
                Reform("v_reform", Frame.Unreal, Shape.V),
                Reform("echelon_left_reform", Frame.Unreal, Shape.EchelonLeft),
                Reform("echelon_right_reform_unity", Frame.Unity, Shape.EchelonRight),
                Reform("points_reform", Frame.Unreal, Shape.Points),
                Reform("points_reform_unity", Frame.Unity, Shape.Points),
                Reform("grid_reform_ranked_rear", Frame.Unreal, Shape.Grid),
                Reform("circle_reform_ranked", Frame.Unreal, Shape.Circle),
                Reform("grid_reform_speeds_bound", Frame.Unreal, Shape.Grid),
                Reform("grid_reform_twice", Frame.Unreal, Shape.Grid),
            };
            for (int at = 0; at < all.Length; ++at)
            {
                // The names say what is special.
                string name = all[at].Name;
                all[at].Segments = name.StartsWith("hexagon", StringComparison.Ordinal) ? 6 : 0;
                all[at].Offset = name.EndsWith("jittered", StringComparison.Ordinal) ? 16 : 0;
                all[at].Ranks = name.Contains("ranked");
                all[at].Rear = name.Contains("rear");
                all[at].Speeds = name.Contains("speeds");
                all[at].Bound = name.Contains("bound");
                all[at].Twice = name.Contains("twice");
            }
            return all;
        }

        internal static void AllScenarios(string path)
        {
            int compared = 0;
            foreach (string line in File.ReadAllLines(path))
            {
                if (line.Length == 0 || line[0] == '#')
                {
                    continue;
                }
                int space = line.IndexOf(' ');
                string name = line.Substring(0, space);
                ulong stored = ulong.Parse(line.Substring(space + 1).Trim(), System.Globalization.NumberStyles.HexNumber);
                foreach (Scenario scenario in Scenarios())
                {
                    if (scenario.Name == name)
                    {
                        foreach (int threads in new[] { 1, 4 })
                        {
                            ulong hash = HashOf(scenario, threads);
                            Check.That(hash == stored, name + " with " + threads + " threads: " + hash.ToString("x16"));
                        }
                        ++compared;
                    }
                }
            }
            Check.Equal(compared, Scenarios().Length, "scenarios that the file holds");
        }

        private sealed class Terrain : Ground
        {
            private readonly Frame frame;

            internal Terrain(Frame frame)
            {
                this.frame = frame;
            }

            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                double* at = stackalloc double[3];
                double* normal = stackalloc double[3];
                double* turned = stackalloc double[3];
                for (int i = 0; i < count; ++i)
                {
                    FromFrame(frame, rays[i].origin, at);
                    long cx = (long)Math.Floor(at[0] / 512), cy = (long)Math.Floor(at[1] / 512);
                    long kind = ((7 * cx + 13 * cy) % 16 + 16) % 16;
                    if (kind < 2)
                    {
                        hits[i].kind = kind == 0 ? NativeMethods.PHX_HIT_OBSTACLE : NativeMethods.PHX_HIT_NONE;
                        continue;
                    }
                    at[2] = Math.Floor(at[0] / 64) * 4 + Math.Floor(at[1] / 32) * 2;
                    normal[0] = kind == 2 ? 3 : 0;
                    normal[1] = 0;
                    normal[2] = 1;
                    hits[i].kind = NativeMethods.PHX_HIT_GROUND;
                    ToFrame(frame, at, hits[i].point);
                    ToFrame(frame, normal, turned);
                    for (int axis = 0; axis < 3; ++axis)
                    {
                        hits[i].normal[axis] = (float)turned[axis];
                    }
                }
            }
        }

        private static void ToFrame(Frame frame, double* from, double* to)
        {
            for (int axis = 0; axis < 3; ++axis)
            {
                to[axis] = frame == Frame.Unity ? from[(axis + 1) % 3] * 0.0078125 : from[axis];
            }
        }

        private static void FromFrame(Frame frame, double* from, double* to)
        {
            for (int axis = 0; axis < 3; ++axis)
            {
                to[axis] = frame == Frame.Unity ? from[(axis + 2) % 3] * 128 : from[axis];
            }
        }

        /// <summary>Writes a place as the scenario's scalar: a float in UNITY, else a double.</summary>
        private static void Store(Frame frame, byte* array, int index, double x, double y, double z)
        {
            double* from = stackalloc double[3];
            double* to = stackalloc double[3];
            from[0] = x;
            from[1] = y;
            from[2] = z;
            ToFrame(frame, from, to);
            for (int axis = 0; axis < 3; ++axis)
            {
                if (frame == Frame.Unity)
                {
                    ((float*)array)[3 * index + axis] = (float)to[axis];
                }
                else
                {
                    ((double*)array)[3 * index + axis] = to[axis];
                }
            }
        }

        private static ulong Draw(ref ulong state)
        {
            state = unchecked(state * 6364136223846793005 + 1442695040888963407);
            return state >> 33;
        }

        private static ulong Fnv(ulong hash, void* bytes, long count)
        {
            for (long i = 0; i < count; ++i)
            {
                hash = unchecked((hash ^ ((byte*)bytes)[i]) * 0x100000001b3);
            }
            return hash;
        }

        private static ulong HashOf(Scenario scenario, int threads)
        {
            // Unmanaged memory, as a NativeArray's.
            byte* memory = (byte*)Marshal.AllocHGlobal(1 << 16).ToPointer();
            var settings = new ContextSettings(scenario.Frame) { ThreadCount = threads };
            try
            {
                using (var context = new PhalanxContext(settings))
                {
                    return HashOf(scenario, context, memory);
                }
            }
            finally
            {
                Marshal.FreeHGlobal(new IntPtr(memory));
            }
        }

        private static ulong HashOf(Scenario scenario, PhalanxContext context, byte* memory)
        {
            Frame frame = scenario.Frame;
            bool unity = frame == Frame.Unity;
            double unit = unity ? 0.0078125 : 1;
            Scalar scalar = unity ? Scalar.F32 : Scalar.F64;
            int place = unity ? 12 : 24;
            byte* rest = memory;
            byte* places = Take(ref rest, Agents * place), points = Take(ref rest, Points * place), goals = Take(ref rest, Agents * place);
            float* radii = (float*)Take(ref rest, Agents * 4), speeds = (float*)Take(ref rest, Agents * 4);
            ulong* ids = (ulong*)Take(ref rest, Agents * 8);
            uint* slots = (uint*)Take(ref rest, Agents * 4), rings = (uint*)Take(ref rest, Agents * 4), previous = (uint*)Take(ref rest, Agents * 4);
            byte* fly = Take(ref rest, Agents), eligible = Take(ref rest, Agents), frozen = Take(ref rest, Agents);
            byte* ranks = Take(ref rest, Agents), outcomes = Take(ref rest, Agents), flags = Take(ref rest, Agents);

            float[] widths = { 30, 30, 30, 30, 30, 45, 45, 110 };
            ulong state = 1;
            for (int i = 0; i < Agents; ++i)
            {
                double x = Draw(ref state) % 16384 * 0.25 - 2048;
                double y = Draw(ref state) % 16384 * 0.25 - 2048;
                double z = Draw(ref state) % 1024 * 0.125;
                Store(frame, places, i, x, y, z);
                radii[i] = (float)(widths[Draw(ref state) % 8] * unit);
                fly[i] = (byte)(Draw(ref state) % 8 == 0 ? 1 : 0);
                eligible[i] = (byte)(Draw(ref state) % 32 != 0 ? 1 : 0);
                frozen[i] = (byte)(Draw(ref state) % 16 == 0 ? 1 : 0);
                ids[i] = unchecked((ulong)(i + 1) * 11400714819323198485);
                ranks[i] = (byte)(i % 3);
                speeds[i] = 1 + i % 4 * 0.25f;
            }
            for (int i = 0; i < Points; ++i)
            {
                Store(frame, points, i, 480.0 - 96.0 * (i / 20), 112.0 * (i % 20) - 1064.0, 0);
            }

            PhxCircle blocker;
            Place(frame, 3100, -1900, 0, blocker.center);
            blocker.radius = (float)(60 * unit);
            blocker.reserved = 0;

            PhxAgents agents = Formation.NoAgents();
            agents.count = Agents;
            agents.locations = View.Vec3(places, Agents, scalar);
            agents.radii = View.F32(radii, Agents);
            agents.unique_ids = View.U64(ids, Agents);
            agents.can_fly = View.U8(fly, Agents);
            agents.eligible = View.U8(eligible, Agents);
            agents.z_frozen = View.U8(frozen, Agents);
            agents.blockers = View.Circles(&blocker, 1);
            if (scenario.Ranks)
            {
                agents.ranks = View.U8(ranks, Agents);
            }
            if (scenario.Speeds)
            {
                agents.speeds = View.F32(speeds, Agents);
            }

            PhxFormationDesc order = OrderOf(scenario, context, unit);
            if (scenario.Shape == Shape.Points)
            {
                order.points = View.Vec3(points, Points, scalar);
            }

            PhxFormationOut outputs = Formation.NoOutputs();
            outputs.goals = View.Vec3Mut(goals, Agents, scalar);
            outputs.slots = View.U32Mut(slots, Agents);
            outputs.rings = View.U32Mut(rings, Agents);
            outputs.outcomes = View.U8Mut(outcomes, Agents);
            outputs.flags = View.U8Mut(flags, Agents);

            PhxFormationReport report = new FormationResult().Report;
            var terrain = new Terrain(frame);
            Formation.FormUp(context, &agents, &order, terrain, &outputs, &report);
            if (scenario.Twice)
            {
                for (int i = 0; i < Agents; ++i)
                {
                    previous[i] = slots[i];
                }
                agents.previous_slots = View.U32(previous, Agents);
                order.previous_slot_count = report.slot_target;
                Place(frame, 3500, -2000, 100, order.center);
                Formation.FormUp(context, &agents, &order, terrain, &outputs, &report);
            }

            ulong hash = 0xcbf29ce484222325;
            hash = Fnv(hash, goals, Agents * place);
            hash = Fnv(hash, slots, Agents * 4);
            hash = Fnv(hash, rings, Agents * 4);
            hash = Fnv(hash, outcomes, Agents);
            hash = Fnv(hash, flags, Agents);
            return Fnv(hash, &report.bits, (byte*)(&report.longest_walk + 1) - (byte*)&report.bits);
        }

        private static PhxFormationDesc OrderOf(Scenario scenario, PhalanxContext context, double unit)
        {
            FormationOrder order = context.Order(scenario.Shape);
            order.SlotCountMargin = 1.25;
            order.Segments = scenario.Segments;
            order.Mode = scenario.Mode;
            order.KeepRotateDegrees = scenario.Turn;
            order.Jitter = scenario.Offset * unit;
            order.Native.want_bound = scenario.Bound ? 1u : 0u;
            if (scenario.Rear)
            {
                order.HolePolicy = HolePolicy.RearRank;
            }
            PhxFormationDesc desc = order.Native;
            Place(scenario.Frame, 3000, -2000, 100, desc.center);
            Place(scenario.Frame, 3, 1, 0, desc.direction);
            return desc;
        }

        private static void Place(Frame frame, double x, double y, double z, double* to)
        {
            double* from = stackalloc double[3];
            from[0] = x;
            from[1] = y;
            from[2] = z;
            ToFrame(frame, from, to);
        }

        /// <summary>The next bytes of the memory, at a multiple of eight.</summary>
        private static byte* Take(ref byte* rest, int bytes)
        {
            byte* taken = rest;
            rest += (bytes + 7) / 8 * 8;
            return taken;
        }
    }
}
