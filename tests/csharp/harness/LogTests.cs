// Messages of a context reach the sink.
using System;
using Phalanx;

namespace Harness
{
    internal static class LogTests
    {
        internal static void MessagesReachTheSink()
        {
            string heard = null;
            LogLevel level = LogLevel.None;
            PhalanxLog.Sink = (important, text) =>
            {
                level = important;
                heard = text;
                throw new InvalidOperationException("a sink that fails does no harm");
            };
            try
            {
                using (var context = new PhalanxContext())
                using (var army = new Army(Scattered.Positions(10, 1)))
                {
                    FormationOrder order = context.Order(Shape.Grid).Spacing(0, 1);
                    Check.Fails("PHX_E_INVALID_ARGUMENT", () => Formation.FormUp(context, army, order, new FormationResult()));
                    Check.That(level == LogLevel.Error && heard != null && heard.Contains("spacing"), "the message is \"" + heard + "\"");
                }
            }
            finally
            {
                PhalanxLog.Sink = null;
            }
        }
    }
}
