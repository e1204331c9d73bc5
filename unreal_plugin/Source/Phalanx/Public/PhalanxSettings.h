// Project Settings > Plugins > Phalanx.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "PhalanxFormationTypes.h"
#include "PhalanxSettings.generated.h"

UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "Phalanx"))
class PHALANX_API UPhalanxSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	virtual FName GetCategoryName() const override { return FName(TEXT("Plugins")); }

	/** Parallel work runs on the engine's own worker threads. Otherwise on threads of the library. Results do not depend on it. */
	UPROPERTY(Config, EditAnywhere, Category = "Threads")
	bool bUseEngineThreads = true;

	/** Threads of the library that work on a call: 0 for one per core, 1 for none but the caller's. */
	UPROPERTY(Config, EditAnywhere, Category = "Threads", meta = (ClampMin = "0", ClampMax = "1024", EditCondition = "!bUseEngineThreads"))
	int32 ThreadCount = 0;

	/** The ground of orders to squads. */
	UPROPERTY(Config, EditAnywhere, Category = "Ground")
	FPhalanxGroundSettings Ground;

	/** What may be drawn, of what the orders ask for. It is drawn in shipping builds too. */
	UPROPERTY(Config, EditAnywhere, Category = "Debug", meta = (Bitmask, BitmaskEnum = "/Script/Phalanx.EPhalanxDebugCategory"))
	int32 DebugCategories = 0;

	/** How long a drawn formation stays. */
	UPROPERTY(Config, EditAnywhere, Category = "Debug", meta = (ClampMin = "0.0", Units = "s"))
	float DebugSeconds = 3.0f;

	/** How far above the ground it is drawn. */
	UPROPERTY(Config, EditAnywhere, Category = "Debug", meta = (Units = "cm"))
	float DebugLift = 5.0f;
};
