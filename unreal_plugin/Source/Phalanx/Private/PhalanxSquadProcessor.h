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
	/** What an order blocks for its squad, beside the squads that are ordered with it. */
	void GatherBlockers(const FWaitingOrders& Orders);
	/** The description of an order. A line that was drawn needs the members, and Places for those along it. */
	static phalanx::FormationDesc Describe(const phalanx::Context& Context, const UPhalanxSubsystem::FWaitingOrder& Waiting, const phalanx::Agents& Agents,
		std::vector<phalanx::Vec3d>& Places);
	/** Calls for the squads; one whose order is refused does not hold up the others. */
	template <class GroundType>
	void Call(const phalanx::Context& Context, size_t Count, const GroundType& Ground);
	void FormUpNow(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, const UWorld* World);
	void BeginJobs(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, UWorld* World);
	static void GiveAnswersOfJobs(UPhalanxSubsystem& Phalanx, FMassEntityManager& EntityManager);

	FMassEntityQuery MemberQuery;
	/** One for each order that is carried out; kept, so that later orders allocate nothing. */
	std::vector<PhalanxUnreal::FSquadMuster> Musters;
	std::vector<phalanx::Squad> Squads;
	/** For each order: circles that are taken by others, and places along a drawn line. */
	std::vector<TArray<PhxCircle>> Blockers;
	std::vector<std::vector<phalanx::Vec3d>> Places;
	/** Members of squads without an order, where they stand or will stand. */
	TArray<PhxCircle> Standing;
};
