// What a formation is told, as Blueprints and details panels see it. Each property is the field of the same name in
// phalanx.h, which is the manual; lengths are centimetres, angles degrees.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "PhalanxFormationTypes.generated.h"

/** What a formation looks like. */
UENUM(BlueprintType)
enum class EPhalanxShape : uint8
{
	Grid = 0,
	/** Rings; with Segments, polygons. */
	Circle,
	/** A wedge with its apex to the front. */
	Triangle,
	Line,
	Column,
	/** Ranks around an empty middle. */
	Hollow,
	/** A grid whose odd rows stand half a pitch to the right. */
	Staggered,
	V,
	EchelonLeft,
	EchelonRight,
	/** The places in Points. */
	Points
};

UENUM(BlueprintType)
enum class EPhalanxMode : uint8
{
	/** The army moves, and turns, as a rigid whole; nobody changes places. */
	KeepFormation = 0,
	/** Everybody gets a slot of the shape. */
	ReformTheLine
};

UENUM(BlueprintType)
enum class EPhalanxSizing : uint8
{
	/** As many slots as the agents need; the region only sets the proportions. */
	FitAgents = 0,
	/** As many slots as fit the region or the outer radius. */
	Fixed
};

UENUM(BlueprintType)
enum class EPhalanxRingRule : uint8
{
	/** Neighbours are a pitch apart in a straight line. */
	Chord = 0,
	/** Neighbours are a pitch apart along the arc; bodies may overlap on small rings. */
	Arc
};

UENUM(BlueprintType)
enum class EPhalanxPolygonRule : uint8
{
	/** Polygonal rings. */
	Rings = 0,
	/** Circular rings, clipped by the polygon. */
	Clip
};

UENUM(BlueprintType)
enum class EPhalanxHolePolicy : uint8
{
	/** More slots than agents leave their holes on the outer rings. */
	Rings = 0,
	/** Grid, line and column leave them in the last row, which is centred. */
	RearRank
};

UENUM(BlueprintType)
enum class EPhalanxEffort : uint8
{
	/** No exchange of two agents would shorten the walks. */
	Quick = 0,
	/** Within half a percent of the optimum. */
	Good,
	/** The optimum, proved. */
	Exact
};

UENUM(BlueprintType)
enum class EPhalanxCost : uint8
{
	/** Squared distance with both sides centred. */
	Squared = 0,
	/** Plain distance. */
	Euclid
};

/** Which things are drawn. */
UENUM(BlueprintType, meta = (Bitflags))
enum class EPhalanxDebugCategory : uint8
{
	/** Circles where the members stand. */
	Start = 0,
	/** Arrows from there to the goals. */
	Arrow,
	/** Circles at the goals. */
	Goal
};

