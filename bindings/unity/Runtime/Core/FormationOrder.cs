// An order: shape, place and direction, and how the army takes it up.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// One order, with the library's defaults. Lengths in the context's unit, angles in degrees. A value that is out of its range
    /// makes the call fail that takes the order.
    /// </summary>
    public sealed unsafe partial class FormationOrder
    {
        /// <summary>The C description, for calls that take the C header's structs.</summary>
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

        /// <summary>Circle: how the distance of neighbours is measured.</summary>
        public RingRule RingRule
        {
            get { return (RingRule)Native.ring_rule; }
            set { Native.ring_rule = (uint)value; }
        }

        /// <summary>Polygon: whether the rings themselves have corners.</summary>
        public PolygonRule PolygonRule
        {
            get { return (PolygonRule)Native.polygon_rule; }
            set { Native.polygon_rule = (uint)value; }
        }

        /// <summary>Circle: least radius of the first ring. Hollow: half the width of the empty middle, 0 for half of the whole.</summary>
        public double InnerRadius
        {
            get { return Native.inner_radius; }
            set { Native.inner_radius = value; }
        }

        /// <summary>Circle with fixed sizing: bound of the rings.</summary>
        public double OuterRadius
        {
            get { return Native.outer_radius; }
            set { Native.outer_radius = value; }
        }

        /// <summary>Fixed sizing: grows too when the ground takes slots away.</summary>
        public bool GrowFixed
        {
            get { return Native.grow_fixed != 0; }
            set { Native.grow_fixed = value ? 1u : 0u; }
        }

        /// <summary>Whether the report proves a lower bound of the cost.</summary>
        public bool WantBound
        {
            get { return Native.want_bound != 0; }
            set { Native.want_bound = value ? 1u : 0u; }
        }

        /// <summary>Factor on every radius.</summary>
        public double SizeMultiplier
        {
            get { return Native.size_multiplier; }
            set { Native.size_multiplier = value; }
        }

        /// <summary>Nearest slots that an agent bids for, at most 1024.</summary>
        public int NearSlots
        {
            get { return (int)Native.k_near; }
            set { Native.k_near = checked((uint)value); }
        }

        /// <summary>Slots spread over the whole formation that an agent bids for, at most 1024.</summary>
        public int SpreadSlots
        {
            get { return (int)Native.k_strat; }
            set { Native.k_strat = checked((uint)value); }
        }

        /// <summary>
        /// FitAgents, with Army.WithPreviousSlots: the slot_target of the earlier call's report, whose layout is kept while it suits; 0: the
        /// layout follows from the agents. See ContinueFrom.
        /// </summary>
        public long PreviousSlotCount
        {
            get { return checked((long)Native.previous_slot_count); }
            set { Native.previous_slot_count = checked((ulong)value); }
        }

        /// <summary>Orders the debug items of calls that run at the same time, and is handed out with them.</summary>
        public long DebugKey
        {
            get { return unchecked((long)Native.debug_key); }
            set { Native.debug_key = unchecked((ulong)value); }
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

        /// <summary>
        /// Keeps the layout of an earlier call while it suits. Its slots go into Army.WithPreviousSlots: then everybody keeps his own.
        /// </summary>
        public FormationOrder ContinueFrom(FormationResult earlier)
        {
            if (earlier == null)
            {
                throw new ArgumentNullException(nameof(earlier));
            }
            Native.previous_slot_count = earlier.Report.slot_target;
            return this;
        }

        /// <summary>
        /// Points: the slots, three floats each, relative to the center as if the formation faced forward, in memory that does not move
        /// until the order is carried out.
        /// </summary>
        public FormationOrder TakePoints(float* points, int count)
        {
            Native.points = View.Vec3(points, count);
            return this;
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
