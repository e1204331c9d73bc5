// Stand-in: the engine object.

#pragma once

#include "Engine/World.h"

enum class EGetWorldErrorMode
{
	ReturnNull,
	LogAndReturnNull,
	Assert
};
struct FWorldContext
{
	void SetCurrentWorld(UWorld* World);
};
class UEngine : public UObject
{
public:
	UWorld* GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode Mode) const;
	FWorldContext& CreateNewWorldContext(EWorldType::Type Type);
	void DestroyWorldContext(UWorld* World);
};
extern UEngine* GEngine;
