// Stand-in: the version that the check asks for.

#pragma once

#ifndef STUB_UNREAL_MINOR
#error "Say which version: -DSTUB_UNREAL_MINOR=3"
#endif
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) ((Major) > 5 || ((Major) == 5 && (Minor) > STUB_UNREAL_MINOR))
