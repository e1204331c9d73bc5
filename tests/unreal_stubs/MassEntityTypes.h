// Stand-in: what entities are made of.

#pragma once

#include "CoreMinimal.h"

struct FMassFragment
{
};

struct FMassEntityHandle
{
	int32 Index;
	int32 SerialNumber;
	uint64 AsNumber() const;
};
