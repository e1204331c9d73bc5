// Ground: a C++ callable that answers the library's probes.
#ifndef PHALANX_GROUND_HPP
#define PHALANX_GROUND_HPP

#include "status.hpp"
#include "view.hpp"

#include <atomic>
#include <type_traits>
#include <utility>

namespace phalanx {

// Says that a ray met ground there; normal of any length. Point and normal in the context's axes.
inline void set_ground(PhxHit& hit, const Vec3d& point, const Vec3f& normal) {
    hit.point[0] = point.x, hit.point[1] = point.y, hit.point[2] = point.z;
    hit.normal[0] = normal.x, hit.normal[1] = normal.y, hit.normal[2] = normal.z;
    hit.kind = PHX_HIT_GROUND;
}

// Says that a ray met something that nobody can stand on.
inline void set_obstacle(PhxHit& hit) {
    hit.kind = PHX_HIT_OBSTACLE;
}

// Where a ray ends.
inline Vec3d ray_end(const PhxRay& ray) {
    const double length = static_cast<double>(ray.length);
    const auto along = [&](std::size_t axis) { return ray.origin[axis] + static_cast<double>(ray.direction[axis]) * length; };
    return {along(0), along(1), along(2)};
}

// Answers a ray from all that it met, in order of distance: the first that counts decides. kind_of(met): its PHX_HIT number,
// PHX_HIT_NONE where the ray goes on. answer(met, hit): calls set_ground for one that is ground.
template <class Met, class KindOf, class AnswerGround> void set_first(PhxHit& hit, const Met& all, KindOf&& kind_of, AnswerGround&& answer) {
    for (const auto& met : all) {
        const std::uint32_t kind = kind_of(met);
        if (kind == PHX_HIT_GROUND) answer(met, hit);
        if (kind == PHX_HIT_OBSTACLE) set_obstacle(hit);
        if (kind != PHX_HIT_NONE) return;
    }
}

// No ground: everybody may stand anywhere, and nothing is probed.
struct NoGround {};

// A ground that a callable answers for: (Span<const PhxRay>, Span<PhxHit>) for a batch, or (const PhxRay&, PhxHit&) for one
// ray. Hits arrive as PHX_HIT_NONE. It returns nothing, or a number that stops the call when negative. An exception that it
// throws stops the call too and comes out of it. The callable is called on the calling thread only, unless flags get
// PHX_GROUND_THREAD_SAFE. It may not call the same context.
template <class Answer> class Ground : public PhxGround {
public:
    template <class Context> Ground(const Context& context, Answer answer) : PhxGround{}, answer_(std::move(answer)) {
        (void)detail::checked(phx_ground_init(context.handle(), this, sizeof(PhxGround)));
    }

    // Answers a batch.
    std::int32_t operator()(Span<const PhxRay> rays, Span<PhxHit> hits) const {
        if constexpr (std::is_invocable_v<Answer&, Span<const PhxRay>, Span<PhxHit>>) {
            return number_of([&] { return answer_(rays, hits); });
        } else {
            static_assert(std::is_invocable_v<Answer&, const PhxRay&, PhxHit&>,
                          "a ground takes (Span<const PhxRay>, Span<PhxHit>) or (const PhxRay&, PhxHit&)");
            for (std::size_t ray = 0; ray < rays.size(); ++ray) {
                const std::int32_t answer = number_of([&] { return answer_(rays[ray], hits[ray]); });
                if (answer < 0) return answer;
            }
            return 0;
        }
    }

private:
    template <class Call> static std::int32_t number_of(Call&& call) {
        if constexpr (std::is_void_v<decltype(call())>) {
            call();
            return 0;
        } else {
            return static_cast<std::int32_t>(call());
        }
    }

    mutable Answer answer_;
};

template <class Context, class Answer> Ground(const Context&, Answer) -> Ground<Answer>;

namespace detail {

// The number by which a callback that threw stops its call.
constexpr std::int32_t callback_threw = INT32_MIN;

// A ground during one call of the library: keeps the first exception of the callable until the library has returned.
// One for each call, so that calls on several threads may share a ground.
template <class Answer> class GroundDuringCall {
public:
    explicit GroundDuringCall(const Ground<Answer>& ground) : ground_(ground), description_(ground) {
        description_.raycast = nullptr;
        description_.raycast_batch = &GroundDuringCall::raycast_batch;
        description_.user = this;
    }
    GroundDuringCall(const GroundDuringCall&) = delete;
    GroundDuringCall& operator=(const GroundDuringCall&) = delete;

    const PhxGround* get() const { return &description_; }

    // The status of the call, unless the callable threw.
    Status conclude(std::int32_t number) {
#ifndef PHALANX_NO_EXCEPTIONS
        if (thrown_) std::rethrow_exception(thrown_);
#endif
        return checked(number);
    }

private:
    static std::int32_t raycast_batch(void* user, const PhxRay* rays, PhxHit* hits, std::uint64_t count) {
        auto& self = *static_cast<GroundDuringCall*>(user);
        const std::size_t size = static_cast<std::size_t>(count);
#ifdef PHALANX_NO_EXCEPTIONS
        return self.ground_(Span<const PhxRay>(rays, size), Span<PhxHit>(hits, size));
#else
        try {
            return self.ground_(Span<const PhxRay>(rays, size), Span<PhxHit>(hits, size));
        } catch (...) {
            // The library joins its threads before it returns, so `thrown_` needs no lock beyond being written once.
            if (!self.caught_.test_and_set()) self.thrown_ = std::current_exception();
            return callback_threw;
        }
#endif
    }

    const Ground<Answer>& ground_;
    PhxGround description_;
#ifndef PHALANX_NO_EXCEPTIONS
    std::atomic_flag caught_ = ATOMIC_FLAG_INIT;
    std::exception_ptr thrown_;
#endif
};

// Runs a call with a ground of any kind as the C surface takes it.
template <class Call> Status with_ground(const NoGround&, Call&& call) {
    return checked(call(static_cast<const PhxGround*>(nullptr)));
}
template <class Call> Status with_ground(const PhxGround& ground, Call&& call) {
    return checked(call(&ground));
}
template <class Answer, class Call> Status with_ground(const Ground<Answer>& ground, Call&& call) {
    GroundDuringCall<Answer> during(ground);
    return during.conclude(call(during.get()));
}

} // namespace detail

} // namespace phalanx

#endif
