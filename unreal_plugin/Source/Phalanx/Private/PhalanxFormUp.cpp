// The calls, and what is left when one fails.

#include "PhalanxFormUp.h"

#include "PhalanxDescriptions.h"
#include "PhalanxTraces.h"

namespace PhalanxUnreal
{

bool Conclude(const phalanx::Status& Status, const PhxFormationReport& Report, FPhalanxFormation& Formation)
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

bool FormUpSquads(const phalanx::Context& Context, const UWorld* World, const TArray<FPhalanxSquad>& Squads, const FPhalanxGroundSettings& Ground,
	TArray<FPhalanxFormation>& Formations)
{
	const size_t Count = static_cast<size_t>(Squads.Num());
	Formations.SetNum(Squads.Num());
	// What the items of the call point to; none of these may grow any more.
	std::vector<TArray<PhxCircle>> Blockers(Count);
	std::vector<phalanx::Agents> Agents;
	std::vector<phalanx::FormationDesc> Descs;
	std::vector<phalanx::FormationOut> Outs;
	std::vector<phalanx::FormationReport> Reports(Count);
	std::vector<PhxSquad> Items;
	Agents.reserve(Count), Descs.reserve(Count), Outs.reserve(Count), Items.reserve(Count);
	for (size_t Squad = 0; Squad < Count; ++Squad)
	{
		const FPhalanxSquad& Asked = Squads[static_cast<int32>(Squad)];
		Agents.push_back(Show(Asked.Agents, Blockers[Squad]));
		Descs.push_back(Describe(Context, Asked.Formation, Asked.Center, Asked.Direction));
		Outs.push_back(Receive(Formations[static_cast<int32>(Squad)], static_cast<int32>(Agents.back().count)));
		Items.push_back({&Agents.back(), &Descs.back(), &Outs.back(), &Reports[Squad]});
	}
	const phalanx::Status Status = WithGround(Context, World, Ground, [&](const auto& Probed)
	{
		return Context.form_up_many(phalanx::Span<const PhxSquad>(Items.data(), Count), Probed);
	});
	for (size_t Squad = 0; Squad < Count; ++Squad)
	{
		(void)Conclude(Status, Reports[Squad], Formations[static_cast<int32>(Squad)]);
	}
	return Status.succeeded();
}

} // namespace PhalanxUnreal
