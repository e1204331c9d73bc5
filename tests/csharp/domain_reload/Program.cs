// Unity's editor unloads a domain when scripts change. Here one leaves contexts with a log hook, live jobs and threads behind, and
// is unloaded: nothing of it may be left, and the next domain works. Mono alone has such domains.
using System;
using Phalanx;
using Phalanx.Native;

internal static unsafe class Program
{
    private static int Main()
    {
        for (int reload = 0; reload < 3; ++reload)
        {
            AppDomain scripts = AppDomain.CreateDomain("scripts");
            scripts.DoCallBack(LeaveBehind);
            var owned = (ulong)scripts.GetData("owned");
            var unowned = (ulong)scripts.GetData("unowned");
            Require(IsAlive(owned) && IsAlive(unowned), "contexts live while their domain does");
            AppDomain.Unload(scripts);
            Require(!IsAlive(owned) && !IsAlive(unowned), "nothing is left of the domain");
            using (var fresh = new PhalanxContext())
            using (var army = new Army(new float[300]))
            {
                Require(Formation.FormUp(fresh, army, fresh.Order(Shape.Grid), new FormationResult()) == Status.Ok, "the next domain works");
            }
        }
        return 0;
    }

    private static void LeaveBehind()
    {
        PhalanxLog.Sink = (level, text) => Console.WriteLine(text);
        var context = new PhalanxContext(new ContextSettings { ThreadCount = 3 });
        using (var army = new Army(new float[60000]))
        {
            FormationJob.Start(context, army, context.Order(Shape.Grid), null);
            FormationJob.Start(context, army, context.Order(Shape.Circle), new GroundRules());
        }
        AppDomain.CurrentDomain.SetData("owned", context.Id);
        // One that no SafeHandle owns, as whoever calls from Burst may have it.
        ulong unowned = 0;
        PhxContextDesc desc = new ContextSettings().Native;
        NativeMethods.phx_context_create(&desc, &unowned);
        AppDomain.CurrentDomain.SetData("unowned", unowned);
    }

    private static bool IsAlive(ulong context)
    {
        PhxFormationDesc desc;
        return NativeMethods.phx_formation_desc_init(context, &desc, (uint)sizeof(PhxFormationDesc), NativeMethods.PHX_SHAPE_GRID) == 0;
    }

    private static void Require(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidOperationException("not so: " + what);
        }
    }
}
