// Stand-in: numbers, strings, containers, vectors, pointers, and the reflection macros.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// As the engine has them on every platform: its 64-bit numbers are long long, where Linux's uint64_t is long.
using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using uint64 = unsigned long long;
using int8 = signed char;
using int16 = short;
using int32 = int;
using int64 = long long;
using TCHAR = char16_t;

// Macros of the engine that a header must not trip over.
#define TEXT(Text) u##Text
#define check(Expression) ((void)(Expression))
#define verify(Expression) ((void)(Expression))
#define ensure(Expression) (!!(Expression))
#define PI (3.1415926535897932f)
#define INDEX_NONE (-1)
#define FORCEINLINE inline
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END
#define PHALANX_API
#define MAX_uint32 0xFFFFFFFFu
#define PLATFORM_WINDOWS 0
#define PLATFORM_MAC 0
#define PLATFORM_LINUX 1
#define WITH_DEV_AUTOMATION_TESTS 1

// What the header tool reads. The *.generated.h files are made by the check.
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UPARAM(...)
#define UCLASS(...)
#define USTRUCT(...)
#define STUB_JOIN_INNER(A, B, C) A##_##B##_##C
#define STUB_JOIN(A, B, C) STUB_JOIN_INNER(A, B, C)
#define GENERATED_BODY() STUB_JOIN(CURRENT_FILE_ID, __LINE__, GENERATED_BODY)

template <class T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value)
{
	static_assert(std::is_lvalue_reference_v<T>, "the engine's MoveTemp takes named objects");
	return static_cast<std::remove_reference_t<T>&&>(Value);
}
template <class T>
constexpr T&& Forward(std::remove_reference_t<T>& Value)
{
	return static_cast<T&&>(Value);
}

class FString
{
public:
	FString() = default;
	FString(const TCHAR* Text) : Characters(Text) {}
	FString(const char* Text) : Characters(Text, Text + std::char_traits<char>::length(Text)) {}
	const TCHAR* operator*() const { return Characters.c_str(); }
	bool Contains(const TCHAR* Part) const { return Characters.find(Part) != std::u16string::npos; }
	bool IsEmpty() const { return Characters.empty(); }
	void Reset() { Characters.clear(); }

private:
	std::u16string Characters;
};

// ASCII alone; valid until the next one on this thread.
inline const TCHAR* StubToTchar(const char* Text)
{
	thread_local std::u16string Kept;
	Kept.assign(Text, Text + std::char_traits<char>::length(Text));
	return Kept.c_str();
}
#define UTF8_TO_TCHAR(Text) StubToTchar(Text)

class FName
{
public:
	FName() = default;
	FName(const TCHAR*) {}
};

template <class T>
class TArray
{
	// std::vector<bool> has no elements to point to.
	struct FCell
	{
		T Value;
	};

public:
	TArray() = default;
	TArray(std::initializer_list<T> Values)
	{
		for (const T& Value : Values) Add(Value);
	}
	T* GetData() { return Cells.empty() ? nullptr : &Cells[0].Value; }
	const T* GetData() const { return Cells.empty() ? nullptr : &Cells[0].Value; }
	int32 Num() const { return static_cast<int32>(Cells.size()); }
	int32 Add(const T& Value)
	{
		Cells.push_back(FCell{Value});
		return Num() - 1;
	}
	void Reset(int32 = 0) { Cells.clear(); }
	void Empty(int32 = 0) { Cells.clear(); }
	void Append(const TArray& Others) { Cells.insert(Cells.end(), Others.Cells.begin(), Others.Cells.end()); }
	void SetNum(int32 Count) { Cells.resize(static_cast<std::size_t>(Count)); }
	void SetNumUninitialized(int32 Count) { Cells.resize(static_cast<std::size_t>(Count)); }
	void Init(const T& Value, int32 Count) { Cells.assign(static_cast<std::size_t>(Count), FCell{Value}); }
	template <class Predicate>
	int32 RemoveAll(const Predicate& Gone)
	{
		const int32 Before = Num();
		Cells.erase(std::remove_if(Cells.begin(), Cells.end(), [&](const FCell& Cell) { return Gone(Cell.Value); }), Cells.end());
		return Before - Num();
	}
	T& operator[](int32 Index) { return Cells[static_cast<std::size_t>(Index)].Value; }
	const T& operator[](int32 Index) const { return Cells[static_cast<std::size_t>(Index)].Value; }
	T* begin() { return GetData(); }
	T* end() { return GetData() + Num(); }
	const T* begin() const { return GetData(); }
	const T* end() const { return GetData() + Num(); }

private:
	std::vector<FCell> Cells;
};

