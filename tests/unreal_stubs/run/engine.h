// A toy engine behind the stand-ins: enough of a world, of traces and of Mass to run the plugin's sources with.

#pragma once

#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "Components/LineBatchComponent.h"
#include "Engine/Engine.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "MassCommonFragments.h"
#include "MassEntityTypes.h"
#include "Misc/Paths.h"
#include "PhalanxMassFragments.h"
#include "PhalanxModule.h"
#include "PhalanxSettings.h"
#include "PhalanxSubsystem.h"

#include <deque>
#include <thread>

namespace toy
{

inline UPhalanxSettings Settings;
inline UPhalanxSubsystem Subsystem;
inline UWorld World;
inline FPhalanxModule Module;
inline std::size_t Lines = 0;

// Ground at height 7 but in a pond of two metres around the place of the orders; a wall stands on some of it.
inline const FVector Middle(9000.0, 500.0, 0.0);
inline std::size_t Traces = 0;
inline UPrimitiveComponent Ground, Wall, Leaves;

inline void Trace(const FVector& Start, TArray<FHitResult>& Hits)
{
	++Traces;
	const auto Add = [&](UPrimitiveComponent& Component, double Height)
	{
		FHitResult Hit{};
		Hit.StubComponent = &Component;
		Hit.ImpactPoint = FVector_NetQuantize(Start.X, Start.Y, Height);
		Hit.ImpactNormal = FVector_NetQuantize(0.0, 0.0, 1.0);
		Hits.Add(Hit);
	};
	const double X = Start.X - Middle.X, Y = Start.Y - Middle.Y;
	// Of a type that was not asked for, above all else.
	Add(Leaves, 300.0);
	if (X > 300.0 && X < 420.0) Add(Wall, 100.0);
	if (X * X + Y * Y > 200.0 * 200.0) Add(Ground, 7.0);
}

// Traces that are answered in the next frame, the last one first.
struct FWaitingTrace
{
	FVector Start;
	FTraceDelegate Delegate;
	uint32 UserData;
};
inline std::deque<FWaitingTrace> Waiting;

inline void AnswerTraces()
{
	for (std::deque<FWaitingTrace> Now = std::exchange(Waiting, {}); !Now.empty(); Now.pop_back())
	{
		FTraceDatum Datum{Now.back().UserData, {}};
		Trace(Now.back().Start, Datum.OutHits);
		Now.back().Delegate.StubBound(FTraceHandle(), Datum);
	}
}

// Entities of one archetype that lie together.
struct FChunk
{
	std::vector<FMassEntityHandle> Entities;
	TArray<FTransformFragment> Transforms;
	TArray<FAgentRadiusFragment> Radii; // empty where the archetype has none
	TArray<FPhalanxMemberFragment> Members;
	TArray<FPhalanxGoalFragment> Goals;
};
inline std::vector<FChunk> Chunks;
inline FChunk* Current = nullptr;
// Entities whose number is this one are gone.
inline int32 Fallen = -1;

} // namespace toy

UEngine ToyEngine;
UEngine* GEngine = &ToyEngine;
FCollisionQueryParams FCollisionQueryParams::DefaultQueryParam;

template <>
const UPhalanxSettings* GetDefault<UPhalanxSettings>()
{
	return &toy::Settings;
}
template <>
ULineBatchComponent* NewObject<ULineBatchComponent>(UObject*)
{
	static ULineBatchComponent Batcher;
	return &Batcher;
}
template <>
FPhalanxModule* FModuleManager::GetModulePtr<FPhalanxModule>(const FName)
{
	return &toy::Module;
}
template <>
UPhalanxSubsystem* UWorld::GetSubsystem<UPhalanxSubsystem>() const
{
	return &toy::Subsystem;
}
template <>
UPhalanxSubsystem* UWorld::GetSubsystem<UPhalanxSubsystem>(const UWorld*)
{
	return &toy::Subsystem;
}

bool IsValid(const UObject* Object)
{
	const AActor* Actor = static_cast<const AActor*>(Object);
	return Actor != nullptr && !Actor->bStubGone;
}
UWorld* UObject::GetWorld() const
{
	return &toy::World;
}
UWorld* UEngine::GetWorldFromContextObject(const UObject*, EGetWorldErrorMode) const
{
	return &toy::World;
}
bool UWorldSubsystem::DoesSupportWorldType(const EWorldType::Type) const
{
	return true;
}
FName UDeveloperSettings::GetCategoryName() const
{
	return FName();
}

struct FToyPlugin : public IPlugin
{
	virtual FString GetBaseDir() const override { return FString("/plugins/Phalanx"); }
};
struct FToyPlugins : public IPluginManager
{
	virtual TSharedPtr<IPlugin> FindPlugin(const FString&) override
	{
		return TSharedRef<IPlugin>(std::static_pointer_cast<IPlugin>(std::make_shared<FToyPlugin>()));
	}
};
IPluginManager& IPluginManager::Get()
{
	static FToyPlugins Plugins;
	return Plugins;
}
template <class... P>
FString FPaths::Combine(const P&...)
{
	return FString("/plugins/Phalanx/library");
}
// The program is linked to the library already.
void* FPlatformProcess::GetDllHandle(const TCHAR* File)
{
	return const_cast<TCHAR*>(File);
}

