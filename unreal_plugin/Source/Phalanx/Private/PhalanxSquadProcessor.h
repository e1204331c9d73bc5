// The Mass processor: gathers the members of ordered squads from their chunks, calls once, and gives each its goal.

#pragma once

#include "CoreMinimal.h"
#include "PhalanxMassCompat.h"
#include "PhalanxSquadMuster.h"
#include "PhalanxSubsystem.h"
#include "PhalanxSquadProcessor.generated.h"

UCLASS()
class PHALANX_API UPhalanxSquadProcessor : public UMassProcessor
{
	GENERATED_BODY()

public:
	UPhalanxSquadProcessor();

protected:
	virtual void ConfigureQueries(PHALANX_MASS_CONFIGURE_PARAMETERS) override;
	virtual void Execute(FMassEntityManager& EntityManager, FMassExecutionContext& Context) override;

private:
	using FWaitingOrders = TArray<UPhalanxSubsystem::FWaitingOrder>;

	void Muster(const FWaitingOrders& Orders, FMassEntityManager& EntityManager, FMassExecutionContext& Context);
	void FormUpNow(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, const UWorld* World);
	void BeginJobs(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, UWorld* World);
	static void GiveAnswersOfJobs(UPhalanxSubsystem& Phalanx, FMassEntityManager& EntityManager);

	FMassEntityQuery MemberQuery;
	/** One for each order that is carried out; kept, so that later orders allocate nothing. */
	std::vector<PhalanxUnreal::FSquadMuster> Musters;
	std::vector<phalanx::Squad> Squads;
};
