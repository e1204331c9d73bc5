// The calls of the parts.

#include "PhalanxParts.h"

#include "PhalanxDescriptions.h"
#include "PhalanxFormUp.h"
#include "PhalanxTraces.h"

namespace PhalanxUnreal
{

static bool Tell(const phalanx::Status& Status, FString& Error)
{
	Error.Reset();
	if (!Status.succeeded())
	{
		Error = FString(UTF8_TO_TCHAR(phalanx::last_error().c_str()));
	}
	return Status.succeeded();
}

static size_t Unsigned(int32 Count)
{
	return static_cast<size_t>(Count < 0 ? 0 : Count);
}

bool Radii(const phalanx::Context& Context, const FPhalanxCapsules& Capsules, int32 Count, EPhalanxRadiusSource Source, double SizeMultiplier,
	TArray<float>& Radii, FString& Error)
{
	Radii.SetNumUninitialized(Count < 0 ? 0 : Count);
	const bool bDone = Tell(Context.radii(Show(Capsules), Describe(Source, SizeMultiplier), phalanx::Span<float>(Radii)), Error);
	if (!bDone)
	{
		Radii.Reset();
	}
	return bDone;
}

bool SlotTarget(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const TArray<float>& Radii, int64& Slots, int64& Extra, FString& Error)
{
	const phalanx::SlotTarget Target = Context.slot_target(Describe(Context, Settings, FVector::ZeroVector, FVector::ZeroVector), phalanx::view(Radii));
	Slots = static_cast<int64>(Target.slots);
	Extra = static_cast<int64>(Target.extra);
	return Tell(Target.status, Error);
}

bool Aspect(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, int32 Count, const TArray<float>& Radii, double& Aspect, FString& Error)
{
	Aspect = 1.0;
	return Tell(Context.aspect(Describe(Context, Settings, FVector::ZeroVector, FVector::ZeroVector), phalanx::view(Radii), Unsigned(Count), Aspect), Error);
}

bool LayOut(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction, int32 Count,
	FPhalanxSlots& Slots, FString& Error)
{
	const phalanx::FormationDesc Desc = Describe(Context, Settings, Center, Direction);
	Slots.Places.Reset();
	Slots.Rings.Reset();
	phalanx::Growth Growth;
	std::uint64_t Made = 0;
	phalanx::Status Status = Context.slots(Desc, Unsigned(Count), PhxVec3ViewMut{}, nullptr, Made);
	if (Status.more())
	{
		Slots.Places.SetNumUninitialized(static_cast<int32>(Made));
		Slots.Rings.SetNumUninitialized(static_cast<int32>(Made));
		Status = Context.slots(Desc, Unsigned(Count), phalanx::view(Slots.Places), reinterpret_cast<std::uint32_t*>(Slots.Rings.GetData()), Made, &Growth);
	}
	Slots.Growth = Growth;
	return Tell(Status, Error);
}

bool Grow(const phalanx::Context& Context, const FPhalanxFormationSettings& Settings, const FVector& Center, const FVector& Direction, int32 Wanted,
	FPhalanxSlots& Slots, int32& Added, FString& Error)
{
	const phalanx::FormationDesc Desc = Describe(Context, Settings, Center, Direction);
	Added = 0;
	std::uint64_t Count = 0;
	phalanx::Status Status = Context.grow(Desc, Unsigned(Wanted), Slots.Growth, PhxVec3ViewMut{}, Count);
	if (Status.more())
	{
		const int32 Before = Slots.Places.Num();
		Added = static_cast<int32>(Count);
		Slots.Places.SetNumUninitialized(Before + Added);
		Status = Context.grow(Desc, Unsigned(Wanted), Slots.Growth, phalanx::view(Slots.Places.GetData() + Before, static_cast<size_t>(Added)), Count);
	}
	return Tell(Status, Error);
}

bool Validate(const phalanx::Context& Context, const UWorld* World, const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground,
	TArray<FVector>& Places, TArray<EPhalanxSlotState>& States, FString& Error)
{
	States.SetNumUninitialized(Places.Num());
	const phalanx::FormationDesc Desc = Describe(Context, Settings, FVector::ZeroVector, FVector::ZeroVector);
	const phalanx::Status Status = WithGround(Context, World, Ground, [&](const auto& Probed)
	{
		// An enumeration over bytes, whose enumerators are the library's numbers.
		return Context.validate(Desc, Probed, phalanx::view(Places), phalanx::Span<std::uint8_t>(reinterpret_cast<uint8*>(States.GetData()), static_cast<size_t>(States.Num())));
	});
	if (!Status.succeeded())
	{
		States.Reset();
	}
	return Tell(Status, Error);
}

bool Assign(const phalanx::Context& Context, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings, const FVector& Center,
	const FVector& Direction, const TArray<FVector>& Places, FPhalanxFormation& Formation)
{
	TArray<PhxCircle> Blockers;
	const phalanx::Agents Shown = Show(Agents, Blockers);
	const phalanx::FormationOut Out = Receive(Formation, Agents.Locations.Num());
	phalanx::FormationReport Report;
	const phalanx::Status Status = Context.assign(Shown, Describe(Context, Settings, Center, Direction), phalanx::view(Places), Out, &Report);
	return Conclude(Status, Report, Formation);
}

bool ResolveGoals(const phalanx::Context& Context, const UWorld* World, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
	const FVector& Center, const FPhalanxGroundSettings& Ground, TArray<FVector>& Goals, TArray<EPhalanxOutcome>& Outcomes, FString& Error)
{
	TArray<PhxCircle> Blockers;
	const phalanx::Agents Shown = Show(Agents, Blockers);
	const phalanx::FormationDesc Desc = Describe(Context, Settings, Center, FVector::ZeroVector);
	Outcomes.SetNumUninitialized(Agents.Locations.Num());
	const phalanx::Status Status = WithGround(Context, World, Ground, [&](const auto& Probed)
	{
		return Context.resolve_goals(Desc, Probed, Shown, phalanx::view(Goals), phalanx::Span<std::uint8_t>(reinterpret_cast<uint8*>(Outcomes.GetData()), static_cast<size_t>(Outcomes.Num())));
	});
	if (!Status.succeeded())
	{
		Outcomes.Reset();
	}
	return Tell(Status, Error);
}

} // namespace PhalanxUnreal
