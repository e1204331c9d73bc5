// What a reload of the editor's scripts does: the library is shut down with whatever is alive, and used again.
using Phalanx;

namespace Harness
{
    internal static class ReloadTests
    {
        internal static void ShutdownWithLiveJobs()
        {
            for (int reload = 0; reload < 3; ++reload)
            {
                var settings = new ContextSettings { ThreadCount = 2, LogLevel = LogLevel.None };
                var stale = new PhalanxContext(settings);
                using (var army = new Army(Scattered.Positions(2000, 5)))
                {
                    FormationOrder order = stale.Order(Shape.Grid);
                    FormationJob waiting = FormationJob.Start(stale, army, order, new GroundRules());
                    FormationJob working = FormationJob.Start(stale, army, order, null);
                    PhalanxLibrary.Shutdown();
                    PhalanxLibrary.Shutdown();
                    Check.Fails("PHX_E_BAD_HANDLE", () => waiting.Poll());
                    Check.Fails("PHX_E_BAD_HANDLE", () => working.Poll());
                    Check.Fails("PHX_E_BAD_HANDLE", () => stale.Order(Shape.Grid));
                    using (var fresh = new PhalanxContext(settings))
                    {
                        Check.That(fresh.Id != stale.Id, "the old handle stays invalid");
                        var result = new FormationResult();
                        Check.That(Formation.FormUp(fresh, army, fresh.Order(Shape.Grid), result) == Status.Ok, "a new context works");
                        // What the old domain forgot to dispose of harms nobody.
                        waiting.Dispose();
                        stale.Dispose();
                        Check.That(Formation.FormUp(fresh, army, fresh.Order(Shape.Grid), result) == Status.Ok, "the new context stays");
                    }
                }
            }
        }
    }
}
