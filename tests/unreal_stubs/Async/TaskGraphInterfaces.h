// Stand-in: how many worker threads there are.

#pragma once

#include "CoreMinimal.h"

class FTaskGraphInterface
{
public:
	virtual ~FTaskGraphInterface() = default;
	static FTaskGraphInterface& Get();
	virtual int32 GetNumWorkerThreads() = 0;
};
