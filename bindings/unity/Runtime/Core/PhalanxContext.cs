// The handle of the library: threads, buffers and debug queue of one host.
using System;
using System.Runtime.InteropServices;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>What a context is made from. The fields of Native that have no property here may be set directly.</summary>
    public sealed unsafe class ContextSettings
    {
        /// <summary>The C description, with the defaults of the frame.</summary>
        public PhxContextDesc Native;

        public ContextSettings(Frame frame = Frame.Unity)
        {
            PhalanxLibrary.CheckAbi();
            fixed (PhxContextDesc* desc = &Native)
            {
                NativeText.Checked(NativeMethods.phx_context_desc_init(desc, (uint)sizeof(PhxContextDesc), (uint)frame));
            }
        }

        /// <summary>In whose axes and unit it speaks.</summary>
        public Frame Frame
        {
            get { return (Frame)Native.frame; }
        }

        /// <summary>Frame.Custom: the axis that points forward.</summary>
        public Axis ForwardAxis
        {
            get { return (Axis)Native.forward_axis; }
            set { Native.forward_axis = (uint)value; }
        }

        /// <summary>Frame.Custom: the axis that points up.</summary>
        public Axis UpAxis
        {
            get { return (Axis)Native.up_axis; }
            set { Native.up_axis = (uint)value; }
        }

        /// <summary>Frame.Custom: left, as Unity's, or right.</summary>
        public Handedness Handedness
        {
            get { return (Handedness)Native.handedness; }
            set { Native.handedness = (uint)value; }
        }

        /// <summary>Centimetres to the caller's unit, 0.01 for metres: scales every default length.</summary>
        public double UnitScale
        {
            get { return Native.unit_scale; }
            set { Native.unit_scale = value; }
        }

        /// <summary>Threads that work on a call: 0 = one per core, 1 = the calling thread and no other.</summary>
        public int ThreadCount
        {
            get { return (int)Native.thread_count; }
            set { Native.thread_count = checked((uint)value); }
        }

        /// <summary>The least important level that PhalanxLog gets. Default: warnings.</summary>
        public LogLevel LogLevel
        {
            get { return (LogLevel)Native.log_level; }
            set { Native.log_level = (uint)value; }
        }

        /// <summary>Debug items that are queued, of those that an order asks for. Default: none.</summary>
        public DebugCategories Debug
        {
            get { return (DebugCategories)Native.debug_categories; }
            set { Native.debug_categories = (uint)value; }
        }

        /// <summary>Debug items that may wait to be polled; 0 = 65,536.</summary>
        public long DebugCapacity
        {
            get { return checked((long)Native.debug_capacity); }
            set { Native.debug_capacity = checked((ulong)value); }
        }
    }

    /// <summary>
    /// A context. All calls on it may be made from many threads at the same time. A call that is going on keeps it alive: it is
    /// destroyed when it is disposed of and the last call has ended.
    /// </summary>
    public sealed unsafe class PhalanxContext : SafeHandle
    {
        public PhalanxContext(Frame frame = Frame.Unity) : this(new ContextSettings(frame))
        {
        }

        public PhalanxContext(ContextSettings settings) : base(IntPtr.Zero, true)
        {
            if (settings == null)
            {
                throw new ArgumentNullException(nameof(settings));
            }
            if (sizeof(void*) != 8)
            {
                throw new PlatformNotSupportedException("Phalanx runs on 64-bit platforms only.");
            }
            PhxContextDesc desc = settings.Native;
            if (desc.log == null && desc.log_level != NativeMethods.PHX_LOG_NONE)
            {
                desc.log = PhalanxLog.Address;
            }
            ulong made = 0;
            NativeText.Checked(NativeMethods.phx_context_create(&desc, &made));
            SetHandle(new IntPtr(unchecked((long)made)));
#if UNITY_WEBGL && !UNITY_EDITOR
            WorksByItself = false;
#else
            WorksByItself = desc.thread_count != 1 && desc.enqueue == null;
#endif
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        /// <summary>
        /// The handle for NativeMethods, as from Burst jobs. Whoever uses it sees to it that the context is not disposed of meanwhile.
        /// </summary>
        public ulong Id
        {
            get { return unchecked((ulong)handle.ToInt64()); }
        }

        /// <summary>Whether it has threads of its own, on which jobs go on while nobody calls.</summary>
        public bool WorksByItself { get; }

        /// <summary>An order with the defaults of a shape in this context's unit and axes.</summary>
        public FormationOrder Order(Shape shape)
        {
            return new FormationOrder(this, shape);
        }

        /// <summary>Queues these debug items from now on, of those that an order asks for; capacity 0 = 65,536 items.</summary>
        public void EnableDebug(DebugCategories categories, int capacity = 0)
        {
            ulong id = Enter();
            try
            {
                NativeText.Checked(NativeMethods.phx_debug_enable(id, (uint)categories, checked((ulong)capacity)));
            }
            finally
            {
                Leave();
            }
        }

        /// <summary>
        /// Takes out as many debug items as fit, oldest call first, and returns how many. dropped: those for which the queue had no
        /// room since the last poll.
        /// </summary>
        public int PollDebug(PhxDebugItem[] items, out long dropped)
        {
            if (items == null)
            {
                throw new ArgumentNullException(nameof(items));
            }
            ulong id = Enter();
            try
            {
                ulong count = 0, lost = 0;
                fixed (PhxDebugItem* first = items)
                {
                    NativeText.Checked(NativeMethods.phx_debug_poll(
                        id, first, (uint)sizeof(PhxDebugItem), (ulong)items.Length, &count, &lost));
                }
                dropped = (long)lost;
                return (int)count;
            }
            finally
            {
                Leave();
            }
        }

        /// <summary>The handle, held until Leave. Throws ObjectDisposedException after Dispose.</summary>
        internal ulong Enter()
        {
            bool entered = false;
            DangerousAddRef(ref entered);
            return Id;
        }

        internal void Leave()
        {
            DangerousRelease();
        }

        protected override bool ReleaseHandle()
        {
            // A handle from before a shutdown is gone already, which is as good.
            int status = NativeMethods.phx_context_destroy(Id);
            return status >= 0 || status == NativeMethods.PHX_E_BAD_HANDLE;
        }
    }
}
