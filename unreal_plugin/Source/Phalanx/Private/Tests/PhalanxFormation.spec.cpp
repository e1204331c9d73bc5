// In the editor: Tools > Session Frontend > Automation > Phalanx. Without a world: formations as Blueprints see them.

#include "Misc/AutomationTest.h"
#include "PhalanxDescriptions.h"
#include "PhalanxFormUp.h"
#include "PhalanxFormationLibrary.h"
#include "PhalanxModule.h"

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
