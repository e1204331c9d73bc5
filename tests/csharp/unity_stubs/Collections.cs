// Stand-ins for Unity's native arrays and jobs, as far as the package uses them: enough to compile and to run it without the
// engine. They are ours and say nothing about the engine's own behaviour.
using System;
using System.Runtime.InteropServices;

namespace Unity.Collections
{
    public enum Allocator
    {
        Temp = 2,
        TempJob = 3,
        Persistent = 4,
    }

    public enum NativeArrayOptions
    {
        UninitializedMemory = 0,
        ClearMemory = 1,
    }

    public struct NativeArray<T> : IDisposable where T : struct
    {
        private T[] elements;
        private GCHandle pin;
        private int offset;

        public NativeArray(int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory)
        {
            elements = new T[length];
            pin = GCHandle.Alloc(elements, GCHandleType.Pinned);
            offset = 0;
            Length = length;
        }

        public int Length { get; private set; }

        public bool IsCreated
        {
            get { return elements != null; }
        }

        public T this[int index]
        {
            get { return elements[offset + index]; }
            set { elements[offset + index] = value; }
        }

        public NativeArray<T> GetSubArray(int start, int length)
        {
            NativeArray<T> part = this;
            part.offset = offset + start;
            part.Length = length;
            return part;
        }

        public void Dispose()
        {
            pin.Free();
            elements = null;
        }

        internal unsafe void* Pointer
        {
            get { return (byte*)pin.AddrOfPinnedObject().ToPointer() + offset * Marshal.SizeOf(typeof(T)); }
        }
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public static class NativeArrayUnsafeUtility
    {
        public static unsafe void* GetUnsafePtr<T>(this NativeArray<T> array) where T : struct
        {
            return array.Pointer;
        }

        public static unsafe void* GetUnsafeReadOnlyPtr<T>(this NativeArray<T> array) where T : struct
        {
            return array.Pointer;
        }
    }
}

namespace Unity.Jobs
{
    public struct JobHandle
    {
        public bool IsCompleted
        {
            get { return true; }
        }

        public void Complete()
        {
        }

        public static void ScheduleBatchedJobs()
        {
        }
    }
}

namespace Unity.Mathematics
{
    public struct float4
    {
        public float x, y, z, w;

        public float4(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }
    }

    public struct quaternion
    {
        public float4 value;

        public quaternion(float x, float y, float z, float w)
        {
            value = new float4(x, y, z, w);
        }
    }

    public struct float3
    {
        public float x, y, z;

        public float3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static float3 operator +(float3 left, float3 right)
        {
            return new float3(left.x + right.x, left.y + right.y, left.z + right.z);
        }

        public static float3 operator -(float3 left, float3 right)
        {
            return new float3(left.x - right.x, left.y - right.y, left.z - right.z);
        }

        public static implicit operator UnityEngine.Vector3(float3 vector)
        {
            return new UnityEngine.Vector3(vector.x, vector.y, vector.z);
        }

        public static implicit operator float3(UnityEngine.Vector3 vector)
        {
            return new float3(vector.x, vector.y, vector.z);
        }
    }
}
