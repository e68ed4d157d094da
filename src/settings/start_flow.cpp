#include "settings/start_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

constexpr std::string_view kCoordinates[] = {"x", "y", "z"};
constexpr double kFastest = 1e6;  // m/s; as for velocities that are numbers

std::string place_text(const Vec3d& x, int dimension) {
  return dimension == 2 ? fmt::format("({:.4g}, {:.4g})", x[0], x[1])
                        : fmt::format("({:.4g}, {:.4g}, {:.4g})", x[0], x[1], x[2]);
}

}  // namespace

std::span<const std::string_view> names_of_coordinates(int dimension) {
  return std::span(kCoordinates).first(static_cast<std::size_t>(dimension));
}

std::span<const std::string_view> names_along_surface(int dimension) {
  static constexpr std::string_view kNames[] = {"x", "z"};
  return std::span(kNames).first(static_cast<std::size_t>(dimension - 1));
}

Result<StartFlowAt> StartFlowAt::of(const StartVelocity& velocity, int dimension) {
  StartFlowAt flow;
  flow.dimension_ = dimension;
  for (int a = 0; a < dimension; ++a) {
    const auto i = static_cast<std::size_t>(a);
    flow.texts_[i] = velocity.formulas[i];
    flow.components_[i] = Expression(velocity.value[a]);
    if (velocity.formulas[i].empty()) continue;
    auto formula = Expression::compile(velocity.formulas[i], names_of_coordinates(dimension));
    if (!formula) return formula.error();
    flow.components_[i] = std::move(*formula);
  }
  return flow;
}

double StartFlowAt::component(int axis, const Vec3d& x) const {
  return components_[static_cast<std::size_t>(axis)](x.at);
}

Vec3d StartFlowAt::operator()(const Vec3d& x) const {
  Vec3d velocity;
  for (int a = 0; a < dimension_; ++a) velocity[a] = component(a, x);
  return velocity;
}

bool StartFlowAt::moves(int axis) const {
  const Expression& formula = components_[static_cast<std::size_t>(axis)];
  return !formula.is_constant() || formula({}) != 0.0;
}

Vec3d StartFlowAt::slope(int axis, const Vec3d& x, double step) const {
  Vec3d slope;
  for (int a = 0; a < dimension_; ++a) {
    if (!components_[static_cast<std::size_t>(axis)].uses(a)) continue;
    Vec3d ahead = x, behind = x;
    ahead[a] += step;
    behind[a] -= step;
    slope[a] = (component(axis, ahead) - component(axis, behind)) / (2.0 * step);
  }
  return slope;
}

Status StartFlowAt::check(const Vec3d& x, const Place& place) const {
  for (int a = 0; a < dimension_; ++a) {
    const double u = component(a, x);
    if (std::abs(u) <= kFastest) continue;  // NaN is not
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the velocity along {} at {} is {} m/s by \"{}\"; it must be at most {:g}", kCoordinates[a],
                    place_text(x, dimension_), u, texts_[static_cast<std::size_t>(a)], kFastest),
        place};
  }
  return Done{};
}

double expected_start_speed(const StartVelocity& velocity, const DomainSettings& domain) {
  constexpr int kPlaces = 16;  // along each axis
  if (velocity.is_uniform()) return length(velocity.value);
  const auto flow = StartFlowAt::of(velocity, domain.dimension);
  if (!flow) return 0.0;
  double fastest = 0.0;
  for (int i = 0; i < kPlaces * kPlaces * (domain.dimension == 3 ? kPlaces : 1); ++i) {
    const Vec3d share{{i % kPlaces + 0.5, i / kPlaces % kPlaces + 0.5, i / (kPlaces * kPlaces) + 0.5}};
    Vec3d x;
    for (int a = 0; a < 3; ++a) x[a] = domain.size[a] * share[a] / kPlaces;
    const double speed = length((*flow)(x));
    if (speed <= kFastest) fastest = std::max(fastest, speed);  // elsewhere there may be no fluid
  }
  return fastest;
}

double fall_energy(const Physics& scene) {
  double energy = 0.0;
  for (int axis = 0; axis < scene.dimension(); ++axis)
    energy += std::abs(scene.forces.gravity[axis]) * scene.domain.size[axis];
  return energy;
}

std::optional<double> fall_speed(const Physics& scene) {
  constexpr double kShareOfFall = 0.6;
  const double energy = fall_energy(scene);
  if (!(energy > 0.0)) return std::nullopt;
  return kShareOfFall * std::sqrt(2.0 * energy);
}

std::optional<std::string> turn_that_does_not_repeat(const Physics& scene) {
  constexpr const char* kNames[] = {"x", "y", "z"};
  const std::vector<Keyframe> path = scene.frame.path();
  for (const Axis periodic : scene.domain.periodic)
    for (const Keyframe& key : path)
      for (int a = scene.domain.dimension == 2 ? 2 : 0; a < 3; ++a) {
        if (a == static_cast<int>(periodic) || key.rotation_degrees[a] == path.front().rotation_degrees[a]) continue;
        const std::string name = kNames[static_cast<int>(periodic)];
        return std::string("the tank turns about ") + kNames[a] + ", but the domain is periodic along " + name +
               (scene.domain.dimension == 2 ? ": with liquid the tank may only translate"
                                            : ": it may turn only about " + name);
      }
  return std::nullopt;
}

}  // namespace spindrift
