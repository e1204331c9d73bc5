// The package in the engine: native arrays in, goals out, errors with their text.
using NUnit.Framework;
using Unity.Collections;
using Unity.Mathematics;

namespace Phalanx.Tests
{
    public sealed class FormationTests
    {
        private static NativeArray<float3> Block(int count)
        {
            var positions = new NativeArray<float3>(count, Allocator.Temp);
            for (int i = 0; i < count; ++i)
            {
                positions[i] = new float3(i % 17 * 1.5f, 0, i / 17 * 2.25f);
            }
            return positions;
        }

        [Test]
        public void EveryAgentGetsAGoalOfItsOwn()
        {
            NativeArray<float3> positions = Block(120), goals = new NativeArray<float3>(120, Allocator.Temp);
            using (var context = new PhalanxContext())
            {
                Status status = Formation.FormUp(context, positions, context.Order(Shape.Grid).CenterAt(new float3(50, 0, 50)), goals);
                Assert.AreEqual(Status.Ok, status);
            }
            for (int i = 0; i < goals.Length; ++i)
            {
                for (int other = 0; other < i; ++other)
                {
                    float3 apart = goals[i] - goals[other];
                    Assert.IsTrue(apart.x * apart.x + apart.z * apart.z > 0.9f, "two goals at one place");
                }
            }
            positions.Dispose();
            goals.Dispose();
        }

        [Test]
        public void RepeatedOrdersGiveTheSameGoals()
        {
            NativeArray<float3> positions = Block(80);
            var once = new NativeArray<float3>(80, Allocator.Temp);
            var twice = new NativeArray<float3>(80, Allocator.Temp);
            using (var context = new PhalanxContext())
            {
                FormationOrder order = context.Order(Shape.Circle).CenterAt(new float3(10, 0, 90));
                Formation.FormUp(context, positions, order, once);
                Formation.FormUp(context, positions, order, twice);
            }
            for (int i = 0; i < once.Length; ++i)
            {
                Assert.AreEqual(once[i], twice[i]);
            }
            positions.Dispose();
            once.Dispose();
            twice.Dispose();
        }

        [Test]
        public void EarlierSlotsAreKept()
        {
            NativeArray<float3> positions = Block(60);
            using (var context = new PhalanxContext())
            using (var army = new Army(positions))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(new float3(0, 0, 80)).Face(new float3(0, 0, 1));
                FormationResult first = new FormationResult(), later = new FormationResult();
                Formation.FormUp(context, army, order, first);
                // They have strayed a little from their goals, and march on.
                for (int i = 0; i < 60; ++i)
                {
                    positions[i] = new float3(first.Goals[3 * i] + (i % 2 == 0 ? 0.7f : -0.7f), first.Goals[3 * i + 1], first.Goals[3 * i + 2]);
                }
                Formation.FormUp(context, army.WithPreviousSlots(first), order.ContinueFrom(first).CenterAt(new float3(9, 0, 120)), later);
                for (int i = 0; i < 60; ++i)
                {
                    Assert.AreEqual(first.Slots[i], later.Slots[i]);
                }
            }
            positions.Dispose();
        }

        [Test]
        public void SquadsOfOneCallMakeRoom()
        {
            NativeArray<float3> left = Block(20), right = Block(30);
            using (var context = new PhalanxContext())
            using (var first = new Army(left))
            using (var second = new Army(right))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(new float3(0, 0, 50));
                var squads = new[] { new Squad { Army = first, Order = order }, new Squad { Army = second, Order = order } };
                Assert.AreEqual(Status.Ok, Formation.FormUpMany(context, squads));
                for (int i = 0; i < 20; ++i)
                {
                    for (int other = 0; other < 30; ++other)
                    {
                        float x = squads[0].Result.Goals[3 * i] - squads[1].Result.Goals[3 * other];
                        float z = squads[0].Result.Goals[3 * i + 2] - squads[1].Result.Goals[3 * other + 2];
                        Assert.IsTrue(x * x + z * z > 0.46f, "two squads overlap");
                    }
                }
            }
            left.Dispose();
            right.Dispose();
        }

        [Test]
        public void AnErrorNamesTheArgument()
        {
            NativeArray<float3> positions = Block(3), goals = new NativeArray<float3>(3, Allocator.Temp);
            using (var context = new PhalanxContext(new ContextSettings { LogLevel = LogLevel.None }))
            {
                FormationOrder order = context.Order(Shape.Grid).Spacing(-1, 1);
                var exception = Assert.Throws<PhalanxException>(() => Formation.FormUp(context, positions, order, goals));
                Assert.IsTrue(exception.Message.Contains("spacing"), exception.Message);
            }
            positions.Dispose();
            goals.Dispose();
        }
    }
}
