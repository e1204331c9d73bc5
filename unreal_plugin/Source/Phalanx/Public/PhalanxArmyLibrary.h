// Armies for Blueprints: made of actors, led on from an earlier formation, kept clear of others.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationTypes.h"
#include "PhalanxArmyLibrary.generated.h"

class AActor;

UCLASS()
class PHALANX_API UPhalanxArmyLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** An army of actors, each as wide as its simple collision, or 34 cm without one. An actor that is gone does not take part. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static FPhalanxAgents MakeArmyOfActors(const TArray<AActor*>& Actors);

	/** The army that keeps the slots of an earlier formation, whose agents are the same in the same order. Goes with Continue From. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static FPhalanxAgents WithPreviousSlots(FPhalanxAgents Agents, const FPhalanxFormation& Earlier);

	/** The settings that keep the layout of an earlier formation while it suits. Goes with With Previous Slots. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static FPhalanxFormationSettings ContinueFrom(FPhalanxFormationSettings Settings, const FPhalanxFormation& Earlier);

	/** The army with more circles that nobody of it may stand in. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static FPhalanxAgents WithBlockers(FPhalanxAgents Agents, const TArray<FPhalanxCircle>& Blockers);

	/** Circles that actors take: houses, heroes, another squad that stands. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static TArray<FPhalanxCircle> MakeCirclesOfActors(const TArray<AActor*>& Actors);

	/** Circles that an army will take once it has formed up. Fliers and those who do not take part have none. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Army")
	static TArray<FPhalanxCircle> MakeCirclesOfFormation(const FPhalanxAgents& Agents, const FPhalanxFormation& Formation);

	/** Whether something was wrong with what an agent said about itself. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Formation")
	static bool HasAgentFlag(const FPhalanxFormation& Formation, int32 Agent, EPhalanxAgentFlag Flag);

	/** Whether a report notes this about the whole call. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Formation")
	static bool HasReportBit(const FPhalanxFormationReport& Report, EPhalanxReportBit Bit);
};
