// In a game world of its own: the subsystem has a context, answers, and goes with its world.

#include "Engine/Engine.h"
#include "Engine/World.h"
#include "Misc/AutomationTest.h"
#include "PhalanxFormationLibrary.h"
#include "PhalanxSubsystem.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FPhalanxSubsystemSpec, "Phalanx.Subsystem",
	EAutomationTestFlags::ProductFilter | EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext)
	UWorld* World = nullptr;
END_DEFINE_SPEC(FPhalanxSubsystemSpec)

void FPhalanxSubsystemSpec::Define()
{
	BeforeEach([this]()
	{
		World = UWorld::CreateWorld(EWorldType::Game, false);
		FWorldContext& WorldContext = GEngine->CreateNewWorldContext(EWorldType::Game);
		WorldContext.SetCurrentWorld(World);
	});

	AfterEach([this]()
	{
		GEngine->DestroyWorldContext(World);
		World->DestroyWorld(false);
		World = nullptr;
	});

	It("is ready in a game world", [this]()
	{
		const UPhalanxSubsystem* Phalanx = UPhalanxSubsystem::Get(World);
		TestNotNull(TEXT("the subsystem"), Phalanx);
		TestTrue(TEXT("it is ready"), Phalanx != nullptr && Phalanx->IsReady());
	});

	It("answers the Blueprint nodes", [this]()
	{
		FPhalanxAgents Army;
		Army.Locations = {FVector(0.0, 0.0, 0.0), FVector(200.0, 0.0, 0.0), FVector(400.0, 0.0, 0.0)};
		FPhalanxFormation Formation;
		TestTrue(TEXT("grid"), UPhalanxFormationLibrary::GenerateGridFormation(World, Army, FVector(3000.0, 0.0, 0.0), FVector::ZeroVector,
			FPhalanxFormationSettings(), FPhalanxGroundSettings(), Formation));
		TestEqual(TEXT("goals"), Formation.Goals.Num(), 3);
		TestTrue(TEXT("circle"), UPhalanxFormationLibrary::GenerateCircularFormation(World, Army, FVector(3000.0, 0.0, 0.0), FVector::ZeroVector,
			FPhalanxFormationSettings(), FPhalanxGroundSettings(), Formation));
		TestTrue(TEXT("triangle"), UPhalanxFormationLibrary::GenerateTriangleFormation(World, Army, FVector(3000.0, 0.0, 0.0), FVector::ZeroVector,
			FPhalanxFormationSettings(), FPhalanxGroundSettings(), Formation));
	});

	It("says that nobody can stand where there is no ground", [this]()
	{
		FPhalanxGroundSettings Ground;
		Ground.GroundObjectTypes.Add(UEngineTypes::ConvertToObjectType(ECC_WorldStatic));
		FPhalanxAgents Army;
		Army.Locations = {FVector(0.0, 0.0, 0.0), FVector(200.0, 0.0, 0.0)};
		FPhalanxFormation Formation;
		TestTrue(TEXT("it answers"), UPhalanxFormationLibrary::GenerateGridFormation(World, Army, FVector(3000.0, 0.0, 0.0), FVector::ZeroVector,
			FPhalanxFormationSettings(), Ground, Formation));
		TestEqual(TEXT("overflow"), Formation.Report.Overflow, static_cast<int64>(2));
		TestTrue(TEXT("traces were asked for"), Formation.Report.Probes > 0);
	});
}

#endif