template <class T>
class TArrayView
{
public:
	TArrayView() = default;
	template <class Other>
	TArrayView(TArray<Other>& Array) : Data(Array.GetData()), Count(Array.Num()) {}
	T* GetData() const { return Data; }
	int32 Num() const { return Count; }
	T& operator[](int32 Index) const { return Data[Index]; }

private:
	T* Data = nullptr;
	int32 Count = 0;
};
template <class T>
using TConstArrayView = TArrayView<const T>;

template <class K, class V>
struct TPair
{
	K Key;
	V Value;
};

template <class K, class V>
class TMap
{
public:
	V& Add(const K& Key, const V& Value)
	{
		if (V* Known = Find(Key)) return *Known = Value;
		Pairs.push_back({Key, Value});
		return Pairs.back().Value;
	}
	V* Find(const K& Key)
	{
		for (TPair<K, V>& Pair : Pairs)
		{
			if (Pair.Key == Key) return &Pair.Value;
		}
		return nullptr;
	}
	const V* Find(const K& Key) const { return const_cast<TMap*>(this)->Find(Key); }
	template <class Predicate>
	void KeySort(const Predicate& Less)
	{
		std::sort(Pairs.begin(), Pairs.end(), [&](const TPair<K, V>& A, const TPair<K, V>& B) { return Less(A.Key, B.Key); });
	}
	bool Contains(const K& Key) const { return Find(Key) != nullptr; }
	int32 Num() const { return static_cast<int32>(Pairs.size()); }
	void Reset() { Pairs.clear(); }
	void Empty() { Pairs.clear(); }
	auto begin() const { return Pairs.begin(); }
	auto end() const { return Pairs.end(); }

private:
	std::vector<TPair<K, V>> Pairs;
};

struct FVector
{
	double X, Y, Z;
	FVector() {}
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
	FVector operator-(const FVector& Other) const { return FVector(X - Other.X, Y - Other.Y, Z - Other.Z); }
	static double Dist(const FVector& A, const FVector& B)
	{
		const FVector D = A - B;
		return std::sqrt(D.X * D.X + D.Y * D.Y + D.Z * D.Z);
	}
	static const FVector ZeroVector;
};
inline const FVector FVector::ZeroVector(0.0, 0.0, 0.0);

struct FVector2D
{
	double X, Y;
	FVector2D() {}
	FVector2D(double InX, double InY) : X(InX), Y(InY) {}
};

struct FQuat
{
	double X, Y, Z, W;
	FQuat() {}
	FQuat(double InX, double InY, double InZ, double InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
};

struct FTransform
{
	FVector GetLocation() const { return StubLocation; }
	FVector StubLocation;
};

struct FColor
{
	FColor(uint8, uint8, uint8, uint8 = 255) {}
};
struct FLinearColor
{
	FLinearColor(const FColor&) {}
};

struct FMath
{
	template <class T>
	static T Abs(T Value)
	{
		return Value < 0 ? -Value : Value;
	}
};

template <class T>
class TSharedRef
{
public:
	explicit TSharedRef(std::shared_ptr<T> Shared) : Object(std::move(Shared)) {}
	T* operator->() const { return Object.get(); }
	T& operator*() const { return *Object; }
	std::shared_ptr<T> Object;
};
template <class T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(const TSharedRef<T>& Ref) : Object(Ref.Object) {}
	bool IsValid() const { return Object != nullptr; }
	void Reset() { Object.reset(); }
	T* operator->() const { return Object.get(); }
	T& operator*() const { return *Object; }

private:
	std::shared_ptr<T> Object;
};
template <class T>
class TSharedFromThis : public std::enable_shared_from_this<T>
{
public:
	TSharedRef<T> AsShared() { return TSharedRef<T>(this->shared_from_this()); }
};
template <class T, class... A>
TSharedRef<T> MakeShared(A&&... Arguments)
{
	return TSharedRef<T>(std::make_shared<T>(std::forward<A>(Arguments)...));
}

