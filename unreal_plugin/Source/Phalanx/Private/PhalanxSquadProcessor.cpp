// Gathering, the call, and giving back.

#include "PhalanxSquadProcessor.h"

#include "Engine/World.h"
#include "MassCommonFragments.h"
#include "MassCommonTypes.h"
#include "PhalanxDescriptions.h"
#include "PhalanxSettings.h"
#include "PhalanxSquadJob.h"
#include "PhalanxTraces.h"

namespace PhalanxUnreal
{

static void Give(FPhalanxGoalFragment& Fragment, const phalanx::Answer& Answer)
{
	Fragment.Goal = ToVector(Answer.goal);
	Fragment.Slot = Answer.slot;
	Fragment.Outcome = static_cast<EPhalanxOutcome>(Answer.outcome);
	++Fragment.Answers;
}

/** Where a member stands in the way of others: at its goal, or where it is if it never had one. */
static PhxCircle CircleOf(const FVector& Location, float Radius, const FPhalanxGoalFragment& Goal)
{
	const FVector& Place = Goal.Answers > 0 ? Goal.Goal : Location;
	return PhxCircle{{Place.X, Place.Y, Place.Z}, Radius, 0};
}

} // namespace PhalanxUnreal

UPhalanxSquadProcessor::UPhalanxSquadProcessor()
	: MemberQuery(*this)
{
	bAutoRegisterWithProcessingPhases = true;
	ExecutionFlags = static_cast<uint8>(EProcessorExecutionFlags::AllNetModes);
	ProcessingPhase = EMassProcessingPhase::PrePhysics;
	ExecutionOrder.ExecuteInGroup = UE::Mass::ProcessorGroupNames::Behavior;
	// Traces and the subsystem are the game thread's.
	bRequiresGameThreadExecution = true;
}

void UPhalanxSquadProcessor::ConfigureQueries(PHALANX_MASS_CONFIGURE_PARAMETERS)
{
	MemberQuery.AddRequirement<FTransformFragment>(EMassFragmentAccess::ReadOnly);
	MemberQuery.AddRequirement<FAgentRadiusFragment>(EMassFragmentAccess::ReadOnly, EMassFragmentPresence::Optional);
	MemberQuery.AddRequirement<FPhalanxMemberFragment>(EMassFragmentAccess::ReadOnly);
	MemberQuery.AddRequirement<FPhalanxGoalFragment>(EMassFragmentAccess::ReadWrite);
}

void UPhalanxSquadProcessor::Execute(FMassEntityManager& EntityManager, FMassExecutionContext& Context)
{
	UWorld* World = EntityManager.GetWorld();
	UPhalanxSubsystem* Phalanx = UWorld::GetSubsystem<UPhalanxSubsystem>(World);
	if (Phalanx == nullptr || !Phalanx->IsReady())
	{
		return;
	}
	GiveAnswersOfJobs(*Phalanx, EntityManager);
	if (!Phalanx->HasOrders())
	{
		return;
	}
	FWaitingOrders Now;
	FWaitingOrders Later;
	for (const UPhalanxSubsystem::FWaitingOrder& Waiting : Phalanx->TakeOrders())
	{
		(Waiting.Order.bAcrossFrames ? Later : Now).Add(Waiting);
	}
	if (Now.Num() > 0)
	{
		Muster(Now, EntityManager, Context);
		FormUpNow(Now, *Phalanx, World);
	}
	if (Later.Num() > 0)
	{
		Muster(Later, EntityManager, Context);
		BeginJobs(Later, *Phalanx, World);
	}
}

