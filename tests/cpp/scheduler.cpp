// The host's scheduler: all parallel work goes through two hooks, on the host's threads and on no other, with the bytes that
// the caller's thread alone gives, however the host cuts, orders or repeats the ranges.
#include "phalanx.hpp"

#include "check.h"

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#ifdef __linux__
#include <dirent.h>
#endif

using phalanx::Vec3d;

namespace {

// How a scheduler hands out ranges.
enum class Habit { Plain, Backwards, AtOnce, Twice };

// A few threads with one queue. Whoever waits for a task works on whatever is next.
class ToyScheduler {
public:
    explicit ToyScheduler(Habit habit, std::size_t threads) : habit_(habit) {
        for (std::size_t worker = 0; worker < threads; ++worker) threads_.emplace_back([this, worker] { serve(std::uint32_t(worker)); });
    }
    ~ToyScheduler() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            ended_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    static void* enqueue(void* user, PhxTaskFn run, void* task, std::uint64_t count, std::uint64_t grain) {
        return static_cast<ToyScheduler*>(user)->take(run, task, count, grain);
    }
    static void finish(void* user, void* handle) { static_cast<ToyScheduler*>(user)->wait(static_cast<Batch*>(handle)); }

    std::atomic<std::size_t> tasks{0};
    std::atomic<std::size_t> elsewhere{0};
    // What a waiting thread does once before it helps.
    std::function<void()> while_waiting;

private:
    struct Batch {
        std::atomic<std::size_t> left{0};
    };
    struct Range {
        PhxTaskFn run;
        void* task;
        std::uint64_t begin, end;
        Batch* batch;
    };

    void* take(PhxTaskFn run, void* task, std::uint64_t count, std::uint64_t grain) {
        ++tasks;
        const std::uint64_t step = grain > 2 ? grain : 2;
        if (habit_ == Habit::AtOnce) {
            for (std::uint64_t begin = 0; begin < count; begin += step) run(task, begin, std::min(begin + step, count), 0);
            return nullptr;
        }
        auto* batch = new Batch;
        const std::lock_guard<std::mutex> lock(mutex_);
        for (int round = 0; round < (habit_ == Habit::Twice ? 2 : 1); ++round) {
            for (std::uint64_t begin = 0; begin < count; begin += step) {
                const Range range{run, task, begin, std::min(begin + step, count), batch};
                if (habit_ == Habit::Backwards) queue_.push_front(range);
                else queue_.push_back(range);
                ++batch->left;
            }
        }
        wake_.notify_all();
        return batch;
    }

    void wait(Batch* batch) {
        if (while_waiting) std::exchange(while_waiting, nullptr)();
        while (batch->left != 0) {
            if (!work_once(99)) std::this_thread::yield();
        }
        delete batch;
    }

    bool work_once(std::uint32_t worker) {
        Range range{};
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (queue_.empty()) return false;
            range = queue_.front();
            queue_.pop_front();
        }
        if (worker != 99) ++elsewhere;
        range.run(range.task, range.begin, range.end, worker);
        --range.batch->left;
        return true;
    }

    void serve(std::uint32_t worker) {
        for (;;) {
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return ended_ || !queue_.empty(); });
                if (ended_) return;
            }
            work_once(worker);
        }
    }

    Habit habit_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Range> queue_;
    bool ended_ = false;
    std::vector<std::thread> threads_;
};

std::size_t threads_of_this_process() {
    std::size_t count = 0;
#ifdef __linux__
    if (DIR* folder = opendir("/proc/self/task")) {
        while (const dirent* entry = readdir(folder)) count += entry->d_name[0] != '.';
        closedir(folder);
    }
#endif
    return count;
}

std::vector<Vec3d> army(std::size_t count) {
    std::vector<Vec3d> places;
    for (std::size_t i = 0; i < count; ++i) places.push_back({double(i * 7919 % 6007), double(i * 104729 % 5003), 0});
    return places;
}

// A slope with a lake; may be asked on any thread.
std::int32_t slope(phalanx::Span<const PhxRay> rays, phalanx::Span<PhxHit> hits) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const double x = rays[i].origin[0], y = rays[i].origin[1];
        if (x > 2900 && x < 3100 && y > -500 && y < -420) continue;
        phalanx::set_ground(hits[i], {x, y, x / 4}, {-1, 0, 4});
    }
    return 0;
}

