#include "keys/scene_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/math.h"
#include "grid/tile.h"
#include "keys/scene_keys.h"
#include "keys/scene_words.h"
#include "settings/start_flow.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;
using Kind = ShapeSettings::Kind;

constexpr const char* kAxisNames[] = {"x", "y", "z"};

struct Extent {
  Vec3d low = Vec3d::filled(-std::numeric_limits<double>::infinity());
  Vec3d high = Vec3d::filled(std::numeric_limits<double>::infinity());
};

// Bounding box of the shape; infinite where it depends on a file.
Extent extent_of(const ShapeSettings& shape) {
  const auto radius = Vec3d::filled(shape.radius);
  switch (shape.kind) {
    case Kind::kBox:
      return {shape.min, shape.max};
    case Kind::kSphere:
      return {shape.center - radius, shape.center + radius};
    case Kind::kCapsule:
    case Kind::kCylinder:
      return {min(shape.from, shape.to) - radius, max(shape.from, shape.to) + radius};
    case Kind::kDifference:
      return shape.parts.empty() ? Extent{} : extent_of(shape.parts.front());
    case Kind::kUnion: {
      if (shape.parts.empty()) return {};
      Extent all = extent_of(shape.parts.front());
      for (const ShapeSettings& part : shape.parts) {
        const Extent extent = extent_of(part);
        all = {min(all.low, extent.low), max(all.high, extent.high)};
      }
      return all;
    }
    case Kind::kPlane:
    case Kind::kWave:
    case Kind::kBelow:
    case Kind::kImplicit:
    case Kind::kMesh:
      return {};
  }
  return {};
}

bool reaches_into(const Extent& extent, const DomainSettings& domain) {
  for (int axis = 0; axis < domain.dimension; ++axis) {
    if (domain.is_periodic(static_cast<Axis>(axis))) continue;  // some periodic image does
    if (!(extent.low[axis] < domain.size[axis] && extent.high[axis] > 0.0)) return false;
  }
  return true;
}

Mistake check_inside(const ShapeSettings& shape, const SceneNode& table, const Scene& scene, std::string_view name) {
  if (reaches_into(extent_of(shape), scene.domain)) return std::nullopt;
  return Error{.message = fmt::format("this {} lies outside the domain", name), .place = table.place};
}

Mistake check_span(double start, double end, const SceneNode& table) {
  if (start < end) return std::nullopt;
  return mistake_at(table, "end", "'end' must come after 'start', found {} and {}", end, start);
}

Mistake check_box(const ShapeSettings& box, const SceneNode& table, int dimension) {
  for (int axis = 0; axis < dimension; ++axis) {
    if (box.min[axis] < box.max[axis]) continue;
    return mistake_at(table, "min", "'min' must be less than 'max', found {} and {} along {}", box.min[axis],
                      box.max[axis], kAxisNames[axis]);
  }
  return std::nullopt;
}

Mistake check_mesh(const SceneNode& table, const Scene& scene) {
  if (scene.dimension() == 2) return mistake_at(table, "shape", "a mesh needs a 3D scene");
  return std::nullopt;
}

Mistake check_formula(const std::string& text, std::string_view key, std::span<const std::string_view> names,
                      const SceneNode& table) {
  const auto formula = Expression::compile(text, names);
  if (formula) return std::nullopt;
  return mistake_at(table, key, "'{}' is not a valid formula: {}", key, formula.error().message);
}

Mistake check_surface(const ShapeSettings& shape, const SceneNode& table, int dimension) {
  if (shape.surface.empty() == shape.file.empty())
    return mistake_at(table, shape.file.empty() ? "shape" : "file",
                      "shape 'below' needs either a formula 'surface' or a table 'file'");
  if (shape.surface.empty()) return std::nullopt;
  return check_formula(shape.surface, "surface", names_along_surface(dimension), table);
}

Mistake check_parts(const ShapeSettings& shape, const SceneNode& table) {
  const std::size_t least = shape.kind == Kind::kDifference ? 2 : 1;
  if (shape.parts.size() >= least) return std::nullopt;
  return mistake_at(table, "parts", "a {} needs at least {} part{}, found {}", word_of(shape.kind), least,
                    least == 1 ? "" : "s", shape.parts.size());
}

bool turns(const SolidSettings& solid) {
  for (const Keyframe& keyframe : solid.keyframes) {
    if (keyframe.rotation_degrees != Vec3d{}) return true;
  }
  return solid.angular_velocity_degrees != Vec3d{};
}

}  // namespace

namespace {

int tile_side(int dimension) { return dimension == 2 ? Tile<2>::kSide : Tile<3>::kSide; }

}  // namespace