void UPhalanxSquadProcessor::Muster(const FWaitingOrders& Orders, FMassEntityManager& EntityManager, FMassExecutionContext& Context)
{
	if (Musters.size() < static_cast<size_t>(Orders.Num()))
	{
		Musters.resize(static_cast<size_t>(Orders.Num()));
	}
	TMap<int32, int32> OrderOfSquad;
	bool bStandingCount = false;
	for (int32 Order = 0; Order < Orders.Num(); ++Order)
	{
		Musters[static_cast<size_t>(Order)].clear();
		OrderOfSquad.Add(Orders[Order].Squad, Order);
		bStandingCount = bStandingCount || Orders[Order].Order.bKeepClearOfOtherSquads;
	}
	Standing.Reset();
	PhalanxUnreal::ForEachChunk(MemberQuery, EntityManager, Context, [&](FMassExecutionContext& Chunk)
	{
		const TConstArrayView<FTransformFragment> Transforms = Chunk.GetFragmentView<FTransformFragment>();
		const TConstArrayView<FAgentRadiusFragment> Radii = Chunk.GetFragmentView<FAgentRadiusFragment>();
		const TConstArrayView<FPhalanxMemberFragment> Members = Chunk.GetFragmentView<FPhalanxMemberFragment>();
		const TArrayView<FPhalanxGoalFragment> Goals = Chunk.GetMutableFragmentView<FPhalanxGoalFragment>();
		for (int32 Entity = 0; Entity < Chunk.GetNumEntities(); ++Entity)
		{
			const FPhalanxMemberFragment& Fragment = Members[Entity];
			const int32* Order = OrderOfSquad.Find(Fragment.Squad);
			if (Order == nullptr && !bStandingCount)
			{
				continue;
			}
			const FVector Location = Transforms[Entity].GetTransform().GetLocation();
			phalanx::Member Member;
			if (Radii.Num() > 0)
			{
				Member.radius = Radii[Entity].Radius;
			}
			if (Order == nullptr)
			{
				if (!Fragment.bCanFly)
				{
					Standing.Add(PhalanxUnreal::CircleOf(Location, Member.radius, Goals[Entity]));
				}
				continue;
			}
			const FMassEntityHandle Handle = Chunk.GetEntity(Entity);
			Member.location = PhalanxUnreal::ToPhalanx(Location);
			Member.unique_id = Fragment.UniqueId != 0 ? Fragment.UniqueId : Handle.AsNumber();
			Member.speed = Fragment.Speed;
			Member.rank = Fragment.Rank;
			Member.eligible = Fragment.bEligible;
			Member.can_fly = Fragment.bCanFly;
			Member.z_frozen = Fragment.bZFrozen;
			if (Orders[*Order].PreviousSlotCount != 0)
			{
				Member.previous_slot = Goals[Entity].Slot;
			}
			Musters[static_cast<size_t>(*Order)].add(PhalanxUnreal::FMemberHandle{Handle, &Goals[Entity]}, Member);
		}
	});
	GatherBlockers(Orders);
}

void UPhalanxSquadProcessor::GatherBlockers(const FWaitingOrders& Orders)
{
	if (Blockers.size() < static_cast<size_t>(Orders.Num()))
	{
		Blockers.resize(static_cast<size_t>(Orders.Num()));
		Places.resize(Blockers.size());
	}
	for (int32 Order = 0; Order < Orders.Num(); ++Order)
	{
		TArray<PhxCircle>& Taken = Blockers[static_cast<size_t>(Order)];
		Taken.Reset();
		PhalanxUnreal::Append(Orders[Order].Order.Blockers, Taken);
		if (Orders[Order].Order.bKeepClearOfOtherSquads)
		{
			Taken.Append(Standing);
		}
	}
}

phalanx::FormationDesc UPhalanxSquadProcessor::Describe(const phalanx::Context& Context, const UPhalanxSubsystem::FWaitingOrder& Waiting,
	const phalanx::Agents& Agents, std::vector<phalanx::Vec3d>& Places)
{
	const FPhalanxOrder& Order = Waiting.Order;
	phalanx::FormationDesc Desc = PhalanxUnreal::Describe(Context, Order.Formation, Order.Center, Order.Direction);
	if (Order.bKeepSlots)
	{
		Desc.previous_slot_count = Waiting.PreviousSlotCount;
	}
	if (Order.Line.Num() > 0 && !Context.drag(phalanx::view(Order.Line), Agents, Desc, Places).succeeded())
	{
		// The context's log has the text; a description like this is refused by the call.
		Desc = phalanx::FormationDesc();
	}
	return Desc;
}

