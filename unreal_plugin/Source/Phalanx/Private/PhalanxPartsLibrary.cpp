// Each node asks the context of the world's subsystem.

#include "PhalanxPartsLibrary.h"

#include "Engine/World.h"
#include "PhalanxParts.h"
#include "PhalanxSubsystem.h"

namespace PhalanxUnreal
{

/** The subsystem, or null with the reason in Error. */
static const UPhalanxSubsystem* Ready(const UObject* WorldContextObject, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = UPhalanxSubsystem::Get(WorldContextObject);
	const bool bIsReady = Phalanx != nullptr && Phalanx->IsReady();
	Error = bIsReady ? TEXT("") : TEXT("Phalanx is not ready: there is no game world, or the log says why.");
	return bIsReady ? Phalanx : nullptr;
}

} // namespace PhalanxUnreal

bool UPhalanxPartsLibrary::ComputeRadii(const UObject* WorldContextObject, const FPhalanxCapsules& Capsules, int32 Count, EPhalanxRadiusSource Source,
	double SizeMultiplier, TArray<float>& Radii, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::Radii(Phalanx->GetContext(), Capsules, Count, Source, SizeMultiplier, Radii, Error);
}

bool UPhalanxPartsLibrary::CountSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, const TArray<float>& Radii, int64& Slots,
	int64& Extra, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::SlotTarget(Phalanx->GetContext(), Settings, Radii, Slots, Extra, Error);
}

bool UPhalanxPartsLibrary::ComputeAspect(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, int32 Count, const TArray<float>& Radii,
	double& Aspect, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::Aspect(Phalanx->GetContext(), Settings, Count, Radii, Aspect, Error);
}

bool UPhalanxPartsLibrary::LayOutSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction,
	int32 Count, FPhalanxSlots& Slots, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::LayOut(Phalanx->GetContext(), Settings, Center, Direction, Count, Slots, Error);
}

bool UPhalanxPartsLibrary::GrowSlots(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction,
	int32 Wanted, FPhalanxSlots& Slots, int32& Added, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::Grow(Phalanx->GetContext(), Settings, Center, Direction, Wanted, Slots, Added, Error);
}

bool UPhalanxPartsLibrary::ValidatePlaces(const UObject* WorldContextObject, const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground,
	TArray<FVector>& Places, TArray<EPhalanxSlotState>& States, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::Validate(Phalanx->GetContext(), Phalanx->GetWorld(), Settings, Ground, Places, States, Error);
}

bool UPhalanxPartsLibrary::AssignToPlaces(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
	const FPhalanxFormationSettings& Settings, const TArray<FVector>& Places, FPhalanxFormation& Formation)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Formation.Error);
	return Phalanx != nullptr && PhalanxUnreal::Assign(Phalanx->GetContext(), Agents, Settings, Center, Direction, Places, Formation);
}

bool UPhalanxPartsLibrary::ResolveGoals(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, TArray<FVector>& Goals, TArray<EPhalanxOutcome>& Outcomes, FString& Error)
{
	const UPhalanxSubsystem* Phalanx = PhalanxUnreal::Ready(WorldContextObject, Error);
	return Phalanx != nullptr && PhalanxUnreal::ResolveGoals(Phalanx->GetContext(), Phalanx->GetWorld(), Agents, Settings, Center, Ground, Goals, Outcomes, Error);
}