// Along a periodic axis the cells must fill whole tiles.
Mistake check_periodic(const DomainSettings& domain, const SceneNode& table) {
  for (const Axis axis : domain.periodic) {
    const int a = static_cast<int>(axis);
    if (a >= domain.dimension) return mistake_at(table, "periodic", "a 2D scene has no axis 'z'");
    for (const Side side : domain.open)
      if (static_cast<int>(side) / 2 == a)
        return mistake_at(table, "open", "'{}' cannot be open: the domain is periodic along {}", word_of(side),
                          word_of(axis));
    const int side = tile_side(domain.dimension), cells = domain.cells()[a];
    if (cells % side == 0) continue;
    const int nearest = std::max(1, (cells + side / 2) / side) * side;
    return mistake_at(table, "periodic",
                      "a {}D domain that is periodic along {} needs a multiple of {} cells there, not {}; the "
                      "nearest is {}",
                      domain.dimension, word_of(axis), side, cells, nearest);
  }
  return std::nullopt;
}

// A tile that is its own neighbour would hold particles twice. A tank may turn only about its periodic axis, because
// the centrifugal force across another axis is not periodic. A front along a periodic axis is not defined.
Mistake check_periodic_liquid(const Scene& scene, const SceneNode& root) {
  const int least = 2 * tile_side(scene.dimension());
  for (const Axis axis : scene.domain.periodic)
    if (const int cells = scene.domain.cells()[static_cast<int>(axis)]; cells < least)
      return mistake_at(*root.find("domain"), "periodic",
                        "liquid in a {}D domain that is periodic along {} needs at least {} cells "
                        "there, not {}",
                        scene.dimension(), word_of(axis), least, cells);
  if (const auto turn = turn_that_does_not_repeat(scene))
    return mistake_at(*root.find("frame"), "keyframes", "{}", *turn);
  const SceneNode* probes = root.find("probe");
  for (std::size_t i = 0; probes && i < scene.probes.size(); ++i) {
    const ProbeSettings& probe = scene.probes[i];
    const auto axis = static_cast<Axis>(static_cast<int>(probe.direction) / 2);
    if (probe.kind == ProbeSettings::Kind::kFront && scene.domain.is_periodic(axis))
      return mistake_at(probes->children[i], "direction",
                        "a front along {} is not defined: the domain is periodic there", word_of(axis));
  }
  return std::nullopt;
}

Mistake check_settings(const DomainSettings& domain, const SceneNode& table, const Scene&) {
  if (table.find("resolution") && table.find("cell_size")) {
    const bool is_set_later = table.find("resolution")->place.file != table.place.file;
    return mistake_at(table, is_set_later ? "resolution" : "cell_size", "give 'resolution' or 'cell_size', not both");
  }
  for (int axis = 0; axis < domain.dimension; ++axis) {
    const double cells = domain.size[axis] / domain.cell();
    if (cells <= kMostCellsAlongAnAxis) continue;
    return mistake_at(table, "cell_size", "{:.6g} cells along {} are too many; at most {} are allowed", cells,
                      kAxisNames[axis], kMostCellsAlongAnAxis);
  }
  for (const Side side : domain.open) {
    if (domain.dimension == 3 || (side != Side::kBack && side != Side::kFront)) continue;
    return mistake_at(table, "open", "a 2D scene has no side '{}'", word_of(side));
  }
  return check_periodic(domain, table);
}

Mistake check_settings(const ShapeSettings& shape, const SceneNode& table, const Scene& scene) {
  switch (shape.kind) {
    case Kind::kBox:
      return check_box(shape, table, scene.dimension());
    case Kind::kSphere:
    case Kind::kWave:
      return std::nullopt;
    case Kind::kCapsule:
    case Kind::kCylinder:
      if (length(shape.to - shape.from) >= kLeastLength) return std::nullopt;
      return mistake_at(table, "to", "'from' and 'to' must be different points");
    case Kind::kPlane:
      if (length(shape.normal) >= kLeastLength) return std::nullopt;
      return mistake_at(table, "normal", "'normal' must not be zero");
    case Kind::kBelow:
      return check_surface(shape, table, scene.dimension());
    case Kind::kImplicit:
      return check_formula(shape.formula, "formula", names_of_coordinates(scene.dimension()), table);
    case Kind::kUnion:
    case Kind::kDifference:
      return check_parts(shape, table);
    case Kind::kMesh:
      return check_mesh(table, scene);
  }
  return std::nullopt;
}

Mistake check_settings(const LiquidSettings& liquid, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(liquid.shape, table, scene)) return mistake;
  return check_inside(liquid.shape, table, scene, "liquid");
}

