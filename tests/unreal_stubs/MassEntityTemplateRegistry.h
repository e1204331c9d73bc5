// Stand-in: what a trait adds to entities.

#pragma once

#include "MassEntityTypes.h"

struct FMassEntityTemplateBuildContext
{
	template <class T>
	void AddFragment();
	template <class T>
	T& AddFragment_GetRef();
	template <class T>
	void RequireFragment();
};
