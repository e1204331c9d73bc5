// The native script `PhalanxArmy`: one order as a job, whose rays a scene answers over frames.
#include "godot_values.hpp"
#include "march_order.hpp"

#include "phalanx.hpp"

#include <cstdio>
#include <memory>

const godot_gdnative_core_api_struct* godot::api = nullptr;

namespace {

class Army {
public:
    // Begins the order. threads: as PhxContextDesc.thread_count. record: a file for rays and answers, or no name.
    phalanx::Status order(const godot::VectorsRead& places, std::uint32_t threads, const std::string& record) {
        phalanx::Status status = phalanx::Context::create(march::godot_axes(threads), context_);
        if (!status.succeeded()) return status;
        if (!record.empty()) record_.reset(std::fopen(record.c_str(), "w"));
        count_ = places.size();
        // Read where the engine keeps them.
        const phalanx::Agents agents{PhxVec3View(phalanx::view(places.data(), places.size()))};
        const phalanx::GroundRules rules(context_);
        return phalanx::Job::begin(context_, agents, march::order_in(context_), rules, job_);
    }

    phalanx::Status poll() const { return job_.poll(); }
    phalanx::Status step(std::int64_t microseconds) const { return job_.step(std::chrono::microseconds(microseconds)); }

    // Both ends of each ray that is taken, at most `capacity` of them.
    godot_variant take_rays(std::size_t capacity) {
        rays_.resize(capacity);
        std::uint64_t taken = 0;
        const phalanx::Status status = job_.take_rays(phalanx::Span<PhxRay>(rays_), taken);
        rays_.resize(status.succeeded() ? static_cast<std::size_t>(taken) : 0);
        return godot::vectors(2 * rays_.size(), [&](phalanx::Vec3f* ends) {
            for (const PhxRay& ray : rays_) {
                const phalanx::Vec3d end = phalanx::ray_end(ray);
                *ends++ = {float(ray.origin[0]), float(ray.origin[1]), float(ray.origin[2])};
                *ends++ = {float(end.x), float(end.y), float(end.z)};
            }
        });
    }

    // Answers the rays that were taken last, in their order. A place keeps the ray's own coordinates: a float has fewer.
    phalanx::Status submit_hits(const godot::VectorsRead& points, const godot::VectorsRead& normals, const std::vector<std::uint8_t>& kinds) {
        if (points.size() != rays_.size() || normals.size() != rays_.size() || kinds.size() != rays_.size()) {
            return phalanx::Status(PHX_E_LENGTH_MISMATCH);
        }
        hits_.clear();
        // Backwards: hits go by their rays' ids, not by their order.
        for (std::size_t at = rays_.size(); at-- > 0;) {
            PhxHit hit{};
            hit.id = rays_[at].id;
            hit.kind = kinds[at];
            if (hit.kind == PHX_HIT_GROUND) {
                const double height = march::rounded_height(double(points[at].y));
                phalanx::set_ground(hit, {rays_[at].origin[0], height, rays_[at].origin[2]}, normals[at]);
            }
            if (record_) write(rays_[at], hit);
            hits_.push_back(hit);
        }
        return job_.submit_hits(hits_);
    }

    // The goals, written by the library into the engine's array. Empty when it failed.
    godot_variant finish() {
        results_ = std::make_unique<march::Results>(count_);
        phalanx::Status status;
        const auto goals = godot::vectors(count_, [&](phalanx::Vec3f* first) {
            status = job_.finish(results_->out(phalanx::view(first, count_)), &results_->report);
            results_->goals.assign(first, first + count_);
        });
        record_.reset();
        return status.succeeded() ? goals : godot::nothing();
    }

