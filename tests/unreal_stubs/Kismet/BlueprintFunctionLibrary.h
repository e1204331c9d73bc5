// Stand-in: the base of Blueprint nodes.

#pragma once

#include "CoreMinimal.h"

class UBlueprintFunctionLibrary : public UObject
{
};
