// Grounds that answer during a call: what they throw, which threads they are asked on, and what they may not do.
using System;
using System.Threading;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class GroundTests
    {
        /// <summary>Level ground, two metres up.</summary>
        internal class Plain : Ground
        {
            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                for (int i = 0; i < count; ++i)
                {
                    hits[i].kind = NativeMethods.PHX_HIT_GROUND;
                    hits[i].point[0] = rays[i].origin[0];
                    hits[i].point[1] = 2;
                    hits[i].point[2] = rays[i].origin[2];
                    hits[i].normal[1] = 1;
                }
            }
        }

        private sealed class Failing : Ground
        {
            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                throw new InvalidOperationException("the terrain is not loaded");
            }
        }

        internal static void ExceptionComesOut()
        {
            using (var context = new PhalanxContext(ErrorTests.Quiet()))
            using (var army = new Army(Scattered.Positions(50, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid);
                try
                {
                    Formation.FormUp(context, army, order, new FormationResult(), new Failing());
                    throw new CheckFailed("the exception was lost");
                }
                catch (InvalidOperationException exception)
                {
                    Check.That(exception.Message == "the terrain is not loaded", "it is the ground's own");
                }
                Check.That(Formation.FormUp(context, army, order, new FormationResult(), new Plain()) == Status.Ok, "the context works on");
            }
        }

        /// <summary>Holds the first thread that asks until another one has asked too.</summary>
        private sealed class Meeting : Plain
        {
            internal readonly ManualResetEvent Met = new ManualResetEvent(false);
            private int first;

            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                int here = Thread.CurrentThread.ManagedThreadId;
                int before = Interlocked.CompareExchange(ref first, here, 0);
                if (before != 0 && before != here)
                {
                    Met.Set();
                }
                Met.WaitOne(10000);
                base.Raycast(rays, hits, count);
            }
        }

        internal static void ForeignThreads()
        {
            var settings = new ContextSettings { ThreadCount = 4 };
            using (var context = new PhalanxContext(settings))
            using (var army = new Army(Scattered.Positions(20000, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid);
                var meeting = new Meeting { IsThreadSafe = true };
                var shared = new FormationResult();
                Formation.FormUp(context, army, order, shared, meeting);
                Check.That(meeting.Met.WaitOne(0), "two threads asked at the same time");
                var alone = new FormationResult();
                Formation.FormUp(context, army, order, alone, new Plain());
                Check.That(Scattered.Same(shared.Goals, alone.Goals, 60000), "the goals are those of one thread");
            }
        }

        private sealed class Reentrant : Plain
        {
            internal PhalanxContext Context;
            internal PhalanxException Refused;

            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                Refused = Check.Fails("PHX_E_BUSY", () => Context.Order(Shape.Grid));
                base.Raycast(rays, hits, count);
            }
        }

        internal static void ReentryIsRefused()
        {
            using (var context = new PhalanxContext(ErrorTests.Quiet()))
            using (var army = new Army(Scattered.Positions(50, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid);
                var ground = new Reentrant { Context = context };
                Formation.FormUp(context, army, order, new FormationResult(), ground);
                Check.That(ground.Refused != null, "the ground was asked");
            }
        }
    }
}
