// Blueprint nodes give what the C++ wrapper gives, and say why when they do not.

#pragma once

namespace
{

FPhalanxAgents Row(int32 Count, double Pitch)
{
	FPhalanxAgents Army;
	for (int32 Agent = 0; Agent < Count; ++Agent) Army.Locations.Add(FVector(Agent * Pitch, 0.0, 0.0));
	return Army;
}

void ANodeForEachPart()
{
	using Nodes = UPhalanxPartsLibrary;
	const phalanx::Context& Context = toy::Subsystem.GetContext();
	FPhalanxFormationSettings Settings;
	FString Error;

	FPhalanxCapsules Capsules;
	Capsules.Radii = {30.0f, 40.0f};
	Capsules.Heights = {100.0f, 100.0f};
	Capsules.Rotations = {FQuat(0.0, 0.0, 0.0, 1.0), FQuat(1.0, 0.0, 0.0, 1.0)};
	TArray<float> Radii;
	CHECK(Nodes::ComputeRadii(nullptr, Capsules, 3, EPhalanxRadiusSource::Collider, 1.0, Radii, Error));
	CHECK(Radii.Num() == 3 && Radii[0] == 30.0f && FMath::Abs(Radii[1] - 90.0f) < 0.001f && Radii[2] == 34.0f && Error.IsEmpty());
	Capsules.AvoidanceX = {2.0f};
	CHECK(!Nodes::ComputeRadii(nullptr, Capsules, 2, EPhalanxRadiusSource::Collider, 1.0, Radii, Error) && Error.Contains(TEXT("avoidance_y")) && Radii.Num() == 0);
	Capsules.AvoidanceY = {3.0f};
	CHECK(Nodes::ComputeRadii(nullptr, Capsules, 2, EPhalanxRadiusSource::Avoidance, 0.5, Radii, Error) && Radii[0] == 45.0f && Radii[1] < 45.1f);
	Capsules.HasCollider = {false};
	Capsules.Scales = {3.0f};
	CHECK(Nodes::ComputeRadii(nullptr, Capsules, 2, EPhalanxRadiusSource::Collider, 1.0, Radii, Error) && Radii[0] == 102.0f);

	int64 Slots = 0, Extra = 0;
	TArray<float> Wide;
	Wide.Init(80.0f, 100);
	CHECK(Nodes::CountSlots(nullptr, Settings, Wide, Slots, Extra, Error) && Slots == 900 && Extra == 800);
	double Aspect = 0.0;
	CHECK(Nodes::ComputeAspect(nullptr, Settings, 10, {}, Aspect, Error) && Aspect == 2.5);

	const FVector Center(4000.0, 100.0, 20.0), Ahead(0.0, 1.0, 0.0);
	FPhalanxSlots Layout;
	int32 Added = 0;
	CHECK(!Nodes::GrowSlots(nullptr, Settings, Center, Ahead, 4, Layout, Added, Error) && !Error.IsEmpty() && Added == 0);
	CHECK(Nodes::LayOutSlots(nullptr, Settings, Center, Ahead, 10, Layout, Error));
	const phalanx::FormationDesc Desc = PhalanxUnreal::Describe(Context, Settings, Center, Ahead);
	phalanx::Slots Expected = Context.slots(Desc, 10);
	CHECK(Layout.Places.Num() == 10 && Layout.Rings.Num() == 10);
	CHECK(Nodes::GrowSlots(nullptr, Settings, Center, Ahead, 4, Layout, Added, Error) && Context.grow(Desc, 4, Expected).succeeded());
	CHECK(Added == 5 && Layout.Places.Num() == 15 && Layout.Rings.Num() == 10);
	for (int32 Slot = 0; Slot < 15; ++Slot)
	{
		const std::size_t At = static_cast<std::size_t>(Slot);
		CHECK(Same(Layout.Places[Slot], PhalanxUnreal::ToVector(Expected.places[At])));
		CHECK(Slot >= 10 || Layout.Rings[Slot] == static_cast<int32>(Expected.rings[At]));
	}
	CHECK(Nodes::GrowSlots(nullptr, Settings, Center, Ahead, 0, Layout, Added, Error) && Added == 0 && Layout.Places.Num() == 15);

	TArray<FVector> Places = {toy::Middle, toy::Middle, toy::Middle};
	Places[1].X += 350.0;
	Places[2].X += 600.0;
	TArray<EPhalanxSlotState> States;
	CHECK(Nodes::ValidatePlaces(nullptr, Settings, ToyGround(), Places, States, Error) && States.Num() == 3);
	CHECK(States[0] == EPhalanxSlotState::Void && States[1] == EPhalanxSlotState::Blocked && States[2] == EPhalanxSlotState::Ok);
	CHECK(Places[0].Z == 0.0 && Places[2].Z == 7.0);

	FPhalanxFormation Assigned;
	const FPhalanxAgents Pair = Row(2, 500.0);
	CHECK(Nodes::AssignToPlaces(nullptr, Pair, Center, Ahead, Settings, {FVector(400.0, 90.0, 0.0), FVector(0.0, 90.0, 0.0)}, Assigned));
	CHECK(Assigned.Slots[0] == 1 && Assigned.Slots[1] == 0 && Assigned.Goals[1].X == 400.0 && Assigned.Report.Placed == 2);

	TArray<FVector> Goals = {toy::Middle, toy::Middle};
	Goals[0].X -= 700.0;
	Goals[1].X -= 150.0;
	TArray<EPhalanxOutcome> Outcomes;
	FVector Anchor = toy::Middle;
	Anchor.X -= 1000.0;
	CHECK(Nodes::ResolveGoals(nullptr, Pair, Anchor, Settings, ToyGround(), Goals, Outcomes, Error) && Outcomes.Num() == 2);
	CHECK(Outcomes[0] == EPhalanxOutcome::Placed && Outcomes[1] == EPhalanxOutcome::Relocated && Goals[0].Z == 7.0);
	CHECK(FVector::Dist(Goals[1], toy::Middle) > 200.0 && Goals[1].X < toy::Middle.X - 150.0);
	Goals.Reset();
	CHECK(!Nodes::ResolveGoals(nullptr, Pair, Anchor, Settings, ToyGround(), Goals, Outcomes, Error) && Error.Contains(TEXT("goals")) && Outcomes.Num() == 0);
}

void SquadsOfOneCallMakeRoom()
{
	TArray<FPhalanxSquad> Squads;
	Squads.SetNum(3);
	for (int32 Squad = 0; Squad < 3; ++Squad)
	{
		Squads[Squad].Agents = Row(12 + Squad, 130.0);
		Squads[Squad].Center = toy::Middle;
		Squads[Squad].Direction = FVector(1.0, 0.0, 0.0);
	}
	Squads[2].Formation.Shape = EPhalanxShape::Circle;
	TArray<FPhalanxFormation> Formations;
	CHECK(UPhalanxFormationLibrary::GenerateSquadFormations(nullptr, Squads, FPhalanxGroundSettings(), Formations) && Formations.Num() == 3);
	for (int32 Squad = 0; Squad < 3; ++Squad)
	{
		// One after the other, each with the places of the earlier ones as blockers.
		FPhalanxAgents Army = Squads[Squad].Agents;
		for (int32 Earlier = 0; Earlier < Squad; ++Earlier)
		{
			Army = UPhalanxArmyLibrary::WithBlockers(Army, UPhalanxArmyLibrary::MakeCirclesOfFormation(Squads[Earlier].Agents, Formations[Earlier]));
		}
		FPhalanxFormation Alone;
		CHECK(toy::Subsystem.FormUp(Army, Squads[Squad].Formation, toy::Middle, Squads[Squad].Direction, FPhalanxGroundSettings(), Alone));
		CHECK(Formations[Squad].Goals.Num() == 12 + Squad && Formations[Squad].Report.SlotsDropped == Alone.Report.SlotsDropped);
		for (int32 Agent = 0; Agent < 12 + Squad; ++Agent) CHECK(Same(Formations[Squad].Goals[Agent], Alone.Goals[Agent]));
		CHECK(Squad == 0 || Alone.Report.SlotsDropped > 0);
	}
	Squads[1].Formation.Spacing.X = 0.0;
	CHECK(!UPhalanxFormationLibrary::GenerateSquadFormations(nullptr, Squads, FPhalanxGroundSettings(), Formations));
	for (const FPhalanxFormation& Formation : Formations) CHECK(Formation.Error.Contains(TEXT("squads[1]")) && Formation.Goals.Num() == 0);
	CHECK(UPhalanxFormationLibrary::GenerateSquadFormations(nullptr, {}, FPhalanxGroundSettings(), Formations) && Formations.Num() == 0);
}

void AFrontBetweenTwoPoints()
{
	const FPhalanxAgents Army = Row(20, 90.0);
	const FVector From(5000.0, -800.0, 0.0), To(5000.0, 800.0, 0.0);
	FPhalanxFormation Between, Along;
	CHECK(UPhalanxFormationLibrary::GenerateFormationBetween(nullptr, Army, From, To, FPhalanxFormationSettings(), FPhalanxGroundSettings(), Between));
	CHECK(UPhalanxFormationLibrary::GenerateFormationAlongLine(nullptr, Army, {To, From}, FPhalanxFormationSettings(), FPhalanxGroundSettings(), Along));
	int32 InFront = 0;
	for (int32 Agent = 0; Agent < 20; ++Agent)
	{
		CHECK(Same(Between.Goals[Agent], Along.Goals[Agent]) && FMath::Abs(Between.Goals[Agent].Y) <= 800.0 && Between.Goals[Agent].X <= 5000.0);
		InFront += Between.Goals[Agent].X == 5000.0;
	}
	CHECK(InFront == 17);
}

void ArmiesAreMadeOfActors()
{
	AActor Actors[4];
	for (int32 At = 0; At < 4; ++At) Actors[At].StubLocation = FVector(At * 200.0, 50.0, 5.0);
	Actors[1].StubRadius = 80.0f;
	Actors[2].bStubGone = true;
	const TArray<AActor*> All = {&Actors[0], &Actors[1], &Actors[2], nullptr};
	const FPhalanxAgents Army = UPhalanxArmyLibrary::MakeArmyOfActors(All);
	CHECK(Army.Locations.Num() == 4 && Same(Army.Locations[1], Actors[1].StubLocation));
	CHECK(Army.Radii[0] == 34.0f && Army.Radii[1] == 80.0f);
	CHECK(Army.Eligible[0] && Army.Eligible[1] && !Army.Eligible[2] && !Army.Eligible[3]);
	FPhalanxFormation Formation;
	CHECK(toy::Subsystem.FormUp(Army, FPhalanxFormationSettings(), toy::Middle, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Formation));
	CHECK(Formation.Report.Placed == 2 && Formation.Outcomes[2] == EPhalanxOutcome::Ineligible);
	CHECK(UPhalanxArmyLibrary::MakeCirclesOfFormation(Army, Formation).Num() == 2);
	const TArray<FPhalanxCircle> Circles = UPhalanxArmyLibrary::MakeCirclesOfActors(All);
	CHECK(Circles.Num() == 2 && Circles[1].Radius == 80.0f && Same(Circles[1].Center, Actors[1].StubLocation));
}

void AFormationIsLedOn()
{
	using Armies = UPhalanxArmyLibrary;
	const FVector Ahead(1.0, 0.0, 0.0);
	FPhalanxAgents Army = Row(40, 60.0);
	FPhalanxFormation First, Kept, Anew;
	const FPhalanxFormationSettings Settings;
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, Ahead, FPhalanxGroundSettings(), First));
	// On the way some have strayed: shorter walks exchange them, but not so much shorter that it would be worth it.
	for (int32 Agent = 0; Agent < 40; ++Agent) Army.Locations[Agent] = FVector(First.Goals[Agent].X - 1500.0, First.Goals[Agent].Y + (Agent % 2 == 0 ? 70.0 : -70.0), 0.0);
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, Ahead, FPhalanxGroundSettings(), Anew));
	int32 Exchanged = 0;
	for (int32 Agent = 0; Agent < 40; ++Agent) Exchanged += Anew.Slots[Agent] != First.Slots[Agent];
	CHECK(Exchanged > 0);
	CHECK(toy::Subsystem.FormUp(Armies::WithPreviousSlots(Army, First), Armies::ContinueFrom(Settings, First), toy::Middle, Ahead, FPhalanxGroundSettings(), Kept));
	for (int32 Agent = 0; Agent < 40; ++Agent) CHECK(Kept.Slots[Agent] == First.Slots[Agent]);
	// Two fall; the layout stays, as the reform without the earlier slots does not promise.
	Army.Eligible.Init(true, 40);
	Army.Eligible[7] = Army.Eligible[23] = false;
	CHECK(toy::Subsystem.FormUp(Armies::WithPreviousSlots(Army, First), Armies::ContinueFrom(Settings, First), toy::Middle, Ahead, FPhalanxGroundSettings(), Kept));
	CHECK(Kept.Report.SlotTarget == First.Report.SlotTarget && Kept.Report.LatticeWidth == First.Report.LatticeWidth);
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, Ahead, FPhalanxGroundSettings(), Anew) && Anew.Report.SlotTarget == 38);
	CHECK(Armies::HasAgentFlag(Kept, 0, EPhalanxAgentFlag::Defaulted) && !Armies::HasAgentFlag(Kept, 0, EPhalanxAgentFlag::DuplicateId));
	CHECK(!Armies::HasAgentFlag(Kept, 40, EPhalanxAgentFlag::Defaulted) && !Armies::HasReportBit(Kept.Report, EPhalanxReportBit::DirectionDefaulted));
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, FVector::ZeroVector, FPhalanxGroundSettings(), Anew));
	CHECK(Armies::HasReportBit(Anew.Report, EPhalanxReportBit::DirectionDefaulted) && !Armies::HasReportBit(Anew.Report, EPhalanxReportBit::SlotsCut));
}

