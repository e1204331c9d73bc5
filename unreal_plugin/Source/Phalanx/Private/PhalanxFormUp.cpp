// The calls, and what is left when one fails.

#include "PhalanxFormUp.h"

#include "PhalanxDescriptions.h"
#include "PhalanxTraces.h"

namespace PhalanxUnreal
{

static bool Conclude(const phalanx::Status& Status, const PhxFormationReport& Report, FPhalanxFormation& Formation)
{
	if (!Status.succeeded())
	{
		Formation = FPhalanxFormation();
		Formation.Error = FString(UTF8_TO_TCHAR(phalanx::last_error().c_str()));
		return false;
	}
	Formation.Report = Read(Report);
	Formation.Error.Reset();
	return true;
}

static bool FormUp(const phalanx::Context& Context, const UWorld* World, const phalanx::Agents& Agents, const phalanx::FormationDesc& Desc,
	const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	const phalanx::FormationOut Out = Receive(Formation, static_cast<int32>(Agents.count));
	phalanx::FormationReport Report;
	const phalanx::Status Status = WithGround(Context, World, Ground, [&](const auto& Probed)
	{
		return Context.form_up(Agents, Desc, Probed, Out, &Report);
	});
	return Conclude(Status, Report, Formation);
}

bool FormUp(const phalanx::Context& Context, const UWorld* World, const FPhalanxAgents& Agents, const FPhalanxFormationSettings& Settings,
	const FVector& Center, const FVector& Direction, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	TArray<PhxCircle> Blockers;
	const phalanx::Agents Shown = Show(Agents, Blockers);
	return FormUp(Context, World, Shown, Describe(Context, Settings, Center, Direction), Ground, Formation);
}

bool FormUpAlongLine(const phalanx::Context& Context, const UWorld* World, const TArray<FVector>& Line, const FPhalanxAgents& Agents,
	const FPhalanxFormationSettings& Settings, const FPhalanxGroundSettings& Ground, FPhalanxFormation& Formation)
{
	TArray<PhxCircle> Blockers;
	const phalanx::Agents Shown = Show(Agents, Blockers);
	phalanx::FormationDesc Desc = Describe(Context, Settings, FVector::ZeroVector, FVector::ZeroVector);
	std::vector<phalanx::Vec3d> Places;
	const phalanx::Status Status = Context.drag(phalanx::view(Line), Shown, Desc, Places);
	if (!Status.succeeded())
	{
		return Conclude(Status, phalanx::FormationReport(), Formation);
	}
	return FormUp(Context, World, Shown, Desc, Ground, Formation);
}

} // namespace PhalanxUnreal