template <class GroundType>
void UPhalanxSquadProcessor::Call(const phalanx::Context& Context, size_t Count, const GroundType& Ground)
{
	// Each squad's own status tells how it went.
	if (Context.form_up_many(phalanx::Span<phalanx::Squad>(Squads.data(), Count), Ground).succeeded())
	{
		return;
	}
	// Each alone tells which of them are refused; the others then make room for one another.
	std::vector<phalanx::Squad> Good;
	std::vector<size_t> Indices;
	for (size_t Squad = 0; Squad < Count; ++Squad)
	{
		if (Context.form_up_many(phalanx::Span<phalanx::Squad>(&Squads[Squad], 1), Ground).succeeded())
		{
			Good.push_back(Squads[Squad]);
			Indices.push_back(Squad);
		}
	}
	(void)Context.form_up_many(phalanx::Span<phalanx::Squad>(Good), Ground);
	for (size_t Squad = 0; Squad < Good.size(); ++Squad)
	{
		Squads[Indices[Squad]].formation = Good[Squad].formation;
	}
}

void UPhalanxSquadProcessor::FormUpNow(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, const UWorld* World)
{
	const phalanx::Context& Context = Phalanx.GetContext();
	const size_t Count = static_cast<size_t>(Orders.Num());
	if (Squads.size() < Count)
	{
		Squads.resize(Count);
	}
	for (size_t Order = 0; Order < Count; ++Order)
	{
		Squads[Order].agents = Musters[Order].agents();
		Squads[Order].agents.blockers = phalanx::view(Blockers[Order]);
		Squads[Order].desc = Describe(Context, Orders[static_cast<int32>(Order)], Squads[Order].agents, Places[Order]);
	}
	const FPhalanxGroundSettings& Ground = GetDefault<UPhalanxSettings>()->Ground;
	(void)PhalanxUnreal::WithGround(Context, World, Ground, [&](const auto& Probed)
	{
		Call(Context, Count, Probed);
		return phalanx::Status();
	});
	for (size_t Order = 0; Order < Count; ++Order)
	{
		const phalanx::Formation& Formation = Squads[Order].formation;
		(void)Musters[Order].scatter(Formation, [](const PhalanxUnreal::FMemberHandle& Member, const phalanx::Answer& Answer)
		{
			PhalanxUnreal::Give(*Member.Goal, Answer);
		});
		Phalanx.Conclude(Orders[static_cast<int32>(Order)].Squad, Formation);
	}
}

void UPhalanxSquadProcessor::BeginJobs(const FWaitingOrders& Orders, UPhalanxSubsystem& Phalanx, UWorld* World)
{
	const FPhalanxGroundSettings& Ground = GetDefault<UPhalanxSettings>()->Ground;
	for (int32 Order = 0; Order < Orders.Num(); ++Order)
	{
		const TSharedRef<PhalanxUnreal::FSquadJob> Job = MakeShared<PhalanxUnreal::FSquadJob>(Orders[Order].Squad, *World, Ground);
		const size_t At = static_cast<size_t>(Order);
		const phalanx::FormationDesc Desc = Describe(Phalanx.GetContext(), Orders[Order], Musters[At].agents(), Places[At]);
		const phalanx::Status Status = Job->Begin(Phalanx.GetContext(), Ground, Desc, MoveTemp(Musters[At]), Blockers[At]);
		if (Status.succeeded())
		{
			Phalanx.AddJob(Job);
		}
		else
		{
			phalanx::Formation Failed;
			Failed.status = Status;
			Phalanx.Conclude(Orders[Order].Squad, Failed);
		}
	}
}

void UPhalanxSquadProcessor::GiveAnswersOfJobs(UPhalanxSubsystem& Phalanx, FMassEntityManager& EntityManager)
{
	for (const TSharedRef<PhalanxUnreal::FSquadJob>& Job : Phalanx.TakeEndedJobs())
	{
		const phalanx::Formation Formation = Job->Finish();
		(void)Job->GetMuster().scatter(Formation, [&](const PhalanxUnreal::FMemberHandle& Member, const phalanx::Answer& Answer)
		{
			// Whoever fell since the order was given gets no answer.
			if (!EntityManager.IsEntityValid(Member.Entity))
			{
				return;
			}
			if (FPhalanxGoalFragment* Goal = EntityManager.GetFragmentDataPtr<FPhalanxGoalFragment>(Member.Entity))
			{
				PhalanxUnreal::Give(*Goal, Answer);
			}
		});
		Phalanx.Conclude(Job->GetSquad(), Formation);
	}
}
