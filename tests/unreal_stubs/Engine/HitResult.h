// Stand-in: what a trace met.

#pragma once

#include "CoreMinimal.h"

class UPrimitiveComponent;

struct FVector_NetQuantize : public FVector
{
	using FVector::FVector;
};

struct FHitResult
{
	bool bStartPenetrating;
	FVector_NetQuantize ImpactPoint;
	FVector_NetQuantize ImpactNormal;
	UPrimitiveComponent* GetComponent() const { return StubComponent; }
	UPrimitiveComponent* StubComponent;
};
