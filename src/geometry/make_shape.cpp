// From the description of a shape in a scene to the shape, refusing descriptions that enclose nothing.
#include <cmath>
#include <initializer_list>

#include "geometry/combinations.h"
#include "geometry/formula_shapes.h"
#include "geometry/mesh/mesh_shape.h"
#include "geometry/primitives.h"
#include "geometry/shape.h"
#include "settings/start_flow.h"
#include "settings/tables.h"

namespace spindrift {

namespace {

template <int D>
using ShapePtr = std::shared_ptr<const Shape<D>>;

Error bad_shape(const std::string& scene_file, std::string message) {
  return Error{ErrorCode::kBadInput, std::move(message), Place{scene_file}};
}

template <int D>
bool are_finite(std::initializer_list<VecD<D>> vectors) {
  for (const VecD<D>& v : vectors) {
    for (int i = 0; i < D; ++i) {
      if (!std::isfinite(v[i])) return false;
    }
  }
  return true;
}

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

template <int D>
Result<ShapePtr<D>> make_box(const ShapeSettings& settings, const std::string& scene_file) {
  const auto low = VecD<D>::from(settings.min), high = VecD<D>::from(settings.max);
  if (!are_finite<D>({low, high})) return bad_shape(scene_file, "the corners of a box must be finite");
  for (int i = 0; i < D; ++i) {
    if (high[i] > low[i]) continue;
    return bad_shape(scene_file, std::string("a box encloses nothing: max must be larger than min along ") + "xyz"[i]);
  }
  return ShapePtr<D>(std::make_shared<BoxShape<D>>(low, high));
}

template <int D>
Result<ShapePtr<D>> make_round(const ShapeSettings& settings, const std::string& scene_file) {
  using Kind = ShapeSettings::Kind;
  const std::string name = settings.kind == Kind::kSphere    ? "sphere"
                           : settings.kind == Kind::kCapsule ? "capsule"
                                                             : "cylinder";
  const auto center = VecD<D>::from(settings.center), from = VecD<D>::from(settings.from),
             to = VecD<D>::from(settings.to);
  const double radius = settings.radius;
  if (!is_positive(radius)) return bad_shape(scene_file, "the radius of a " + name + " must be larger than 0");
  if (!are_finite<D>({center, from, to})) return bad_shape(scene_file, "the place of a " + name + " must be finite");
  if (settings.kind == Kind::kSphere) return ShapePtr<D>(std::make_shared<SphereShape<D>>(center, radius));
  if (settings.kind == Kind::kCapsule) return ShapePtr<D>(std::make_shared<CapsuleShape<D>>(from, to, radius));
  if (!is_positive(length(to - from))) return bad_shape(scene_file, "a cylinder needs 'from' and 'to' apart");
  return ShapePtr<D>(std::make_shared<CylinderShape<D>>(from, to, radius));
}

template <int D>
Result<ShapePtr<D>> make_plane(const ShapeSettings& settings, const std::string& scene_file) {
  const auto point = VecD<D>::from(settings.point), normal = VecD<D>::from(settings.normal);
  if (!are_finite<D>({point})) return bad_shape(scene_file, "the point of a plane must be finite");
  if (!is_positive(length(normal))) return bad_shape(scene_file, "the normal of a plane must not be zero");
  return ShapePtr<D>(std::make_shared<PlaneShape<D>>(point, normal));
}

template <int D>
Result<ShapePtr<D>> make_wave(const ShapeSettings& settings, const std::string& scene_file) {
  if (!is_positive(settings.wavelength)) return bad_shape(scene_file, "the wavelength of a wave must be larger than 0");
  if (!std::isfinite(settings.level + settings.amplitude + settings.crest))
    return bad_shape(scene_file, "the place of a wave must be finite");
  return ShapePtr<D>(
      std::make_shared<WaveShape<D>>(settings.level, settings.amplitude, settings.wavelength, settings.crest));
}

template <int D>
Result<ShapePtr<D>> make_by_formula(const ShapeSettings& settings, const std::string& scene_file) {
  if (settings.kind == ShapeSettings::Kind::kBelow && settings.surface.empty()) {
    if (!settings.table) return bad_shape(scene_file, "the table '" + settings.file + "' of a surface is not at hand");
    if (Status fits = check_table(*settings.table, TableUse::kSurface, D); !fits) return fits.error();
    return ShapePtr<D>(std::make_shared<BelowLineShape<D>>(*settings.table));
  }
  const bool is_below = settings.kind == ShapeSettings::Kind::kBelow;
  auto formula = is_below ? Expression::compile(settings.surface, names_along_surface(D))
                          : Expression::compile(settings.formula, names_of_coordinates(D));
  if (!formula) return bad_shape(scene_file, "a shape has a wrong formula: " + formula.error().message);
  if (is_below) return ShapePtr<D>(std::make_shared<BelowShape<D>>(std::move(*formula)));
  return ShapePtr<D>(std::make_shared<ImplicitShape<D>>(std::move(*formula)));
}

template <int D>
Result<ShapePtr<D>> make_combination(const ShapeSettings& settings, const std::string& scene_file) {
  const bool is_union = settings.kind == ShapeSettings::Kind::kUnion;
  if (settings.parts.empty()) {
    return bad_shape(scene_file, std::string("a ") + (is_union ? "union" : "difference") + " needs at least one part");
  }
  Parts<D> parts;
  for (const ShapeSettings& part : settings.parts) {
    auto made = make_shape<D>(part, scene_file);
    if (!made) return made.error();
    parts.push_back(std::move(*made));
  }
  if (is_union) return ShapePtr<D>(std::make_shared<UnionShape<D>>(std::move(parts)));
  return ShapePtr<D>(std::make_shared<DifferenceShape<D>>(std::move(parts)));
}

template <int D>
Result<ShapePtr<D>> make_mesh(const ShapeSettings& settings, const std::string& scene_file) {
  if constexpr (D == 3) {
    return make_mesh_shape(settings, scene_file);
  } else {
    return bad_shape(scene_file, "a mesh ('" + settings.file +
                                     "') needs a scene with three dimensions; in two, use box, sphere, capsule, "
                                     "cylinder, plane, wave, below, implicit, union or difference");
  }
}

}  // namespace

template <int D>
Result<std::shared_ptr<const Shape<D>>> make_shape(const ShapeSettings& settings, const std::string& scene_file) {
  using Kind = ShapeSettings::Kind;
  switch (settings.kind) {
    case Kind::kBox:
      return make_box<D>(settings, scene_file);
    case Kind::kSphere:
    case Kind::kCapsule:
    case Kind::kCylinder:
      return make_round<D>(settings, scene_file);
    case Kind::kPlane:
      return make_plane<D>(settings, scene_file);
    case Kind::kWave:
      return make_wave<D>(settings, scene_file);
    case Kind::kBelow:
    case Kind::kImplicit:
      return make_by_formula<D>(settings, scene_file);
    case Kind::kUnion:
    case Kind::kDifference:
      return make_combination<D>(settings, scene_file);
    case Kind::kMesh:
      return make_mesh<D>(settings, scene_file);
  }
  return bad_shape(scene_file, "unknown kind of shape");
}

template Result<std::shared_ptr<const Shape<2>>> make_shape<2>(const ShapeSettings&, const std::string&);
template Result<std::shared_ptr<const Shape<3>>> make_shape<3>(const ShapeSettings&, const std::string&);

}  // namespace spindrift
