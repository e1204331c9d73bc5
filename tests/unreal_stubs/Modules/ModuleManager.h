// Stand-in: modules.

#pragma once

#include "CoreMinimal.h"

class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule() {}
	virtual void ShutdownModule() {}
};

struct FModuleManager
{
	template <class T>
	static T* GetModulePtr(const FName Name);
};

#define IMPLEMENT_MODULE(Class, Name) static_assert(std::is_base_of_v<IModuleInterface, Class>, "a module is an IModuleInterface");
