// The parts of a formation, from reflected types to reflected types. Each answers false, with the library's text in Error, when
// its call failed.

#pragma once

#include "PhalanxApi.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationParts.h"
#include "PhalanxFormationTypes.h"

class UWorld;

namespace PhalanxUnreal
{

bool Radii(const phalanx::Context& Context, const FPhalanxCapsules& Capsules, int32 Count, EPhalanxRadiusSource Source, double SizeMultiplier,
	TArray<float>& Radii, FString& Error);

bool SlotTarget(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const TArray<float>& Radii, int64& Slots, int64& Extra, FString& Error);

bool Aspect(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, int32 Count, const TArray<float>& Radii, double& Aspect, FString& Error);

bool LayOut(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction, int32 Count,
	FPhalanxSlots& Slots, FString& Error);

/** Direction and settings are those of the layout. Added: how many came, 0 if nothing is left to grow. */
bool Grow(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction, int32 Wanted,
	FPhalanxSlots& Slots, int32& Added, FString& Error);

/** World: may be null, then everything can be stood on. */
bool Validate(const phalanx::Context& Context, const UWorld* World, const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground,
	TArray<FVector>& Places, TArray<EPhalanxSlotState>& States, FString& Error);

/** The error stands in Formation. */
bool Assign(const phalanx::Context& Context, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings, const FVector& Center,
	const FVector& Direction, const TArray<FVector>& Places, FPhalanxFormation& Formation);

/** World: may be null, then all goals stay. */
bool ResolveGoals(const phalanx::Context& Context, const UWorld* World, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
	const FVector& Center, const FPhalanxGroundSettings& Ground, TArray<FVector>& Goals, TArray<EPhalanxOutcome>& Outcomes, FString& Error);

} // namespace PhalanxUnreal