template <class T>
class TUniquePtr
{
public:
	TUniquePtr() = default;
	explicit TUniquePtr(T* Made) : Object(Made) {}
	void Reset() { Object.reset(); }
	T* operator->() const { return Object.get(); }

private:
	std::unique_ptr<T> Object;
};
template <class T, class... A>
TUniquePtr<T> MakeUnique(A&&... Arguments)
{
	return TUniquePtr<T>(new T(std::forward<A>(Arguments)...));
}

template <class T>
class TFunctionRef;
template <class R, class... A>
class TFunctionRef<R(A...)>
{
public:
	template <class F, std::enable_if_t<!std::is_same_v<std::decay_t<F>, TFunctionRef> && std::is_invocable_r_v<R, F&, A...>, int> = 0>
	TFunctionRef(F&& Function) : Called(std::ref(Function)) {}
	R operator()(A... Arguments) const { return Called(Arguments...); }

private:
	std::function<R(A...)> Called;
};
template <class T>
using TFunction = std::function<T>;

template <class E>
class TEnumAsByte
{
public:
	TEnumAsByte() = default;
	TEnumAsByte(E InValue) : Value(static_cast<uint8>(InValue)) {}
	E GetValue() const { return static_cast<E>(Value); }

private:
	uint8 Value = 0;
};

struct UClass;
struct UScriptStruct;
class UWorld;
class UObject
{
public:
	virtual ~UObject() = default;
	virtual UWorld* GetWorld() const;
};
bool IsValid(const UObject* Object);
template <class T>
class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(T* InObject) : Object(InObject) {}
	operator T*() const { return Object; }
	T* operator->() const { return Object; }
	T& operator*() const { return *Object; }

private:
	T* Object = nullptr;
};
template <class T>
class TWeakObjectPtr
{
public:
	TWeakObjectPtr(T* InObject) : Object(InObject) {}
	T* Get() const { return Object; }

private:
	T* Object;
};
template <class T>
T* NewObject(UObject* Outer);
template <class T>
const T* GetDefault();

namespace ELogVerbosity
{
enum Type
{
	Error,
	Warning,
	Log,
	Verbose,
	All
};
}
template <int32 Default>
struct FStubLogCategory
{
};
template <class... A>
void StubLog(const TCHAR*, A...)
{
	static_assert((std::is_scalar_v<A> && ...), "a log line takes numbers and pointers to characters");
}
#define DECLARE_LOG_CATEGORY_EXTERN(Category, Default, Compiled) \
	extern FStubLogCategory<ELogVerbosity::Default + 0 * ELogVerbosity::Compiled> Category
#define DEFINE_LOG_CATEGORY(Category) FStubLogCategory<ELogVerbosity::Log> Category
#define UE_LOG(Category, Verbosity, ...) ((void)Category, (void)ELogVerbosity::Verbosity, StubLog(__VA_ARGS__))

struct TStatId
{
};
#define RETURN_QUICK_DECLARE_CYCLE_STAT(Name, Group) return TStatId()

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Delegate, Type1, Name1, Type2, Name2) \
	class Delegate \
	{ \
	public: \
		void Broadcast(Type1 Name1, Type2 Name2) const \
		{ \
			if (StubBound) StubBound(Name1, Name2); \
		} \
		std::function<void(Type1, Type2)> StubBound; \
	}
