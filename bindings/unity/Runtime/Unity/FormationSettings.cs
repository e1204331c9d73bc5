// The settings of an order as they are edited in the inspector.
using System;
using UnityEngine;

namespace Phalanx
{
    /// <summary>A part of a component or an asset; make an order of it for each use.</summary>
    [Serializable]
    public sealed class FormationSettings
    {
        [Tooltip("What the formation looks like.")]
        public Shape Shape = Shape.Grid;

        [Tooltip("Take up the shape, or move as the army stands.")]
        public Mode Mode = Mode.ReformTheLine;

        [Tooltip("Metres from one agent to the next along the front, and in depth.")]
        public Vector2 Spacing = new Vector2(1, 1);

        [Tooltip("Frontage and depth in metres; for FitAgents only their ratio counts.")]
        public Vector2 Region = new Vector2(10, 5);

        [Tooltip("As many slots as agents, or as many as fit the region.")]
        public Sizing Sizing = Sizing.FitAgents;

        [Tooltip("Fixed sizing: grow too when the ground takes slots away.")]
        public bool GrowFixed;

        [Min(0), Tooltip("Circle: least radius of the first ring in metres. Hollow: half the width of the empty middle, 0 for half of the whole.")]
        public float InnerRadius;

        [Min(0), Tooltip("Circle with fixed sizing: bound of the rings in metres.")]
        public float OuterRadius = 5;

        [Range(0, 32), Tooltip("Circle: corners of a polygon; below 3: a circle.")]
        public int Segments;

        [Tooltip("Circle: neighbours are a pitch apart in a straight line, or along the arc.")]
        public RingRule RingRule = RingRule.Chord;

        [Tooltip("Polygon: rings with corners, or round ones that it clips.")]
        public PolygonRule PolygonRule = PolygonRule.Rings;

        [Min(0), Tooltip("Metres by which each slot is displaced in a direction of its own.")]
        public float Jitter;

        [Range(1, 8), Tooltip("Slots per agent.")]
        public float SlotCountMargin = 1;

        [Min(0), Tooltip("Factor on every radius.")]
        public float SizeMultiplier = 1;

        [Range(-360, 360), Tooltip("KeepFormation: turn in degrees, clockwise as seen from above.")]
        public float KeepRotateDegrees;

        [Tooltip("Which slots stay empty: those of the outer rings, or those of the last row.")]
        public HolePolicy HolePolicy = HolePolicy.Rings;

        [Tooltip("How near to the shortest walks the result must be.")]
        public Effort Effort = Effort.Good;

        [Tooltip("What a walk costs: its squared length with both sides centred, or its length.")]
        public Cost Cost = Cost.Squared;

        [Range(0, 1024), Tooltip("Nearest slots that an agent bids for.")]
        public int NearSlots = 16;

        [Range(0, 1024), Tooltip("Slots spread over the whole formation that an agent bids for.")]
        public int SpreadSlots = 8;

        [Tooltip("Whether the report proves a lower bound of the cost.")]
        public bool WantBound;

        [Tooltip("What is drawn by a FormationGizmos component.")]
        public DebugCategories Debug = DebugCategories.None;

        /// <summary>An order with these settings; set its center, and its direction unless it shall follow from the march.</summary>
        public FormationOrder Order(PhalanxContext context)
        {
            FormationOrder order = context.Order(Shape);
            order.Mode = Mode;
            order.Spacing(Spacing.x, Spacing.y).Region(Region.x, Region.y);
            order.Sizing = Sizing;
            order.GrowFixed = GrowFixed;
            order.InnerRadius = InnerRadius;
            order.OuterRadius = OuterRadius;
            order.Segments = Segments < 3 ? 0 : Segments;
            order.RingRule = RingRule;
            order.PolygonRule = PolygonRule;
            order.Jitter = Jitter;
            order.SlotCountMargin = SlotCountMargin;
            order.SizeMultiplier = SizeMultiplier;
            order.KeepRotateDegrees = KeepRotateDegrees;
            order.HolePolicy = HolePolicy;
            order.Effort = Effort;
            order.Cost = Cost;
            order.NearSlots = NearSlots;
            order.SpreadSlots = SpreadSlots;
            order.WantBound = WantBound;
            order.Debug = Debug;
            return order;
        }
    }
}
