// The structs of the declarations lie as the library's do.
using System;
using System.Reflection;
using System.Runtime.InteropServices;
using Phalanx;
using Phalanx.Native;

namespace Harness
{
    internal static unsafe class LayoutTests
    {
        /// <summary>
        /// Recomputes the library's layout hash from the offsets that this runtime gives the fields: a field that lies elsewhere, or is
        /// missing, or has another size, gives another hash.
        /// </summary>
        internal static void SizesAndOffsets()
        {
            PhalanxLibrary.CheckAbi();
            uint[] sizes = NativeMethods.StructSizes();
            string[] names = Enum.GetNames(typeof(PhxStructIndex));
            Check.Equal(names.Length, sizes.Length, "number of structs");
            ulong hash = 0xcbf29ce484222325;
            for (int index = 0; index < names.Length; ++index)
            {
                string name = "Phalanx.Native.Phx" + ((PhxStructIndex)index);
                Type type = typeof(NativeMethods).Assembly.GetType(name, true);
                Check.Equal(Marshal.SizeOf(type), sizes[index], name);
                hash = Fields(hash, type, sizes[index]);
            }
            // The top bit stays clear, as in the library.
            Check.That(hash >> 1 == NativeMethods.PHX_LAYOUT_HASH, "the layout hash is " + (hash >> 1).ToString("x16"));
        }

        internal static void WrongSizeIsRefused()
        {
            uint[] sizes = NativeMethods.StructSizes();
            sizes[1] += 8;
            fixed (uint* first = sizes)
            {
                int status = NativeMethods.phx_check_abi(
                    NativeMethods.PHX_ABI_VERSION, NativeMethods.PHX_LAYOUT_HASH, first, (uint)sizes.Length);
                Check.Equal(status, NativeMethods.PHX_E_ABI, "status");
            }
            byte* text = stackalloc byte[1024];
            NativeMethods.phx_last_error(text, 1024);
            Check.That(new string((sbyte*)text).Contains("PhxVec3View"), "the text names the struct");
        }

        private static ulong Fields(ulong hash, Type type, uint size)
        {
            FieldInfo[] fields = type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            var offsets = new uint[fields.Length + 1];
            for (int at = 0; at < fields.Length; ++at)
            {
                offsets[at] = (uint)Marshal.OffsetOf(type, fields[at].Name).ToInt32();
            }
            offsets[fields.Length] = size;
            Array.Sort(offsets);
            for (int at = 0; at < fields.Length; ++at)
            {
                // The structs have no padding: a field ends where the next begins.
                hash = Number(hash, offsets[at]);
                hash = Number(hash, offsets[at + 1] - offsets[at]);
            }
            return Number(hash, size);
        }

        private static ulong Number(ulong hash, uint number)
        {
            for (int shift = 0; shift < 32; shift += 8)
            {
                hash = (hash ^ ((number >> shift) & 0xff)) * 0x100000001b3;
            }
            return hash;
        }
    }
}
