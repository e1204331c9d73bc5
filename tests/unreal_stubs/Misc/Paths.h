// Stand-in: paths.

#pragma once

#include "CoreMinimal.h"

struct FPaths
{
	template <class... P>
	static FString Combine(const P&... Parts);
};
