// Each node changes a copy.

#include "PhalanxArmyLibrary.h"

#include "GameFramework/Actor.h"

namespace PhalanxUnreal
{

/** What the library takes for an agent that says nothing of its width, in centimetres. */
static constexpr float UsualRadius = 34.0f;

static float RadiusOf(const AActor& Actor)
{
	const float Radius = Actor.GetSimpleCollisionRadius();
	return Radius > 0.0f ? Radius : UsualRadius;
}

static FPhalanxCircle CircleAt(const FVector& Center, float Radius)
{
	FPhalanxCircle Circle;
	Circle.Center = Center;
	Circle.Radius = Radius;
	return Circle;
}

} // namespace PhalanxUnreal

FPhalanxAgents UPhalanxArmyLibrary::MakeArmyOfActors(const TArray<AActor*>& Actors)
{
	FPhalanxAgents Army;
	for (const AActor* Actor : Actors)
	{
		const bool bIsThere = IsValid(Actor);
		Army.Locations.Add(bIsThere ? Actor->GetActorLocation() : FVector::ZeroVector);
		Army.Radii.Add(bIsThere ? PhalanxUnreal::RadiusOf(*Actor) : 0.0f);
		Army.Eligible.Add(bIsThere);
	}
	return Army;
}

FPhalanxAgents UPhalanxArmyLibrary::WithPreviousSlots(FPhalanxAgents Agents, const FPhalanxFormation& Earlier)
{
	Agents.PreviousSlots = Earlier.Slots;
	return Agents;
}

FPhalanxFormationSettings UPhalanxArmyLibrary::ContinueFrom(FPhalanxFormationSettings Settings, const FPhalanxFormation& Earlier)
{
	Settings.PreviousSlotCount = Earlier.Report.SlotTarget;
	return Settings;
}

FPhalanxAgents UPhalanxArmyLibrary::WithBlockers(FPhalanxAgents Agents, const TArray<FPhalanxCircle>& Blockers)
{
	for (const FPhalanxCircle& Circle : Blockers)
	{
		Agents.Blockers.Add(Circle);
	}
	return Agents;
}

TArray<FPhalanxCircle> UPhalanxArmyLibrary::MakeCirclesOfActors(const TArray<AActor*>& Actors)
{
	TArray<FPhalanxCircle> Circles;
	for (const AActor* Actor : Actors)
	{
		if (IsValid(Actor))
		{
			Circles.Add(PhalanxUnreal::CircleAt(Actor->GetActorLocation(), PhalanxUnreal::RadiusOf(*Actor)));
		}
	}
	return Circles;
}

TArray<FPhalanxCircle> UPhalanxArmyLibrary::MakeCirclesOfFormation(const FPhalanxAgents& Agents, const FPhalanxFormation& Formation)
{
	TArray<FPhalanxCircle> Circles;
	for (int32 Agent = 0; Agent < Formation.Goals.Num(); ++Agent)
	{
		const EPhalanxOutcome Outcome = Formation.Outcomes[Agent];
		const bool bStands = Outcome != EPhalanxOutcome::Ineligible && Outcome != EPhalanxOutcome::BadPosition;
		const bool bFlies = Agent < Agents.CanFly.Num() && Agents.CanFly[Agent];
		if (bStands && !bFlies)
		{
			Circles.Add(PhalanxUnreal::CircleAt(Formation.Goals[Agent], Agent < Agents.Radii.Num() ? Agents.Radii[Agent] : PhalanxUnreal::UsualRadius));
		}
	}
	return Circles;
}

bool UPhalanxArmyLibrary::HasAgentFlag(const FPhalanxFormation& Formation, int32 Agent, EPhalanxAgentFlag Flag)
{
	return Agent >= 0 && Agent < Formation.Flags.Num() && (Formation.Flags[Agent] >> static_cast<uint8>(Flag) & 1) != 0;
}

bool UPhalanxArmyLibrary::HasReportBit(const FPhalanxFormationReport& Report, EPhalanxReportBit Bit)
{
	return (static_cast<uint32>(Report.Bits) >> static_cast<uint8>(Bit) & 1u) != 0;
}
