// The parts of an order as tests/cpp/parts.cpp says what they are, computed in C# through the package's own layer.
using System;
using System.IO;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class PartsGoldens
    {
        private const int Count = 160;
        private const double Unit = 0.0078125;

        private sealed class Hash
        {
            internal ulong Value = 0xcbf29ce484222325;

            internal void Add(void* bytes, long count)
            {
                for (long i = 0; i < count; ++i)
                {
                    Value = unchecked((Value ^ ((byte*)bytes)[i]) * 0x100000001b3);
                }
            }

            internal void Add(ulong number)
            {
                Add(&number, 8);
            }

            internal void Add(float[] array, int count)
            {
                fixed (float* first = array)
                {
                    Add(first, 4L * count);
                }
            }

            internal void Add(uint[] array, int count)
            {
                fixed (uint* first = array)
                {
                    Add(first, 4L * count);
                }
            }

            internal void Add(byte[] array, int count)
            {
                fixed (byte* first = array)
                {
                    Add(first, count);
                }
            }
        }

        private sealed class Members
        {
            internal readonly float[] Places = new float[3 * Count], Radii = new float[Count];
            internal readonly ulong[] Ids = new ulong[Count];
            internal readonly byte[] Fly = new byte[Count], Eligible = new byte[Count], Frozen = new byte[Count];

            internal Members()
            {
                float[] widths = { 30, 30, 30, 30, 30, 45, 45, 110 };
                ulong state = 1;
                for (int i = 0; i < Count; ++i)
                {
                    double x = Draw(ref state) % 16384 * 0.25 - 2048;
                    double y = Draw(ref state) % 16384 * 0.25 - 2048;
                    double z = Draw(ref state) % 1024 * 0.125;
                    Store(Places, i, x, y, z);
                    Radii[i] = (float)(widths[Draw(ref state) % 8] * Unit);
                    Fly[i] = (byte)(Draw(ref state) % 8 == 0 ? 1 : 0);
                    Eligible[i] = (byte)(Draw(ref state) % 32 != 0 ? 1 : 0);
                    Frozen[i] = (byte)(Draw(ref state) % 16 == 0 ? 1 : 0);
                    Ids[i] = unchecked((ulong)(i + 1) * 11400714819323198485);
                }
            }

            internal Army Army(int first, int count)
            {
                return new Army(Part(Places, 3 * first, 3 * count))
                    .WithRadii(Part(Radii, first, count)).WithIds(Part(Ids, first, count)).WithFliers(Part(Fly, first, count))
                    .WithEligible(Part(Eligible, first, count)).WithFrozenHeights(Part(Frozen, first, count));
            }

            private static T[] Part<T>(T[] array, int first, int count)
            {
                var part = new T[count];
                Array.Copy(array, first, part, 0, count);
                return part;
            }

            private static ulong Draw(ref ulong state)
            {
                state = unchecked(state * 6364136223846793005 + 1442695040888963407);
                return state >> 33;
            }
        }

        private sealed class Terrain : Ground
        {
            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                for (int i = 0; i < count; ++i)
                {
                    double x = rays[i].origin[2] / Unit, y = rays[i].origin[0] / Unit;
                    long kind = ((7 * (long)Math.Floor(x / 512) + 13 * (long)Math.Floor(y / 512)) % 16 + 16) % 16;
                    hits[i].kind = (uint)(kind == 0 ? HitKind.Obstacle : kind == 1 ? HitKind.None : HitKind.Ground);
                    if (kind < 2)
                    {
                        continue;
                    }
                    hits[i].point[0] = y * Unit;
                    hits[i].point[1] = (Math.Floor(x / 64) * 4 + Math.Floor(y / 32) * 2) * Unit;
                    hits[i].point[2] = x * Unit;
                    hits[i].normal[1] = (float)Unit;
                    hits[i].normal[2] = kind == 2 ? (float)(3 * Unit) : 0;
                }
            }
        }

        internal static void AllShapes(string path)
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
                Shape shape = name == "grid" ? Shape.Grid : name == "circle" ? Shape.Circle : name == "triangle" ? Shape.Triangle : Shape.Hollow;
                foreach (int threads in new[] { 1, 4 })
                {
                    ulong hash = HashOf(shape, threads);
                    Check.That(hash == stored, name + " with " + threads + " threads: " + hash.ToString("x16"));
                }
                ++compared;
            }
            Check.Equal(compared, 4, "shapes that the file holds");
        }

        private static ulong HashOf(Shape shape, int threads)
        {
            var hash = new Hash();
            var members = new Members();
            using (var context = new PhalanxContext(new ContextSettings { ThreadCount = threads }))
            using (Army army = members.Army(0, Count))
            {
                FormationOrder order = context.Order(shape).CenterAt(-2000 * Unit, 100 * Unit, 3000 * Unit).Face(Unit, 0, 3 * Unit);
                order.SlotCountMargin = 1.25;
                var terrain = new Terrain();
                AddRadii(hash, context, order);

                var layout = new SlotLayout();
                Formation.Slots(context, order, Count, layout);
                hash.Add(layout.Rings, layout.Count);
                for (int round = 0; round < 2; ++round)
                {
                    Formation.Grow(context, order, 50, layout);
                    hash.Add((ulong)layout.Count);
                }
                var states = new byte[layout.Count];
                Formation.Validate(context, order, terrain, layout.Places, states);
                hash.Add(states, states.Length);
                hash.Add(layout.Places, 3 * layout.Count);

                var result = new FormationResult();
                fixed (float* places = layout.Places)
                {
                    Formation.Assign(context, army, order, places, layout.Count, result);
                }
                AddResult(hash, result);

                float[] goals = new float[3 * Count];
                for (int i = 0; i < goals.Length; ++i)
                {
                    fixed (double* center = order.Native.center)
                    {
                        goals[i] = (float)(members.Places[i] + center[i % 3]);
                    }
                }
                var outcomes = new byte[Count];
                Formation.ResolveGoals(context, order, terrain, army, goals, outcomes);
                hash.Add(goals, goals.Length);
                hash.Add(outcomes, Count);

                AddDrag(hash, context, army, order);
                AddSquads(hash, context, members, order, terrain);
            }
            return hash.Value;
        }

        private static void AddRadii(Hash hash, PhalanxContext context, FormationOrder order)
        {
            float[] caps = new float[Count], heights = new float[Count], scales = new float[Count], multipliers = new float[Count];
            float[] x = new float[Count], y = new float[Count], turned = new float[4 * Count], collider = new float[4 * Count];
            var has = new byte[Count];
            for (int i = 0; i < Count; ++i)
            {
                caps[i] = 0.25f + i % 5 * 0.0625f;
                heights[i] = i % 3 * 0.5f;
                scales[i] = 1 + i % 2 * 0.5f;
                multipliers[i] = 1 + i % 4 * 0.25f;
                x[i] = 1 + i % 3 * 0.5f;
                y[i] = 1.25f;
                turned[4 * i] = i % 2;
                collider[4 * i + 2] = i % 3 == 0 ? 1 : 0;
                turned[4 * i + 3] = collider[4 * i + 3] = 1;
                has[i] = (byte)(i % 7 != 0 ? 1 : 0);
            }
            var radii = new float[Count];
            using (Capsules capsules = new Capsules().WithRadii(caps).WithHeights(heights).WithScales(scales).WithColliderMultipliers(multipliers)
                       .WithAvoidance(x, y).WithRotations(turned).WithColliderRotations(collider).WithColliders(has))
            {
                Formation.Radii(context, capsules, radii, RadiusSource.Avoidance, 1.5);
            }
            hash.Add(radii, Count);
            long extra;
            fixed (float* first = radii)
            {
                hash.Add((ulong)Formation.SlotTarget(context, order, first, Count, out extra));
            }
            hash.Add((ulong)extra);
            double aspect = Formation.Aspect(context, order, Count, radii);
            hash.Add(&aspect, 8);
        }

        private static void AddResult(Hash hash, FormationResult result)
        {
            hash.Add(result.Goals, 3 * Count);
            hash.Add(result.Slots, Count);
            hash.Add(result.Rings, Count);
            hash.Add(result.Outcomes, Count);
            hash.Add(result.Flags, Count);
            PhxFormationReport report = result.Report;
            hash.Add(&report.bits, (byte*)(&report.longest_walk + 1) - (byte*)&report.bits);
        }

        private static void AddDrag(Hash hash, PhalanxContext context, Army army, FormationOrder order)
        {
            float[] line = new float[9], places = new float[3 * 1024];
            Store(line, 0, 2048, -3072, 0);
            Store(line, 1, 3072, -2048, 0);
            Store(line, 2, 2048, -1024, 0);
            var drawn = new FormationOrder(order) { Shape = Shape.Grid };
            int count;
            fixed (float* first = line)
            fixed (float* along = places)
            {
                Check.That(Formation.Drag(context, first, 3, army, drawn, along, 1024, out count) == Status.Ok, "the line is taken");
            }
            PhxFormationDesc desc = drawn.Native;
            hash.Add(&desc.shape, 4);
            hash.Add(desc.center, 24);
            hash.Add(desc.direction, 24);
            hash.Add(desc.spacing, 16);
            hash.Add((ulong)count);
            hash.Add(places, 3 * count);
        }

        private static void AddSquads(Hash hash, PhalanxContext context, Members members, FormationOrder order, Ground terrain)
        {
            using (Army first = members.Army(0, 80))
            using (Army last = members.Army(80, 80))
            {
                var squads = new[] { new Squad { Army = first, Order = order }, new Squad { Army = last, Order = order } };
                Formation.FormUpMany(context, squads, terrain);
                hash.Add(squads[0].Result.Goals, 240);
                hash.Add(squads[1].Result.Goals, 240);
            }
        }

        /// <summary>Writes a place in centimetres, X forward, into floats in Unity's axes.</summary>
        private static void Store(float[] array, int index, double x, double y, double z)
        {
            array[3 * index] = (float)(y * Unit);
            array[3 * index + 1] = (float)(z * Unit);
            array[3 * index + 2] = (float)(x * Unit);
        }
    }
}
