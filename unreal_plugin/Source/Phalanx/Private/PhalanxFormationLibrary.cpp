// Each node asks the world's subsystem.

#include "PhalanxFormationLibrary.h"

#include "PhalanxSubsystem.h"

namespace PhalanxUnreal
{

static FPhalanxFormationSettings WithShape(const FPhalanxFormationSettings& Settings, EPhalanxShape Shape)
{
	FPhalanxFormationSettings Changed = Settings;
	Changed.Shape = Shape;
	return Changed;
}

static bool FailWithoutWorld(FPhalanxFormation& Formation)
{
	Formation = FPhalanxFormation();
	Formation.Error = TEXT("There is no game world.");
	return false;
}

} // namespace PhalanxUnreal

bool UPhalanxFormationLibrary::GenerateGridFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	return GenerateFormation(WorldContextObject, Agents, Center, Direction, PhalanxUnreal::WithShape(Settings, EPhalanxShape::Grid), Ground, Formation);
}

bool UPhalanxFormationLibrary::GenerateCircularFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	return GenerateFormation(WorldContextObject, Agents, Center, Direction, PhalanxUnreal::WithShape(Settings, EPhalanxShape::Circle), Ground, Formation);
}

bool UPhalanxFormationLibrary::GenerateTriangleFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	return GenerateFormation(WorldContextObject, Agents, Center, Direction, PhalanxUnreal::WithShape(Settings, EPhalanxShape::Triangle), Ground, Formation);
}

bool UPhalanxFormationLibrary::GenerateFormation(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector Center, FVector Direction,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	const UPhalanxSubsystem* Phalanx = UPhalanxSubsystem::Get(WorldContextObject);
	return Phalanx != nullptr ? Phalanx->FormUp(Agents, Settings, Center, Direction, Ground, Formation) : PhalanxUnreal::FailWithoutWorld(Formation);
}

bool UPhalanxFormationLibrary::GenerateFormationAlongLine(const UObject* WorldContextObject, const FPhalanxAgents& Agents, const TArray<FVector>& Line,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	const UPhalanxSubsystem* Phalanx = UPhalanxSubsystem::Get(WorldContextObject);
	return Phalanx != nullptr ? Phalanx->FormUpAlongLine(Line, Agents, Settings, Ground, Formation) : PhalanxUnreal::FailWithoutWorld(Formation);
}

bool UPhalanxFormationLibrary::GenerateFormationBetween(const UObject* WorldContextObject, const FPhalanxAgents& Agents, FVector From, FVector To,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	return GenerateFormationAlongLine(WorldContextObject, Agents, {From, To}, Settings, Ground, Formation);
}

bool UPhalanxFormationLibrary::GenerateSquadFormations(const UObject* WorldContextObject, const TArray<FPhalanxSquad>& Squads,
	const FPhalanxGroundSettings& Ground, TArray<FPhalanxFormation>& Formations)
{
	if (const UPhalanxSubsystem* Phalanx = UPhalanxSubsystem::Get(WorldContextObject))
	{
		return Phalanx->FormUpSquads(Squads, Ground, Formations);
	}
	Formations.SetNum(Squads.Num());
	for (FPhalanxFormation& Formation : Formations)
	{
		(void)PhalanxUnreal::FailWithoutWorld(Formation);
	}
	return false;
}

FPhalanxFormationSettings UPhalanxFormationLibrary::KeepFormation(FPhalanxFormationSettings Settings, double RotateDegrees)
{
	Settings.Mode = EPhalanxMode::KeepFormation;
	Settings.KeepRotateDegrees = RotateDegrees;
	return Settings;
}

FPhalanxFormationSettings UPhalanxFormationLibrary::ReformTheLine(FPhalanxFormationSettings Settings)
{
	Settings.Mode = EPhalanxMode::ReformTheLine;
	return Settings;
}
