// Making the context, and what happens in each tick.

#include "PhalanxSubsystem.h"

#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "Components/LineBatchComponent.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "PhalanxDebugDraw.h"
#include "PhalanxDescriptions.h"
#include "PhalanxFormUp.h"
#include "PhalanxModule.h"
#include "PhalanxSettings.h"
#include "PhalanxSquadJob.h"

namespace PhalanxUnreal
{

void FWorkerLoop::Run(uint32 Pieces, TFunctionRef<void(uint32)> Body)
{
	ParallelFor(TEXT("Phalanx"), static_cast<int32>(Pieces), 1, [Body](int32 Piece) { Body(static_cast<uint32>(Piece)); });
}

/** On the thread of the call that it is about. */
static void LogMessage(void*, std::uint32_t Level, const char* Message)
{
	if (Level == PHX_LOG_ERROR)
	{
		UE_LOG(LogPhalanx, Error, TEXT("%s"), UTF8_TO_TCHAR(Message));
	}
	else
	{
		UE_LOG(LogPhalanx, Warning, TEXT("%s"), UTF8_TO_TCHAR(Message));
	}
}

/** For a call without a context. */
static FPhalanxFormation NotReady()
{
	FPhalanxFormation Formation;
	Formation.Error = TEXT("Phalanx is not ready; the log says why.");
	return Formation;
}

} // namespace PhalanxUnreal

UPhalanxSubsystem* UPhalanxSubsystem::Get(const UObject* WorldContextObject)
{
	const UWorld* World = GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::LogAndReturnNull);
	return World != nullptr ? World->GetSubsystem<UPhalanxSubsystem>() : nullptr;
}

void UPhalanxSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	if (!FPhalanxModule::IsLibraryReady())
	{
		return;
	}
	const UPhalanxSettings& Settings = *GetDefault<UPhalanxSettings>();
	phalanx::ContextDesc Desc(phalanx::Frame::Unreal);
	Desc.threads(static_cast<uint32>(Settings.ThreadCount));
	Desc.log = &PhalanxUnreal::LogMessage;
	Desc.debug_categories = static_cast<uint32>(Settings.DebugCategories);
	if (Settings.bUseEngineThreads)
	{
		const uint32 Workers = static_cast<uint32>(FTaskGraphInterface::Get().GetNumWorkerThreads()) + 1;
		WorkerLoop = MakeUnique<phalanx::HostLoop<PhalanxUnreal::FWorkerLoop>>(Workers < PHX_MAX_THREADS ? Workers : PHX_MAX_THREADS, PhalanxUnreal::FWorkerLoop());
		WorkerLoop->serve(Desc);
	}
	if (!phalanx::Context::create(Desc, Context).succeeded())
	{
		UE_LOG(LogPhalanx, Error, TEXT("No context: %s"), UTF8_TO_TCHAR(phalanx::last_error().c_str()));
	}
	DebugDraw = MakeShared<PhalanxUnreal::FDebugDraw>(Settings.DebugLift, Settings.DebugSeconds);
	bDraws = Settings.DebugCategories != 0;
}

void UPhalanxSubsystem::Deinitialize()
{
	// Jobs belong to the context, and the context runs on the loop.
	Jobs.Empty();
	Orders.Empty();
	Context = phalanx::Context();
	WorkerLoop.Reset();
	DebugDraw.Reset();
	if (LineBatcher != nullptr)
	{
		LineBatcher->UnregisterComponent();
		LineBatcher = nullptr;
	}
	Super::Deinitialize();
}

void UPhalanxSubsystem::Tick(float DeltaTime)
{
	Super::Tick(DeltaTime);
	if (!IsReady())
	{
		return;
	}
	for (const TSharedRef<PhalanxUnreal::FSquadJob>& Job : Jobs)
	{
		Job->Advance();
	}
	if (bDraws)
	{
		Draw();
	}
}

TStatId UPhalanxSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UPhalanxSubsystem, STATGROUP_Tickables);
}

bool UPhalanxSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

bool UPhalanxSubsystem::IsReady() const
{
	return static_cast<bool>(Context);
}