Mistake check_settings(const SolidSettings& solid, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(solid.shape, table, scene)) return mistake;
  const auto same = [&](const SolidSettings& other) { return &other != &solid && other.name == solid.name; };
  if (solid.name && std::any_of(scene.solids.begin(), scene.solids.end(), same))
    return mistake_at(table, "name", "two solids have the name '{}'", *solid.name);
  const bool has_velocity = solid.velocity != Vec3d{} || solid.angular_velocity_degrees != Vec3d{};
  if (!solid.motion_file.empty() && has_velocity)
    return mistake_at(table, "motion_file", "give 'motion_file' or a constant velocity, not both");
  if (!solid.keyframes.empty()) {
    if (auto mistake = check_keyframes(solid, table)) return mistake;
  }
  if (auto mistake = check_span(solid.start, solid.end, table)) return mistake;
  if (turns(solid) && !table.find("pivot")) {
    return Error{.message = "missing key 'pivot' in [[solid]]: the centre of its rotation", .place = table.place};
  }
  return std::nullopt;
}

Mistake check_settings(const SourceSettings& source, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(source.shape, table, scene)) return mistake;
  if (auto mistake = check_span(source.start, source.end, table)) return mistake;
  return check_inside(source.shape, table, scene, "source");
}

Mistake check_settings(const DrainSettings& drain, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(drain.shape, table, scene)) return mistake;
  return check_span(drain.start, drain.end, table);
}

Mistake check_settings(const ForceFieldSettings& force, const SceneNode& table, const Scene&) {
  if (length(force.axis) < kLeastLength) return mistake_at(table, "axis", "'axis' must not be zero");
  return check_span(force.start, force.end, table);
}

Mistake check_settings(const SmokeSettings& smoke, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(smoke.shape, table, scene)) return mistake;
  return check_inside(smoke.shape, table, scene, "smoke");
}

Mistake check_settings(const SmokeSourceSettings& source, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_settings(source.shape, table, scene)) return mistake;
  if (auto mistake = check_span(source.start, source.end, table)) return mistake;
  return check_inside(source.shape, table, scene, "smoke source");
}

bool looks_for_a_surface(ProbeSettings::Kind kind) {
  using Probe = ProbeSettings::Kind;
  return kind == Probe::kHeight || kind == Probe::kDepth || kind == Probe::kFront || kind == Probe::kSurface;
}

namespace {

// Finds a key or a table that the scene's kind of fluid would ignore.
class IgnoredKeyFinder {
 public:
  IgnoredKeyFinder(const SceneNode& root, bool is_smoke) : table_(&root), is_smoke_(is_smoke) {}

  template <class T>
  void value(const SceneKey& key, T&) {
    if (const SceneNode* node = table_->find(key.name); node && !key.is_read_by(is_smoke_))
      report(*node, where_.empty() ? fmt::format("'{}'", key.name) : fmt::format("'{}' in {}", key.name, where_));
  }
  void domain_size(const SceneKey&, DomainSettings&) {}
  void rotation(const SceneKey&, Vec3d&) {}
  template <class T>
  void table(const SceneKey& key, T& member) {
    const SceneNode* const node = table_->find(key.name);
    if (!node) return;
    where_ = fmt::format("[{}]", key.name);
    if (!key.is_read_by(is_smoke_)) report(*node, where_);
    const SceneNode* const outside = std::exchange(table_, node);
    describe(member, *this);
    table_ = outside;
    where_.clear();
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    const SceneNode* const node = table_->find(key.name);
    if (node && !key.is_read_by(is_smoke_)) report(*node, fmt::format("[[{}]]", key.name));
  }
  const Mistake& mistake() const { return mistake_; }

 private:
  void report(const SceneNode& node, const std::string& what) {
    if (mistake_) return;
    const char *wrong = is_smoke_ ? "liquid" : "smoke", *right = is_smoke_ ? "smoke" : "liquid";
    mistake_ = Error{.message = fmt::format("{} is for {} scenes, and this is a {} scene", what, wrong, right),
                     .place = node.place};
  }

  const SceneNode* table_;
  bool is_smoke_;
  std::string where_;
  Mistake mistake_;
};

}  // namespace

Mistake check_keys_of_smoke(const Scene& whole, const SceneNode& root) {
  if (const SceneNode* probes = root.find("probe"))
    for (std::size_t i = 0; i < probes->children.size() && i < whole.probes.size(); ++i)
      if (looks_for_a_surface(whole.probes[i].kind))
        return mistake_at(probes->children[i], "kind",
                          "kind '{}' measures the surface of a liquid, and this scene has smoke",
                          word_of(whole.probes[i].kind));
  const SceneNode* gas = root.find("gas");
  if (gas && gas->find("conserve") && whole.gas.conserve && whole.gas.advection != Advection::kMacCormack)
    return mistake_at(*gas, "conserve",
                      "advection '{}' cannot conserve totals; remove 'conserve' or use advection = \"{}\"",
                      word_of(whole.gas.advection), word_of(Advection::kMacCormack));
  if (whole.fire.air > 0.0 && whole.fire.soot == 0.0)
    return mistake_at(*root.find("fire"), "air",
                      "'air' needs 'soot' above 0: the soot measures how much air is used up");
  return std::nullopt;
}

