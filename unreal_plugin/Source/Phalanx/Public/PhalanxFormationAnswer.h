// What a formation answers, as Blueprints see it. Each property is the field of the same name in phalanx.h.

#pragma once

#include "CoreMinimal.h"
#include "PhalanxFormationAnswer.generated.h"

/** What became of an agent. */
UENUM(BlueprintType)
enum class EPhalanxOutcome : uint8
{
	/** It has its slot, or its translated place. */
	Placed = 0,
	/** Its translated place could not be stood on; it got another. */
	Relocated,
	/** No slot was left; its goal is the center. */
	Overflow,
	/** It has a slot but overlaps somebody there. */
	Overlap,
	/** No free place was found; it shares the anchor. */
	Stacked,
	/** It does not take part; its goal is the center. */
	Ineligible,
	/** Its position is not finite; its goal is the center. */
	BadPosition
};

/** What was wrong with what an agent said about itself. Flags of a formation are bits of these. */
UENUM(BlueprintType, meta = (Bitflags))
enum class EPhalanxAgentFlag : uint8
{
	/** Something was missing, and a default stands in. */
	Defaulted = 0,
	/** The radius was negative or not a number and counts as 0. */
	BadRadius,
	/** Another member has the same unique id. */
	DuplicateId,
	/** The speed was not positive or not finite and counts as 1. */
	BadSpeed
};

/** What a report notes about the whole call. Its Bits are bits of these. */
UENUM(BlueprintType, meta = (Bitflags))
enum class EPhalanxReportBit : uint8
{
	/** The direction was too short or not finite; the front faces from the army to the center. */
	DirectionDefaulted = 0,
	/** The center cannot be stood on; translated goals were left where they are. */
	AnchorInvalid,
	/** The slots are nearer to one another than the bodies are wide. */
	TooTight,
	/** More slots were wanted than one formation can have. */
	SlotsCut
};

/** What a call did. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxFormationReport
{
	GENERATED_BODY()

	/** What is noted about the whole call: see Has Report Bit. */
	UPROPERTY(BlueprintReadOnly, Category = "Report", meta = (Bitmask, BitmaskEnum = "/Script/Phalanx.EPhalanxReportBit"))
	int32 Bits = 0;

	/** Agents that have their slot, or their translated place. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Placed = 0;

	/** Agents whose translated place could not be stood on. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Relocated = 0;

	/** Agents for which no slot was left. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Overflow = 0;

	/** Agents that overlap somebody at their slot. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Overlap = 0;

	/** Agents that share the anchor. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Stacked = 0;

	/** Agents that do not take part. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Ineligible = 0;

	/** Agents whose position is not finite. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 BadPosition = 0;

	/** Members whose location was missing. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 DefaultedLocations = 0;

	/** Members whose radius was missing. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 DefaultedRadii = 0;

	/** Members whose unique id was missing. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 DefaultedIds = 0;

	/** Slots that were asked for: what a later order that keeps slots is told. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 SlotTarget = 0;

	/** Slots of the first layout. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 SlotsMade = 0;

	/** Slots that could not be stood on. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 SlotsDropped = 0;

	/** Slots that growth added. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 SlotsGrown = 0;

	/** Columns of the first layout, or slots of its widest row or ring. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int32 LatticeWidth = 0;

	/** Rows or rings of the first layout. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int32 LatticeHeight = 0;

	/** Width to depth of the first layout. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	double LatticeAspect = 0.0;

	/** Batches of traces that were asked for. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 ProbeBatches = 0;

	/** Traces that were asked for. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	int64 Probes = 0;

	/** Summed walks, squared and centred unless the cost is plain distance. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	double Cost = 0.0;

	/** What the cost cannot fall below, where a bound was wanted. */
	UPROPERTY(BlueprintReadOnly, Category = "Report")
	double LowerBound = 0.0;

	/** Longest walk on the plane. */
	UPROPERTY(BlueprintReadOnly, Category = "Report", meta = (Units = "cm"))
	double LongestWalk = 0.0;
};

/** The answer: element i of each array belongs to agent i. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxFormation
{
	GENERATED_BODY()

	/** Where to go. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	TArray<FVector> Goals;

	/** Number of the slot, or -1. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	TArray<int32> Slots;

	/** Ring of the slot from 0 inside, or -1. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	TArray<int32> Rings;

	/** What became of each. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	TArray<EPhalanxOutcome> Outcomes;

	/** What was wrong with what each said about itself: see Has Agent Flag. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	TArray<uint8> Flags;

	/** What the call did. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	FPhalanxFormationReport Report;

	/** Why it failed; empty if it did not. */
	UPROPERTY(BlueprintReadOnly, Category = "Formation")
	FString Error;
};
