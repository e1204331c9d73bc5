// Orders that a player draws.
using System;
using Phalanx.Native;

namespace Phalanx
{
    public static unsafe partial class Formation
    {
        /// <summary>
        /// Fills an order from a line that a player has drawn (three floats for each point): a straight one makes a front, a bent one
        /// places along it, a click a center. order: a copy of the same original for each call. A bent line's places go to places,
        /// memory that must not move until the order is carried out.
        /// count: the number of places, 0 for a straight line and a click; more than fit if Status.More.
        /// </summary>
        public static Status Drag(PhalanxContext context, float* line, int points, Army army, FormationOrder order,
                                  float* places, int capacity, out int count)
        {
            Require(context, nameof(context));
            Require(army, nameof(army));
            Require(order, nameof(order));
            PhxVec3View drawn = View.Vec3(line, points);
            PhxFormationDesc desc = order.Native;
            // With a shape of its own points, a bent line could not be told from a click.
            if (desc.shape == NativeMethods.PHX_SHAPE_POINTS)
            {
                desc.shape = NativeMethods.PHX_SHAPE_GRID;
            }
            uint clicked = desc.shape;
            desc.points = View.Vec3(places, capacity);
            ulong id = context.Enter();
            try
            {
                Status status;
                fixed (PhxAgents* agents = &army.Native)
                {
                    status = NativeText.Checked(NativeMethods.phx_formation_drag(id, &drawn, agents, &desc));
                }
                bool bent = desc.shape == NativeMethods.PHX_SHAPE_POINTS;
                count = bent || status == Status.More ? checked((int)desc.points.count) : 0;
                if (status == Status.More)
                {
                    return status;
                }
                if (!bent)
                {
                    desc.points = order.Native.points;
                }
                if (desc.shape == clicked)
                {
                    desc.shape = order.Native.shape;
                }
                order.Native = desc;
                return status;
            }
            finally
            {
                context.Leave();
            }
        }
    }
}
