// What the toy engine's tests share: an army, squads of entities in chunks, orders, and what a flat call gives a squad.

#pragma once

namespace
{

struct FProcessor : public UPhalanxSquadProcessor
{
	void Frame()
	{
		FMassEntityManager Manager;
		FMassExecutionContext Context;
		Execute(Manager, Context);
	}
};

bool Same(const FVector& A, const FVector& B)
{
	return A.X == B.X && A.Y == B.Y && A.Z == B.Z;
}

FPhalanxGroundSettings ToyGround()
{
	FPhalanxGroundSettings Settings;
	Settings.GroundObjectTypes.Add(static_cast<EObjectTypeQuery>(0));
	Settings.ObstacleObjectTypes.Add(static_cast<EObjectTypeQuery>(1));
	return Settings;
}

// 2,000 entities of three squads, in chunks of uneven length.
void Enlist()
{
	toy::Chunks.clear();
	for (int32 Next = 0; Next < 2000;)
	{
		toy::FChunk Chunk;
		const int32 End = std::min(2000, Next + static_cast<int32>(toy::Chunks.size()) * 61 % 176 + 1);
		for (; Next < End; ++Next)
		{
			Chunk.Entities.push_back({Next, 5});
			FTransformFragment Transform;
			Transform.StubTransform.StubLocation = FVector(Next * 7919 % 4001, Next * 3571 % 3001, 20.0);
			Chunk.Transforms.Add(Transform);
			if (toy::Chunks.size() % 3 != 2) Chunk.Radii.Add(FAgentRadiusFragment{{}, Next % 9 == 0 ? 70.0f : 30.0f});
			FPhalanxMemberFragment Member;
			Member.Squad = Next * 31 % 97 % 3;
			Member.Rank = static_cast<uint8>(Next % 2);
			Member.bEligible = Next % 40 != 0;
			Member.UniqueId = Next % 2 == 0 ? 0 : static_cast<uint64>(100000 + Next);
			Chunk.Members.Add(Member);
			Chunk.Goals.Add(FPhalanxGoalFragment());
		}
		toy::Chunks.push_back(Chunk);
	}
}

template <class Visit>
void ForMembers(int32 Squad, const Visit& Each)
{
	for (toy::FChunk& Chunk : toy::Chunks)
	{
		for (int32 At = 0; At < Chunk.Members.Num(); ++At)
		{
			if (Chunk.Members[At].Squad == Squad) Each(Chunk, At);
		}
	}
}

// A squad as a flat call takes it, made without the plugin's gathering.
FPhalanxAgents ArmyOf(int32 Squad)
{
	FPhalanxAgents Army;
	ForMembers(Squad, [&](const toy::FChunk& Chunk, int32 At)
	{
		const FPhalanxMemberFragment& Member = Chunk.Members[At];
		Army.Locations.Add(Chunk.Transforms[At].StubTransform.StubLocation);
		Army.Radii.Add(Chunk.Radii.Num() > 0 ? Chunk.Radii[At].Radius : 34.0f);
		Army.Ranks.Add(Member.Rank);
		Army.Eligible.Add(Member.bEligible);
		Army.UniqueIds.Add(static_cast<int64>(Member.UniqueId != 0 ? Member.UniqueId : Chunk.Entities[static_cast<std::size_t>(At)].AsNumber()));
	});
	return Army;
}

// What a flat call gives a squad.
FPhalanxFormation Flat(int32 Squad, const FPhalanxOrder& Order)
{
	const FPhalanxAgents Army = ArmyOf(Squad);
	FPhalanxFormation Formation;
	CHECK(toy::Subsystem.FormUp(Army, Order.Formation, Order.Center, Order.Direction, toy::Settings.Ground, Formation));
	CHECK(Formation.Goals.Num() == Army.Locations.Num() && Formation.Error.IsEmpty());
	return Formation;
}

// The goal of a squad's first member.
FPhalanxGoalFragment FirstGoal(int32 Squad)
{
	const FPhalanxGoalFragment* First = nullptr;
	ForMembers(Squad, [&](const toy::FChunk& Chunk, int32 At) { First = First == nullptr ? &Chunk.Goals[At] : First; });
	return *First;
}

double Flatly(const FVector& A, const FVector& B)
{
	return std::sqrt((A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y));
}

void CheckGoals(int32 Squad, const FPhalanxFormation& Expected, uint32 Answers)
{
	int32 Next = 0;
	ForMembers(Squad, [&](const toy::FChunk& Chunk, int32 At)
	{
		const FPhalanxGoalFragment& Goal = Chunk.Goals[At];
		CHECK(Goal.Answers == Answers && Same(Goal.Goal, Expected.Goals[Next]) && Goal.Slot == static_cast<uint32>(Expected.Slots[Next]));
		CHECK(Goal.Outcome == Expected.Outcomes[Next]);
		++Next;
	});
	CHECK(Next == Expected.Goals.Num());
}

FPhalanxOrder OrderTo(const FVector& Center, EPhalanxShape Shape)
{
	FPhalanxOrder Order;
	Order.Center = Center;
	Order.Direction = FVector(1.0, 1.0, 0.0);
	Order.Formation.Shape = Shape;
	return Order;
}

} // namespace