/** How a formation is laid out and manned. Where it goes is told beside it. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxFormationSettings
{
	GENERATED_BODY()

	/** What the formation looks like. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation")
	EPhalanxShape Shape = EPhalanxShape::Grid;

	/** Whether the army is rearranged or moved as it stands. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation")
	EPhalanxMode Mode = EPhalanxMode::ReformTheLine;

	/** Whether the agents or the region decide how many slots there are. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation")
	EPhalanxSizing Sizing = EPhalanxSizing::FitAgents;

	/** Pitch along the front (X) and in depth (Y). */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (ClampMin = "1.0", UIMax = "1000.0", Units = "cm"))
	FVector2D Spacing = FVector2D(100.0, 100.0);

	/** Frontage (X) and depth (Y) of every shape but circles and points. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (ClampMin = "0.0", Units = "cm"))
	FVector2D Region = FVector2D(1000.0, 500.0);

	/** Circle: least radius of the first ring. Hollow: half the width of the empty middle; 0 for half of the whole. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Circle", meta = (ClampMin = "0.0", Units = "cm"))
	double InnerRadius = 0.0;

	/** Circle with fixed sizing: bound of the rings. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Circle", meta = (ClampMin = "0.0", Units = "cm", EditCondition = "Sizing == EPhalanxSizing::Fixed"))
	double OuterRadius = 500.0;

	/** Circle: 0 for round rings, 3 to 32 for a polygon with that many corners. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Circle", meta = (ClampMin = "0", ClampMax = "32"))
	int32 Segments = 0;

	/** Circle: how the distance of neighbours is measured. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Circle")
	EPhalanxRingRule RingRule = EPhalanxRingRule::Chord;

	/** Polygon: whether the rings themselves have corners. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Circle")
	EPhalanxPolygonRule PolygonRule = EPhalanxPolygonRule::Rings;

	/** Points: the slots, relative to the center, as if the formation faced +X. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (Units = "cm"))
	TArray<FVector> Points;

	/** Where holes are left when there are more slots than agents. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation")
	EPhalanxHolePolicy HolePolicy = EPhalanxHolePolicy::Rings;

	/** Fixed sizing: grow too when the ground takes slots away. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", AdvancedDisplay, meta = (EditCondition = "Sizing == EPhalanxSizing::Fixed"))
	bool bGrowFixed = false;

	/** Slots per member. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (ClampMin = "1.0", ClampMax = "8.0"))
	double SlotCountMargin = 1.0;

	/** Factor on every radius. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (ClampMin = "0.0", UIMax = "4.0"))
	double SizeMultiplier = 1.0;

	/** Keep formation: turn of the whole, clockwise as seen from above. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (UIMin = "-180.0", UIMax = "180.0", Units = "deg"))
	double KeepRotateDegrees = 0.0;

	/** By how much each slot is displaced, in a direction of its own. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Formation", meta = (ClampMin = "0.0", UIMax = "100.0", Units = "cm"))
	double Offset = 0.0;

	/** Assignment: nearest slots that an agent bids for. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment", AdvancedDisplay, meta = (ClampMin = "0", ClampMax = "1024"))
	int32 KNear = 16;

	/** Assignment: slots spread over the whole formation that an agent bids for. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment", AdvancedDisplay, meta = (ClampMin = "0", ClampMax = "1024"))
	int32 KStrat = 8;

	/** How near to the optimum the assignment must be. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment")
	EPhalanxEffort Effort = EPhalanxEffort::Good;

	/** What is made as small as possible. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment", AdvancedDisplay)
	EPhalanxCost Cost = EPhalanxCost::Squared;

	/** SlotTarget of an earlier report: its layout is kept while it suits. Goes with the agents' PreviousSlots; 0 for none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment", AdvancedDisplay, meta = (ClampMin = "0"))
	int64 PreviousSlotCount = 0;

	/** Whether the report proves a lower bound of the cost. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Assignment", AdvancedDisplay)
	bool bWantBound = false;

	/** What is drawn, of what the project settings enable. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Debug", meta = (Bitmask, BitmaskEnum = "/Script/Phalanx.EPhalanxDebugCategory"))
	int32 DebugMask = 0;

	/** Orders what calls draw that run at the same time. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Debug", AdvancedDisplay)
	int64 DebugKey = 0;
};

/** Where one can stand. Without object types nothing is probed, and one can stand anywhere. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxGroundSettings
{
	GENERATED_BODY()

	/** Object types that one stands on. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground")
	TArray<TEnumAsByte<EObjectTypeQuery>> GroundObjectTypes;

	/** Object types that nobody can stand on. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground")
	TArray<TEnumAsByte<EObjectTypeQuery>> ObstacleObjectTypes;

	/** Steepest ground that can be stood on. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground", meta = (ClampMin = "0.0", ClampMax = "90.0", Units = "deg"))
	double MaxSlopeDegrees = 45.0;

	/** Ends of a trace, relative to the height of the probed place. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground", meta = (Units = "cm"))
	FVector2D Range = FVector2D(-1000.0, 1000.0);

	/** Step of the searches for a free place; 0 for the smaller spacing. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground", AdvancedDisplay, meta = (ClampMin = "0.0", Units = "cm"))
	double SearchStep = 0.0;

	/** Rings of the search around a blocked goal. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground", AdvancedDisplay, meta = (ClampMin = "0", ClampMax = "1024"))
	int32 MaxSearchRings = 8;

	/** Traces that one call may ask for; 0 for 4 per agent and 65,536. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Ground", AdvancedDisplay, meta = (ClampMin = "0"))
	int64 MaxProbes = 0;
};

/** A circle on the ground that is taken by somebody else. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxCircle
{
	GENERATED_BODY()

	/** Its middle; its height does not matter. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents", meta = (Units = "cm"))
	FVector Center = FVector::ZeroVector;

	/** How wide it is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents", meta = (ClampMin = "0.0", Units = "cm"))
	float Radius = 0.0f;
};

/** An army. Element i of each array belongs to agent i; all arrays but Locations may be shorter or empty. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxAgents
{
	GENERATED_BODY()

	/** Where they are: as many as there are agents. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents", meta = (Units = "cm"))
	TArray<FVector> Locations;

	/** How wide they are. Missing: 34 cm. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents", meta = (ClampMin = "0.0", Units = "cm"))
	TArray<float> Radii;

	/** Who they are: with unique ids the result does not depend on the order of the agents. Missing: the index. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<int64> UniqueIds;

	/** Belongs to the air layer, which is assigned apart and stands on no ground. Missing: no. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<bool> CanFly;

	/** Takes part. Missing: yes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<bool> Eligible;

	/** Who stands in front, the lowest first. Missing: 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<uint8> Ranks;

	/** Keeps its own height. Missing: no. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<bool> ZFrozen;

	/** How fast they are, 1 being the usual speed: the walks of the slow weigh more. Missing: 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents", meta = (ClampMin = "0.0"))
	TArray<float> Speeds;

	/** Their slots in an earlier formation of the same shape and measures, which they keep where it suits; -1 for none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<int32> PreviousSlots;

	/** Places that are taken by others. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Agents")
	TArray<FPhalanxCircle> Blockers;
};

/** One of several armies that are ordered in one call, each where the earlier ones leave room. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxSquad
{
	GENERATED_BODY()

	/** Who they are. Their blockers are those that stand there besides the squads of the call. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Squad")
	FPhalanxAgents Agents;

	/** How they stand. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Squad")
	FPhalanxFormationSettings Formation;

	/** Where the formation's center goes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Squad", meta = (Units = "cm"))
	FVector Center = FVector::ZeroVector;

	/** Where its front looks, of any length; zero for the way from the squad to the center. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Squad")
	FVector Direction = FVector::ZeroVector;
};

/** An order to a squad of Mass entities. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxOrder
{
	GENERATED_BODY()

	/** How the squad stands. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	FPhalanxFormationSettings Formation;

	/** Where the formation's center goes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order", meta = (Units = "cm"))
	FVector Center = FVector::ZeroVector;

	/** Where its front looks, of any length; zero for the way from the squad to the center. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	FVector Direction = FVector::ZeroVector;

	/** A line that the player drew: two points or many. The squad forms up along it; Center and Direction then do not count. Empty: none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order", meta = (Units = "cm"))
	TArray<FVector> Line;

	/** Circles that nobody of the squad may stand in: houses, heroes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	TArray<FPhalanxCircle> Blockers;

	/** Squads that get no order in this frame keep their places: their members' goals, or where they stand without one, are left free. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	bool bKeepClearOfOtherSquads = false;

	/** Everybody keeps the slot of the squad's last order, which must have had the same shape and measures. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	bool bKeepSlots = false;

	/** Traces are answered in the background and the goals come some frames later, instead of within this one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Order")
	bool bAcrossFrames = false;
};
