// Stand-in: the owner of entities.

#pragma once

#include "MassEntityTypes.h"

struct FMassEntityManager : public TSharedFromThis<FMassEntityManager>
{
	UWorld* GetWorld() const;
	bool IsEntityValid(FMassEntityHandle Entity) const;
	template <class T>
		requires std::is_base_of_v<FMassFragment, T>
	T* GetFragmentDataPtr(FMassEntityHandle Entity) const;
};
