// An order: shape, place and direction, and how the army takes it up.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// One order, with the library's defaults. Lengths in the context's unit, angles in degrees. The fields of Native that have no
    /// property here may be set directly; what each means stands with it.
    /// </summary>
    public sealed unsafe partial class FormationOrder
    {
        /// <summary>The C description.</summary>
        public PhxFormationDesc Native;

        internal FormationOrder(PhalanxContext context, Shape shape)
        {
            if (context == null)
            {
                throw new ArgumentNullException(nameof(context));
            }
            ulong id = context.Enter();
            try
            {
                fixed (PhxFormationDesc* desc = &Native)
                {
                    NativeText.Checked(NativeMethods.phx_formation_desc_init(id, desc, (uint)sizeof(PhxFormationDesc), (uint)shape));
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>The same order once more, to be changed apart.</summary>
        public FormationOrder(FormationOrder other)
        {
            Native = other.Native;
        }

        public Shape Shape
        {
            get { return (Shape)Native.shape; }
            set { Native.shape = (uint)value; }
        }

        public Mode Mode
        {
            get { return (Mode)Native.mode; }
            set { Native.mode = (uint)value; }
        }

        public Sizing Sizing
        {
            get { return (Sizing)Native.sizing; }
            set { Native.sizing = (uint)value; }
        }

        public HolePolicy HolePolicy
        {
            get { return (HolePolicy)Native.hole_policy; }
            set { Native.hole_policy = (uint)value; }
        }

        public Effort Effort
        {
            get { return (Effort)Native.effort; }
            set { Native.effort = (uint)value; }
        }

        public Cost Cost
        {
            get { return (Cost)Native.cost; }
            set { Native.cost = (uint)value; }
        }

        /// <summary>Circle: 0 for round rings, 3 to 32 for a polygon with that many corners.</summary>
        public int Segments
        {
            get { return (int)Native.segments; }
            set { Native.segments = checked((uint)value); }
        }

        /// <summary>Length by which each slot is displaced in a direction of its own.</summary>
        public double Jitter
        {
            get { return Native.offset; }
            set { Native.offset = value; }
        }

        /// <summary>KeepFormation: turn, clockwise as seen from above.</summary>
        public double KeepRotateDegrees
        {
            get { return Native.keep_rotate_degrees; }
            set { Native.keep_rotate_degrees = value; }
        }

        /// <summary>Slots per member, 1 to 8.</summary>
        public double SlotCountMargin
        {
            get { return Native.slot_count_margin; }
            set { Native.slot_count_margin = value; }
        }

        /// <summary>Debug items that this order draws, of those that the context has enabled.</summary>
        public DebugCategories Debug
        {
            get { return (DebugCategories)Native.debug_mask; }
            set { Native.debug_mask = (uint)value; }
        }

        /// <summary>Where the formation's center goes.</summary>
        public FormationOrder CenterAt(double x, double y, double z)
        {
            fixed (double* axes = Native.center)
            {
                axes[0] = x;
                axes[1] = y;
                axes[2] = z;
            }
            return this;
        }

        /// <summary>Where the front faces; 0, 0, 0: from the army to the center.</summary>
        public FormationOrder Face(double x, double y, double z)
        {
            fixed (double* axes = Native.direction)
            {
                axes[0] = x;
                axes[1] = y;
                axes[2] = z;
            }
            return this;
        }

        /// <summary>The pitch along the front, and in depth.</summary>
        public FormationOrder Spacing(double frontage, double depth)
        {
            fixed (double* lengths = Native.spacing)
            {
                lengths[0] = frontage;
                lengths[1] = depth;
            }
            return this;
        }

        /// <summary>Frontage and depth of the shape.</summary>
        public FormationOrder Region(double frontage, double depth)
        {
            fixed (double* lengths = Native.region)
            {
                lengths[0] = frontage;
                lengths[1] = depth;
            }
            return this;
        }
    }
}
