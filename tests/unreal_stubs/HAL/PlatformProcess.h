// Stand-in: loading a shared library.

#pragma once

#include "CoreMinimal.h"

struct FPlatformProcess
{
	static void* GetDllHandle(const TCHAR* File);
	static void FreeDllHandle(void* Handle);
};
