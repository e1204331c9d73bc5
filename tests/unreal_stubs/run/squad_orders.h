// Orders to squads of entities: along a drawn line, beside squads that stand, and together with one that is refused.

#pragma once

namespace
{

void AnOrderAlongALine()
{
	Enlist();
	toy::Settings.Ground = FPhalanxGroundSettings();
	FProcessor Processor;
	uint32 Answers = 0;
	for (const bool bAcrossFrames : {false, true})
	{
		for (const double Bend : {0.0, 4000.0})
		{
			FPhalanxOrder Order;
			Order.bAcrossFrames = bAcrossFrames;
			Order.Line = {FVector(12000.0, -9000.0, 0.0), FVector(12000.0 + Bend, 0.0, 0.0), FVector(12000.0, 9000.0, 0.0)};
			// What a flat call along the line gives.
			FPhalanxAgents Army = ArmyOf(0);
			FPhalanxFormation Expected;
			CHECK(toy::Subsystem.FormUpAlongLine(Order.Line, Army, Order.Formation, FPhalanxGroundSettings(), Expected));
			toy::Subsystem.OrderSquad(0, Order);
			++Answers;
			for (int32 Frame = 0; FirstGoal(0).Answers < Answers; ++Frame)
			{
				CHECK(Frame < 20000);
				Processor.Frame();
				toy::Subsystem.Tick(0.016f);
				std::this_thread::yield();
			}
			CheckGoals(0, Expected, Answers);
			CHECK(Bend == 0.0 || Expected.Report.LatticeWidth > 600);
		}
	}
}

void OthersKeepTheirPlaces()
{
	Enlist();
	toy::Settings.Ground = FPhalanxGroundSettings();
	FProcessor Processor;
	// Squad 0 has goals; squad 1 stands where it is, in the army's midst; squad 2 is sent to each of the two places.
	toy::Subsystem.OrderSquad(0, OrderTo(toy::Middle, EPhalanxShape::Grid));
	Processor.Frame();
	uint32 Answers = 0;
	for (const bool bClear : {false, true})
	{
		for (const FVector& Center : {toy::Middle, FVector(2000.0, 1500.0, 0.0)})
		{
			FPhalanxOrder Order = OrderTo(Center, EPhalanxShape::Grid);
			Order.bKeepClearOfOtherSquads = bClear;
			FPhalanxCircle House;
			House.Center = FVector(Center.X, Center.Y, 0.0);
			House.Radius = 400.0f;
			Order.Blockers.Add(House);
			toy::Subsystem.OrderSquad(2, Order);
			Processor.Frame();
			++Answers;
			int32 Clashes = 0;
			ForMembers(2, [&](const toy::FChunk& Chunk, int32 At)
			{
				const FPhalanxGoalFragment& Goal = Chunk.Goals[At];
				CHECK(Goal.Answers == Answers);
				if (Goal.Outcome == EPhalanxOutcome::Ineligible) return;
				const float Radius = Chunk.Radii.Num() > 0 ? Chunk.Radii[At].Radius : 34.0f;
				CHECK(Flatly(Goal.Goal, House.Center) >= 400.0 + Radius - 0.1);
				for (int32 Other = 0; Other < 2; ++Other)
				{
					ForMembers(Other, [&](const toy::FChunk& Others, int32 There)
					{
						const FVector& Place = Others.Goals[There].Answers > 0 ? Others.Goals[There].Goal : Others.Transforms[There].StubTransform.StubLocation;
						const float Width = Others.Radii.Num() > 0 ? Others.Radii[There].Radius : 34.0f;
						Clashes += Flatly(Place, Goal.Goal) < Radius + Width - 0.1;
					});
				}
			});
			CHECK(bClear ? Clashes == 0 : Clashes > 0);
		}
	}
}

void ARefusedOrderHoldsUpNobody()
{
	Enlist();
	toy::Settings.Ground = FPhalanxGroundSettings();
	FProcessor Processor;
	FPhalanxOrder Refused = OrderTo(toy::Middle, EPhalanxShape::Grid);
	Refused.Formation.Spacing.X = 0.0;
	const FPhalanxOrder Good = OrderTo(toy::Middle, EPhalanxShape::Grid), Circle = OrderTo(toy::Middle, EPhalanxShape::Circle);
	// The two that are good, without the third: they make room for one another.
	toy::Subsystem.OrderSquad(0, Good);
	toy::Subsystem.OrderSquad(2, Circle);
	Processor.Frame();
	std::vector<FVector> Expected;
	ForMembers(2, [&](const toy::FChunk& Chunk, int32 At) { Expected.push_back(Chunk.Goals[At].Goal); });
	Enlist();
	toy::Subsystem.OrderSquad(0, Good);
	toy::Subsystem.OrderSquad(1, Refused);
	toy::Subsystem.OrderSquad(2, Circle);
	Processor.Frame();
	CheckGoals(0, Flat(0, Good), 1);
	std::size_t Next = 0;
	ForMembers(2, [&](const toy::FChunk& Chunk, int32 At) { CHECK(Chunk.Goals[At].Answers == 1 && Same(Chunk.Goals[At].Goal, Expected[Next++])); });
	ForMembers(1, [](const toy::FChunk& Chunk, int32 At) { CHECK(Chunk.Goals[At].Answers == 0); });
	// Neither does one whose line cannot be taken.
	FPhalanxOrder Nowhere;
	Nowhere.Line = {FVector(std::nan(""), 0.0, 0.0)};
	toy::Subsystem.OrderSquad(1, Nowhere);
	toy::Subsystem.OrderSquad(2, Circle);
	Processor.Frame();
	CHECK(FirstGoal(1).Answers == 0 && FirstGoal(2).Answers == 2);
}

void AnOrderTellsItsProgress()
{
	Enlist();
	toy::Settings.Ground = ToyGround();
	FProcessor Processor;
	FPhalanxOrder Order = OrderTo(toy::Middle, EPhalanxShape::Grid);
	Order.bAcrossFrames = true;
	CHECK(toy::Subsystem.GetOrderProgress(1) == 1.0f);
	toy::Subsystem.OrderSquad(1, Order);
	CHECK(toy::Subsystem.GetOrderProgress(1) == 0.0f);
	float Before = 0.0f;
	bool bBetween = false;
	for (int32 Frame = 0; FirstGoal(1).Answers == 0; ++Frame)
	{
		CHECK(Frame < 20000);
		Processor.Frame();
		toy::Subsystem.Tick(0.016f);
		toy::AnswerTraces();
		const float Now = toy::Subsystem.GetOrderProgress(1);
		CHECK(Now >= Before && Now <= 1.0f && toy::Subsystem.GetOrderProgress(0) == 1.0f);
		bBetween = bBetween || (Now > 0.0f && Now < 1.0f);
		Before = Now;
		std::this_thread::yield();
	}
	CHECK(bBetween && Before == 1.0f);
}

} // namespace
