// The parts of an order through the package's layer, where its own shape decides: what comes in which array, and what is refused.
using System;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class PartsTests
    {
        internal static void RadiiOfCapsules()
        {
            using (var context = new PhalanxContext())
            {
                float[] lying = { 0, 0, 0, 1, 1, 0, 0, 1 }; // the second was turned by a quarter about X
                var radii = new float[3];
                using (Capsules capsules = new Capsules().WithRadii(new[] { 0.5f, 0.5f }).WithHeights(new[] { 2f, 2f }).WithRotations(lying))
                {
                    Formation.Radii(context, capsules, radii);
                    Check.That(radii[0] == 0.5f, "an upright capsule is as wide as its caps");
                    Check.That(Math.Abs(radii[1] - 1.5f) < 1e-6f, "one that lies is half its shaft wider");
                    Check.That(Math.Abs(radii[2] - 0.34f) < 1e-6f, "nobody's capsule is 34 centimetres wide");
                    Formation.Radii(context, capsules, radii, RadiusSource.Collider, 2);
                    Check.That(radii[0] == 1, "the multiplier counts");
                }
                float[] few = { 0.3f, 0.8f };
                FormationOrder order = context.Order(Shape.Grid);
                Check.Equal(Formation.SlotTarget(context, order, few), 2 + 8, "slots for two, one of whom blocks his eight neighbours");
            }
        }

        internal static void LayoutsGrow()
        {
            using (var context = new PhalanxContext())
            {
                FormationOrder order = context.Order(Shape.Grid).Region(20, 10);
                Check.That(Formation.Aspect(context, order, 10) == 2.5, "ten stand five by two");
                var layout = new SlotLayout();
                Formation.Slots(context, order, 10, layout);
                Check.Equal(layout.Count, 10, "slots");
                var before = (float[])layout.Places.Clone();
                Check.Equal(Formation.Grow(context, order, 4, layout), 5, "a whole row comes");
                Check.Equal(layout.Count, 15, "slots after growth");
                Check.That(Scattered.Same(before, layout.Places, 30), "growth moves no slot");
                for (int slot = 10; slot < 15; ++slot)
                {
                    Check.That(layout.Places[3 * slot + 2] == -1.5f, "the new row stands behind");
                }
                Formation.Slots(context, order, 4, layout);
                Check.Equal(layout.Count, 4, "slots of a layout that is used again");
                Check.Equal(Formation.Grow(context, order, 0, layout), 0, "no growth that nobody wants");
            }
        }

        internal static void PlacesAreAssigned()
        {
            float[] positions = { 0, 0, 0, 5, 0, 0 }, places = { 4, 0, 1, 0, 0, 1, 9, 0, 9 };
            using (var context = new PhalanxContext(ErrorTests.Quiet()))
            using (var army = new Army(positions))
            {
                FormationOrder order = context.Order(Shape.Grid);
                var result = new FormationResult();
                Check.That(Formation.Assign(context, army, order, places, result) == Status.Ok, "both find a place");
                Check.That(result.Slots[0] == 1 && result.Slots[1] == 0 && result.Goals[3] == 4, "the nearer one each");
                Check.That(result.FlagsOf(0) == AgentFlags.Defaulted && result.Notes == ReportNotes.None, "flags and notes");
                Check.That(Formation.Assign(context, army, order, new float[] { 1, 0, 1 }, result) == Status.Partial, "one place for two");
                Check.Fails("PHX_E_NOT_FINITE", () => Formation.Assign(context, army, order, new[] { 1, 0, float.NaN }, result), "slot");
            }
        }

        /// <summary>Water beyond x = 1.5, else a plain two metres up.</summary>
        private sealed class Shore : GroundTests.Plain
        {
            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                base.Raycast(rays, hits, count);
                for (int i = 0; i < count; ++i)
                {
                    hits[i].kind = (uint)(rays[i].origin[0] > 1.5 ? HitKind.None : HitKind.Ground);
                }
            }
        }

        internal static void GoalsAreResolved()
        {
            using (var context = new PhalanxContext())
            using (var army = new Army(new float[6]))
            {
                FormationOrder order = context.Order(Shape.Grid);
                float[] goals = { 0, 0, 0, 3, 0, 0 };
                var outcomes = new byte[2];
                Formation.ResolveGoals(context, order, new Shore(), army, goals, outcomes);
                Check.That(outcomes[0] == (byte)Outcome.Placed && outcomes[1] == (byte)Outcome.Relocated, "the one in the water is moved");
                Check.That(goals[0] == 0 && goals[1] == 2 && goals[3] <= 1.5f && goals[4] == 2, "ashore, and both on the ground");
                try
                {
                    Formation.ResolveGoals(context, order, new Shore(), army, new float[3]);
                    throw new CheckFailed("one goal was taken for two agents");
                }
                catch (ArgumentException)
                {
                }
            }
        }

        /// <summary>Ranks, holes, earlier slots and points, by the order's own words.</summary>
        internal static void OrdersContinue()
        {
            using (var context = new PhalanxContext())
            using (var army = new Army(Scattered.Positions(60, 5)))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(0, 0, 100);
                order.HolePolicy = HolePolicy.RearRank;
                FormationResult first = new FormationResult(), second = new FormationResult();
                Formation.FormUp(context, army, order, first);
                // The slots of larger armies stay in the arrays: only those of the last call count.
                first.Slots = (uint[])first.Slots.Clone();
                Array.Resize(ref first.Slots, 90);
                using (Army later = new Army(Scattered.Positions(60, 77)).WithPreviousSlots(first))
                {
                    Formation.FormUp(context, later, order.ContinueFrom(first), second);
                    Check.Equal(order.PreviousSlotCount, (long)first.Report.slot_target, "the layout goes on");
                    int same = 0;
                    for (int i = 0; i < 60; ++i)
                    {
                        same += first.Slots[i] == second.Slots[i] ? 1 : 0;
                    }
                    Check.That(same > 40, "most keep their slots, " + same);
                }

                float[] points = { -2, 0, 0, 2, 0, 0 };
                fixed (float* at = points)
                using (var pair = new Army(new float[] { 5, 0, 0, -5, 0, 0 }))
                {
                    FormationOrder own = context.Order(Shape.Points).TakePoints(at, 2).CenterAt(10, 0, 0).Face(0, 0, 1);
                    Formation.FormUp(context, pair, own, second);
                    Check.That(second.Goals[0] == 12 && second.Goals[3] == 8, "points are slots");
                }
            }
        }
    }
}
