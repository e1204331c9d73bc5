// Errors come as exceptions with the library's text, and leave outputs alone.
using System;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class ErrorTests
    {
        internal static void TextNamesArgumentAndValue()
        {
            using (var context = new PhalanxContext(Quiet()))
            using (var army = new Army(Scattered.Positions(10, 1)))
            {
                FormationOrder order = context.Order(Shape.Grid);
                order.Native.shape = 77;
                Check.Fails("PHX_E_INVALID_ARGUMENT", () => Formation.FormUp(context, army, order, new FormationResult()), "shape", "77");
                FormationOrder unlimited = context.Order(Shape.Grid).CenterAt(double.NaN, 0, 0);
                Check.Fails("PHX_E_INVALID_ARGUMENT", () => Formation.FormUp(context, army, unlimited, new FormationResult()), "center", "NaN");
                army.WithBlockers(new[] { new PhxCircle { radius = 1 }, new PhxCircle { radius = float.NaN } });
                FormationOrder blocked = context.Order(Shape.Grid);
                Check.Fails("PHX_E_NOT_FINITE", () => Formation.FormUp(context, army, blocked, new FormationResult()), "blockers[1]");
                PhalanxException exception = Check.Fails(
                    "PHX_E_INVALID_ARGUMENT", () => new PhalanxContext((Frame)9), "frame", "9");
                Check.Equal(exception.Code, NativeMethods.PHX_E_INVALID_ARGUMENT, "code");
            }
        }

        internal static void NothingIsWritten()
        {
            using (var context = new PhalanxContext(Quiet()))
            using (var army = new Army(Scattered.Positions(10, 1)))
            {
                var result = new FormationResult { Goals = new float[30] };
                for (int i = 0; i < 30; ++i)
                {
                    result.Goals[i] = -7;
                }
                FormationOrder order = context.Order(Shape.Grid).Spacing(-1, 1);
                Check.Fails("PHX_E_INVALID_ARGUMENT", () => Formation.FormUp(context, army, order, result), "spacing");
                foreach (float number in result.Goals)
                {
                    Check.That(number == -7, "goals are left alone");
                }
            }
        }

        internal static void DisposedContextRefuses()
        {
            var context = new PhalanxContext();
            ulong id = context.Id;
            FormationOrder order = context.Order(Shape.Grid);
            context.Dispose();
            context.Dispose();
            using (var army = new Army(Scattered.Positions(10, 1)))
            {
                try
                {
                    Formation.FormUp(context, army, order, new FormationResult());
                    throw new CheckFailed("a disposed context took a call");
                }
                catch (ObjectDisposedException)
                {
                }
            }
            Check.Equal(NativeMethods.phx_context_destroy(id), NativeMethods.PHX_E_BAD_HANDLE, "the handle is gone");
        }

        internal static ContextSettings Quiet()
        {
            return new ContextSettings { LogLevel = LogLevel.None };
        }
    }
}
