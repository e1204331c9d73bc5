// Debug items are polled out, each once.
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class DebugTests
    {
        internal static void ItemsArePolled()
        {
            using (var context = new PhalanxContext(new ContextSettings { Debug = DebugCategories.All }))
            using (var army = new Army(Scattered.Positions(20, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid).CenterAt(0, 0, 50);
                order.Debug = DebugCategories.Goal | DebugCategories.Arrow;
                order.Native.debug_key = 9;
                var result = new FormationResult();
                Formation.FormUp(context, army, order, result);
                var items = new PhxDebugItem[64];
                long dropped;
                int count = context.PollDebug(items, out dropped);
                Check.Equal(count, 40, "items");
                Check.Equal(dropped, 0, "dropped");
                int circles = 0;
                for (int i = 0; i < count; ++i)
                {
                    Check.Equal((long)items[i].key, 9, "key");
                    circles += items[i].kind == NativeMethods.PHX_DEBUG_KIND_CIRCLE ? 1 : 0;
                }
                Check.Equal(circles, 20, "circles at goals");
                Check.Equal(context.PollDebug(items, out dropped), 0, "items left");
                context.EnableDebug(DebugCategories.None);
                Formation.FormUp(context, army, order, result);
                Check.Equal(context.PollDebug(items, out dropped), 0, "items when switched off");
            }
        }
    }
}
