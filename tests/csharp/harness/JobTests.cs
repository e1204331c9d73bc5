// Jobs: rays that are answered elsewhere, and jobs that are cancelled.
using System;
using System.Threading;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class JobTests
    {
        internal static void RaysAnsweredOnAnotherThread()
        {
            foreach (int workers in new[] { 1, 3 })
            {
                using (var context = new PhalanxContext(new ContextSettings { ThreadCount = workers }))
                using (var army = new Army(Scattered.Positions(400, 11)))
                {
                    FormationOrder order = context.Order(Shape.Grid).CenterAt(30, 0, 80);
                    var ground = new Hills { MaxSlopeDegrees = 50 };
                    var direct = new FormationResult();
                    Status expected = Formation.FormUp(context, army, order, direct, ground);
                    using (FormationJob job = FormationJob.Start(context, army, order, ground))
                    {
                        Exception failure = null;
                        int answered = 0;
                        var answering = new Thread(() =>
                        {
                            try
                            {
                                answered = AnswerUntilDone(job, ground);
                            }
                            catch (Exception exception)
                            {
                                failure = exception;
                            }
                        });
                        answering.Start();
                        answering.Join();
                        Check.That(failure == null, "the answering thread failed: " + failure);
                        Check.Equal(answered, (long)direct.Report.probes, "rays answered");
                        PhxJobInfo info;
                        Check.That(job.Poll(out info) == expected, "the job ends as the direct call");
                        Check.That(info.progress == 1 && info.agents == 400, "a job that is done says so");
                        var result = new FormationResult();
                        Check.That(job.Finish(result) == expected, "finish ends as the direct call");
                        Check.That(Scattered.Same(result.Goals, direct.Goals, 1200), "the goals are those of the direct call");
                        Check.Equal((long)result.Report.slots_dropped, (long)direct.Report.slots_dropped, "slots dropped");
                        Check.Fails("PHX_E_BAD_HANDLE", () => job.Poll());
                    }
                }
            }
        }

        internal static void CancelledJob()
        {
            using (var context = new PhalanxContext(ErrorTests.Quiet()))
            using (var army = new Army(Scattered.Positions(100, 2)))
            using (FormationJob job = FormationJob.Start(context, army, context.Order(Shape.Grid), new GroundRules()))
            {
                job.Cancel();
                Check.Fails("PHX_E_CANCELLED", () => job.Poll());
                Check.Fails("PHX_E_CANCELLED", () => job.Finish(new FormationResult()));
            }
        }

        /// <summary>Takes rays in small lots and answers each lot backwards; returns how many.</summary>
        private static int AnswerUntilDone(FormationJob job, Ground ground)
        {
            const int lot = 37;
            PhxRay* rays = stackalloc PhxRay[lot];
            PhxHit* hits = stackalloc PhxHit[lot];
            int answered = 0;
            while (true)
            {
                Status status = job.Wait();
                if (status == Status.Ok || status == Status.Partial)
                {
                    return answered;
                }
                int count;
                job.TakeRays(rays, lot, out count);
                for (int i = 0; i < count; ++i)
                {
                    PhxHit none = default(PhxHit);
                    none.id = rays[i].id;
                    ground.Raycast(rays + i, &none, 1);
                    hits[count - 1 - i] = none;
                }
                job.SubmitHits(hits, count);
                answered += count;
            }
        }

        /// <summary>Steps, gaps and obstacles.</summary>
        private sealed class Hills : Ground
        {
            public override void Raycast(PhxRay* rays, PhxHit* hits, int count)
            {
                for (int i = 0; i < count; ++i)
                {
                    long cell = (long)Math.Floor(rays[i].origin[0] / 4) * 5 + (long)Math.Floor(rays[i].origin[2] / 4) * 3;
                    long kind = (cell % 11 + 11) % 11;
                    hits[i].kind = kind == 0 ? NativeMethods.PHX_HIT_OBSTACLE : kind == 1 ? NativeMethods.PHX_HIT_NONE : NativeMethods.PHX_HIT_GROUND;
                    hits[i].point[0] = rays[i].origin[0];
                    hits[i].point[1] = kind * 0.25;
                    hits[i].point[2] = rays[i].origin[2];
                    hits[i].normal[1] = 1;
                }
            }
        }
    }
}
