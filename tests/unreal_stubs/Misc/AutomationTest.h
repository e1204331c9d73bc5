// Stand-in: specs. The flags became an enum class in 5.5.

#pragma once

#include "CoreMinimal.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 5, 0)
namespace EAutomationTestFlags
{
enum Type : uint32
{
	EditorContext = 1,
	ClientContext = 2,
	ProductFilter = 4
};
}
using FStubTestFlags = uint32;
#else
enum class EAutomationTestFlags : uint32
{
	EditorContext = 1,
	ClientContext = 2,
	ProductFilter = 4
};
constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}
using FStubTestFlags = EAutomationTestFlags;
#endif

class FAutomationSpecBase
{
public:
	virtual ~FAutomationSpecBase() = default;
	virtual void Define() = 0;
	void Describe(const FString& What, TFunction<void()> Body);
	void It(const FString& What, TFunction<void()> Body);
	void BeforeEach(TFunction<void()> Body);
	void AfterEach(TFunction<void()> Body);
	bool TestTrue(const TCHAR* What, bool Value);
	bool TestFalse(const TCHAR* What, bool Value);
	bool TestEqual(const TCHAR* What, int32 Actual, int32 Expected);
	bool TestEqual(const TCHAR* What, int64 Actual, int64 Expected);
	template <class T>
	bool TestNotNull(const TCHAR* What, const T* Pointer);
};

#define BEGIN_DEFINE_SPEC(Class, Name, Flags) \
	class Class : public FAutomationSpecBase \
	{ \
		static constexpr FStubTestFlags StubFlags = static_cast<FStubTestFlags>(Flags); \
		static const TCHAR* StubName() { return TEXT(Name); } \
		virtual void Define() override;
#define END_DEFINE_SPEC(Class) \
	}; \
	Class Class##Instance;
