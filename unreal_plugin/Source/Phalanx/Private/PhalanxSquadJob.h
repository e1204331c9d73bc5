// An order to a squad that spans frames: its traces run in the background, and their hits go back into the library's job.

#pragma once

#include "PhalanxApi.h"
#include "PhalanxSquadMuster.h"
#include "PhalanxTraces.h"
#include "WorldCollision.h"

namespace PhalanxUnreal
{

class FSquadJob : public TSharedFromThis<FSquadJob>
{
public:
	FSquadJob(int32 InSquad, UWorld& InWorld, const FPhalanxGroundSettings& Settings);

	/** Begins the work; the squad's members are remembered by their handles. */
	phalanx::Status Begin(const phalanx::Context& Context, const FPhalanxGroundSettings& Settings, const phalanx::FormationDesc& Desc,
		FSquadMuster&& InMuster, const TArray<PhxCircle>& Blockers);

	/** Hands in the hits that have come and asks for the next traces. Once in each frame. */
	void Advance();

	bool HasEnded() const { return bEnded; }
	int32 GetSquad() const { return Squad; }
	const FSquadMuster& GetMuster() const { return Muster; }

	/** 0 to 1. */
	float GetProgress() const;

	/** The answer, once. Its status says what became of the job. */
	phalanx::Formation Finish();

private:
	void RequestTraces();
	void OnTraced(const FTraceHandle& Handle, FTraceDatum& Datum);

	int32 Squad;
	TWeakObjectPtr<UWorld> World;
	FTraces Traces;
	FSquadMuster Muster;
	phalanx::Job Job;
	FTraceDelegate Delegate;
	TArray<PhxRay> Rays;
	TArray<PhxHit> Hits;
	bool bEnded = false;
};

} // namespace PhalanxUnreal