phalanx::Formation order(const phalanx::Context& context, const std::vector<Vec3d>& places, bool may_be_shared) {
    phalanx::Ground ground(context, slope);
    if (may_be_shared) ground.flags = PHX_GROUND_THREAD_SAFE;
    return context.form_up(phalanx::Agents(places), context.order(phalanx::Shape::Grid).center_at(3000, -400, 0).face(1, 2, 0), ground);
}

bool same(const phalanx::Formation& a, const phalanx::Formation& b) {
    return a.status == b.status && a.slots == b.slots && a.rings == b.rings && a.outcomes == b.outcomes && a.goals.size() == b.goals.size() &&
           std::memcmp(a.goals.data(), b.goals.data(), a.goals.size() * sizeof(Vec3d)) == 0;
}

phalanx::ContextDesc on(ToyScheduler& host, std::uint32_t workers) {
    return phalanx::ContextDesc(phalanx::Frame::Unreal).run_on(ToyScheduler::enqueue, ToyScheduler::finish, &host, workers);
}

void every_habit_of_the_host_gives_the_bytes_of_one_thread() {
    const std::vector<Vec3d> places = army(6000);
    const phalanx::Context one(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1));
    const phalanx::Formation alone = order(one, places, false);
    for (Habit habit : {Habit::Plain, Habit::Backwards, Habit::AtOnce, Habit::Twice}) {
        ToyScheduler host(habit, 3);
        const phalanx::Context context(on(host, 4));
        for (int round = 0; round < 3; ++round) CHECK(same(order(context, places, true), alone));
        CHECK(host.tasks > 0);
    }
}

void a_context_with_hooks_or_with_one_thread_starts_none() {
    const std::vector<Vec3d> places = army(3000);
    ToyScheduler host(Habit::Plain, 2);
    const std::size_t before = threads_of_this_process();
    const phalanx::Context hooked(on(host, 0).threads(5));
    const phalanx::Context alone(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1));
    CHECK(same(order(hooked, places, true), order(alone, places, true)));
    CHECK(threads_of_this_process() == before);
}

// Whoever waits may be given other work of the game, another order on the same context included.
void a_waiting_thread_may_call_the_same_context() {
    const std::vector<Vec3d> places = army(5000), others = army(700);
    ToyScheduler host(Habit::Plain, 2);
    const phalanx::Context context(on(host, 3));
    const phalanx::Formation first = order(context, places, true), second = order(context, others, true);
    bool nested_is_right = false;
    host.while_waiting = [&] { nested_is_right = same(order(context, others, true), second); };
    CHECK(same(order(context, places, true), first));
    CHECK(nested_is_right);
}

void calls_from_many_threads_share_the_hosts_threads() {
    ToyScheduler host(Habit::Backwards, 2);
    const phalanx::Context context(on(host, 3));
    std::vector<std::thread> callers;
    std::atomic<int> right{0};
    for (std::size_t caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&, caller] {
            const std::vector<Vec3d> places = army(2000 + 300 * caller);
            const phalanx::Formation first = order(context, places, true);
            for (int round = 0; round < 3; ++round) right += same(order(context, places, true), first);
        });
    }
    for (std::thread& caller : callers) caller.join();
    CHECK(right == 12);
}

void half_a_scheduler_is_refused() {
    std::uint64_t context = 0;
    phalanx::ContextDesc desc(phalanx::Frame::Unreal);
    desc.enqueue = ToyScheduler::enqueue;
    CHECK_ERROR(phx_context_create(&desc, &context), PHX_E_INVALID_ARGUMENT, "desc.finish");
    desc.enqueue = nullptr;
    desc.finish = ToyScheduler::finish;
    CHECK_ERROR(phx_context_create(&desc, &context), PHX_E_INVALID_ARGUMENT, "desc.enqueue");
    desc.enqueue = ToyScheduler::enqueue;
    desc.worker_count = PHX_MAX_THREADS + 1;
    CHECK_ERROR(phx_context_create(&desc, &context), PHX_E_INVALID_ARGUMENT, "desc.worker_count");
    CHECK(context == 0);
}

} // namespace

int main() {
    every_habit_of_the_host_gives_the_bytes_of_one_thread();
    a_context_with_hooks_or_with_one_thread_starts_none();
    a_waiting_thread_may_call_the_same_context();
    calls_from_many_threads_share_the_hosts_threads();
    half_a_scheduler_is_refused();
    return 0;
}
