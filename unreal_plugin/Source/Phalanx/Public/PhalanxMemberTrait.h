// For a Mass entity config: makes its entities members of a squad.

#pragma once

#include "CoreMinimal.h"
#include "MassEntityTraitBase.h"
#include "PhalanxMassFragments.h"
#include "PhalanxMemberTrait.generated.h"

UCLASS(meta = (DisplayName = "Phalanx Member"))
class PHALANX_API UPhalanxMemberTrait : public UMassEntityTraitBase
{
	GENERATED_BODY()

public:
	/** What its entities begin with. */
	UPROPERTY(EditAnywhere, Category = "Phalanx")
	FPhalanxMemberFragment Member;

protected:
	virtual void BuildTemplate(FMassEntityTemplateBuildContext& BuildContext, const UWorld& World) const override;
};
