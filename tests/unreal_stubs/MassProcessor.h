// Stand-in: processors. What sets up the queries has a parameter since 5.6.

#pragma once

#include "MassEntityQuery.h"

enum class EProcessorExecutionFlags : uint8
{
	None = 0,
	AllNetModes = 7
};
enum class EMassProcessingPhase : uint8
{
	PrePhysics,
	StartPhysics
};
struct FMassProcessorExecutionOrder
{
	FName ExecuteInGroup;
};
class UMassProcessor : public UObject
{
protected:
#if UE_VERSION_OLDER_THAN(5, 6, 0)
	virtual void ConfigureQueries() = 0;
#else
	virtual void ConfigureQueries(const TSharedRef<FMassEntityManager>& Manager) = 0;
#endif
	virtual void Execute(FMassEntityManager& Manager, FMassExecutionContext& Context) = 0;

	FMassProcessorExecutionOrder ExecutionOrder;
	EMassProcessingPhase ProcessingPhase;
	uint8 ExecutionFlags;
	uint8 bAutoRegisterWithProcessingPhases : 1;
	uint8 bRequiresGameThreadExecution : 1;
};