struct FToyGraph : public FTaskGraphInterface
{
	virtual int32 GetNumWorkerThreads() override { return 2; }
};
FTaskGraphInterface& FTaskGraphInterface::Get()
{
	static FToyGraph Graph;
	return Graph;
}
void ParallelFor(const TCHAR*, int32 Count, int32, TFunctionRef<void(int32)> Body, EParallelForFlags)
{
	std::thread Other([&] { for (int32 Piece = 1; Piece < Count; Piece += 2) Body(Piece); });
	for (int32 Piece = 0; Piece < Count; Piece += 2) Body(Piece);
	Other.join();
}

ECollisionChannel UEngineTypes::ConvertToCollisionChannel(EObjectTypeQuery Type)
{
	return static_cast<ECollisionChannel>(Type);
}
bool FCollisionObjectQueryParams::IsValidObjectQuery(ECollisionChannel Channel)
{
	return Channel >= 0 && Channel < ECC_MAX;
}
void FCollisionObjectQueryParams::AddObjectTypesToQuery(ECollisionChannel) {}
FCollisionQueryParams::FCollisionQueryParams(FName, bool, const AActor*) {}

bool UWorld::LineTraceMultiByObjectType(TArray<FHitResult>& Hits, const FVector& Start, const FVector&, const FCollisionObjectQueryParams&,
	const FCollisionQueryParams&) const
{
	toy::Trace(Start, Hits);
	return Hits.Num() > 0;
}
FTraceHandle UWorld::AsyncLineTraceByObjectType(EAsyncTraceType, const FVector& Start, const FVector&, const FCollisionObjectQueryParams&,
	const FCollisionQueryParams&, const FTraceDelegate* Delegate, uint32 UserData)
{
	toy::Waiting.push_back({Start, *Delegate, UserData});
	return FTraceHandle();
}

void UPrimitiveComponent::RegisterComponentWithWorld(UWorld*) {}
void UPrimitiveComponent::UnregisterComponent() {}
FBatchedLine::FBatchedLine(const FVector&, const FVector&, const FLinearColor&, float, float, uint8, uint32) {}
void ULineBatchComponent::DrawLines(TArrayView<FBatchedLine> Lines)
{
	toy::Lines += static_cast<std::size_t>(Lines.Num());
}

#include "MassEntityManager.h"
#include "MassEntityQuery.h"
#include "MassExecutionContext.h"

uint64 FMassEntityHandle::AsNumber() const
{
	return static_cast<uint64>(SerialNumber) << 32 | static_cast<uint64>(Index);
}
UWorld* FMassEntityManager::GetWorld() const
{
	return &toy::World;
}
bool FMassEntityManager::IsEntityValid(FMassEntityHandle Entity) const
{
	return Entity.Index != toy::Fallen;
}
template <>
FPhalanxGoalFragment* FMassEntityManager::GetFragmentDataPtr<FPhalanxGoalFragment>(FMassEntityHandle Entity) const
{
	for (toy::FChunk& Chunk : toy::Chunks)
	{
		for (std::size_t At = 0; At < Chunk.Entities.size(); ++At)
		{
			if (Chunk.Entities[At].Index == Entity.Index) return &Chunk.Goals[static_cast<int32>(At)];
		}
	}
	return nullptr;
}
FMassEntityQuery::FMassEntityQuery(UMassProcessor&) {}
void FMassEntityQuery::ForEachEntityChunk(FMassEntityManager&, FMassExecutionContext& Context, const FMassExecuteFunction& Function)
{
	for (toy::FChunk& Chunk : toy::Chunks)
	{
		toy::Current = &Chunk;
		Function(Context);
	}
	toy::Current = nullptr;
}
int32 FMassExecutionContext::GetNumEntities() const
{
	return static_cast<int32>(toy::Current->Entities.size());
}
FMassEntityHandle FMassExecutionContext::GetEntity(int32 Index) const
{
	return toy::Current->Entities[static_cast<std::size_t>(Index)];
}
template <>
TConstArrayView<FTransformFragment> FMassExecutionContext::GetFragmentView<FTransformFragment>() const
{
	return toy::Current->Transforms;
}
template <>
TConstArrayView<FAgentRadiusFragment> FMassExecutionContext::GetFragmentView<FAgentRadiusFragment>() const
{
	return toy::Current->Radii;
}
template <>
TConstArrayView<FPhalanxMemberFragment> FMassExecutionContext::GetFragmentView<FPhalanxMemberFragment>() const
{
	return toy::Current->Members;
}
template <>
TArrayView<FPhalanxGoalFragment> FMassExecutionContext::GetMutableFragmentView<FPhalanxGoalFragment>()
{
	return toy::Current->Goals;
}
