// Views: where an array lies, how many elements it has and how far they are apart.
using System;
using System.Runtime.InteropServices;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>Makes the C header's views. stride: bytes from one element to the next, 0 = packed.</summary>
    public static unsafe class View
    {
        /// <summary>Positions or directions of three scalars each.</summary>
        public static PhxVec3View Vec3(void* data, int count, Scalar scalar = Scalar.F32, int stride = 0)
        {
            return new PhxVec3View { data = data, count = checked((ulong)count), stride = checked((uint)stride), scalar = (uint)scalar };
        }

        /// <summary>Positions to be written.</summary>
        public static PhxVec3ViewMut Vec3Mut(void* data, int count, Scalar scalar = Scalar.F32, int stride = 0)
        {
            return new PhxVec3ViewMut { data = data, count = checked((ulong)count), stride = checked((uint)stride), scalar = (uint)scalar };
        }

        /// <summary>Rotations: quaternions x, y, z, w.</summary>
        public static PhxQuatView Quat(void* data, int count, Scalar scalar = Scalar.F32, int stride = 0)
        {
            return new PhxQuatView { data = data, count = checked((ulong)count), stride = checked((uint)stride), scalar = (uint)scalar };
        }

        public static PhxF32View F32(void* data, int count, int stride = 0)
        {
            return new PhxF32View { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxU64View U64(void* data, int count, int stride = 0)
        {
            return new PhxU64View { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxU32View U32(void* data, int count, int stride = 0)
        {
            return new PhxU32View { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxU32ViewMut U32Mut(void* data, int count, int stride = 0)
        {
            return new PhxU32ViewMut { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxU8View U8(void* data, int count, int stride = 0)
        {
            return new PhxU8View { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxU8ViewMut U8Mut(void* data, int count, int stride = 0)
        {
            return new PhxU8ViewMut { data = data, count = checked((ulong)count), stride = checked((uint)stride) };
        }

        public static PhxCircleView Circles(PhxCircle* data, int count)
        {
            return new PhxCircleView { data = data, count = checked((ulong)count) };
        }
    }

    /// <summary>Managed arrays that stay where they are until this is disposed of.</summary>
    internal sealed unsafe class Pins : IDisposable
    {
        private GCHandle[] handles = new GCHandle[12];
        private int count;

        /// <summary>The first element's address; null for null and for an array of no elements.</summary>
        internal void* Pin(Array array)
        {
            if (array == null || array.Length == 0)
            {
                return null;
            }
            if (count == handles.Length)
            {
                Array.Resize(ref handles, count * 2);
            }
            handles[count] = GCHandle.Alloc(array, GCHandleType.Pinned);
            return handles[count++].AddrOfPinnedObject().ToPointer();
        }

        /// <summary>Elements of an array; 0 for null.</summary>
        internal static int Length(Array array)
        {
            return array == null ? 0 : array.Length;
        }

        public void Dispose()
        {
            while (count > 0)
            {
                handles[--count].Free();
            }
        }
    }
}
