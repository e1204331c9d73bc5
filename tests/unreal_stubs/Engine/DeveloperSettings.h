// Stand-in: a page of the project settings.

#pragma once

#include "CoreMinimal.h"

class UDeveloperSettings : public UObject
{
public:
	virtual FName GetCategoryName() const;
};
