// What an entity of Mass says about itself, and what it is answered.

#pragma once

#include "CoreMinimal.h"
#include "MassEntityTypes.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxMassFragments.generated.h"

/** The entity belongs to a squad and may be ordered. Its place and radius come from Mass's own fragments. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxMemberFragment : public FMassFragment
{
	GENERATED_BODY()

	/** Whose orders it follows. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	int32 Squad = 0;

	/** Who stands in front, the lowest first. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	uint8 Rank = 0;

	/** How fast it is, 1 being the usual speed: the walks of the slow weigh more. */
	UPROPERTY(EditAnywhere, Category = "Phalanx", meta = (ClampMin = "0.01"))
	float Speed = 1.0f;

	/** Takes part in orders: alive, and able to walk. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	bool bEligible = true;

	/** Belongs to the air layer, which stands on no ground. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	bool bCanFly = false;

	/** Keeps its own height. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	bool bZFrozen = false;

	/** Unique, and in a lockstep game the same on every machine. 0: the entity's own handle, which is unique on this machine. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	uint64 UniqueId = 0;
};

/** The last answer to the entity. Movement reads it. */
USTRUCT(BlueprintType)
struct PHALANX_API FPhalanxGoalFragment : public FMassFragment
{
	GENERATED_BODY()

	/** Where to go. */
	UPROPERTY(VisibleAnywhere, Category = "Phalanx", meta = (Units = "cm"))
	FVector Goal = FVector::ZeroVector;

	/** Counts the answers: it changes when Goal is new, and is 0 before the first. */
	UPROPERTY(VisibleAnywhere, Category = "Phalanx")
	uint32 Answers = 0;

	/** Number of the slot; the greatest number for none. */
	UPROPERTY(VisibleAnywhere, Category = "Phalanx")
	uint32 Slot = MAX_uint32;

	/** What became of it. */
	UPROPERTY(VisibleAnywhere, Category = "Phalanx")
	EPhalanxOutcome Outcome = EPhalanxOutcome::Placed;
};
