// Stand-in: an actor.

#pragma once

#include "CoreMinimal.h"

class AActor : public UObject
{
public:
	FVector GetActorLocation() const { return StubLocation; }
	float GetSimpleCollisionRadius() const { return StubRadius; }
	FVector StubLocation = FVector::ZeroVector;
	float StubRadius = 0.0f;
	bool bStubGone = false;
};
