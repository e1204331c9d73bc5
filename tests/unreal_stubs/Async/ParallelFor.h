// Stand-in: the parallel loop.

#pragma once

#include "CoreMinimal.h"

enum class EParallelForFlags
{
	None
};
void ParallelFor(const TCHAR* Name, int32 Count, int32 MinBatchSize, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None);
