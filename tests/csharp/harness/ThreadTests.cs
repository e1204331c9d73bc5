// Six threads on one context get what one thread gets.
using System;
using System.Threading;
using Phalanx;

namespace Harness
{
    internal static class ThreadTests
    {
        private const int Threads = 6, Rounds = 20, Count = 300;

        internal static void SixThreadsOnOneContext()
        {
            using (var context = new PhalanxContext(new ContextSettings { ThreadCount = 2 }))
            {
                var expected = new FormationResult[Threads];
                for (int thread = 0; thread < Threads; ++thread)
                {
                    expected[thread] = Order(context, thread, new FormationResult());
                }
                var failures = new Exception[Threads];
                var threads = new Thread[Threads];
                for (int thread = 0; thread < Threads; ++thread)
                {
                    int me = thread;
                    threads[thread] = new Thread(() =>
                    {
                        try
                        {
                            var result = new FormationResult();
                            for (int round = 0; round < Rounds; ++round)
                            {
                                Order(context, me, result);
                                Check.That(Scattered.Same(result.Goals, expected[me].Goals, Count * 3), "goals of thread " + me);
                            }
                            // Each thread has its own last error.
                            FormationOrder wrong = context.Order(Shape.Grid).Spacing(-1 - me, 1);
                            using (var army = new Army(Scattered.Positions(5, 1)))
                            {
                                Check.Fails("PHX_E_INVALID_ARGUMENT", () => Formation.FormUp(context, army, wrong, result), "-" + (1 + me));
                            }
                        }
                        catch (Exception exception)
                        {
                            failures[me] = exception;
                        }
                    });
                }
                Array.ForEach(threads, thread => thread.Start());
                Array.ForEach(threads, thread => thread.Join());
                Array.ForEach(failures, failure => Check.That(failure == null, "a thread failed: " + failure));
            }
        }

        private static FormationResult Order(PhalanxContext context, int thread, FormationResult result)
        {
            var shapes = new[] { Shape.Grid, Shape.Circle, Shape.Triangle, Shape.Line, Shape.V, Shape.Hollow };
            using (var army = new Army(Scattered.Positions(Count, (uint)thread)))
            {
                FormationOrder order = context.Order(shapes[thread]).CenterAt(thread * 10, 0, 50);
                Formation.FormUp(context, army, order, result, new GroundTests.Plain());
            }
            return result;
        }
    }
}
