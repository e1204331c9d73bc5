// What differs between the versions of Mass from Unreal 5.3 on: the only place that asks for the engine's version.

#pragma once

#include "MassEntityManager.h"
#include "MassEntityQuery.h"
#include "MassExecutionContext.h"
#include "MassProcessor.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 3, 0)
#error "Phalanx needs Unreal 5.3 or later."
#endif

// Since 5.6 a processor is told which entities it will work on when it sets up its queries, and a query remembers it.
#define PHALANX_MASS_QUERIES_KNOW_THEIR_MANAGER (!UE_VERSION_OLDER_THAN(5, 6, 0))

#if PHALANX_MASS_QUERIES_KNOW_THEIR_MANAGER
#define PHALANX_MASS_CONFIGURE_PARAMETERS const TSharedRef<FMassEntityManager>&
#else
#define PHALANX_MASS_CONFIGURE_PARAMETERS
#endif

namespace PhalanxUnreal
{

/** Calls Body(FMassExecutionContext&) for each chunk of a query, on this thread, in the order of the chunks. */
template <class BodyType>
void ForEachChunk(FMassEntityQuery& Query, FMassEntityManager& Manager, FMassExecutionContext& Context, BodyType&& Body)
{
#if PHALANX_MASS_QUERIES_KNOW_THEIR_MANAGER
	(void)Manager;
	Query.ForEachEntityChunk(Context, Forward<BodyType>(Body));
#else
	Query.ForEachEntityChunk(Manager, Context, Forward<BodyType>(Body));
#endif
}

} // namespace PhalanxUnreal
