// Stand-in: lines that are drawn in every build.

#pragma once

#include "Components/PrimitiveComponent.h"

struct FBatchedLine
{
	FBatchedLine() = default;
	FBatchedLine(const FVector& Start, const FVector& End, const FLinearColor& Color, float LifeTime, float Thickness, uint8 DepthPriority, uint32 BatchID = 0);
};
class ULineBatchComponent : public UPrimitiveComponent
{
public:
	void DrawLines(TArrayView<FBatchedLine> Lines);
};
