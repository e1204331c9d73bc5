// In the editor: Tools > Session Frontend > Automation > Phalanx. Without a world: formations as Blueprints see them.

#include "Misc/AutomationTest.h"
#include "PhalanxArmyLibrary.h"
#include "PhalanxDescriptions.h"
#include "PhalanxFormUp.h"
#include "PhalanxFormationLibrary.h"
#include "PhalanxModule.h"
#include "PhalanxParts.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FPhalanxFormationSpec, "Phalanx.Formation",
	EAutomationTestFlags::ProductFilter | EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext)
	phalanx::Context Context;
	FPhalanxAgents Army;
	FPhalanxFormationSettings Settings;
	FPhalanxFormation Formation;

	bool FormUp()
	{
		return PhalanxUnreal::FormUp(Context, nullptr, Army, Settings, FVector(5000.0, 0.0, 100.0), FVector(1.0, 0.0, 0.0), FPhalanxGroundSettings(), Formation);
	}
END_DEFINE_SPEC(FPhalanxFormationSpec)

void FPhalanxFormationSpec::Define()
{
	BeforeEach([this]()
	{
		if (!TestTrue(TEXT("the library is ready"), FPhalanxModule::IsLibraryReady()))
		{
			return;
		}
		TestTrue(TEXT("a context is made"), phalanx::Context::create(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1), Context).succeeded());
		Army = FPhalanxAgents();
		Settings = FPhalanxFormationSettings();
		for (int32 Agent = 0; Agent < 60; ++Agent)
		{
			Army.Locations.Add(FVector(Agent * 71.0, Agent % 7 * 90.0, 0.0));
		}
	});

	AfterEach([this]()
	{
		Context = phalanx::Context();
	});

	Describe("FormUp", [this]()
	{
		It("gives each agent of each shape a goal of its own", [this]()
		{
			for (const EPhalanxShape Shape : {EPhalanxShape::Grid, EPhalanxShape::Circle, EPhalanxShape::Triangle, EPhalanxShape::Line, EPhalanxShape::Hollow})
			{
				Settings.Shape = Shape;
				TestTrue(TEXT("it succeeds"), FormUp());
				TestEqual(TEXT("goals"), Formation.Goals.Num(), Army.Locations.Num());
				TestEqual(TEXT("placed"), Formation.Report.Placed, static_cast<int64>(Army.Locations.Num()));
				for (int32 Agent = 1; Agent < Formation.Goals.Num(); ++Agent)
				{
					TestTrue(TEXT("goals are a pitch apart"), FVector::Dist(Formation.Goals[Agent], Formation.Goals[Agent - 1]) > 99.0);
				}
			}
		});

		It("moves an army that keeps its formation as it stands", [this]()
		{
			Settings = UPhalanxFormationLibrary::KeepFormation(Settings);
			TestTrue(TEXT("it succeeds"), FormUp());
			const FVector Walk = Formation.Goals[0] - Army.Locations[0];
			for (int32 Agent = 1; Agent < Formation.Goals.Num(); ++Agent)
			{
				TestTrue(TEXT("all walk alike"), FVector::Dist(Formation.Goals[Agent] - Army.Locations[Agent], Walk) < 0.1);
			}
		});

		It("does not send those who do not take part", [this]()
		{
			Army.Eligible.Init(true, Army.Locations.Num());
			Army.Eligible[3] = false;
			TestTrue(TEXT("it succeeds"), FormUp());
			TestTrue(TEXT("it is told apart"), Formation.Outcomes[3] == EPhalanxOutcome::Ineligible);
			TestEqual(TEXT("ineligible"), Formation.Report.Ineligible, static_cast<int64>(1));
		});

		It("says what is wrong and gives no goals", [this]()
		{
			Settings.Spacing.X = 0.0;
			TestFalse(TEXT("it fails"), FormUp());
			TestTrue(TEXT("the field is named"), Formation.Error.Contains(TEXT("spacing")));
			TestEqual(TEXT("goals"), Formation.Goals.Num(), 0);
		});
	});

	Describe("an earlier formation", [this]()
	{
		It("is led on when some have fallen", [this]()
		{
			TestTrue(TEXT("it succeeds"), FormUp());
			const FPhalanxFormation Earlier = Formation;
			Army.Eligible.Init(true, Army.Locations.Num());
			Army.Eligible[3] = false;
			Army = UPhalanxArmyLibrary::WithPreviousSlots(Army, Earlier);
			Settings = UPhalanxArmyLibrary::ContinueFrom(Settings, Earlier);
			TestTrue(TEXT("it succeeds again"), FormUp());
			TestEqual(TEXT("the layout stays"), Formation.Report.LatticeWidth, Earlier.Report.LatticeWidth);
			int32 Kept = 0;
			for (int32 Agent = 0; Agent < Formation.Slots.Num(); ++Agent)
			{
				Kept += Formation.Slots[Agent] == Earlier.Slots[Agent] ? 1 : 0;
			}
			TestTrue(TEXT("most keep their slots"), Kept > 50);
		});
	});

	Describe("FormUpSquads", [this]()
	{
		It("makes room between squads", [this]()
		{
			FPhalanxSquad Squad;
			Squad.Agents = Army;
			Squad.Center = FVector(5000.0, 0.0, 100.0);
			TArray<FPhalanxFormation> Formations;
			TestTrue(TEXT("it succeeds"), PhalanxUnreal::FormUpSquads(Context, nullptr, {Squad, Squad}, FPhalanxGroundSettings(), Formations));
			TestEqual(TEXT("formations"), Formations.Num(), 2);
			for (const FVector& First : Formations[0].Goals)
			{
				for (const FVector& Second : Formations[1].Goals)
				{
					TestTrue(TEXT("nobody overlaps"), FVector::Dist(First, Second) > 67.9);
				}
			}
		});
	});

	Describe("the parts", [this]()
	{
		It("lay out slots, grow them, and assign the army to them", [this]()
		{
			FPhalanxSlots Slots;
			FString Error;
			int32 Added = 0;
			const FVector Center(5000.0, 0.0, 100.0);
			const FVector Ahead(1.0, 0.0, 0.0);
			TestTrue(TEXT("slots"), PhalanxUnreal::LayOut(Context, Settings, Center, Ahead, Army.Locations.Num(), Slots, Error));
			const int32 Before = Slots.Places.Num();
			TestTrue(TEXT("growth"), PhalanxUnreal::Grow(Context, Settings, Center, Ahead, 5, Slots, Added, Error));
			TestEqual(TEXT("slots after growth"), Slots.Places.Num(), Before + Added);
			TestTrue(TEXT("assignment"), PhalanxUnreal::Assign(Context, Army, Settings, Center, Ahead, Slots.Places, Formation));
			TestEqual(TEXT("placed"), Formation.Report.Placed, static_cast<int64>(Army.Locations.Num()));
		});

		It("say what is wrong", [this]()
		{
			FPhalanxCapsules Capsules;
			Capsules.AvoidanceX.Add(1.0f);
			TArray<float> Radii;
			FString Error;
			TestFalse(TEXT("it fails"), PhalanxUnreal::Radii(Context, Capsules, 1, EPhalanxRadiusSource::Avoidance, 1.0, Radii, Error));
			TestTrue(TEXT("the field is named"), Error.Contains(TEXT("avoidance_y")));
		});
	});

	Describe("FormUpAlongLine", [this]()
	{
		It("stands the army along the line", [this]()
		{
			const TArray<FVector> Line = {FVector(9000.0, -3000.0, 0.0), FVector(9000.0, 3000.0, 0.0)};
			TestTrue(TEXT("it succeeds"), PhalanxUnreal::FormUpAlongLine(Context, nullptr, Line, Army, Settings, FPhalanxGroundSettings(), Formation));
			for (const FVector& Goal : Formation.Goals)
			{
				TestTrue(TEXT("on the line"), FMath::Abs(Goal.X - 9000.0) < 1.0 && FMath::Abs(Goal.Y) < 3001.0);
			}
		});
	});
}

#endif
