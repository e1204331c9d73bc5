// Forming up from memory as an engine has it, and the parts of an order.
using System;
using System.Runtime.InteropServices;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    /// <summary>An army for tests: scattered, always the same.</summary>
    internal static class Scattered
    {
        internal static float[] Positions(int count, uint seed)
        {
            var positions = new float[count * 3];
            for (int i = 0; i < positions.Length; ++i)
            {
                seed = unchecked(seed * 1664525 + 1013904223);
                positions[i] = i % 3 == 1 ? 0 : (seed >> 16) % 4096 * 0.0078125f;
            }
            return positions;
        }

        internal static bool Same(float[] left, float[] right, int count)
        {
            for (int i = 0; i < count; ++i)
            {
                if (left[i] != right[i])
                {
                    return false;
                }
            }
            return true;
        }
    }

    internal static unsafe class FormUpTests
    {
        private const int Count = 200;

        [StructLayout(LayoutKind.Sequential)]
        private struct Unit
        {
            internal int Health;
            internal float X, Y, Z;
            internal long Id;
        }

        internal static void ThreeKindsOfMemory()
        {
            float[] positions = Scattered.Positions(Count, 7);
            using (var context = new PhalanxContext())
            using (var army = new Army(positions))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(40, 0, 60).Face(1, 0, 1);
                var pinned = new FormationResult();
                Check.That(Formation.FormUp(context, army, order, pinned) == Status.Ok, "pinned arrays end Ok");
                EachSlotOnce(pinned);

                int bytes = Count * 3 * sizeof(float);
                IntPtr from = Marshal.AllocHGlobal(bytes), to = Marshal.AllocHGlobal(bytes);
                try
                {
                    Marshal.Copy(positions, 0, from, positions.Length);
                    Formation.FormUp(context, (float*)from, Count, order, (float*)to);
                    var unmanaged = new float[positions.Length];
                    Marshal.Copy(to, unmanaged, 0, unmanaged.Length);
                    Check.That(Scattered.Same(unmanaged, pinned.Goals, unmanaged.Length), "unmanaged memory gives the same goals");
                }
                finally
                {
                    Marshal.FreeHGlobal(from);
                    Marshal.FreeHGlobal(to);
                }

                var units = new Unit[Count];
                for (int i = 0; i < Count; ++i)
                {
                    units[i] = new Unit { X = positions[3 * i], Y = positions[3 * i + 1], Z = positions[3 * i + 2], Health = -1 };
                }
                var goals = new Unit[Count];
                fixed (Unit* first = units)
                fixed (Unit* goal = goals)
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    PhxAgents agents = Formation.NoAgents();
                    agents.count = Count;
                    agents.locations = View.Vec3(&first->X, Count, Scalar.F32, sizeof(Unit));
                    PhxFormationOut outputs = Formation.NoOutputs();
                    outputs.goals = View.Vec3Mut(&goal->X, Count, Scalar.F32, sizeof(Unit));
                    Formation.FormUp(context, &agents, desc, null, &outputs, null);
                }
                for (int i = 0; i < Count; ++i)
                {
                    Check.That(goals[i].X == pinned.Goals[3 * i] && goals[i].Z == pinned.Goals[3 * i + 2], "strided members give the same goals");
                    Check.That(goals[i].Health == 0 && goals[i].Id == 0, "nothing beside the member is written");
                }
            }
        }

        internal static void ResultIsUsedAgain()
        {
            using (var context = new PhalanxContext())
            using (var many = new Army(Scattered.Positions(Count, 1)))
            using (var few = new Army(Scattered.Positions(30, 1)))
            {
                FormationOrder order = context.Order(Shape.Line).CenterAt(10, 0, 90);
                var result = new FormationResult();
                Formation.FormUp(context, many, order, result);
                float[] goals = result.Goals;
                Formation.FormUp(context, few, order, result);
                Check.That(ReferenceEquals(goals, result.Goals), "the arrays stay");
                Check.Equal(result.Count, 30, "count");
                Check.Equal((long)result.Report.placed, 30, "placed");
                var fresh = new FormationResult();
                Formation.FormUp(context, few, order, fresh);
                Check.That(Scattered.Same(fresh.Goals, result.Goals, 90), "the goals are those of fresh arrays");
            }
        }

        /// <summary>Where the runtime counts what a thread allocates: nothing, once the arrays are long enough.</summary>
        internal static void NoGarbage()
        {
            System.Reflection.MethodInfo counter = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread");
            if (counter == null)
            {
                return;
            }
            var allocated = (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), counter);
            using (var context = new PhalanxContext())
            using (var army = new Army(Scattered.Positions(Count, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(10, 0, 90);
                var result = new FormationResult();
                long before = 0;
                for (int round = 0; round < 20; ++round)
                {
                    before = round == 10 ? allocated() : before;
                    Formation.FormUp(context, army, order, result);
                }
                Check.Equal(allocated() - before, 0, "bytes that ten calls allocated");
            }
        }

        internal static void Parts()
        {
            using (var context = new PhalanxContext())
            using (var army = new Army(Scattered.Positions(60, 3)))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(0, 0, 100);
                int count;
                Check.That(Formation.Slots(context, order, 60, null, null, 0, out count) == Status.More && count >= 60, "More tells the count");
                var places = new float[count * 3];
                var states = new byte[count];
                fixed (float* first = places)
                fixed (byte* state = states)
                {
                    int made;
                    Check.That(Formation.Slots(context, order, 60, first, null, count, out made) == Status.Ok && made == count, "slots are written");
                    Formation.Validate(context, order, new GroundTests.Plain(), first, state, count);
                }
                for (int i = 0; i < count; ++i)
                {
                    Check.That(states[i] == (byte)SlotState.Ok && places[3 * i + 1] == 2, "each slot is snapped to the plain");
                }

                float[] line = { -10, 0, 100, 10, 0, 100 };
                fixed (float* first = line)
                {
                    int made;
                    Check.That(Formation.Drag(context, first, 2, army, order, null, 0, out made) == Status.Ok && made == 0, "a straight line needs no places");
                }
                Check.That(order.Shape == Shape.Line, "a straight line makes a front");

                using (var second = new Army(Scattered.Positions(60, 4)))
                {
                    var squads = new[]
                    {
                        new Squad { Army = army, Order = order },
                        new Squad { Army = second, Order = new FormationOrder(order) },
                    };
                    Check.That(Formation.FormUpMany(context, squads) == Status.Ok, "both squads find room");
                    Check.Equal((long)(squads[0].Result.Report.placed + squads[1].Result.Report.placed), 120, "placed");
                    var alone = new FormationResult();
                    Formation.FormUp(context, army, order, alone);
                    Check.That(Scattered.Same(alone.Goals, squads[0].Result.Goals, 180), "the first squad stands as if alone");
                    for (int i = 0; i < 60; ++i)
                    {
                        for (int other = 0; other < 60; ++other)
                        {
                            float x = squads[0].Result.Goals[3 * i] - squads[1].Result.Goals[3 * other];
                            float z = squads[0].Result.Goals[3 * i + 2] - squads[1].Result.Goals[3 * other + 2];
                            Check.That(x * x + z * z > 0.25f, "squads stand apart");
                        }
                    }
                }
            }
        }

        private static void EachSlotOnce(FormationResult result)
        {
            var taken = new bool[4 * Count];
            for (int i = 0; i < result.Count; ++i)
            {
                Check.That(result.OutcomeOf(i) == Outcome.Placed && !taken[result.Slots[i]], "everybody has a slot of his own");
                taken[result.Slots[i]] = true;
            }
        }
    }
}
