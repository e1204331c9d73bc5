// The numbers of the C header as enumerations.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>In whose axes and unit a context speaks.</summary>
    public enum Frame : uint
    {
        /// <summary>X forward, Y right, Z up, centimetres.</summary>
        Unreal = NativeMethods.PHX_FRAME_UNREAL,
        /// <summary>Z forward, X right, Y up, metres.</summary>
        Unity = NativeMethods.PHX_FRAME_UNITY,
        /// <summary>As the settings' axes and handedness say.</summary>
        Custom = NativeMethods.PHX_FRAME_CUSTOM,
    }

    /// <summary>An axis of a custom frame.</summary>
    public enum Axis : uint
    {
        X = NativeMethods.PHX_AXIS_X,
        Y = NativeMethods.PHX_AXIS_Y,
        Z = NativeMethods.PHX_AXIS_Z,
        NegativeX = NativeMethods.PHX_AXIS_NEGATIVE_X,
        NegativeY = NativeMethods.PHX_AXIS_NEGATIVE_Y,
        NegativeZ = NativeMethods.PHX_AXIS_NEGATIVE_Z,
    }

    /// <summary>The handedness of a custom frame.</summary>
    public enum Handedness : uint
    {
        Left = NativeMethods.PHX_HANDED_LEFT,
        Right = NativeMethods.PHX_HANDED_RIGHT,
    }

    /// <summary>What a formation looks like. A polygon is a circle with segments.</summary>
    public enum Shape : uint
    {
        Grid = NativeMethods.PHX_SHAPE_GRID,
        Circle = NativeMethods.PHX_SHAPE_CIRCLE,
        Triangle = NativeMethods.PHX_SHAPE_TRIANGLE,
        Line = NativeMethods.PHX_SHAPE_LINE,
        Column = NativeMethods.PHX_SHAPE_COLUMN,
        Hollow = NativeMethods.PHX_SHAPE_HOLLOW,
        Staggered = NativeMethods.PHX_SHAPE_STAGGERED,
        V = NativeMethods.PHX_SHAPE_V,
        EchelonLeft = NativeMethods.PHX_SHAPE_ECHELON_LEFT,
        EchelonRight = NativeMethods.PHX_SHAPE_ECHELON_RIGHT,
        /// <summary>The caller's own points.</summary>
        Points = NativeMethods.PHX_SHAPE_POINTS,
    }

    /// <summary>Whether the army moves as it stands, or takes up the shape.</summary>
    public enum Mode : uint
    {
        /// <summary>It moves, and turns, as a rigid whole; nobody changes places.</summary>
        KeepFormation = NativeMethods.PHX_MODE_KEEP_FORMATION,
        /// <summary>Everybody gets a slot of the shape.</summary>
        ReformTheLine = NativeMethods.PHX_MODE_REFORM_THE_LINE,
    }

    /// <summary>Whether the slots follow the army or the region.</summary>
    public enum Sizing : uint
    {
        /// <summary>As many as the agents need; the region only sets the proportions.</summary>
        FitAgents = NativeMethods.PHX_SIZING_FIT_AGENTS,
        /// <summary>As many as fit the region or the outer radius.</summary>
        Fixed = NativeMethods.PHX_SIZING_FIXED,
    }

    /// <summary>How the distance of neighbours on a ring is measured.</summary>
    public enum RingRule : uint
    {
        /// <summary>In a straight line: bodies never overlap.</summary>
        Chord = NativeMethods.PHX_RING_RULE_CHORD,
        /// <summary>Along the arc: bodies may overlap on small rings.</summary>
        Arc = NativeMethods.PHX_RING_RULE_ARC,
    }

    /// <summary>What the rings of a polygon look like.</summary>
    public enum PolygonRule : uint
    {
        /// <summary>They have its corners.</summary>
        Rings = NativeMethods.PHX_POLYGON_RULE_RINGS,
        /// <summary>They are round, and what lies outside of it is cut off.</summary>
        Clip = NativeMethods.PHX_POLYGON_RULE_CLIP,
    }

    /// <summary>Which slots stay empty where there are more than agents.</summary>
    public enum HolePolicy : uint
    {
        /// <summary>Those of the outer rings.</summary>
        Rings = NativeMethods.PHX_HOLE_POLICY_RINGS,
        /// <summary>Grid, line and column: those of the last row, which is centred.</summary>
        RearRank = NativeMethods.PHX_HOLE_POLICY_REAR_RANK,
    }

    /// <summary>How near to the optimum the walks must be.</summary>
    public enum Effort : uint
    {
        /// <summary>No exchange of two agents would shorten them.</summary>
        Quick = NativeMethods.PHX_EFFORT_QUICK,
        /// <summary>Within half a percent.</summary>
        Good = NativeMethods.PHX_EFFORT_GOOD,
        /// <summary>The optimum, proved.</summary>
        Exact = NativeMethods.PHX_EFFORT_EXACT,
    }

    /// <summary>What a walk costs.</summary>
    public enum Cost : uint
    {
        /// <summary>The squared distance, with both sides centred: how far the army marches does not matter.</summary>
        Squared = NativeMethods.PHX_COST_SQUARED,
        /// <summary>The distance, not centred.</summary>
        Euclid = NativeMethods.PHX_COST_EUCLID,
    }

    /// <summary>What became of an agent.</summary>
    public enum Outcome : byte
    {
        /// <summary>It has its slot, or its translated place.</summary>
        Placed = NativeMethods.PHX_OUTCOME_PLACED,
        /// <summary>Its translated place could not be stood on; it got another.</summary>
        Relocated = NativeMethods.PHX_OUTCOME_RELOCATED,
        /// <summary>No slot was left; its goal is the center.</summary>
        Overflow = NativeMethods.PHX_OUTCOME_OVERFLOW,
        /// <summary>It has a slot but overlaps somebody there.</summary>
        Overlap = NativeMethods.PHX_OUTCOME_OVERLAP,
        /// <summary>No free place was found; it shares the anchor.</summary>
        Stacked = NativeMethods.PHX_OUTCOME_STACKED,
        /// <summary>It does not take part; its goal is the center.</summary>
        Ineligible = NativeMethods.PHX_OUTCOME_INELIGIBLE,
        /// <summary>Its position is not finite; its goal is the center.</summary>
        BadPosition = NativeMethods.PHX_OUTCOME_BAD_POSITION,
    }

    /// <summary>What was wrong with what an agent said about itself.</summary>
    [Flags]
    public enum AgentFlags : byte
    {
        None = 0,
        /// <summary>Something was missing, and a default stands in.</summary>
        Defaulted = NativeMethods.PHX_FLAG_DEFAULTED,
        /// <summary>The radius was negative or not a number and counts as 0.</summary>
        BadRadius = NativeMethods.PHX_FLAG_BAD_RADIUS,
        /// <summary>Another member has the same unique id.</summary>
        DuplicateId = NativeMethods.PHX_FLAG_DUPLICATE_ID,
        /// <summary>The speed was not positive or not finite and counts as 1.</summary>
        BadSpeed = NativeMethods.PHX_FLAG_BAD_SPEED,
    }

    /// <summary>What a report notes about a whole call.</summary>
    [Flags]
    public enum ReportNotes : uint
    {
        None = 0,
        /// <summary>The direction was too short or not finite; the front faces from the army to the center.</summary>
        DirectionDefaulted = NativeMethods.PHX_REPORT_DIRECTION_DEFAULTED,
        /// <summary>The center cannot be stood on; translated goals were left where they are.</summary>
        AnchorInvalid = NativeMethods.PHX_REPORT_ANCHOR_INVALID,
        /// <summary>The slots are nearer to one another than the bodies are wide.</summary>
        TooTight = NativeMethods.PHX_REPORT_TOO_TIGHT,
        /// <summary>More slots were wanted than one formation can have.</summary>
        SlotsCut = NativeMethods.PHX_REPORT_SLOTS_CUT,
    }

    /// <summary>Whether a slot can be stood on.</summary>
    public enum SlotState : byte
    {
        Ok = NativeMethods.PHX_SLOT_STATE_OK,
        /// <summary>There is an obstacle, or the ground is too steep.</summary>
        Blocked = NativeMethods.PHX_SLOT_STATE_BLOCKED,
        /// <summary>There is no ground.</summary>
        Void = NativeMethods.PHX_SLOT_STATE_VOID,
        /// <summary>The call had no rays left to ask with.</summary>
        NotProbed = NativeMethods.PHX_SLOT_STATE_NOT_PROBED,
    }

    /// <summary>What a radius is computed from.</summary>
    public enum RadiusSource : uint
    {
        /// <summary>The capsule alone.</summary>
        Collider = NativeMethods.PHX_RADIUS_FROM_COLLIDER,
        /// <summary>The capsule, widened by the longer axis of the avoidance ellipse.</summary>
        Avoidance = NativeMethods.PHX_RADIUS_FROM_AVOIDANCE,
    }

    /// <summary>What a ray met.</summary>
    public enum HitKind : uint
    {
        /// <summary>Nothing that counts.</summary>
        None = NativeMethods.PHX_HIT_NONE,
        /// <summary>Ground; point and normal are set.</summary>
        Ground = NativeMethods.PHX_HIT_GROUND,
        /// <summary>Something that nobody can stand on.</summary>
        Obstacle = NativeMethods.PHX_HIT_OBSTACLE,
    }

    /// <summary>What a job is doing, in PhxJobInfo.state.</summary>
    public enum JobState : uint
    {
        /// <summary>There is work, and no thread does it.</summary>
        Ready = NativeMethods.PHX_JOB_STATE_READY,
        /// <summary>A thread works on it.</summary>
        Working = NativeMethods.PHX_JOB_STATE_WORKING,
        /// <summary>It waits for hits.</summary>
        NeedsTraces = NativeMethods.PHX_JOB_STATE_NEEDS_TRACES,
        /// <summary>It can be finished.</summary>
        Done = NativeMethods.PHX_JOB_STATE_DONE,
    }

    /// <summary>What a debug item is, in PhxDebugItem.kind.</summary>
    public enum DebugKind : uint
    {
        /// <summary>A flat circle.</summary>
        Circle = NativeMethods.PHX_DEBUG_KIND_CIRCLE,
        /// <summary>An arrow.</summary>
        Arrow = NativeMethods.PHX_DEBUG_KIND_ARROW,
    }

    /// <summary>The scalars that a view's elements are made of.</summary>
    public enum Scalar : uint
    {
        F32 = NativeMethods.PHX_SCALAR_F32,
        F64 = NativeMethods.PHX_SCALAR_F64,
    }

    /// <summary>How important a message is.</summary>
    public enum LogLevel : uint
    {
        None = NativeMethods.PHX_LOG_NONE,
        Error = NativeMethods.PHX_LOG_ERROR,
        Warning = NativeMethods.PHX_LOG_WARNING,
    }

    /// <summary>What debug items show.</summary>
    [Flags]
    public enum DebugCategories : uint
    {
        None = 0,
        /// <summary>Circles where the members stand.</summary>
        Start = NativeMethods.PHX_DEBUG_CATEGORY_START,
        /// <summary>Arrows from there to the goals.</summary>
        Arrow = NativeMethods.PHX_DEBUG_CATEGORY_ARROW,
        /// <summary>Circles at the goals.</summary>
        Goal = NativeMethods.PHX_DEBUG_CATEGORY_GOAL,
        All = Start | Arrow | Goal,
    }
}
