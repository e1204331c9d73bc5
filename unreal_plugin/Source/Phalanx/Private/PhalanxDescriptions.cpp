// The mapping of each field. Reflected enumerators count from 0, as the engine wants it; the library's numbers from 1.

#include "PhalanxDescriptions.h"

namespace PhalanxUnreal
{

template <class E>
static constexpr uint32 Number(E Value)
{
	return static_cast<uint32>(Value) + 1;
}

static_assert(Number(EPhalanxShape::Grid) == PHX_SHAPE_GRID && Number(EPhalanxShape::Circle) == PHX_SHAPE_CIRCLE);
static_assert(Number(EPhalanxShape::Triangle) == PHX_SHAPE_TRIANGLE && Number(EPhalanxShape::Line) == PHX_SHAPE_LINE);
static_assert(Number(EPhalanxShape::Column) == PHX_SHAPE_COLUMN && Number(EPhalanxShape::Hollow) == PHX_SHAPE_HOLLOW);
static_assert(Number(EPhalanxShape::Staggered) == PHX_SHAPE_STAGGERED && Number(EPhalanxShape::V) == PHX_SHAPE_V);
static_assert(Number(EPhalanxShape::EchelonLeft) == PHX_SHAPE_ECHELON_LEFT && Number(EPhalanxShape::EchelonRight) == PHX_SHAPE_ECHELON_RIGHT);
static_assert(Number(EPhalanxShape::Points) == PHX_SHAPE_POINTS);
static_assert(Number(EPhalanxMode::KeepFormation) == PHX_MODE_KEEP_FORMATION && Number(EPhalanxMode::ReformTheLine) == PHX_MODE_REFORM_THE_LINE);
static_assert(Number(EPhalanxSizing::FitAgents) == PHX_SIZING_FIT_AGENTS && Number(EPhalanxSizing::Fixed) == PHX_SIZING_FIXED);
static_assert(Number(EPhalanxRingRule::Chord) == PHX_RING_RULE_CHORD && Number(EPhalanxRingRule::Arc) == PHX_RING_RULE_ARC);
static_assert(Number(EPhalanxPolygonRule::Rings) == PHX_POLYGON_RULE_RINGS && Number(EPhalanxPolygonRule::Clip) == PHX_POLYGON_RULE_CLIP);
static_assert(Number(EPhalanxHolePolicy::Rings) == PHX_HOLE_POLICY_RINGS && Number(EPhalanxHolePolicy::RearRank) == PHX_HOLE_POLICY_REAR_RANK);
static_assert(Number(EPhalanxEffort::Quick) == PHX_EFFORT_QUICK && Number(EPhalanxEffort::Good) == PHX_EFFORT_GOOD);
static_assert(Number(EPhalanxEffort::Exact) == PHX_EFFORT_EXACT);
static_assert(Number(EPhalanxCost::Squared) == PHX_COST_SQUARED && Number(EPhalanxCost::Euclid) == PHX_COST_EUCLID);
static_assert(1u << static_cast<uint32>(EPhalanxDebugCategory::Start) == PHX_DEBUG_CATEGORY_START);
static_assert(1u << static_cast<uint32>(EPhalanxDebugCategory::Arrow) == PHX_DEBUG_CATEGORY_ARROW);
static_assert(1u << static_cast<uint32>(EPhalanxDebugCategory::Goal) == PHX_DEBUG_CATEGORY_GOAL);
static_assert(static_cast<uint8>(EPhalanxOutcome::Placed) == PHX_OUTCOME_PLACED && static_cast<uint8>(EPhalanxOutcome::Relocated) == PHX_OUTCOME_RELOCATED);
static_assert(static_cast<uint8>(EPhalanxOutcome::Overflow) == PHX_OUTCOME_OVERFLOW && static_cast<uint8>(EPhalanxOutcome::Overlap) == PHX_OUTCOME_OVERLAP);
static_assert(static_cast<uint8>(EPhalanxOutcome::Stacked) == PHX_OUTCOME_STACKED && static_cast<uint8>(EPhalanxOutcome::Ineligible) == PHX_OUTCOME_INELIGIBLE);
static_assert(static_cast<uint8>(EPhalanxOutcome::BadPosition) == PHX_OUTCOME_BAD_POSITION);
static_assert(1u << static_cast<uint32>(EPhalanxAgentFlag::Defaulted) == PHX_FLAG_DEFAULTED);
static_assert(1u << static_cast<uint32>(EPhalanxAgentFlag::BadRadius) == PHX_FLAG_BAD_RADIUS);
static_assert(1u << static_cast<uint32>(EPhalanxAgentFlag::DuplicateId) == PHX_FLAG_DUPLICATE_ID);
static_assert(1u << static_cast<uint32>(EPhalanxAgentFlag::BadSpeed) == PHX_FLAG_BAD_SPEED);
static_assert(1u << static_cast<uint32>(EPhalanxReportBit::DirectionDefaulted) == PHX_REPORT_DIRECTION_DEFAULTED);
static_assert(1u << static_cast<uint32>(EPhalanxReportBit::AnchorInvalid) == PHX_REPORT_ANCHOR_INVALID);
static_assert(1u << static_cast<uint32>(EPhalanxReportBit::TooTight) == PHX_REPORT_TOO_TIGHT);
static_assert(1u << static_cast<uint32>(EPhalanxReportBit::SlotsCut) == PHX_REPORT_SLOTS_CUT);
static_assert(Number(EPhalanxRadiusSource::Collider) == PHX_RADIUS_FROM_COLLIDER && Number(EPhalanxRadiusSource::Avoidance) == PHX_RADIUS_FROM_AVOIDANCE);
static_assert(static_cast<uint8>(EPhalanxSlotState::Ok) == PHX_SLOT_STATE_OK && static_cast<uint8>(EPhalanxSlotState::Blocked) == PHX_SLOT_STATE_BLOCKED);
static_assert(static_cast<uint8>(EPhalanxSlotState::Void) == PHX_SLOT_STATE_VOID && static_cast<uint8>(EPhalanxSlotState::NotProbed) == PHX_SLOT_STATE_NOT_PROBED);

phalanx::FormationDesc Describe(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction)
{
	phalanx::FormationDesc Desc = Context.order(static_cast<phalanx::Shape>(Number(Settings.Shape)));
	Desc.center_at(Center).face(Direction);
	Desc.mode = Number(Settings.Mode);
	Desc.sizing = Number(Settings.Sizing);
	Desc.space(Settings.Spacing.X, Settings.Spacing.Y);
	Desc.within(Settings.Region.X, Settings.Region.Y);
	Desc.inner_radius = Settings.InnerRadius;
	Desc.outer_radius = Settings.OuterRadius;
	if (Settings.Points.Num() > 0)
	{
		Desc.take_points(Settings.Points);
	}
	Desc.segments = static_cast<uint32>(Settings.Segments);
	Desc.ring_rule = Number(Settings.RingRule);
	Desc.polygon_rule = Number(Settings.PolygonRule);
	Desc.hole_policy = Number(Settings.HolePolicy);
	Desc.grow_fixed = Settings.bGrowFixed ? 1 : 0;
	Desc.want_bound = Settings.bWantBound ? 1 : 0;
	Desc.slot_count_margin = Settings.SlotCountMargin;
	Desc.size_multiplier = Settings.SizeMultiplier;
	Desc.keep_rotate_degrees = Settings.KeepRotateDegrees;
	Desc.offset = Settings.Offset;
	Desc.k_near = static_cast<uint32>(Settings.KNear);
	Desc.k_strat = static_cast<uint32>(Settings.KStrat);
	Desc.effort = Number(Settings.Effort);
	Desc.cost = Number(Settings.Cost);
	Desc.previous_slot_count = static_cast<std::uint64_t>(Settings.PreviousSlotCount);
	Desc.debug_mask = static_cast<uint32>(Settings.DebugMask);
	Desc.debug_key = static_cast<std::uint64_t>(Settings.DebugKey);
	return Desc;
}

void Append(const TArray<FPhalanxCircle>& Circles, TArray<PhxCircle>& Into)
{
	for (const FPhalanxCircle& Circle : Circles)
	{
		Into.Add(PhxCircle{{Circle.Center.X, Circle.Center.Y, Circle.Center.Z}, Circle.Radius, 0});
	}
}

phalanx::Agents Show(const FPhalanxAgents& Agents, TArray<PhxCircle>& Blockers)
{
	Blockers.Reset(Agents.Blockers.Num());
	Append(Agents.Blockers, Blockers);
	phalanx::Agents Shown(Agents.Locations);
	Shown.radii = phalanx::view(Agents.Radii);
	Shown.unique_ids = phalanx::view(Agents.UniqueIds);
	Shown.can_fly = phalanx::view(Agents.CanFly);
	Shown.eligible = phalanx::view(Agents.Eligible);
	Shown.ranks = phalanx::view(Agents.Ranks);
	Shown.z_frozen = phalanx::view(Agents.ZFrozen);
	Shown.speeds = phalanx::view(Agents.Speeds);
	Shown.previous_slots = phalanx::view(Agents.PreviousSlots);
	Shown.blockers = phalanx::view(Blockers);
	return Shown;
}

phalanx::Capsules Show(const FPhalanxCapsules& Capsules)
{
	phalanx::Capsules Shown;
	Shown.radii = phalanx::view(Capsules.Radii);
	Shown.heights = phalanx::view(Capsules.Heights);
	Shown.scales = phalanx::view(Capsules.Scales);
	Shown.collider_multipliers = phalanx::view(Capsules.ColliderMultipliers);
	Shown.avoidance_x = phalanx::view(Capsules.AvoidanceX);
	Shown.avoidance_y = phalanx::view(Capsules.AvoidanceY);
	Shown.rotations = phalanx::view(Capsules.Rotations);
	Shown.collider_rotations = phalanx::view(Capsules.ColliderRotations);
	Shown.has_collider = phalanx::view(Capsules.HasCollider);
	return Shown;
}

phalanx::RadiusDesc Describe(EPhalanxRadiusSource Source, double SizeMultiplier)
{
	phalanx::RadiusDesc Desc;
	Desc.source = Number(Source);
	Desc.size_multiplier = SizeMultiplier;
	return Desc;
}

void Apply(const FPhalanxGroundSettings& Settings, PhxGround& Ground)
{
	Ground.max_slope_degrees = Settings.MaxSlopeDegrees;
	Ground.range[0] = Settings.Range.X;
	Ground.range[1] = Settings.Range.Y;
	Ground.search_step = Settings.SearchStep;
	Ground.max_search_rings = static_cast<uint32>(Settings.MaxSearchRings);
	Ground.max_probes = static_cast<std::uint64_t>(Settings.MaxProbes);
}

phalanx::FormationOut Receive(FPhalanxFormation& Formation, int32 Count)
{
	Formation.Goals.SetNumUninitialized(Count);
	Formation.Slots.SetNumUninitialized(Count);
	Formation.Rings.SetNumUninitialized(Count);
	Formation.Outcomes.SetNumUninitialized(Count);
	Formation.Flags.SetNumUninitialized(Count);
	phalanx::FormationOut Out(Formation.Goals);
	Out.slots = phalanx::view(Formation.Slots);
	Out.rings = phalanx::view(Formation.Rings);
	// An enumeration over bytes, whose enumerators are the library's numbers.
	Out.outcomes = phalanx::view(reinterpret_cast<uint8*>(Formation.Outcomes.GetData()), static_cast<size_t>(Count));
	Out.flags = phalanx::view(Formation.Flags);
	return Out;
}

FPhalanxFormationReport Read(const PhxFormationReport& Report)
{
	FPhalanxFormationReport Result;
	Result.Bits = static_cast<int32>(Report.bits);
	Result.Placed = static_cast<int64>(Report.placed);
	Result.Relocated = static_cast<int64>(Report.relocated);
	Result.Overflow = static_cast<int64>(Report.overflow);
	Result.Overlap = static_cast<int64>(Report.overlap);
	Result.Stacked = static_cast<int64>(Report.stacked);
	Result.Ineligible = static_cast<int64>(Report.ineligible);
	Result.BadPosition = static_cast<int64>(Report.bad_position);
	Result.DefaultedLocations = static_cast<int64>(Report.defaulted_locations);
	Result.DefaultedRadii = static_cast<int64>(Report.defaulted_radii);
	Result.DefaultedIds = static_cast<int64>(Report.defaulted_ids);
	Result.SlotTarget = static_cast<int64>(Report.slot_target);
	Result.SlotsMade = static_cast<int64>(Report.slots_made);
	Result.SlotsDropped = static_cast<int64>(Report.slots_dropped);
	Result.SlotsGrown = static_cast<int64>(Report.slots_grown);
	Result.LatticeWidth = static_cast<int32>(Report.lattice_width);
	Result.LatticeHeight = static_cast<int32>(Report.lattice_height);
	Result.LatticeAspect = Report.lattice_aspect;
	Result.ProbeBatches = static_cast<int64>(Report.probe_batches);
	Result.Probes = static_cast<int64>(Report.probes);
	Result.Cost = Report.cost;
	Result.LowerBound = Report.lower_bound;
	Result.LongestWalk = Report.longest_walk;
	return Result;
}

} // namespace PhalanxUnreal
