// Stand-in: traces whose results come in the next frame.

#pragma once

#include "CollisionQueryParams.h"
#include "Engine/HitResult.h"

enum class EAsyncTraceType : uint8
{
	Test,
	Single,
	Multi
};
struct FTraceHandle
{
};
struct FTraceDatum
{
	uint32 UserData;
	TArray<FHitResult> OutHits;
};
class FTraceDelegate
{
public:
	template <class T>
	void BindSP(const TSharedRef<T>& Object, void (T::*Method)(const FTraceHandle&, FTraceDatum&))
	{
		StubBound = [Weak = std::weak_ptr<T>(Object.Object), Method](const FTraceHandle& Handle, FTraceDatum& Datum)
		{
			if (const std::shared_ptr<T> Alive = Weak.lock()) (Alive.get()->*Method)(Handle, Datum);
		};
	}
	std::function<void(const FTraceHandle&, FTraceDatum&)> StubBound;
};
