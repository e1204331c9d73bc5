// The library as a whole: its version, the check that these declarations fit it, and its end.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>The native library. It is checked on first use.</summary>
    public static unsafe class PhalanxLibrary
    {
        private static readonly object checking = new object();
        private static volatile bool isChecked;

        /// <summary>The library's version, such as "1.2.3".</summary>
        public static string Version
        {
            get { return NativeText.Read(NativeMethods.phx_version_string()); }
        }

        /// <summary>
        /// Compares the structs of these declarations with those of the binary, once. Throws PHX_E_ABI if they do not fit:
        /// the package and the binary in its Plugins folder are of different versions.
        /// </summary>
        public static void CheckAbi()
        {
            if (isChecked)
            {
                return;
            }
            lock (checking)
            {
                if (isChecked)
                {
                    return;
                }
                uint[] sizes = NativeMethods.StructSizes();
                fixed (uint* first = sizes)
                {
                    NativeText.Checked(NativeMethods.phx_check_abi(
                        NativeMethods.PHX_ABI_VERSION, NativeMethods.PHX_LAYOUT_HASH, first, (uint)sizes.Length));
                }
                // The editor unloads this domain when scripts change; what native code holds of it must be gone by then.
                AppDomain.CurrentDomain.DomainUnload += (sender, arguments) => NativeMethods.phx_shutdown();
                isChecked = true;
            }
        }

        /// <summary>
        /// Cancels all jobs, destroys all contexts and joins their threads. May be called twice, and the library may be used again
        /// afterwards. Throws PHX_E_BUSY while another thread is inside a call.
        /// </summary>
        public static void Shutdown()
        {
            NativeText.Checked(NativeMethods.phx_shutdown());
        }
    }
}
