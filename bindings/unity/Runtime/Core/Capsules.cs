// Agents' capsules, and the circles that they need on the ground.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// Capsules to compute radii from, one element of each array for each agent. Arrays are pinned until Dispose; what is missing has its
    /// default. For memory that does not move set the views of Native instead: nothing is pinned then.
    /// </summary>
    public sealed unsafe partial class Capsules : IDisposable
    {
        /// <summary>The C description.</summary>
        public PhxCapsules Native;

        private readonly Pins pins = new Pins();

        /// <summary>No capsules: everybody counts as 34 centimetres wide.</summary>
        public Capsules()
        {
            PhalanxLibrary.CheckAbi();
            fixed (PhxCapsules* capsules = &Native)
            {
                NativeText.Checked(NativeMethods.phx_capsules_init(capsules, (uint)sizeof(PhxCapsules)));
            }
        }

        /// <summary>Radius of the caps. Missing: the agent has no collider.</summary>
        public Capsules WithRadii(float[] radii)
        {
            Native.radii = View.F32(pins.Pin(radii), Pins.Length(radii));
            return this;
        }

        /// <summary>Length of the shaft, between the centres of the caps. Missing: 0, a ball.</summary>
        public Capsules WithHeights(float[] heights)
        {
            Native.heights = View.F32(pins.Pin(heights), Pins.Length(heights));
            return this;
        }

        /// <summary>Scale of the body. Missing: 1.</summary>
        public Capsules WithScales(float[] scales)
        {
            Native.scales = View.F32(pins.Pin(scales), Pins.Length(scales));
            return this;
        }

        /// <summary>Factor on the caps, not on the shaft. Missing: 1.</summary>
        public Capsules WithColliderMultipliers(float[] multipliers)
        {
            Native.collider_multipliers = View.F32(pins.Pin(multipliers), Pins.Length(multipliers));
            return this;
        }

        /// <summary>The two axes of the avoidance ellipse, as factors on the body. Missing: 1.</summary>
        public Capsules WithAvoidance(float[] x, float[] y)
        {
            Native.avoidance_x = View.F32(pins.Pin(x), Pins.Length(x));
            Native.avoidance_y = View.F32(pins.Pin(y), Pins.Length(y));
            return this;
        }

        /// <summary>Rotation of the agent: quaternions x, y, z, w, four floats each. Missing: none, it stands upright.</summary>
        public Capsules WithRotations(float[] quaternions)
        {
            Native.rotations = View.Quat(pins.Pin(quaternions), Pins.Length(quaternions) / 4);
            return this;
        }

        /// <summary>Rotation of the collider within the agent: quaternions x, y, z, w, four floats each. Missing: none.</summary>
        public Capsules WithColliderRotations(float[] quaternions)
        {
            Native.collider_rotations = View.Quat(pins.Pin(quaternions), Pins.Length(quaternions) / 4);
            return this;
        }

        /// <summary>Zero: the agent has no collider. Missing: it has one if it has a radius.</summary>
        public Capsules WithColliders(byte[] hasCollider)
        {
            Native.has_collider = View.U8(pins.Pin(hasCollider), Pins.Length(hasCollider));
            return this;
        }

        /// <summary>Lets the arrays go. The views then show nothing that may be read.</summary>
        public void Dispose()
        {
            pins.Dispose();
        }
    }

    public static unsafe partial class Formation
    {
        /// <summary>
        /// The circle that each agent's capsule needs, in the context's unit: for Army.WithRadii. An order has a SizeMultiplier too; set
        /// one of them.
        /// </summary>
        public static Status Radii(PhalanxContext context, Capsules capsules, float[] radii, RadiusSource source = RadiusSource.Collider,
                                   double sizeMultiplier = 1)
        {
            Require(radii, nameof(radii));
            fixed (float* first = radii)
            {
                return Radii(context, capsules, first, radii.Length, source, sizeMultiplier);
            }
        }

        /// <summary>The same into memory that does not move.</summary>
        public static Status Radii(PhalanxContext context, Capsules capsules, float* radii, int count, RadiusSource source = RadiusSource.Collider,
                                   double sizeMultiplier = 1)
        {
            Require(context, nameof(context));
            Require(capsules, nameof(capsules));
            ulong id = context.Enter();
            try
            {
                PhxRadiusDesc desc;
                NativeText.Checked(NativeMethods.phx_radius_desc_init(&desc, (uint)sizeof(PhxRadiusDesc)));
                desc.source = (uint)source;
                desc.size_multiplier = sizeMultiplier;
                fixed (PhxCapsules* described = &capsules.Native)
                {
                    return NativeText.Checked(NativeMethods.phx_formation_radii(id, described, &desc, radii, checked((ulong)count)));
                }
            }
            finally
            {
                context.Leave();
            }
        }
    }
}
