// The members of one squad while an order is carried out, and how each is found again.

#pragma once

#include "MassEntityTypes.h"
#include "PhalanxApi.h"
#include "PhalanxMassFragments.h"

namespace PhalanxUnreal
{

struct FMemberHandle
{
	/** Finds the entity in later frames, when it may have moved to another chunk. */
	FMassEntityHandle Entity;
	/** Valid while the processor that mustered it executes. */
	FPhalanxGoalFragment* Goal;
};

using FSquadMuster = phalanx::Muster<FMemberHandle>;

} // namespace PhalanxUnreal
