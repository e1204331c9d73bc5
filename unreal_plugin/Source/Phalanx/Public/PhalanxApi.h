// The library's C++ wrapper, as a translation unit of the engine takes it.

#pragma once

#include "CoreMinimal.h"

THIRD_PARTY_INCLUDES_START
#include "phalanx.hpp"
THIRD_PARTY_INCLUDES_END
