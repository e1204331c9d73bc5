// Stand-in: a world.

#pragma once

#include "WorldCollision.h"
#include "Subsystems/WorldSubsystem.h"

class UWorld final : public UObject
{
public:
	bool LineTraceMultiByObjectType(TArray<FHitResult>& Hits, const FVector& Start, const FVector& End, const FCollisionObjectQueryParams& Objects,
		const FCollisionQueryParams& Params = FCollisionQueryParams::DefaultQueryParam) const;
	FTraceHandle AsyncLineTraceByObjectType(EAsyncTraceType Type, const FVector& Start, const FVector& End, const FCollisionObjectQueryParams& Objects,
		const FCollisionQueryParams& Params = FCollisionQueryParams::DefaultQueryParam, const FTraceDelegate* Delegate = nullptr, uint32 UserData = 0);
	template <class T>
	T* GetSubsystem() const;
	template <class T>
	static T* GetSubsystem(const UWorld* World);
	static UWorld* CreateWorld(const EWorldType::Type Type, bool bInformEngine);
	void DestroyWorld(bool bInformEngine);
};
