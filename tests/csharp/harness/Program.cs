// Runs all tests and fails by its exit code. Only types of mscorlib, so that ahead-of-time compilation needs nothing else.
using System;

namespace Harness
{
    internal static class Program
    {
        private static int failed;

        private static int Main(string[] arguments)
        {
            string goldens = arguments.Length > 0 ? arguments[0] : "tests/goldens/c_surface.txt";
            Run("struct sizes and offsets are the library's", LayoutTests.SizesAndOffsets);
            Run("a wrong size is refused with a text", LayoutTests.WrongSizeIsRefused);
            Run("golden hashes", () => Goldens.AllScenarios(goldens));
            Run("golden hashes of the parts", () => PartsGoldens.AllShapes("tests/goldens/parts.txt"));
            Run("pinned arrays, unmanaged memory and strided members give the same goals", FormUpTests.ThreeKindsOfMemory);
            Run("a result is used again", FormUpTests.ResultIsUsedAgain);
            Run("a repeated call makes no garbage", FormUpTests.NoGarbage);
            Run("slots, validate, drag and squads", FormUpTests.Parts);
            Run("radii of capsules, and the slots that they need", PartsTests.RadiiOfCapsules);
            Run("layouts grow", PartsTests.LayoutsGrow);
            Run("places that the caller brings are assigned", PartsTests.PlacesAreAssigned);
            Run("goals that cannot be stood on are resolved", PartsTests.GoalsAreResolved);
            Run("orders continue earlier ones", PartsTests.OrdersContinue);
            Run("errors are exceptions with the library's text", ErrorTests.TextNamesArgumentAndValue);
            Run("nothing is written on an error", ErrorTests.NothingIsWritten);
            Run("a disposed context refuses", ErrorTests.DisposedContextRefuses);
            Run("an exception of the ground comes out of the call", GroundTests.ExceptionComesOut);
            Run("a thread-safe ground is asked on foreign threads", GroundTests.ForeignThreads);
            Run("re-entry from a callback is refused", GroundTests.ReentryIsRefused);
            Run("messages reach the sink", LogTests.MessagesReachTheSink);
            Run("six threads on one context", ThreadTests.SixThreadsOnOneContext);
            Run("debug items are polled", DebugTests.ItemsArePolled);
            Run("a job's rays are answered on another thread", JobTests.RaysAnsweredOnAnotherThread);
            Run("a cancelled job says so", JobTests.CancelledJob);
            Run("the package's own tests", UnityTests.PackageTests);
            Run("settings of the inspector make an order", UnityTests.SettingsMakeAnOrder);
            Run("each setting of the inspector reaches a field of its own", SettingsTests.EachReachesAField);
            Run("the ground's settings are the library's defaults", SettingsTests.GroundDefaults);
            Run("native arrays of all kinds", UnityTests.NativeArraysOfAllKinds);
            Run("gizmos show each order for its time", UnityTests.GizmosShowEachOrder);
            Run("the engine's physics answers in batches", UnityTests.PhysicsAnswers);
            Run("an order over several frames", UnityTests.OrderOverFrames);
            Run("a domain reload with live jobs", ReloadTests.ShutdownWithLiveJobs);
            Console.WriteLine(failed == 0 ? "all passed" : failed + " failed");
            return failed == 0 ? 0 : 1;
        }

        private static void Run(string name, Action test)
        {
            try
            {
                test();
                Console.WriteLine("ok      " + name);
            }
            catch (Exception exception)
            {
                ++failed;
                Console.WriteLine("FAILED  " + name + ": " + exception);
            }
        }
    }
}
