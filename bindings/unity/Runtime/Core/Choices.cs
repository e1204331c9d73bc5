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
        KeepFormation = NativeMethods.PHX_MODE_KEEP_FORMATION,
        ReformTheLine = NativeMethods.PHX_MODE_REFORM_THE_LINE,
    }

    /// <summary>Whether the slots follow the army or the region.</summary>
    public enum Sizing : uint
    {
        FitAgents = NativeMethods.PHX_SIZING_FIT_AGENTS,
        Fixed = NativeMethods.PHX_SIZING_FIXED,
    }

    /// <summary>Which slots stay empty where there are more than agents.</summary>
    public enum HolePolicy : uint
    {
        Rings = NativeMethods.PHX_HOLE_POLICY_RINGS,
        RearRank = NativeMethods.PHX_HOLE_POLICY_REAR_RANK,
    }

    /// <summary>How near to the optimum the walks must be.</summary>
    public enum Effort : uint
    {
        Quick = NativeMethods.PHX_EFFORT_QUICK,
        Good = NativeMethods.PHX_EFFORT_GOOD,
        Exact = NativeMethods.PHX_EFFORT_EXACT,
    }

    /// <summary>What a walk costs.</summary>
    public enum Cost : uint
    {
        Squared = NativeMethods.PHX_COST_SQUARED,
        Euclid = NativeMethods.PHX_COST_EUCLID,
    }

    /// <summary>What became of an agent.</summary>
    public enum Outcome : byte
    {
        Placed = NativeMethods.PHX_OUTCOME_PLACED,
        Relocated = NativeMethods.PHX_OUTCOME_RELOCATED,
        Overflow = NativeMethods.PHX_OUTCOME_OVERFLOW,
        Overlap = NativeMethods.PHX_OUTCOME_OVERLAP,
        Stacked = NativeMethods.PHX_OUTCOME_STACKED,
        Ineligible = NativeMethods.PHX_OUTCOME_INELIGIBLE,
        BadPosition = NativeMethods.PHX_OUTCOME_BAD_POSITION,
    }

    /// <summary>Whether a slot can be stood on.</summary>
    public enum SlotState : byte
    {
        Ok = NativeMethods.PHX_SLOT_STATE_OK,
        Blocked = NativeMethods.PHX_SLOT_STATE_BLOCKED,
        Void = NativeMethods.PHX_SLOT_STATE_VOID,
        NotProbed = NativeMethods.PHX_SLOT_STATE_NOT_PROBED,
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
        Start = NativeMethods.PHX_DEBUG_CATEGORY_START,
        Arrow = NativeMethods.PHX_DEBUG_CATEGORY_ARROW,
        Goal = NativeMethods.PHX_DEBUG_CATEGORY_GOAL,
        All = Start | Arrow | Goal,
    }
}
