// The plugin's own sources in a toy engine: defaults are the library's, squads in chunks get what a flat call gives, traces
// mean what they should, and an order across frames ends with the bytes of one within a frame.

#include "engine.h"

#include "PhalanxArmyLibrary.cpp"
#include "PhalanxDebugDraw.cpp"
#include "PhalanxDescriptions.cpp"
#include "PhalanxFormUp.cpp"
#include "PhalanxFormationLibrary.cpp"
#include "PhalanxModule.cpp"
#include "PhalanxParts.cpp"
#include "PhalanxPartsLibrary.cpp"
#include "PhalanxSquadJob.cpp"
#include "PhalanxSquadProcessor.cpp"
#include "PhalanxSubsystem.cpp"
#include "PhalanxTraces.cpp"

// The engine's `check` has done its duty.
#undef check
#include "check.h"

#include "scenes.h"

#include "blueprint_nodes.h"
#include "squad_orders.h"

namespace
{

// Every field of an order that says nothing is what the library's own default says.
void DefaultsAreTheLibrarys()
{
	const phalanx::Context& Context = toy::Subsystem.GetContext();
	for (int32 Shape = 0; Shape <= static_cast<int32>(EPhalanxShape::Points); ++Shape)
	{
		FPhalanxFormationSettings Settings;
		Settings.Shape = static_cast<EPhalanxShape>(Shape);
		const phalanx::FormationDesc Ours = PhalanxUnreal::Describe(Context, Settings, FVector::ZeroVector, FVector(1.0, 0.0, 0.0));
		const phalanx::FormationDesc Theirs = Context.order(static_cast<phalanx::Shape>(Shape + 1));
		CHECK(Theirs.struct_size != 0 && memcmp(static_cast<const PhxFormationDesc*>(&Ours), static_cast<const PhxFormationDesc*>(&Theirs), sizeof(PhxFormationDesc)) == 0);
	}
	PhxGround Ours{}, Theirs{};
	CHECK(phx_ground_init(Context.handle(), &Ours, sizeof Ours) == PHX_OK && phx_ground_init(Context.handle(), &Theirs, sizeof Theirs) == PHX_OK);
	PhalanxUnreal::Apply(FPhalanxGroundSettings(), Ours);
	CHECK(memcmp(&Ours, &Theirs, sizeof Ours) == 0);
}

// Each setting reaches a field of its own: changed alone, it changes the description.
void EverySettingReachesTheLibrary()
{
	const phalanx::Context& Context = toy::Subsystem.GetContext();
	std::vector<phalanx::FormationDesc> Seen = {PhalanxUnreal::Describe(Context, FPhalanxFormationSettings(), FVector::ZeroVector, FVector::ZeroVector)};
	const auto Differs = [&](const std::function<void(FPhalanxFormationSettings&)>& Change)
	{
		static std::deque<FPhalanxFormationSettings> Kept;
		Change(Kept.emplace_back());
		Seen.push_back(PhalanxUnreal::Describe(Context, Kept.back(), FVector::ZeroVector, FVector::ZeroVector));
		for (std::size_t At = 0; At + 1 < Seen.size(); ++At)
		{
			CHECK(memcmp(static_cast<const PhxFormationDesc*>(&Seen[At]), static_cast<const PhxFormationDesc*>(&Seen.back()), sizeof(PhxFormationDesc)) != 0);
		}
	};
	using S = FPhalanxFormationSettings;
	Differs([](S& It) { It.Mode = EPhalanxMode::KeepFormation; });
	Differs([](S& It) { It.Sizing = EPhalanxSizing::Fixed; });
	Differs([](S& It) { It.Spacing.X = 120.0; });
	Differs([](S& It) { It.Spacing.Y = 120.0; });
	Differs([](S& It) { It.Region.X = 120.0; });
	Differs([](S& It) { It.Region.Y = 120.0; });
	Differs([](S& It) { It.InnerRadius = 120.0; });
	Differs([](S& It) { It.OuterRadius = 120.0; });
	Differs([](S& It) { It.Segments = 6; });
	Differs([](S& It) { It.RingRule = EPhalanxRingRule::Arc; });
	Differs([](S& It) { It.PolygonRule = EPhalanxPolygonRule::Clip; });
	Differs([](S& It) { It.Points.Add(FVector(1.0, 2.0, 3.0)); });
	Differs([](S& It) { It.HolePolicy = EPhalanxHolePolicy::RearRank; });
	Differs([](S& It) { It.bGrowFixed = true; });
	Differs([](S& It) { It.SlotCountMargin = 2.0; });
	Differs([](S& It) { It.SizeMultiplier = 2.0; });
	Differs([](S& It) { It.KeepRotateDegrees = 30.0; });
	Differs([](S& It) { It.Offset = 30.0; });
	Differs([](S& It) { It.KNear = 30; });
	Differs([](S& It) { It.KStrat = 30; });
	Differs([](S& It) { It.Effort = EPhalanxEffort::Exact; });
	Differs([](S& It) { It.Cost = EPhalanxCost::Euclid; });
	Differs([](S& It) { It.PreviousSlotCount = 30; });
	Differs([](S& It) { It.bWantBound = true; });
	Differs([](S& It) { It.DebugMask = 3; });
	Differs([](S& It) { It.DebugKey = 3; });
}

void SquadsInChunksGetWhatAFlatCallGives()
{
	Enlist();
	toy::Settings.Ground = FPhalanxGroundSettings();
	std::vector<std::pair<int32, int64>> Told;
	toy::Subsystem.OnSquadFormedUp.StubBound = [&](int32 Squad, const FPhalanxFormationReport& Report) { Told.push_back({Squad, Report.Placed}); };
	const FPhalanxOrder First = OrderTo(toy::Middle, EPhalanxShape::Grid), Second = OrderTo(FVector(-9000.0, 0.0, 0.0), EPhalanxShape::Circle);
	FProcessor Processor;
	Processor.Frame();
	CHECK(Told.empty());
	toy::Subsystem.OrderSquad(2, Second);
	toy::Subsystem.OrderSquad(0, OrderTo(FVector(1.0, 1.0, 1.0), EPhalanxShape::Line));
	toy::Subsystem.OrderSquad(0, First);
	Processor.Frame();
	CheckGoals(0, Flat(0, First), 1);
	CheckGoals(2, Flat(2, Second), 1);
	ForMembers(1, [](const toy::FChunk& Chunk, int32 At) { CHECK(Chunk.Goals[At].Answers == 0 && Same(Chunk.Goals[At].Goal, FVector::ZeroVector)); });
	CHECK(Told.size() == 2 && Told[0].first == 0 && Told[1].first == 2 && Told[0].second > 600);
	Processor.Frame();
	CHECK(Told.size() == 2);
	toy::Subsystem.OnSquadFormedUp.StubBound = nullptr;
}

void TracesDecideWhereOneCanStand()
{
	Enlist();
	toy::Settings.Ground = ToyGround();
	const FPhalanxOrder Order = OrderTo(toy::Middle, EPhalanxShape::Grid);
	FProcessor Processor;
	toy::Subsystem.OrderSquad(1, Order);
	toy::Traces = 0;
	Processor.Frame();
	const std::size_t Asked = toy::Traces;
	int32 Placed = 0;
	ForMembers(1, [&](const toy::FChunk& Chunk, int32 At)
	{
		const FPhalanxGoalFragment& Goal = Chunk.Goals[At];
		if (Goal.Outcome != EPhalanxOutcome::Placed) return;
		const double X = Goal.Goal.X - toy::Middle.X, Y = Goal.Goal.Y - toy::Middle.Y;
		CHECK(Goal.Goal.Z == 7.0 && X * X + Y * Y > 200.0 * 200.0 && !(X > 300.0 && X < 420.0));
		++Placed;
	});
	CHECK(Placed > 600);
	toy::Traces = 0;
	const FPhalanxFormation Expected = Flat(1, Order);
	CHECK(static_cast<int64>(toy::Traces) == Expected.Report.Probes && toy::Traces == Asked && Expected.Report.SlotsDropped > 0);
	CheckGoals(1, Expected, 1);
}

void ALaterOrderKeepsTheSlots()
{
	Enlist();
	toy::Settings.Ground = FPhalanxGroundSettings();
	FPhalanxOrder Order = OrderTo(toy::Middle, EPhalanxShape::Grid);
	FProcessor Processor;
	toy::Subsystem.OrderSquad(0, Order);
	Processor.Frame();
	std::vector<uint32> Slots;
	ForMembers(0, [&](toy::FChunk& Chunk, int32 At)
	{
		Slots.push_back(Chunk.Goals[At].Slot);
		Chunk.Transforms[At].StubTransform.StubLocation = Chunk.Goals[At].Goal;
	});
	Order.bKeepSlots = true;
	Order.Center = FVector(9000.0, -4000.0, 0.0);
	toy::Subsystem.OrderSquad(0, Order);
	Processor.Frame();
	std::size_t Next = 0;
	ForMembers(0, [&](const toy::FChunk& Chunk, int32 At) { CHECK(Chunk.Goals[At].Slot == Slots[Next++] && Chunk.Goals[At].Answers == 2); });
}

void AnOrderAcrossFramesEndsWithTheSameBytes()
{
	Enlist();
	toy::Settings.Ground = ToyGround();
	FPhalanxOrder Order = OrderTo(toy::Middle, EPhalanxShape::Grid);
	const FPhalanxFormation Expected = Flat(1, Order);
	Order.bAcrossFrames = true;
	FProcessor Processor;
	toy::Subsystem.OrderSquad(1, Order);
	toy::Subsystem.OrderSquad(0, Order);
	Processor.Frame();
	// The entity falls while the order is under way.
	toy::Fallen = 3;
	int32 Frames = 0;
	bool bAsked = false;
	int32 FirstOfSquad = -1;
	ForMembers(1, [&](const toy::FChunk& Chunk, int32 At) { if (FirstOfSquad < 0) FirstOfSquad = Chunk.Entities[static_cast<std::size_t>(At)].Index; });
	const auto AnswersOf = [&](int32 Entity) { return FMassEntityManager().GetFragmentDataPtr<FPhalanxGoalFragment>({Entity, 5})->Answers; };
	while (AnswersOf(FirstOfSquad) == 0)
	{
		CHECK(++Frames < 20000);
		toy::Subsystem.Tick(0.016f);
		bAsked = bAsked || !toy::Waiting.empty();
		toy::AnswerTraces();
		// An order that is replaced while it is under way gives nothing.
		if (Frames == 2) toy::Subsystem.OrderSquad(0, OrderTo(FVector(-9000.0, 0.0, 7.0), EPhalanxShape::Line));
		Processor.Frame();
		std::this_thread::yield();
	}
	CHECK(bAsked && Frames > 2);
	int32 Next = 0;
	ForMembers(1, [&](const toy::FChunk& Chunk, int32 At)
	{
		const bool bFell = Chunk.Entities[static_cast<std::size_t>(At)].Index == toy::Fallen;
		CHECK(bFell ? Chunk.Goals[At].Answers == 0 : Chunk.Goals[At].Answers == 1 && Same(Chunk.Goals[At].Goal, Expected.Goals[Next]));
		++Next;
	});
	ForMembers(0, [](const toy::FChunk& Chunk, int32 At)
	{
		const bool bFell = Chunk.Entities[static_cast<std::size_t>(At)].Index == toy::Fallen;
		CHECK(Chunk.Goals[At].Answers <= 1 && (bFell || Chunk.Goals[At].Goal.X < 0.0));
	});
	toy::Fallen = -1;
}

void BlueprintNodesHaveTheirShapes()
{
	FPhalanxAgents Army;
	for (int32 Agent = 0; Agent < 30; ++Agent) Army.Locations.Add(FVector(Agent * 130.0, 0.0, 0.0));
	FPhalanxFormationSettings Settings;
	Settings.Shape = EPhalanxShape::Column;
	const FPhalanxGroundSettings Anywhere;
	const FVector Ahead(1.0, 0.0, 0.0);
	FPhalanxFormation Grid, Circle, Triangle, ByShape;
	CHECK(UPhalanxFormationLibrary::GenerateGridFormation(nullptr, Army, toy::Middle, Ahead, Settings, Anywhere, Grid));
	CHECK(UPhalanxFormationLibrary::GenerateCircularFormation(nullptr, Army, toy::Middle, Ahead, Settings, Anywhere, Circle));
	CHECK(UPhalanxFormationLibrary::GenerateTriangleFormation(nullptr, Army, toy::Middle, Ahead, Settings, Anywhere, Triangle));
	Settings.Shape = EPhalanxShape::Triangle;
	CHECK(UPhalanxFormationLibrary::GenerateFormation(nullptr, Army, toy::Middle, Ahead, Settings, Anywhere, ByShape));
	CHECK(Triangle.Report.LatticeHeight == 8 && Triangle.Report.LatticeWidth == 8 && ByShape.Goals.Num() == 30);
	for (int32 Agent = 0; Agent < 30; ++Agent) CHECK(Same(Triangle.Goals[Agent], ByShape.Goals[Agent]));
	CHECK(Circle.Report.LatticeAspect == 1.0 && Grid.Report.LatticeWidth > Grid.Report.LatticeHeight);

	// A straight line: all stand on it.
	const TArray<FVector> Line = {FVector(9000.0, -3000.0, 0.0), FVector(9000.0, 3000.0, 0.0)};
	CHECK(UPhalanxFormationLibrary::GenerateFormationAlongLine(nullptr, Army, Line, Settings, Anywhere, Grid));
	for (const FVector& Goal : Grid.Goals) CHECK(FMath::Abs(Goal.X - 9000.0) < 1.0);

	// An error has the library's text, and nothing else.
	Settings.Spacing.X = 0.0;
	CHECK(!UPhalanxFormationLibrary::GenerateFormation(nullptr, Army, toy::Middle, Ahead, Settings, Anywhere, Grid));
	CHECK(Grid.Error.Contains(TEXT("spacing")) && Grid.Goals.Num() == 0);
}

void BlockersAndEarlierSlotsReachTheLibrary()
{
	FPhalanxAgents Army;
	for (int32 Agent = 0; Agent < 9; ++Agent) Army.Locations.Add(FVector(Agent * 130.0, 0.0, 0.0));
	FPhalanxFormation Free, Beside;
	const FPhalanxFormationSettings Settings;
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Free));
	FPhalanxCircle Circle;
	Circle.Center = Free.Goals[4];
	Circle.Radius = 50.0f;
	Army.Blockers.Add(Circle);
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Beside));
	for (const FVector& Goal : Beside.Goals) CHECK(FVector::Dist(Goal, Circle.Center) > 50.0 + 34.0 - 0.01);
}

