// Stand-in: collision channels and kinds of worlds.

#pragma once

#include "CoreMinimal.h"

enum ECollisionChannel : int
{
	ECC_WorldStatic,
	ECC_WorldDynamic,
	ECC_MAX = 32
};
enum EObjectTypeQuery : int
{
	ObjectTypeQuery1,
	ObjectTypeQuery_MAX = 32
};
enum ESceneDepthPriorityGroup : int
{
	SDPG_World,
	SDPG_Foreground
};
namespace EWorldType
{
enum Type
{
	None,
	Game,
	Editor,
	PIE
};
}
class UEngineTypes : public UObject
{
public:
	static ECollisionChannel ConvertToCollisionChannel(EObjectTypeQuery Type);
	static EObjectTypeQuery ConvertToObjectType(ECollisionChannel Channel);
};
