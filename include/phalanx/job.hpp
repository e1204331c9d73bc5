// Job: forming up that spans frames. Rays are taken and answered whenever the engine is ready; nothing is called back.
#ifndef PHALANX_JOB_HPP
#define PHALANX_JOB_HPP

#include "context.hpp"

#include <chrono>

namespace phalanx {

// A budget or a time without end.
constexpr std::chrono::milliseconds no_limit{PHX_NO_LIMIT};

// Which ground counts for a job: steepness, range, searches. With the defaults of the context's unit.
struct GroundRules : PhxGround {
    explicit GroundRules(const Context& context) : PhxGround{} {
        (void)detail::checked(phx_ground_init(context.handle(), this, sizeof(PhxGround)));
    }
};

// What a poll tells of a job.
struct JobInfo : PhxJobInfo {
    JobInfo() : PhxJobInfo{} { (void)detail::checked(phx_job_info_init(this, sizeof(PhxJobInfo))); }
};

// A formation that comes to be over several frames. Moved, not copied; cancelled and freed with the object, unless it was
// finished. It must not outlive its context's object. Calls may be made from many threads at the same time.
//
// A status that is in_progress() means that there is work left, one that needs_traces() that rays wait to be answered.
class Job {
public:
    // No job: every call answers PHX_E_BAD_HANDLE.
    Job() noexcept = default;
#ifndef PHALANX_NO_EXCEPTIONS
    // Begins it; all inputs are copied. `ground` says which ground counts and is never called: NoGround{}, or GroundRules.
    template <class G = NoGround>
    Job(const Context& context, const PhxAgents& agents, const PhxFormationDesc& desc, const G& ground = G()) {
        begin(context, agents, desc, ground, *this);
    }
#endif
    Job(Job&& other) noexcept
        : context_(std::exchange(other.context_, 0)), handle_(std::exchange(other.handle_, 0)), agents_(other.agents_) {}
    Job& operator=(Job&& other) noexcept {
        if (this != &other) {
            drop();
            context_ = std::exchange(other.context_, 0);
            handle_ = std::exchange(other.handle_, 0);
            agents_ = other.agents_;
        }
        return *this;
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    ~Job() { drop(); }

    // Begins a job; what `into` held before is cancelled and freed.
    template <class G = NoGround>
    PHALANX_STATUS_MATTERS static Status begin(const Context& context, const PhxAgents& agents, const PhxFormationDesc& desc,
                                               const G& ground, Job& into) {
        Job made;
        made.context_ = context.handle();
        made.agents_ = static_cast<std::size_t>(agents.count);
        const Status status = detail::checked(phx_job_form_up(made.context_, &agents, &desc, rules_of(ground), &made.handle_));
        into = std::move(made);
        return status;
    }

    // Where it stands, without waiting.
    Status poll() const { return detail::checked(phx_job_poll(context_, handle_, nullptr)); }
    Status poll(JobInfo& info) const { return detail::checked(phx_job_poll(context_, handle_, &info)); }

    // Works on this thread for about so long; a budget of 0 to the next place where it can pause.
    Status step(std::chrono::microseconds budget = no_limit) const {
        return detail::checked(phx_job_step(context_, handle_, budget.count() < 0 ? 0 : static_cast<std::uint64_t>(budget.count())));
    }

    // Works, or waits for the thread that does, until the job is done, needs hits, or the time is over.
    Status wait(std::chrono::milliseconds timeout = no_limit) const {
        const auto count = timeout.count();
        return detail::checked(phx_job_wait(context_, handle_, count < 0 ? 0 : count > PHX_NO_LIMIT ? PHX_NO_LIMIT : static_cast<std::uint32_t>(count)));
    }

    // Takes all rays that wait into a vector that is used again. Returns how many.
    std::size_t take_rays(std::vector<PhxRay>& rays) const {
        std::size_t count = 0;
        rays.resize(rays.capacity() < 256 ? 256 : rays.capacity());
        for (;;) {
            std::uint64_t taken = 0;
            const Status status = take_rays(Span<PhxRay>(rays.data() + count, rays.size() - count), taken);
            count += static_cast<std::size_t>(taken);
            if (!status.more()) break;
            rays.resize(2 * rays.size());
        }
        rays.resize(count);
        return count;
    }

    // Takes as many rays as fit. PHX_MORE: others wait.
    PHALANX_STATUS_MATTERS Status take_rays(Span<PhxRay> rays, std::uint64_t& count) const {
        return detail::checked(phx_job_take_rays(context_, handle_, rays.data(), rays.size(), &count));
    }

    // Answers rays by their ids, any of those that were taken.
    Status submit_hits(Span<const PhxHit> hits) const {
        return detail::checked(phx_job_submit_hits(context_, handle_, hits.data(), hits.size()));
    }

    // Ends it whatever its state; the object can then be dropped or begun again.
    Status cancel() const { return detail::checked(phx_job_cancel(context_, handle_)); }

    // The results of a job that is done, into vectors that are used again. Then it is no job any more.
    Status finish(Formation& into) {
        const FormationOut out = detail::outputs_of(into, agents_);
        return into.status = finish(out, &into.report);
    }

    // The same into the caller's own views. A job that failed or was cancelled is none afterwards either.
    PHALANX_STATUS_MATTERS Status finish(const PhxFormationOut& out, PhxFormationReport* report = nullptr) {
        const std::int32_t before = phx_job_poll(context_, handle_, nullptr);
        const std::int32_t number = phx_job_finish_form_up(context_, handle_, &out, report);
        // It stays where it is under way, and after an error of the outputs.
        const bool stays = number == PHX_IN_PROGRESS || number == PHX_NEEDS_TRACES || (number < 0 && before >= 0);
        if (!stays) handle_ = 0;
        return detail::checked(number);
    }

    // The handle for calls of phalanx.h; 0 is none. Stays owned.
    std::uint64_t handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != 0; }

private:
    static const PhxGround* rules_of(const NoGround&) { return nullptr; }
    static const PhxGround* rules_of(const PhxGround& ground) { return &ground; }

    void drop() noexcept {
        if (handle_ == 0) return;
        phx_job_cancel(context_, handle_);
        phx_job_finish_form_up(context_, handle_, nullptr, nullptr);
        handle_ = 0;
    }

    std::uint64_t context_ = 0;
    std::uint64_t handle_ = 0;
    std::size_t agents_ = 0;
};

} // namespace phalanx

#endif
