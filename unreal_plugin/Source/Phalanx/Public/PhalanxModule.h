// The module: loads the native library before anything calls it, and checks that it fits the headers.

#pragma once

#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"

PHALANX_API DECLARE_LOG_CATEGORY_EXTERN(LogPhalanx, Log, All);

class PHALANX_API FPhalanxModule : public IModuleInterface
{
public:
	virtual void StartupModule() override;
	virtual void ShutdownModule() override;

	/** Whether the native library is loaded and fits. Where it is not, nothing of it may be called. */
	static bool IsLibraryReady();

private:
	bool LoadLibrary();

	void* LibraryHandle = nullptr;
	bool bLibraryFits = false;
};
