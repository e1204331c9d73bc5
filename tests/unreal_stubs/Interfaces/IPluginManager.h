// Stand-in: where a plugin lies.

#pragma once

#include "CoreMinimal.h"

class IPlugin
{
public:
	virtual ~IPlugin() = default;
	virtual FString GetBaseDir() const = 0;
};

class IPluginManager
{
public:
	virtual ~IPluginManager() = default;
	static IPluginManager& Get();
	virtual TSharedPtr<IPlugin> FindPlugin(const FString& Name) = 0;
};
