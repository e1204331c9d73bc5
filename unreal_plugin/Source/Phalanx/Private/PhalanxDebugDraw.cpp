// Polling and drawing.

#include "PhalanxDebugDraw.h"

#include "PhalanxModule.h"
#include "PhalanxTraces.h"

namespace PhalanxUnreal
{

/** Items that are taken out at a time. */
static constexpr int32 ItemsPerPoll = 4096;
static constexpr float LineThickness = 2.0f;

static FLinearColor ColorOf(uint32 Color)
{
	return FLinearColor(FColor(phalanx::channel(Color, 0), phalanx::channel(Color, 1), phalanx::channel(Color, 2), phalanx::channel(Color, 3)));
}

FDebugDraw::FDebugDraw(float Lift, float InSeconds)
	: Pen(phalanx::Frame::Unreal, static_cast<double>(Lift))
	, Seconds(InSeconds)
{
}

void FDebugDraw::Poll(const phalanx::Context& Context, ULineBatchComponent& Into)
{
	Items.SetNumUninitialized(ItemsPerPoll);
	std::uint64_t Dropped = 0;
	for (;;)
	{
		std::uint64_t Count = 0;
		const phalanx::Status Status = Context.debug_poll(phalanx::Span<PhxDebugItem>(Items), Count, &Dropped);
		if (!Status.succeeded())
		{
			UE_LOG(LogPhalanx, Warning, TEXT("Nothing is drawn: %s"), UTF8_TO_TCHAR(phalanx::last_error().c_str()));
			return;
		}
		if (Dropped != 0)
		{
			UE_LOG(LogPhalanx, Verbose, TEXT("%llu things were not drawn, because too many waited."), static_cast<unsigned long long>(Dropped));
		}
		Lines.Reset();
		for (int32 Item = 0; Item < static_cast<int32>(Count); ++Item)
		{
			Pen.draw(Items[Item], [this](const phalanx::DebugLine& Line)
			{
				Lines.Add(FBatchedLine(ToVector(Line.from), ToVector(Line.to), ColorOf(Line.color), Seconds, LineThickness, SDPG_World));
			});
		}
		if (Lines.Num() > 0)
		{
			Into.DrawLines(Lines);
		}
		if (!Status.more())
		{
			return;
		}
	}
}

} // namespace PhalanxUnreal
