// What of the physics counts as ground, and how steep it may be, as edited in the inspector.
using System;
using UnityEngine;

namespace Phalanx
{
    /// <summary>A part of a component or an asset; for FormUpJob and PhysicsGround.</summary>
    [Serializable]
    public sealed class GroundSettings
    {
        [Tooltip("What rays meet: layers of the ground and of obstacles.")]
        public GroundLayers Layers;

        [Range(0, 90), Tooltip("Steepest ground that can be stood on, in degrees.")]
        public float MaxSlopeDegrees = 45;

        [Tooltip("Lower end of a ray, in metres from the height of the place that is tried.")]
        public float RangeBelow = -10;

        [Tooltip("Upper end of a ray, in metres from the height of the place that is tried.")]
        public float RangeAbove = 10;

        [Min(0), Tooltip("Step of the searches for a free place, in metres; 0: the smaller spacing.")]
        public float SearchStep;

        [Range(0, 1024), Tooltip("Rings of the search around a blocked goal.")]
        public int MaxSearchRings = 8;

        [Min(0), Tooltip("Rays that one order may ask; 0: 4 per agent and 65,536.")]
        public int MaxProbes;

        /// <summary>The rules without the layers.</summary>
        public GroundRules Rules()
        {
            var rules = new GroundRules();
            Apply(rules);
            return rules;
        }

        /// <summary>Sets them on a ground of any kind.</summary>
        public void Apply(GroundRules rules)
        {
            rules.MaxSlopeDegrees = MaxSlopeDegrees;
            rules.RangeBelow = RangeBelow;
            rules.RangeAbove = RangeAbove;
            rules.SearchStep = SearchStep;
            rules.MaxSearchRings = MaxSearchRings;
            rules.MaxProbes = MaxProbes;
        }
    }
}
