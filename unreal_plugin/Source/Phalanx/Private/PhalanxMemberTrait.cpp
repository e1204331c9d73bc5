// The fragments that a member needs.

#include "PhalanxMemberTrait.h"

#include "MassCommonFragments.h"
#include "MassEntityTemplateRegistry.h"

void UPhalanxMemberTrait::BuildTemplate(FMassEntityTemplateBuildContext& BuildContext, const UWorld&) const
{
	BuildContext.RequireFragment<FTransformFragment>();
	BuildContext.AddFragment_GetRef<FPhalanxMemberFragment>() = Member;
	BuildContext.AddFragment<FPhalanxGoalFragment>();
}