void RanksSpeedsWidthsAndHolesCount()
{
	FPhalanxAgents Army = Row(13, 130.0);
	FPhalanxFormationSettings Settings;
	Settings.Region = FVector2D(500.0, 300.0);
	Settings.HolePolicy = EPhalanxHolePolicy::RearRank;
	for (int32 Agent = 0; Agent < 13; ++Agent)
	{
		Army.Ranks.Add(Agent < 4 ? 0 : 1);
		Army.Speeds.Add(Agent == 6 ? -1.0f : 1.0f);
		Army.Radii.Add(Agent == 5 ? 90.0f : 34.0f);
		Army.UniqueIds.Add(Agent == 9 ? 8 : Agent);
	}
	FPhalanxFormation Formation;
	CHECK(toy::Subsystem.FormUp(Army, Settings, FVector::ZeroVector, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Formation));
	double Hindmost = 1e9, FrontOfOthers = -1e9;
	for (int32 Agent = 0; Agent < 13; ++Agent)
	{
		const double X = Formation.Goals[Agent].X;
		if (Agent < 4) Hindmost = std::min(Hindmost, X);
		else FrontOfOthers = std::max(FrontOfOthers, X);
		if (Agent != 5) CHECK(FVector::Dist(Formation.Goals[Agent], Formation.Goals[5]) >= 90.0 + 34.0 - 0.01);
	}
	CHECK(Hindmost >= FrontOfOthers);
	CHECK(UPhalanxArmyLibrary::HasAgentFlag(Formation, 6, EPhalanxAgentFlag::BadSpeed) && UPhalanxArmyLibrary::HasAgentFlag(Formation, 9, EPhalanxAgentFlag::DuplicateId));

	// Thirteen in rows of five: the last three stand in the middle of the last row.
	Army = Row(13, 130.0);
	Settings.Shape = EPhalanxShape::Column;
	CHECK(toy::Subsystem.FormUp(Army, Settings, FVector::ZeroVector, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Formation));
	double Last = 1e9, Sideways = 0.0;
	int32 InLast = 0;
	for (const FVector& Goal : Formation.Goals) Last = std::min(Last, Goal.X);
	for (const FVector& Goal : Formation.Goals)
	{
		if (Goal.X == Last) ++InLast, Sideways = std::max(Sideways, FMath::Abs(Goal.Y));
	}
	CHECK(InLast == 3 && Sideways == 100.0);
}

} // namespace
