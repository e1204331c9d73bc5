// A whole order in one call, from reflected types to reflected types.

#pragma once

#include "PhalanxApi.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationTypes.h"

class UWorld;

namespace PhalanxUnreal
{

/** Puts a call's report, or the text of its error and nothing else, into Formation. */
bool Conclude(const phalanx::Status& Status, const PhxFormationReport& Report, FPhalanxFormation& Formation);

/** Fills Formation. False, with the library's text in Formation.Error, when the call failed. World: may be null, then nothing is traced. */
bool FormUp(const phalanx::Context& Context, const UWorld* World, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
	const FVector& Center, const FVector& Direction, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

/** The same for an order that a player drew as a line. */
bool FormUpAlongLine(const phalanx::Context& Context, const UWorld* World, const TArray<FVector>& Line, const FPhalanxAgents& Agents,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation);

/** Several squads in one call, one formation for each. On an error they all have its text. */
bool FormUpSquads(const phalanx::Context& Context, const UWorld* World, const TArray<FPhalanxSquad>& Squads, const FPhalanxGroundSettings& Ground,
	TArray<FPhalanxFormation>& Formations);

} // namespace PhalanxUnreal
