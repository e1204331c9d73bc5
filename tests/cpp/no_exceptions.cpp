// The wrapper as Unreal builds it: no exceptions, no RTTI, containers with GetData and Num, vectors with X, Y, Z.
#define PHALANX_NO_EXCEPTIONS
#include "phalanx.hpp"

#include "check.h"

namespace {

struct FVector {
    double X = 0, Y = 0, Z = 0;
};

// What Unreal's TArray has in common with this.
template <class T> class TArray {
public:
    explicit TArray(int count) : items_(static_cast<std::size_t>(count)) {}
    T* GetData() { return items_.data(); }
    const T* GetData() const { return items_.data(); }
    std::int32_t Num() const { return static_cast<std::int32_t>(items_.size()); }
    T& operator[](int index) { return items_[static_cast<std::size_t>(index)]; }

private:
    std::vector<T> items_;
};

struct Fragment {
    FVector position;
    float radius = 34.0f;
};

} // namespace

int main() {
    phalanx::Context context;
    CHECK(phalanx::Context::create(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1), context).succeeded());
    TArray<Fragment> army(20);
    for (int i = 0; i < 20; ++i) army[i].position = {i * 70.0, i % 3 * 40.0, 5.0};
    TArray<FVector> goals(20);
    phalanx::Agents agents(phalanx::member_view(army, &Fragment::position));
    agents.radii = phalanx::member_view(army, &Fragment::radius);
    const phalanx::FormationOut out(goals);
    phalanx::FormationReport report;
    phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(FVector{5000, 0, 0});

    CHECK(context.form_up(agents, order, phalanx::NoGround{}, out, &report).number() == PHX_OK);
    CHECK(report.placed == 20 && goals[0].X > 4000);

    // A failure is a status with the library's text, and writes nothing.
    const double kept = goals[0].X;
    order.spacing[0] = 0;
    const phalanx::Status status = context.form_up(agents, order, phalanx::NoGround{}, out, &report);
    CHECK(!status.succeeded() && status.number() == PHX_E_INVALID_ARGUMENT && std::string(status.name()) == "PHX_E_INVALID_ARGUMENT");
    CHECK(phalanx::last_error().find("spacing") != std::string::npos && goals[0].X == kept);
    CHECK(context.form_up(agents, order).status == status);

    // An order that could not be made is refused by the call.
    const phalanx::FormationDesc unmade = context.order(static_cast<phalanx::Shape>(99));
    CHECK(unmade.struct_size == 0 && context.form_up(agents, unmade).status.number() == PHX_E_ABI);

    const phalanx::Ground stopping(context, [](const PhxRay&, PhxHit&) { return -3; });
    order = context.order(phalanx::Shape::Circle);
    CHECK(context.form_up(agents, order, stopping, out).number() == PHX_E_CALLBACK);
    const phalanx::Ground flat(context, [](const PhxRay& ray, PhxHit& hit) {
        phalanx::set_ground(hit, {ray.origin[0], ray.origin[1], 12}, {0, 0, 1});
    });
    CHECK(context.form_up(agents, order, flat, out).number() == PHX_OK && goals[7].Z == 12);

    phalanx::ContextDesc odd(phalanx::Frame::Unreal);
    odd.unit_scale = -1;
    phalanx::Context none;
    CHECK(phalanx::Context::create(odd, none).number() == PHX_E_INVALID_ARGUMENT && !none);
    CHECK(context.destroy().succeeded() && !context);
    CHECK(phalanx::shutdown().succeeded());
    return 0;
}
