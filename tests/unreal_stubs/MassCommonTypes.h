// Stand-in: groups of processors.

#pragma once

#include "CoreMinimal.h"

namespace UE::Mass::ProcessorGroupNames
{
const FName Behavior = FName(TEXT("Behavior"));
}
