// The parts of a formation for Blueprints: radii, slots without an army, their check against the ground, who goes where.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationParts.h"
#include "PhalanxFormationTypes.h"
#include "PhalanxPartsLibrary.generated.h"

/** Each node answers whether it did; Error (or Formation.Error) says why not. */
UCLASS()
class PHALANX_API UPhalanxPartsLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** The circle that each agent's capsule needs on the ground. The settings have a size multiplier too: set one of them. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject"))
	static bool ComputeRadii(const UObject* WorldContextObject, const FPhalanxCapsules& Capsules, int32 Count, EPhalanxRadiusSource Source, double SizeMultiplier,
		TArray<float>& Radii, FString& Error);

	/** How many slots an army asks for, by the radius of each of its members; Extra: those of them that wide members block. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Radii"))
	static bool CountSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, const TArray<float>& Radii, int64& Slots, int64& Extra, FString& Error);

	/** Width to depth of the formation of so many members, without laying it out. Radii may be fewer, or none. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Radii"))
	static bool ComputeAspect(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, int32 Count, const TArray<float>& Radii, double& Aspect, FString& Error);

	/** The slots of a formation of so many, for a preview: at the center's height, in whole rows or rings. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings"))
	static bool LayOutSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction, int32 Count,
		FPhalanxSlots& Slots, FString& Error);

	/** Adds whole edges, rows or rings to slots that were laid out with the same settings, place and direction; those that are there stay. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings"))
	static bool GrowSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction, int32 Wanted,
		UPARAM(ref) FPhalanxSlots& Slots, int32& Added, FString& Error);

	/** Tries places against the ground and snaps those that can be stood on. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool ValidatePlaces(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground,
		UPARAM(ref) TArray<FVector>& Places, TArray<EPhalanxSlotState>& States, FString& Error);

	/** Assigns an army to places of your own. Nothing is traced. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings"))
	static bool AssignToPlaces(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
		const FPhalanxFormationSettings& Settings, const TArray<FVector>& Places, FPhalanxFormation& Formation);

	/** Moves goals of your own, one for each agent, that cannot be stood on to where they can; Center is what they fold back to. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Parts", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool ResolveGoals(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, const FPhalanxFormationSettings& Settings,
		const FPhalanxGroundSettings& Ground, UPARAM(ref) TArray<FVector>& Goals, TArray<EPhalanxOutcome>& Outcomes, FString& Error);
};