void WhatIsQueuedIsDrawn()
{
	toy::Subsystem.SetDebugCategories(7);
	FPhalanxAgents Army;
	Army.Locations = {FVector(0.0, 0.0, 0.0), FVector(200.0, 0.0, 0.0)};
	FPhalanxFormationSettings Settings;
	Settings.DebugMask = 7;
	FPhalanxFormation Formation;
	CHECK(toy::Subsystem.FormUp(Army, Settings, toy::Middle, FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Formation));
	toy::Lines = 0;
	toy::Subsystem.Tick(0.016f);
	CHECK(toy::Lines == 2 * (16 + 3 + 16));
	toy::Subsystem.Tick(0.016f);
	CHECK(toy::Lines == 2 * (16 + 3 + 16));
	toy::Subsystem.SetDebugCategories(0);
}

} // namespace

int main()
{
	toy::Ground.StubChannel = static_cast<ECollisionChannel>(0);
	toy::Wall.StubChannel = static_cast<ECollisionChannel>(1);
	toy::Leaves.StubChannel = static_cast<ECollisionChannel>(2);
	FSubsystemCollectionBase Collection;
	CHECK(!FPhalanxModule::IsLibraryReady());
	toy::Module.StartupModule();
	CHECK(FPhalanxModule::IsLibraryReady());
	// With the engine's threads, with the library's own, and with none but the caller's.
	for (const int32 Threads : {-1, 2, 1})
	{
		toy::Settings.bUseEngineThreads = Threads < 0;
		toy::Settings.ThreadCount = Threads < 0 ? 0 : Threads;
		toy::Subsystem.Initialize(Collection);
		CHECK(toy::Subsystem.IsReady());
		DefaultsAreTheLibrarys();
		EverySettingReachesTheLibrary();
		SquadsInChunksGetWhatAFlatCallGives();
		TracesDecideWhereOneCanStand();
		ALaterOrderKeepsTheSlots();
		AnOrderAcrossFramesEndsWithTheSameBytes();
		BlueprintNodesHaveTheirShapes();
		BlockersAndEarlierSlotsReachTheLibrary();
		WhatIsQueuedIsDrawn();
		ANodeForEachPart();
		SquadsOfOneCallMakeRoom();
		AFrontBetweenTwoPoints();
		ArmiesAreMadeOfActors();
		AFormationIsLedOn();
		RanksSpeedsWidthsAndHolesCount();
		AnOrderAlongALine();
		OthersKeepTheirPlaces();
		ARefusedOrderHoldsUpNobody();
		AnOrderTellsItsProgress();
		toy::Subsystem.Deinitialize();
		CHECK(!toy::Subsystem.IsReady());
	}
	toy::Module.ShutdownModule();
	CHECK(!FPhalanxModule::IsLibraryReady());
	return 0;
}
