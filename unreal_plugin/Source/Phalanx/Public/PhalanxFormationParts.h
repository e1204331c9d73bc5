// What the parts of a formation take and give, for those who need one of them.

#pragma once

#include "CoreMinimal.h"
#include "PhalanxApi.h"
#include "PhalanxFormationParts.generated.h"

/** What a radius is computed from. */
UENUM(BlueprintType)
enum class EPhalanxRadiusSource : uint8
{
	/** The capsule alone. */
	Collider = 0,
	/** The capsule, widened by the longer axis of the avoidance ellipse. */
	Avoidance
};

/** Whether a place can be stood on. */
UENUM(BlueprintType)
enum class EPhalanxSlotState : uint8
{
	Ok = 0,
	/** There is an obstacle, or the ground is too steep. */
	Blocked,
	/** There is no ground. */
	Void,
	/** The call had no traces left to ask with. */
	NotProbed
};

/** The capsules of agents: element i of each array belongs to agent i; any array may be shorter or empty. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxCapsules
{
	GENERATED_BODY()

	/** Radius of the caps. Missing: the agent has no collider and counts as 34 cm wide. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0", Units = "cm"))
	TArray<float> Radii;

	/** Length of the shaft, between the centres of the caps. Missing: 0, a ball. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0", Units = "cm"))
	TArray<float> Heights;

	/** Scale of the body. Missing: 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0"))
	TArray<float> Scales;

	/** Factor on the caps, not on the shaft. Missing: 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0"))
	TArray<float> ColliderMultipliers;

	/** First axis of the avoidance ellipse, as a factor on the body. Missing: 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0"))
	TArray<float> AvoidanceX;

	/** Second axis of the avoidance ellipse; as many as of the first. Missing: 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules", meta = (ClampMin = "0.0"))
	TArray<float> AvoidanceY;

	/** Rotation of the agent. Missing: none, the capsule stands upright. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules")
	TArray<FQuat> Rotations;

	/** Rotation of the collider within the agent. Missing: none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules")
	TArray<FQuat> ColliderRotations;

	/** Whether the agent has a collider. Missing: it has one if it has a radius. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Capsules")
	TArray<bool> HasCollider;
};

/** Slots that are laid out without an army, in order of their numbers. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxSlots
{
	GENERATED_BODY()

	/** Where they are. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Slots", meta = (Units = "cm"))
	TArray<FVector> Places;

	/** Ring of each slot of the first layout, from 0 inside; slots that growth added have none. */
	UPROPERTY(BlueprintReadOnly, Category = "Slots")
	TArray<int32> Rings;

	/** Where growth goes on. */
	PhxGrowth Growth{};
};
