// Stand-in: what has a body.

#pragma once

#include "Engine/EngineTypes.h"

class UPrimitiveComponent : public UObject
{
public:
	ECollisionChannel GetCollisionObjectType() const { return StubChannel; }
	ECollisionChannel StubChannel;
	void RegisterComponentWithWorld(UWorld* World);
	void UnregisterComponent();
};
