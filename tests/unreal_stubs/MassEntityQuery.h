// Stand-in: queries. Up to 5.5 a query is told the manager by each call; since 5.6 it knows it.

#pragma once

#include "MassEntityManager.h"
#include "MassExecutionContext.h"
#include "Misc/EngineVersionComparison.h"

class UMassProcessor;

enum class EMassFragmentAccess : uint8
{
	None,
	ReadOnly,
	ReadWrite
};
enum class EMassFragmentPresence : uint8
{
	All,
	Any,
	None,
	Optional
};

using FMassExecuteFunction = TFunction<void(FMassExecutionContext&)>;

struct FMassEntityQuery
{
	FMassEntityQuery() = default;
	FMassEntityQuery(UMassProcessor& Owner);
	template <class T>
	FMassEntityQuery& AddRequirement(const EMassFragmentAccess Access, const EMassFragmentPresence Presence = EMassFragmentPresence::All)
	{
		static_assert(std::is_base_of_v<FMassFragment, T>);
		(void)Access, (void)Presence;
		return *this;
	}
#if UE_VERSION_OLDER_THAN(5, 6, 0)
	void ForEachEntityChunk(FMassEntityManager& Manager, FMassExecutionContext& Context, const FMassExecuteFunction& Function);
#else
	void ForEachEntityChunk(FMassExecutionContext& Context, const FMassExecuteFunction& Function);
#endif
};
