// Host loop: a context whose parallel work runs on the host's own parallel loop, such as Unreal's ParallelFor.
#ifndef PHALANX_HOST_LOOP_HPP
#define PHALANX_HOST_LOOP_HPP

#include "description.hpp"

#include <utility>

namespace phalanx {

// loop(pieces, body) calls body(0) to body(pieces - 1), each an std::uint32_t, on any threads at the same time, and returns
// when all have run. It must not throw. The object must stay where it is until its contexts are gone.
template <class Loop> class HostLoop {
public:
    // workers: threads that may work at the same time, the caller's included.
    HostLoop(std::uint32_t workers, Loop loop) : workers_(workers == 0 ? 1 : workers), loop_(std::move(loop)) {}
    HostLoop(const HostLoop&) = delete;
    HostLoop& operator=(const HostLoop&) = delete;

    // Hands the work of the contexts that are made from desc to this loop.
    void serve(ContextDesc& desc) { desc.run_on(&HostLoop::enqueue, &HostLoop::finish, this, workers_); }

private:
    static void* enqueue(void* user, PhxTaskFn run, void* task, std::uint64_t count, std::uint64_t grain) {
        HostLoop& self = *static_cast<HostLoop*>(user);
        if (count == 0) return nullptr;
        // A few pieces for each worker, so that one slow thread does not hold up the others; none smaller than it is worth.
        const std::uint64_t share = (count - 1) / (std::uint64_t{self.workers_} * 4) + 1;
        const std::uint64_t step = share < grain ? grain : share;
        self.loop_(static_cast<std::uint32_t>((count - 1) / step + 1), [=](std::uint32_t piece) {
            const std::uint64_t begin = piece * step;
            run(task, begin, count - begin < step ? count : begin + step, 0);
        });
        return nullptr;
    }

    // Never called: all work has run when enqueue returns.
    static void finish(void*, void*) {}

    std::uint32_t workers_;
    Loop loop_;
};

} // namespace phalanx

#endif
