// Views: arrays, members of arrays of structs and flat numbers, handed to the library where they lie.
#ifndef PHALANX_VIEW_HPP
#define PHALANX_VIEW_HPP

#include "../phalanx.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace phalanx {

// Three doubles, as the results that the wrapper allocates hold them.
struct Vec3d {
    double x, y, z;
};

// Three floats.
struct Vec3f {
    float x, y, z;
};

namespace detail {

// Like std::void_t, but as a struct: compilers take two aliases with different members for the same type.
template <class...> struct WhereAll { using exist = void; };

} // namespace detail

// The scalar of a type that begins with three (four) scalars one after another. Known are arrays, and types with public
// members x, y, z (w) or X, Y, Z (W). Specialise it for others: struct VectorScalar<Mine> { using type = float; };
template <class T, class = void> struct VectorScalar { using type = void; };
template <class T, class = void> struct QuaternionScalar { using type = void; };

template <class S> struct VectorScalar<S[3]> { using type = S; };
template <class S> struct VectorScalar<std::array<S, 3>> { using type = S; };
template <class T> struct VectorScalar<T, typename detail::WhereAll<decltype(T::x), decltype(T::y), decltype(T::z)>::exist> {
    using type = std::remove_cv_t<decltype(T::x)>;
};
template <class T> struct VectorScalar<T, typename detail::WhereAll<decltype(T::X), decltype(T::Y), decltype(T::Z)>::exist> {
    using type = std::remove_cv_t<decltype(T::X)>;
};
template <class S> struct QuaternionScalar<S[4]> { using type = S; };
template <class S> struct QuaternionScalar<std::array<S, 4>> { using type = S; };
template <class T> struct QuaternionScalar<T, typename detail::WhereAll<decltype(T::x), decltype(T::y), decltype(T::z), decltype(T::w)>::exist> {
    using type = std::remove_cv_t<decltype(T::x)>;
};
template <class T> struct QuaternionScalar<T, typename detail::WhereAll<decltype(T::X), decltype(T::Y), decltype(T::Z), decltype(T::W)>::exist> {
    using type = std::remove_cv_t<decltype(T::X)>;
};

namespace detail {

template <class S> constexpr std::uint32_t scalar_number() {
    return std::is_same_v<S, float> ? PHX_SCALAR_F32 : std::is_same_v<S, double> ? PHX_SCALAR_F64 : 0;
}

template <class T> constexpr std::uint32_t vector_scalar = scalar_number<typename VectorScalar<std::remove_cv_t<T>>::type>();
template <class T> constexpr std::uint32_t quaternion_scalar = scalar_number<typename QuaternionScalar<std::remove_cv_t<T>>::type>();
template <class T, std::size_t Bytes> constexpr bool whole_number = std::is_integral_v<T> && sizeof(T) == Bytes;
template <class T> constexpr bool writable_byte = whole_number<T, 1> && !std::is_same_v<T, bool> && !std::is_const_v<T>;

// Whether an array of T can be lent as the view `Phx`, and what the last field of that view is.
template <class T, class Phx> struct Lends : std::false_type {};
template <std::uint32_t Last, bool Can> struct LendsIf : std::bool_constant<Can> { static constexpr std::uint32_t last = Last; };
template <class T> struct Lends<T, PhxVec3View> : LendsIf<vector_scalar<T>, vector_scalar<T> != 0> {};
template <class T> struct Lends<T, PhxVec3ViewMut> : LendsIf<vector_scalar<T>, vector_scalar<T> != 0 && !std::is_const_v<T>> {};
template <class T> struct Lends<T, PhxQuatView> : LendsIf<quaternion_scalar<T>, quaternion_scalar<T> != 0> {};
template <class T> struct Lends<T, PhxF32View> : LendsIf<0, std::is_same_v<std::remove_cv_t<T>, float>> {};
template <class T> struct Lends<T, PhxU64View> : LendsIf<0, whole_number<T, 8>> {};
template <class T> struct Lends<T, PhxU32View> : LendsIf<0, whole_number<T, 4>> {};
template <class T> struct Lends<T, PhxU8View> : LendsIf<0, whole_number<T, 1>> {};
template <class T> struct Lends<T, PhxU32ViewMut> : LendsIf<0, whole_number<T, 4> && !std::is_const_v<T>> {};
template <class T> struct Lends<T, PhxU8ViewMut> : LendsIf<0, writable_byte<T>> {};
template <class T> struct Lends<T, PhxCircleView> : LendsIf<0, std::is_same_v<std::remove_cv_t<T>, PhxCircle>> {};

} // namespace detail