bool UPhalanxSubsystem::FormUp(const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction,
	const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation) const
{
	if (!IsReady())
	{
		Formation = PhalanxUnreal::NotReady();
		return false;
	}
	return PhalanxUnreal::FormUp(Context, GetWorld(), Agents, Settings, Center, Direction, Ground, Formation);
}

bool UPhalanxSubsystem::FormUpAlongLine(const TArray<FVector>& Line, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
	const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation) const
{
	if (!IsReady())
	{
		Formation = PhalanxUnreal::NotReady();
		return false;
	}
	return PhalanxUnreal::FormUpAlongLine(Context, GetWorld(), Line, Agents, Settings, Ground, Formation);
}

bool UPhalanxSubsystem::FormUpSquads(const TArray<FPhalanxSquad>& Squads, const FPhalanxGroundSettings& Ground, TArray<FPhalanxFormation>& Formations) const
{
	if (!IsReady())
	{
		Formations.Init(PhalanxUnreal::NotReady(), Squads.Num());
		return false;
	}
	return PhalanxUnreal::FormUpSquads(Context, GetWorld(), Squads, Ground, Formations);
}

void UPhalanxSubsystem::OrderSquad(int32 Squad, const FPhalanxOrder& Order)
{
	Orders.Add(Squad, Order);
	Jobs.RemoveAll([Squad](const TSharedRef<PhalanxUnreal::FSquadJob>& Job) { return Job->GetSquad() == Squad; });
}

float UPhalanxSubsystem::GetOrderProgress(int32 Squad) const
{
	if (Orders.Contains(Squad))
	{
		return 0.0f;
	}
	for (const TSharedRef<PhalanxUnreal::FSquadJob>& Job : Jobs)
	{
		if (Job->GetSquad() == Squad)
		{
			return Job->GetProgress();
		}
	}
	return 1.0f;
}

TArray<UPhalanxSubsystem::FWaitingOrder> UPhalanxSubsystem::TakeOrders()
{
	Orders.KeySort([](int32 A, int32 B) { return A < B; });
	TArray<FWaitingOrder> Taken;
	for (const TPair<int32, FPhalanxOrder>& Waiting : Orders)
	{
		const uint64* Target = SlotTargets.Find(Waiting.Key);
		const bool bKeeps = Waiting.Value.bKeepSlots && Target != nullptr;
		Taken.Add(FWaitingOrder{Waiting.Key, Waiting.Value, bKeeps ? *Target : 0});
	}
	Orders.Reset();
	return Taken;
}

void UPhalanxSubsystem::Conclude(int32 Squad, const phalanx::Formation& Formation)
{
	if (!Formation.status.succeeded())
	{
		// The context's log has the text.
		UE_LOG(LogPhalanx, Warning, TEXT("Squad %d was not formed up: %s"), Squad, UTF8_TO_TCHAR(Formation.status.name()));
		return;
	}
	SlotTargets.Add(Squad, Formation.report.slot_target);
	OnSquadFormedUp.Broadcast(Squad, PhalanxUnreal::Read(Formation.report));
}

void UPhalanxSubsystem::AddJob(const TSharedRef<PhalanxUnreal::FSquadJob>& Job)
{
	Jobs.Add(Job);
}

TArray<TSharedRef<PhalanxUnreal::FSquadJob>> UPhalanxSubsystem::TakeEndedJobs()
{
	TArray<TSharedRef<PhalanxUnreal::FSquadJob>> Ended;
	Jobs.RemoveAll([&Ended](const TSharedRef<PhalanxUnreal::FSquadJob>& Job)
	{
		if (!Job->HasEnded())
		{
			return false;
		}
		Ended.Add(Job);
		return true;
	});
	return Ended;
}

void UPhalanxSubsystem::SetDebugCategories(int32 Categories)
{
	if (IsReady() && Context.debug_enable(static_cast<uint32>(Categories)).succeeded())
	{
		bDraws = Categories != 0;
	}
}

void UPhalanxSubsystem::Draw()
{
	if (LineBatcher == nullptr)
	{
		// Of our own: the world's may be flushed by others.
		LineBatcher = NewObject<ULineBatchComponent>(this);
		LineBatcher->RegisterComponentWithWorld(GetWorld());
	}
	DebugDraw->Poll(Context, *LineBatcher);
}