// A stiffness k above 1 removes more than the surplus, and the oscillation of over-relaxation o after the sweeps, (o -
// 1)^sweeps, adds to it. The surplus shrinks if (o - 1)^sweeps < (2 - k) / 6.
Mistake check_stiffness_for_sweeps(const Scene& whole, const SceneNode& root) {
  constexpr double kMargin = 8.0;  // 6 with a margin
  const SolverSettings& solver = whole.solver;
  const double stiffness = whole.drift.stiffness, most = (2.0 - stiffness) / kMargin;
  const double swing = std::max(solver.over_relaxation - 1.0, 0.0);
  const std::optional<int> sweeps = whole.sweeps();
  if (whole.pressure_solver() != PressureSolver::kGaussSeidel || !whole.uses_density_term() || stiffness <= 1.0 ||
      !sweeps || math::pow(swing, *sweeps) <= most)
    return std::nullopt;
  return mistake_at(*root.find("drift"), "stiffness",
                    "stiffness {} removes more than the surplus, and {} sweeps with over_relaxation {} do "
                    "not converge; use at least {} sweeps or a stiffness of at most 1",
                    stiffness, *sweeps, solver.over_relaxation,
                    static_cast<int>(std::ceil(math::log(most) / math::log(swing))));
}

// Rules for the whole scene.
Mistake check_settings(const Scene& whole, const SceneNode& root, const Scene&) {
  const bool is_liquid = !whole.liquids.empty() || !whole.sources.empty();
  if (!is_liquid && !whole.is_smoke())
    return Error{
        .message =
            "nothing to simulate: the scene has no [[liquid]], no [[source]], no [[smoke]] and no [[smoke_source]]",
        .place = root.place};
  IgnoredKeyFinder finder(root, whole.is_smoke());
  Scene described = whole;
  describe(described, finder);
  if (finder.mistake()) return finder.mistake();
  if (whole.is_smoke() && whole.gas.tiles == SmokeTiles::kNearSmoke &&
      (whole.frame.moves() || !whole.frame.motion_file.empty()))
    return mistake_at(*root.find("gas"), "tiles",
                      "a moving [frame] moves all of the air, but tiles = \"{}\" computes only part of it",
                      word_of(whole.gas.tiles));
  if (whole.is_smoke())
    if (auto mistake = check_keys_of_smoke(whole, root)) return mistake;
  if (whole.is_smoke())
    if (auto mistake = check_regions_of_smoke(whole, root)) return mistake;
  if (whole.fluid.friction > 0.0 && whole.fluid.roughness > 0.0)
    return mistake_at(*root.find("fluid"), "roughness", "give 'friction' or 'roughness', not both");
  if (whole.has_friction() && whole.is_viscous() && whole.fluid.walls == Walls::kNoSlip)
    return mistake_at(*root.find("fluid"), whole.fluid.friction > 0.0 ? "friction" : "roughness",
                      "friction needs walls = \"slip\" in a viscous liquid, which otherwise sticks to walls");
  if (whole.fluid.surface_tension > 0.0 && !whole.uses_level_set())
    return mistake_at(*root.find("fluid"), "surface_tension",
                      "'surface_tension' needs solver.free_surface = \"{}\": a staircase of cells has no curvature",
                      word_of(FreeSurface::kLevelSet));
  if (is_liquid)
    if (auto mistake = check_periodic_liquid(whole, root)) return mistake;
  // Both remove the surplus. Together they must remove less than twice of it, or it grows.
  if (is_liquid && whole.uses_density_term() && whole.uses_density_projection() && whole.drift.stiffness > 1.0)
    return mistake_at(*root.find("drift"), "stiffness",
                      "'stiffness' must be at most 1 with drift.projection, which also removes the surplus; found {}",
                      whole.drift.stiffness);
  if (is_liquid)
    if (auto mistake = check_stiffness_for_sweeps(whole, root)) return mistake;
  const bool is_of_smoke = whole.output.color == ColorBy::kSmoke || whole.output.color == ColorBy::kTemperature;
  if (is_liquid && is_of_smoke)
    return mistake_at(*root.find("output"), "color", "color '{}' is for smoke scenes", word_of(whole.output.color));
  return std::nullopt;
}

}  // namespace spindrift
