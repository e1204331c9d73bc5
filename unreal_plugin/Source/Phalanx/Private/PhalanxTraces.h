// The library's rays as line traces of a world.

#pragma once

#include "CollisionQueryParams.h"
#include "Engine/HitResult.h"
#include "PhalanxApi.h"
#include "PhalanxDescriptions.h"
#include "PhalanxFormationTypes.h"

class UWorld;

namespace PhalanxUnreal
{

/** What counts as ground and what as an obstacle, asked in one trace by object type. */
class FTraces
{
public:
	FTraces(const UWorld& World, const FPhalanxGroundSettings& Settings);

	/** Whether there is anything to trace against. */
	bool AreWanted() const { return (GroundChannels | ObstacleChannels) != 0; }

	/** Answers rays on this thread. */
	void Answer(phalanx::Span<const PhxRay> Rays, phalanx::Span<PhxHit> Answers);

	/** Answers a ray from all that a trace met, in order of distance. */
	void Answer(const TArray<FHitResult>& Hits, PhxHit& Answer) const;

	const FCollisionObjectQueryParams& GetObjects() const { return Objects; }
	const FCollisionQueryParams& GetParams() const { return Params; }

private:
	uint32 KindOf(const FHitResult& Hit) const;

	const UWorld& World;
	uint32 GroundChannels;
	uint32 ObstacleChannels;
	FCollisionObjectQueryParams Objects;
	FCollisionQueryParams Params;
	TArray<FHitResult> Met;
};

/** Runs a call with the ground that the settings describe: Call(Ground), where Ground is what Context's calls take. */
template <class CallType>
phalanx::Status WithGround(const phalanx::Context& Context, const UWorld* World, const FPhalanxGroundSettings& Settings, CallType&& Call)
{
	if (World != nullptr)
	{
		FTraces Traces(*World, Settings);
		if (Traces.AreWanted())
		{
			phalanx::Ground Ground(Context, [&Traces](phalanx::Span<const PhxRay> Rays, phalanx::Span<PhxHit> Hits) { Traces.Answer(Rays, Hits); });
			Apply(Settings, Ground);
			return Call(Ground);
		}
	}
	return Call(phalanx::NoGround{});
}

inline FVector ToVector(const double (&Place)[3])
{
	return FVector(Place[0], Place[1], Place[2]);
}

inline FVector ToVector(const phalanx::Vec3d& Place)
{
	return FVector(Place.x, Place.y, Place.z);
}

inline phalanx::Vec3d ToPhalanx(const FVector& Place)
{
	return {Place.X, Place.Y, Place.Z};
}

} // namespace PhalanxUnreal
