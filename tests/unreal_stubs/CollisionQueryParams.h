// Stand-in: what a trace looks for.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"

class AActor;

struct FCollisionQueryParams
{
	FCollisionQueryParams() = default;
	FCollisionQueryParams(FName Tag, bool bTraceComplex = false, const AActor* Ignored = nullptr);
	static FCollisionQueryParams DefaultQueryParam;
};

struct FCollisionObjectQueryParams
{
	FCollisionObjectQueryParams() = default;
	void AddObjectTypesToQuery(ECollisionChannel Channel);
	static bool IsValidObjectQuery(ECollisionChannel Channel);
};
