// Loading the native library.

#include "PhalanxModule.h"

#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "PhalanxApi.h"

DEFINE_LOG_CATEGORY(LogPhalanx);

namespace PhalanxUnreal
{

/** Where the library lies under the plugin's folder. */
static const TCHAR* LibraryFile()
{
#if PLATFORM_WINDOWS
	return TEXT("Binaries/ThirdParty/PhalanxLibrary/Win64/phalanx.dll");
#elif PLATFORM_MAC
	return TEXT("Binaries/ThirdParty/PhalanxLibrary/Mac/libphalanx.dylib");
#else
	return TEXT("Binaries/ThirdParty/PhalanxLibrary/Linux/libphalanx.so");
#endif
}

} // namespace PhalanxUnreal

void FPhalanxModule::StartupModule()
{
	// The Windows library is loaded at its first call: it must be in memory by then, since it lies where Windows does not look.
	if (!LoadLibrary())
	{
		return;
	}
	const phalanx::Status Status = phalanx::check_abi();
	bLibraryFits = Status.succeeded();
	if (bLibraryFits)
	{
		UE_LOG(LogPhalanx, Log, TEXT("Phalanx %s is ready."), UTF8_TO_TCHAR(phalanx::version()));
	}
	else
	{
		UE_LOG(LogPhalanx, Error, TEXT("The library and the headers of Phalanx are of different versions (%s). Take both from one package."),
			UTF8_TO_TCHAR(phalanx::last_error().c_str()));
	}
}

void FPhalanxModule::ShutdownModule()
{
	if (bLibraryFits)
	{
		const phalanx::Status Status = phalanx::shutdown();
		if (!Status.succeeded())
		{
			UE_LOG(LogPhalanx, Warning, TEXT("Phalanx was shut down while a call was inside: %s"), UTF8_TO_TCHAR(Status.name()));
		}
	}
	bLibraryFits = false;
	// The handle is kept: the library does not promise that it can be unloaded.
}

bool FPhalanxModule::IsLibraryReady()
{
	const FPhalanxModule* Module = FModuleManager::GetModulePtr<FPhalanxModule>(TEXT("Phalanx"));
	return Module != nullptr && Module->bLibraryFits;
}

bool FPhalanxModule::LoadLibrary()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Phalanx"));
	if (!Plugin.IsValid())
	{
		UE_LOG(LogPhalanx, Error, TEXT("The plugin Phalanx is not known to the plugin manager."));
		return false;
	}
	const FString File = FPaths::Combine(Plugin->GetBaseDir(), PhalanxUnreal::LibraryFile());
	LibraryHandle = FPlatformProcess::GetDllHandle(*File);
	if (LibraryHandle == nullptr)
	{
		UE_LOG(LogPhalanx, Error, TEXT("%s could not be loaded. Formations are not available."), *File);
	}
	return LibraryHandle != nullptr;
}

IMPLEMENT_MODULE(FPhalanxModule, Phalanx)
