// Stand-in: the fragments that most entities have.

#pragma once

#include "MassEntityTypes.h"

struct FTransformFragment : public FMassFragment
{
	const FTransform& GetTransform() const { return StubTransform; }
	FTransform StubTransform;
};
struct FAgentRadiusFragment : public FMassFragment
{
	float Radius = 40.0f;
};
