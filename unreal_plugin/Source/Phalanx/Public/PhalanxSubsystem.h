// The world's Phalanx: owns the context, takes orders, draws what they queue.

#pragma once

#include "CoreMinimal.h"
#include "PhalanxApi.h"
#include "PhalanxFormationAnswer.h"
#include "PhalanxFormationTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "PhalanxSubsystem.generated.h"

class ULineBatchComponent;

namespace PhalanxUnreal
{
class FDebugDraw;
class FSquadJob;

/** The engine's worker threads, as the library's work runs on them. */
struct FWorkerLoop
{
	template <class BodyType>
	void operator()(uint32 Pieces, BodyType&& Body) const
	{
		Run(Pieces, [&Body](uint32 Piece) { Body(Piece); });
	}

private:
	PHALANX_API static void Run(uint32 Pieces, TFunctionRef<void(uint32)> Body);
};
} // namespace PhalanxUnreal

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FPhalanxSquadFormedUp, int32, Squad, const FPhalanxFormationReport&, Report);

UCLASS()
class PHALANX_API UPhalanxSubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	/** The subsystem of an object's world, or null. */
	static UPhalanxSubsystem* Get(const UObject* WorldContextObject);

	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override;

	/** Whether there is a context. The log says why not. */
	UFUNCTION(BlueprintPure, Category = "Phalanx")
	bool IsReady() const;

	/** For calls of phalanx.hpp. Only while IsReady(); calls may come from any thread. */
	const phalanx::Context& GetContext() const { return Context; }

	/** Orders an army into a formation, within this call; traces run on the calling thread, which must be the game thread. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (AutoCreateRefTerm = "Settings, Ground"))
	bool FormUp(const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings, FVector Center, FVector Direction,
		const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation) const;

	/** The same for a line that a player drew. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (AutoCreateRefTerm = "Settings, Ground"))
	bool FormUpAlongLine(const TArray<FVector>& Line, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
		const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation) const;

	/** The same for several squads in one call: each takes its place where the earlier ones leave room. All or none succeed. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Formation", meta = (AutoCreateRefTerm = "Ground"))
	bool FormUpSquads(const TArray<FPhalanxSquad>& Squads, const FPhalanxGroundSettings& Ground, TArray<FPhalanxFormation>& Formations) const;

	/** Orders the Mass entities whose FPhalanxMemberFragment names this squad. Replaces an order that is under way. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Squads")
	void OrderSquad(int32 Squad, const FPhalanxOrder& Order);

	/** How much of a squad's order is done, 0 to 1; 1 if it has none. A rough estimate that never falls. */
	UFUNCTION(BlueprintPure, Category = "Phalanx|Squads")
	float GetOrderProgress(int32 Squad) const;

	/** Goals of a squad have been written. */
	UPROPERTY(BlueprintAssignable, Category = "Phalanx|Squads")
	FPhalanxSquadFormedUp OnSquadFormedUp;

	/** Which EPhalanxDebugCategory bits are drawn from now on, of those that orders ask for. */
	UFUNCTION(BlueprintCallable, Category = "Phalanx|Debug")
	void SetDebugCategories(int32 Categories);

	// What follows is for the Mass processor.

	/** An order that waits, with the number of slots of the squad's last order. */
	struct FWaitingOrder
	{
		int32 Squad;
		FPhalanxOrder Order;
		uint64 PreviousSlotCount;
	};

	bool HasOrders() const { return Orders.Num() > 0; }

	/** Takes the orders out, by squad, so that squads make room for one another in the same order on every machine. */
	TArray<FWaitingOrder> TakeOrders();

	/** Remembers and tells what became of an order. */
	void Conclude(int32 Squad, const phalanx::Formation& Formation);

	void AddJob(const TSharedRef<PhalanxUnreal::FSquadJob>& Job);

	/** Takes out the jobs that have ended. */
	TArray<TSharedRef<PhalanxUnreal::FSquadJob>> TakeEndedJobs();

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	void Draw();

	phalanx::Context Context;
	TUniquePtr<phalanx::HostLoop<PhalanxUnreal::FWorkerLoop>> WorkerLoop;
	TSharedPtr<PhalanxUnreal::FDebugDraw> DebugDraw;
	bool bDraws = false;

	TMap<int32, FPhalanxOrder> Orders;
	TMap<int32, uint64> SlotTargets;
	TArray<TSharedRef<PhalanxUnreal::FSquadJob>> Jobs;

	/** Draws; made when there is something to draw. */
	UPROPERTY(Transient)
	TObjectPtr<ULineBatchComponent> LineBatcher;
};
