// The slots of an order without an army: how many, where, which of them can be stood on, and more of them.
using System;
using Phalanx.Native;

namespace Phalanx
{
    public static unsafe partial class Formation
    {
        /// <summary>How many slots an order asks for, by the radius of each of its members.</summary>
        public static long SlotTarget(PhalanxContext context, FormationOrder order, float[] radii)
        {
            Require(radii, nameof(radii));
            long extra;
            fixed (float* first = radii)
            {
                return SlotTarget(context, order, first, radii.Length, out extra);
            }
        }

        /// <summary>The same; extra: those of them that members wider than the pitch block.</summary>
        public static long SlotTarget(PhalanxContext context, FormationOrder order, float* radii, int count, out long extra)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                PhxF32View wide = View.F32(radii, count);
                ulong target = 0, blocked = 0;
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    NativeText.Checked(NativeMethods.phx_formation_slot_target(id, desc, &wide, &target, &blocked));
                }
                extra = checked((long)blocked);
                return checked((long)target);
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Width to depth of the layout for this many members, without laying it out; 1 for rings. radii: of the first, or null.</summary>
        public static double Aspect(PhalanxContext context, FormationOrder order, int count, float[] radii = null)
        {
            fixed (float* first = radii)
            {
                return Aspect(context, order, count, first, radii == null ? 0 : radii.Length);
            }
        }

        /// <summary>The same from memory that does not move.</summary>
        public static double Aspect(PhalanxContext context, FormationOrder order, int count, float* radii, int radiusCount)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                PhxF32View wide = View.F32(radii, radiusCount);
                double aspect = 0;
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    NativeText.Checked(NativeMethods.phx_formation_aspect(id, desc, &wide, checked((ulong)count), &aspect));
                }
                return aspect;
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>
        /// The slots of an order's first layout, before jitter and ground. target: how many are wanted; whole rows or rings come.
        /// </summary>
        public static Status Slots(PhalanxContext context, FormationOrder order, int target, SlotLayout layout)
        {
            Require(layout, nameof(layout));
            int count;
            Slots(context, order, target, null, null, 0, out count);
            layout.Reserve(count);
            if (layout.Rings.Length < count)
            {
                layout.Rings = new uint[count];
            }
            fixed (float* places = layout.Places)
            fixed (uint* rings = layout.Rings)
            fixed (PhxGrowth* growth = &layout.Growth)
            {
                Status status = Slots(context, order, target, places, rings, count, out count, growth);
                layout.Count = count;
                return status;
            }
        }

        /// <summary>
        /// The same into memory that does not move: three floats for each slot, and its ring. More: the capacity is short, count tells
        /// what is needed, and nothing else was written. places and rings may be null to ask for the count; growth: from NoGrowth,
        /// or null, gets where Grow goes on.
        /// </summary>
        public static Status Slots(PhalanxContext context, FormationOrder order, int target, float* places, uint* rings, int capacity, out int count,
                                   PhxGrowth* growth = null)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                ulong made = 0;
                PhxVec3ViewMut view = View.Vec3Mut(places, capacity);
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    Status status = NativeText.Checked(
                        NativeMethods.phx_formation_slots(id, desc, checked((ulong)target), &view, rings, &made, growth));
                    count = checked((int)made);
                    return status;
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>
        /// Adds whole edges, rows or rings to a layout until it has so many slots more, and returns how many it has got: 0 if nothing is
        /// left to grow. order: the one that the layout was made from. Slots that are there stay where they are.
        /// </summary>
        public static int Grow(PhalanxContext context, FormationOrder order, int wanted, SlotLayout layout)
        {
            Require(layout, nameof(layout));
            fixed (PhxGrowth* growth = &layout.Growth)
            {
                int count;
                if (Grow(context, order, wanted, growth, null, 0, out count) != Status.More)
                {
                    return 0;
                }
                layout.Reserve(checked(layout.Count + count));
                fixed (float* places = layout.Places)
                {
                    Grow(context, order, wanted, growth, places + 3 * layout.Count, count, out count);
                }
                layout.Count += count;
                return count;
            }
        }

        /// <summary>The same into memory that does not move. More: the capacity is short, and only count was written.</summary>
        public static Status Grow(PhalanxContext context, FormationOrder order, int wanted, PhxGrowth* growth, float* places, int capacity, out int count)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                ulong added = 0;
                PhxVec3ViewMut view = View.Vec3Mut(places, capacity);
                fixed (PhxFormationDesc* desc = &order.Native)
                {
                    Status status = NativeText.Checked(NativeMethods.phx_formation_grow(id, desc, checked((ulong)wanted), growth, &view, &added));
                    count = checked((int)added);
                    return status;
                }
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>The state of a layout that has not begun.</summary>
        public static PhxGrowth NoGrowth()
        {
            PhalanxLibrary.CheckAbi();
            PhxGrowth growth;
            NativeText.Checked(NativeMethods.phx_growth_init(&growth, (uint)sizeof(PhxGrowth)));
            return growth;
        }

        /// <summary>
        /// Tries places of three floats each against the ground and snaps those that can be stood on; a SlotState for each.
        /// </summary>
        public static Status Validate(PhalanxContext context, FormationOrder order, Ground ground, float[] places, byte[] states)
        {
            Require(places, nameof(places));
            Require(states, nameof(states));
            if (places.Length < checked(states.Length * 3))
            {
                throw new ArgumentException("there must be three floats for each state");
            }
            fixed (float* first = places)
            fixed (byte* state = states)
            {
                return Validate(context, order, ground, first, state, states.Length);
            }
        }

        /// <summary>The same in memory that does not move.</summary>
        public static Status Validate(PhalanxContext context, FormationOrder order, Ground ground, float* places, byte* states, int count)
        {
            Require(context, nameof(context));
            Require(order, nameof(order));
            ulong id = context.Enter();
            try
            {
                PhxGround described;
                using (GroundCall call = GroundCall.Begin(id, ground, &described))
                {
                    PhxVec3ViewMut view = View.Vec3Mut(places, count);
                    fixed (PhxFormationDesc* desc = &order.Native)
                    {
                        int status = NativeMethods.phx_formation_validate(
                            id, desc, call == null ? null : &described, &view, states, checked((ulong)count));
                        return GroundCall.Checked(status, call);
                    }
                }
            }
            finally
            {
                context.Leave();
            }
        }
    }
}
