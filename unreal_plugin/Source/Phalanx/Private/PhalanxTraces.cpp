// Tracing, and what a hit means.

#include "PhalanxTraces.h"

#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"

namespace PhalanxUnreal
{

/** The collision channels of object types, one bit each. */
static uint32 ChannelsOf(const TArray<TEnumAsByte<EObjectTypeQuery>>& Types)
{
	uint32 Channels = 0;
	for (const TEnumAsByte<EObjectTypeQuery>& Type : Types)
	{
		const ECollisionChannel Channel = UEngineTypes::ConvertToCollisionChannel(Type.GetValue());
		// A type that the project no longer has is no channel.
		if (FCollisionObjectQueryParams::IsValidObjectQuery(Channel))
		{
			Channels |= 1u << static_cast<uint32>(Channel);
		}
	}
	return Channels;
}

FTraces::FTraces(const UWorld& InWorld, const FPhalanxGroundSettings& Settings)
	: World(InWorld)
	, GroundChannels(ChannelsOf(Settings.GroundObjectTypes))
	, ObstacleChannels(ChannelsOf(Settings.ObstacleObjectTypes))
	, Params(FName(TEXT("PhalanxGround")), false)
{
	for (uint32 Channel = 0; Channel < 32; ++Channel)
	{
		if (((GroundChannels | ObstacleChannels) >> Channel & 1u) != 0)
		{
			Objects.AddObjectTypesToQuery(static_cast<ECollisionChannel>(Channel));
		}
	}
}

void FTraces::Answer(phalanx::Span<const PhxRay> Rays, phalanx::Span<PhxHit> Answers)
{
	for (size_t Ray = 0; Ray < Rays.size(); ++Ray)
	{
		Met.Reset();
		World.LineTraceMultiByObjectType(Met, ToVector(Rays[Ray].origin), ToVector(phalanx::ray_end(Rays[Ray])), Objects, Params);
		Answer(Met, Answers[Ray]);
	}
}

void FTraces::Answer(const TArray<FHitResult>& Hits, PhxHit& Answer) const
{
	phalanx::set_first(Answer, Hits, [this](const FHitResult& Hit) { return KindOf(Hit); },
		[](const FHitResult& Hit, PhxHit& Ground)
		{
			const FVector& Normal = Hit.ImpactNormal;
			phalanx::set_ground(Ground, ToPhalanx(Hit.ImpactPoint),
				{static_cast<float>(Normal.X), static_cast<float>(Normal.Y), static_cast<float>(Normal.Z)});
		});
}

uint32 FTraces::KindOf(const FHitResult& Hit) const
{
	const UPrimitiveComponent* Component = Hit.GetComponent();
	if (Component == nullptr)
	{
		return PHX_HIT_NONE;
	}
	const uint32 Channel = 1u << static_cast<uint32>(Component->GetCollisionObjectType());
	// A type in both lists is an obstacle: that is the safer reading.
	if ((ObstacleChannels & Channel) != 0)
	{
		return PHX_HIT_OBSTACLE;
	}
	// A trace that starts inside of ground has met no surface of it.
	return (GroundChannels & Channel) != 0 && !Hit.bStartPenetrating ? PHX_HIT_GROUND : PHX_HIT_NONE;
}

} // namespace PhalanxUnreal
