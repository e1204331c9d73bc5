// Status: what a call answers, the exception that a negative one becomes, and the check that header and library fit.
#ifndef PHALANX_STATUS_HPP
#define PHALANX_STATUS_HPP

#include "../phalanx.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#if !defined(PHALANX_NO_EXCEPTIONS) && !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
#define PHALANX_NO_EXCEPTIONS
#endif

#ifdef PHALANX_NO_EXCEPTIONS
// Without exceptions a status is the only word of an error: the compiler warns when it is dropped.
#define PHALANX_STATUS_MATTERS [[nodiscard]]
#else
#define PHALANX_STATUS_MATTERS
#include <exception>
#endif

namespace phalanx {

// What a call answered: a PHX_ status number.
class Status {
public:
    constexpr Status() noexcept = default;
    constexpr explicit Status(std::int32_t number) noexcept : number_(number) {}

    // The PHX_ number: 0 success, positive information, negative an error.
    constexpr std::int32_t number() const noexcept { return number_; }
    // Not an error.
    constexpr bool succeeded() const noexcept { return number_ >= 0; }
    // PHX_PARTIAL: not everybody has a place of his own; the report counts them.
    constexpr bool partial() const noexcept { return number_ == PHX_PARTIAL; }
    // PHX_MORE: there is more than fitted.
    constexpr bool more() const noexcept { return number_ == PHX_MORE; }
    // PHX_IN_PROGRESS: a job has work left.
    constexpr bool in_progress() const noexcept { return number_ == PHX_IN_PROGRESS; }
    // PHX_NEEDS_TRACES: a job waits for hits.
    constexpr bool needs_traces() const noexcept { return number_ == PHX_NEEDS_TRACES; }
    // Such as "PHX_E_BUSY". Static.
    const char* name() const noexcept { return phx_status_name(number_); }

    friend constexpr bool operator==(Status a, Status b) noexcept { return a.number_ == b.number_; }
    friend constexpr bool operator!=(Status a, Status b) noexcept { return a.number_ != b.number_; }

private:
    std::int32_t number_ = PHX_OK;
};

// The version of the library such as "1.2.3". Static.
inline const char* version() noexcept {
    return phx_version_string();
}

// The library's text about the last call on this thread that failed: argument, index and value.
inline std::string last_error() {
    const std::uint64_t bytes = phx_last_error(nullptr, 0); // its NUL included
    std::string text(static_cast<std::size_t>(bytes), '\0');
    phx_last_error(&text[0], bytes);
    text.pop_back();
    return text;
}

#ifndef PHALANX_NO_EXCEPTIONS
// A call failed.
class Error : public std::exception {
public:
    Error(Status status, const std::string& text)
        : status_(status), text_(std::string(status.name()) + ": " + text) {}

    // The negative status.
    Status status() const noexcept { return status_; }
    // Its name, such as "PHX_E_BUSY".
    const char* status_name() const noexcept { return status_.name(); }
    // The name, a colon, and the library's text.
    const char* what() const noexcept override { return text_.c_str(); }

private:
    Status status_;
    std::string text_;
};
#endif

namespace detail {

// Fails with a text of our own.
inline Status fail(std::int32_t number, const char* text) {
#ifdef PHALANX_NO_EXCEPTIONS
    (void)text;
    return Status(number);
#else
    throw Error(Status(number), text);
#endif
}

// Passes a number on, or throws what the library says about it.
inline Status checked(std::int32_t number) {
#ifndef PHALANX_NO_EXCEPTIONS
    if (number < 0) throw Error(Status(number), last_error());
#endif
    return Status(number);
}

} // namespace detail

// Fails with PHX_E_ABI when the loaded library does not fit the header that this program was built with. A context is
// never made without it.
PHALANX_STATUS_MATTERS inline Status check_abi() {
    static constexpr std::uint32_t sizes[] = {
        sizeof(PhxContextDesc),  sizeof(PhxVec3View),        sizeof(PhxVec3ViewMut), sizeof(PhxQuatView),
        sizeof(PhxF32View),      sizeof(PhxU64View),         sizeof(PhxU32View),     sizeof(PhxU8View),
        sizeof(PhxU32ViewMut),   sizeof(PhxU8ViewMut),       sizeof(PhxCircle),      sizeof(PhxCircleView),
        sizeof(PhxRay),          sizeof(PhxHit),             sizeof(PhxGround),      sizeof(PhxAgents),
        sizeof(PhxFormationDesc), sizeof(PhxFormationOut),   sizeof(PhxFormationReport), sizeof(PhxSquad),
        sizeof(PhxDebugItem),    sizeof(PhxCapsules),        sizeof(PhxRadiusDesc),  sizeof(PhxGrowth),
        sizeof(PhxJobInfo),
    };
    constexpr std::uint32_t count = sizeof sizes / sizeof sizes[0];
    static_assert(count == PHX_STRUCT_INDEX_JOB_INFO + 1, "one size for each PhxStructIndex, in its order");
    return detail::checked(phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, sizes, count));
}

// Destroys all contexts, joins their threads and forgets all hooks; what is left of a Context answers PHX_E_BAD_HANDLE.
PHALANX_STATUS_MATTERS inline Status shutdown() {
    return detail::checked(phx_shutdown());
}

// Sends the library's memory through the host's functions; both NULL: through the C runtime again. Before any context.
PHALANX_STATUS_MATTERS inline Status set_allocator(PhxAllocFn allocate, PhxFreeFn release, void* user) {
    return detail::checked(phx_set_allocator(allocate, release, user));
}

} // namespace phalanx

#endif
