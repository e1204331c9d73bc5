// From the reflected types to the library's descriptions, and back.

#pragma once

#include "PhalanxApi.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationParts.h"
#include "PhalanxFormationTypes.h"

namespace PhalanxUnreal
{

/** The order with these settings. Shows Settings.Points, which must stay until the call has returned. */
phalanx::FormationDesc Describe(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction);

/** The army as a call takes it. Shows the arrays of Agents and fills Blockers; both must stay until the call has returned. */
phalanx::Agents Show(const FPhalanxAgents& Agents, TArray<PhxCircle>& Blockers);

/** The capsules as a call takes them. Shows their arrays, which must stay until the call has returned. */
phalanx::Capsules Show(const FPhalanxCapsules& Capsules);

/** How radii follow from capsules. */
phalanx::RadiusDesc Describe(EPhalanxRadiusSource Source, double SizeMultiplier);

/** Circles as the library has them, into an array that is used again. */
void Append(const TArray<FPhalanxCircle>& Circles, TArray<PhxCircle>& Into);

/** Sets what the settings say about a ground; callbacks stay. */
void Apply(const FPhalanxGroundSettings& Settings, PhxGround& Ground);

/** Outputs into the arrays of Formation, which get Count elements each. */
phalanx::FormationOut Receive(FPhalanxFormation& Formation, int32 Count);

FPhalanxFormationReport Read(const PhxFormationReport& Report);

} // namespace PhalanxUnreal
