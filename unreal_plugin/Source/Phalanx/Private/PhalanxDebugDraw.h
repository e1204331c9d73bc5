// What calls have queued to be drawn, as lines that shipping builds draw too.

#pragma once

#include "Components/LineBatchComponent.h"
#include "PhalanxApi.h"

namespace PhalanxUnreal
{

class FDebugDraw
{
public:
	FDebugDraw(float Lift, float InSeconds);

	/** Takes out what waits and adds its lines. */
	void Poll(const phalanx::Context& Context, ULineBatchComponent& Into);

private:
	phalanx::DebugPen Pen;
	float Seconds;
	TArray<PhxDebugItem> Items;
	TArray<FBatchedLine> Lines;
};

} // namespace PhalanxUnreal
