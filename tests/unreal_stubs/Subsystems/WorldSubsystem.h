// Stand-in: subsystems of a world.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"

class FSubsystemCollectionBase
{
};

class UWorldSubsystem : public UObject
{
public:
	virtual void Initialize(FSubsystemCollectionBase&) {}
	virtual void Deinitialize() {}

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const;
};

class UTickableWorldSubsystem : public UWorldSubsystem
{
public:
	virtual void Tick(float) {}
	virtual TStatId GetStatId() const = 0;
};
