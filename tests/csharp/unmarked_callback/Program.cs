// A callback without [MonoPInvokeCallback]: it runs where code is compiled at run time, and must fail where it is compiled
// ahead of time, as under IL2CPP.
using System;
using System.Runtime.InteropServices;
using Phalanx;
using Phalanx.Native;

internal static unsafe class Program
{
    private static readonly PhxLogFn receive = Receive;
    private static int heard;

    private static int Main()
    {
        var settings = new ContextSettings();
        settings.Native.log = Marshal.GetFunctionPointerForDelegate(receive).ToPointer();
        using (var context = new PhalanxContext(settings))
        {
            try
            {
                context.EnableDebug((DebugCategories)0xffff); // there are no such categories, so a message comes
            }
            catch (PhalanxException)
            {
            }
        }
        Console.WriteLine("messages heard: " + heard);
        return heard == 1 ? 0 : 1;
    }

    private static void Receive(void* user, uint level, byte* message)
    {
        ++heard;
    }
}
