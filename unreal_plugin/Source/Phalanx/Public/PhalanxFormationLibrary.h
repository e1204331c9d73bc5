// Formations for Blueprints: one node for each of the usual shapes, one for any.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationTypes.h"
#include "PhalanxFormationLibrary.generated.h"

/** Each node gives one goal for each agent within its call, and answers whether it did; Formation.Error says why not. */
UCLASS()
class PHALANX_API UPhalanxFormationLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Rows and columns in the proportions of the settings' region. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateGridFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** Rings; with Segments, polygons. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateCircularFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** A wedge with its apex to the front. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateTriangleFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** The shape of the settings. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** A front from one point to another, whichever way it was drawn: it faces away from the army. Two points that lie together are a click. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateFormationBetween(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector From, FVector To,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** Along a line that the player drew: straight, bent, or a click. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Settings, Ground"))
	static bool GenerateFormationAlongLine(const UObject* WorldContextObject, const FPhalanxAgents& Agents, const TArray<FVector>& Line,
		const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

	/** Several squads in one call: each takes its place where the earlier ones leave room. One formation for each; all or none succeed. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Ground"))
	static bool GenerateSquadFormations(const UObject* WorldContextObject, const TArray<FPhalanxSquad>& Squads, const FPhalanxGroundSettings& Ground,
		TArray<FPhalanxFormation>& Formations);

	/** The settings that keep an army's arrangement: it moves as it stands, and turns by degrees, clockwise as seen from above. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Formation")
	static FPhalanxFormationSettings KeepFormation(FPhalanxFormationSettings Settings, double RotateDegrees = 0.0);

	/** The settings that give everybody a slot of the shape. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Formation")
	static FPhalanxFormationSettings ReformTheLine(FPhalanxFormationSettings Settings);
};
