// Stand-in: one chunk of entities.

#pragma once

#include "MassEntityTypes.h"

struct FMassExecutionContext
{
	int32 GetNumEntities() const;
	FMassEntityHandle GetEntity(int32 Index) const;
	template <class T>
		requires std::is_base_of_v<FMassFragment, T>
	TConstArrayView<T> GetFragmentView() const;
	template <class T>
		requires std::is_base_of_v<FMassFragment, T>
	TArrayView<T> GetMutableFragmentView();
};
