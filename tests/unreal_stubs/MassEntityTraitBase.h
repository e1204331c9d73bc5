// Stand-in: traits.

#pragma once

#include "MassEntityTypes.h"

struct FMassEntityTemplateBuildContext;

class UMassEntityTraitBase : public UObject
{
protected:
	virtual void BuildTemplate(FMassEntityTemplateBuildContext& BuildContext, const UWorld& World) const = 0;
};