// Elements at equal distances in memory that somebody else owns. Becomes each view of phalanx.h that fits T: it is
// assigned to a field of a description. Not owning; what it shows must outlive the call.
template <class T> class View {
    using Byte = std::conditional_t<std::is_const_v<T>, const unsigned char, unsigned char>;

public:
    constexpr View() noexcept = default;
    // stride: bytes from one element to the next.
    constexpr View(T* first, std::size_t count, std::uint32_t stride = sizeof(T)) noexcept
        : first_(first), count_(count), stride_(stride) {}

    // Not called data(): a view must not pass for a packed container.
    T* first() const noexcept { return first_; }
    std::size_t size() const noexcept { return count_; }
    std::uint32_t stride() const noexcept { return stride_; }
    // index < size().
    T& operator[](std::size_t index) const noexcept {
        return *reinterpret_cast<T*>(reinterpret_cast<Byte*>(first_) + index * stride_);
    }

    template <class Phx, std::enable_if_t<detail::Lends<T, Phx>::value, int> = 0> operator Phx() const noexcept {
        return Phx{first_, static_cast<std::uint64_t>(count_), stride_, detail::Lends<T, Phx>::last};
    }

private:
    T* first_ = nullptr;
    std::size_t count_ = 0;
    std::uint32_t stride_ = sizeof(T);
};

namespace detail {

// std containers, spans and arrays; and Unreal's, which say GetData and Num.
template <class C> constexpr auto data_of(C& container) -> decltype(std::data(container)) { return std::data(container); }
template <class C> constexpr auto data_of(C& container) -> decltype(container.GetData()) { return container.GetData(); }
template <class C> constexpr auto size_of(const C& container) -> decltype(std::size(container)) { return std::size(container); }
template <class C> constexpr auto size_of(const C& container) -> decltype(static_cast<std::size_t>(container.Num())) {
    return static_cast<std::size_t>(container.Num());
}

template <class C> using ElementOf = std::remove_pointer_t<decltype(data_of(std::declval<C&>()))>;
template <class Like, class T> using ConstLike = std::conditional_t<std::is_const_v<Like>, const T, T>;

} // namespace detail

// The elements of a contiguous container, which must have a name of its own: a temporary would be gone before the call.
template <class C> View<detail::ElementOf<C>> view(C& container) {
    return {detail::data_of(container), detail::size_of(container)};
}

// The elements from a pointer on; stride: bytes from one to the next.
template <class T> View<T> view(T* first, std::size_t count, std::uint32_t stride = sizeof(T)) {
    return {first, count, stride};
}

// One member of each struct in a contiguous container: member_view(fragments, &Fragment::position).
template <class C, class Struct, class Member>
View<detail::ConstLike<detail::ElementOf<C>, Member>> member_view(C& container, Member Struct::*member) {
    auto* first = detail::data_of(container);
    const std::size_t count = detail::size_of(container);
    if (count == 0) return {};
    return {&(first->*member), count, sizeof(*first)};
}

// One member of each of `count` structs from a pointer on.
template <class Element, class Struct, class Member>
View<detail::ConstLike<Element, Member>> member_view(Element* first, std::size_t count, Member Struct::*member) {
    if (count == 0) return {};
    return {&(first->*member), count, sizeof(Element)};
}

// Flat numbers x, y, z, x, y, z, ... as vectors; a rest of one or two numbers is left out.
template <class C> auto triples(C& numbers) {
    using Scalar = detail::ElementOf<C>;
    return View<Scalar[3]>(reinterpret_cast<Scalar(*)[3]>(detail::data_of(numbers)), detail::size_of(numbers) / 3);
}

// A run of elements that somebody else owns, one after another.
template <class T> class Span {
public:
    constexpr Span() noexcept = default;
    constexpr Span(T* first, std::size_t count) noexcept : first_(first), count_(count) {}
    // Of a contiguous container that has a name of its own.
    template <class C, std::enable_if_t<std::is_convertible_v<detail::ElementOf<C> (*)[], T (*)[]>, int> = 0>
    constexpr Span(C& container) : first_(detail::data_of(container)), count_(detail::size_of(container)) {}

    constexpr T* data() const noexcept { return first_; }
    constexpr std::size_t size() const noexcept { return count_; }
    constexpr T& operator[](std::size_t index) const noexcept { return first_[index]; }
    constexpr T* begin() const noexcept { return first_; }
    constexpr T* end() const noexcept { return first_ + count_; }

private:
    T* first_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace phalanx

#endif
