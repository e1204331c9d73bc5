// Messages of the library, for whoever wants to show them.
using System;
using System.Runtime.InteropServices;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>Where messages of all contexts go. In Unity they go to the console.</summary>
    public static unsafe class PhalanxLog
    {
        // Held for the domain's life: a context keeps its address, and calls it from within its own calls only.
        private static readonly PhxLogFn receive = Receive;
        private static readonly IntPtr address = Marshal.GetFunctionPointerForDelegate(receive);

        private static volatile Action<LogLevel, string> sink;

        /// <summary>Takes each message, on the thread whose call it is about, or is null. It must not call that context.</summary>
        public static Action<LogLevel, string> Sink
        {
            get { return sink; }
            set { sink = value; }
        }

        internal static void* Address
        {
            get { return address.ToPointer(); }
        }

        [MonoPInvokeCallback(typeof(PhxLogFn))]
        private static void Receive(void* user, uint level, byte* message)
        {
            try
            {
                Action<LogLevel, string> current = sink;
                if (current != null)
                {
                    current((LogLevel)level, NativeText.Read(message));
                }
            }
            catch (Exception)
            {
                // No exception may pass through native code, and there is nobody to tell of a log that fails.
            }
        }
    }
}
