// The exchange of rays and hits.

#include "PhalanxSquadJob.h"

#include "Engine/World.h"

namespace PhalanxUnreal
{

/** Traces that one job asks the engine for in one frame. */
static constexpr int32 TracesPerFrame = 4096;

FSquadJob::FSquadJob(int32 InSquad, UWorld& InWorld, const FPhalanxGroundSettings& Settings)
	: Squad(InSquad)
	, World(&InWorld)
	, Traces(InWorld, Settings)
{
}

phalanx::Status FSquadJob::Begin(const phalanx::Context& Context, const FPhalanxGroundSettings& Settings, const phalanx::FormationDesc& Desc,
	FSquadMuster&& InMuster, const TArray<PhxCircle>& Blockers)
{
	Muster = MoveTemp(InMuster);
	phalanx::Agents Agents = Muster.agents();
	Agents.blockers = phalanx::view(Blockers);
	// A result that comes after this job is gone reaches nobody.
	Delegate.BindSP(AsShared(), &FSquadJob::OnTraced);
	if (!Traces.AreWanted())
	{
		return phalanx::Job::begin(Context, Agents, Desc, phalanx::NoGround{}, Job);
	}
	PhxGround Ground{};
	const phalanx::Status Status(phx_ground_init(Context.handle(), &Ground, sizeof(PhxGround)));
	if (!Status.succeeded())
	{
		return Status;
	}
	Apply(Settings, Ground);
	return phalanx::Job::begin(Context, Agents, Desc, Ground, Job);
}

void FSquadJob::Advance()
{
	if (bEnded)
	{
		return;
	}
	if (Hits.Num() > 0)
	{
		// What it answers, a poll tells as well.
		(void)Job.submit_hits(phalanx::Span<const PhxHit>(Hits));
		Hits.Reset();
	}
	phalanx::Status Status = Job.poll();
	if (Status.in_progress())
	{
		// Without threads of its own the library works here, to the next place where it can pause.
		Status = Job.step(std::chrono::microseconds(0));
	}
	if (Status.needs_traces())
	{
		RequestTraces();
	}
	bEnded = !Status.needs_traces() && !Status.in_progress();
}

void FSquadJob::RequestTraces()
{
	UWorld* TracedWorld = World.Get();
	if (TracedWorld == nullptr)
	{
		return;
	}
	Rays.SetNumUninitialized(TracesPerFrame);
	std::uint64_t Count = 0;
	if (!Job.take_rays(phalanx::Span<PhxRay>(Rays), Count).succeeded())
	{
		return;
	}
	for (int32 Ray = 0; Ray < static_cast<int32>(Count); ++Ray)
	{
		// A job asks for far fewer than 2^32 rays: its ids fit.
		TracedWorld->AsyncLineTraceByObjectType(EAsyncTraceType::Multi, ToVector(Rays[Ray].origin), ToVector(phalanx::ray_end(Rays[Ray])),
			Traces.GetObjects(), Traces.GetParams(), &Delegate, static_cast<uint32>(Rays[Ray].id));
	}
}

void FSquadJob::OnTraced(const FTraceHandle&, FTraceDatum& Datum)
{
	PhxHit Hit{};
	Hit.id = Datum.UserData;
	Traces.Answer(Datum.OutHits, Hit);
	Hits.Add(Hit);
}

float FSquadJob::GetProgress() const
{
	phalanx::JobInfo Info;
	(void)Job.poll(Info);
	return Info.progress;
}

phalanx::Formation FSquadJob::Finish()
{
	phalanx::Formation Formation;
	(void)Job.finish(Formation);
	return Formation;
}

} // namespace PhalanxUnreal