    std::uint64_t hash() const { return results_ ? results_->hash() : 0; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    // All bits of a ray and of its answer.
    void write(const PhxRay& ray, const PhxHit& hit) {
        std::fprintf(record_.get(), "%llu %a %a %a %a %u %a %a %a %a\n", static_cast<unsigned long long>(ray.id), ray.origin[0],
                     ray.origin[1], ray.origin[2], double(ray.length), hit.kind, hit.point[1], double(hit.normal[0]),
                     double(hit.normal[1]), double(hit.normal[2]));
    }

    // The job goes before its context.
    phalanx::Context context_;
    phalanx::Job job_;
    std::size_t count_ = 0;
    std::vector<PhxRay> rays_;
    std::vector<PhxHit> hits_;
    std::unique_ptr<march::Results> results_;
    std::unique_ptr<std::FILE, Close> record_;
};

using Arguments = godot_variant**;

std::int64_t integer(const godot_variant* value) {
    return godot::api->godot_variant_as_int(value);
}

godot_variant status(phalanx::Status from) {
    return godot::number(from.number());
}

godot_variant order(Army& army, Arguments given) {
    return status(army.order(godot::VectorsRead(*given[0]), static_cast<std::uint32_t>(integer(given[1])), godot::text_of(*given[2])));
}
godot_variant poll(Army& army, Arguments) {
    return status(army.poll());
}
godot_variant step(Army& army, Arguments given) {
    return status(army.step(integer(given[0])));
}
godot_variant take_rays(Army& army, Arguments given) {
    return army.take_rays(static_cast<std::size_t>(integer(given[0])));
}
godot_variant submit_hits(Army& army, Arguments given) {
    return status(army.submit_hits(godot::VectorsRead(*given[0]), godot::VectorsRead(*given[1]), godot::bytes_of(*given[2])));
}
godot_variant finish(Army& army, Arguments) {
    return army.finish();
}
godot_variant hash_of_results(Army& army, Arguments) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(army.hash()));
    return godot::text(digits);
}
godot_variant error(Army&, Arguments) {
    return godot::text(phalanx::last_error());
}

// The engine's form of a method: too few arguments give nothing.
template <godot_variant (*Method)(Army&, Arguments), int Count>
godot_variant call(godot_object*, void*, void* army, int count, godot_variant** given) {
    return count == Count ? Method(*static_cast<Army*>(army), given) : godot::nothing();
}

void* create(godot_object*, void*) {
    return new Army;
}
void destroy(godot_object*, void*, void* army) {
    delete static_cast<Army*>(army);
}

const godot_gdnative_ext_nativescript_api_struct* scripts = nullptr;

} // namespace

extern "C" {

void GDN_EXPORT godot_gdnative_init(godot_gdnative_init_options* options) {
    godot::api = options->api_struct;
    for (unsigned at = 0; at < godot::api->num_extensions; ++at) {
        if (godot::api->extensions[at]->type == GDNATIVE_EXT_NATIVESCRIPT) {
            scripts = reinterpret_cast<const godot_gdnative_ext_nativescript_api_struct*>(godot::api->extensions[at]);
        }
    }
}

void GDN_EXPORT godot_gdnative_terminate(godot_gdnative_terminate_options*) {
    // All threads of the library end here, before the engine closes this one.
    if (!phalanx::shutdown().succeeded()) std::fputs("FAILED phx_shutdown\n", stderr);
    godot::api = nullptr;
}

void GDN_EXPORT godot_nativescript_init(void* handle) {
    const auto add = [&](const char* name, auto* method) {
        scripts->godot_nativescript_register_method(handle, "PhalanxArmy", name, {GODOT_METHOD_RPC_MODE_DISABLED},
                                                    {method, nullptr, nullptr});
    };
    scripts->godot_nativescript_register_class(handle, "PhalanxArmy", "Reference", {create, nullptr, nullptr},
                                               {destroy, nullptr, nullptr});
    add("order", call<order, 3>);
    add("poll", call<poll, 0>);
    add("step", call<step, 1>);
    add("take_rays", call<take_rays, 1>);
    add("submit_hits", call<submit_hits, 3>);
    add("finish", call<finish, 0>);
    add("hash_of_results", call<hash_of_results, 0>);
    add("error", call<error, 0>);
}
}
