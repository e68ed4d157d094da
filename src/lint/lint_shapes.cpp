// Shapes in the wrong place or of the wrong size, such as a mesh in millimetres in a domain of metres; and contents of
// solids.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
#include "geometry/shape.h"
#include "geometry/solid.h"
#include "lint/lint.h"
#include "lint/rules.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

// A shape of the scene with its use.
struct SceneShape {
  std::string name;  // `solid 1`
  const ShapeSettings* shape = nullptr;
  const SolidSettings* solid = nullptr;  // if it is one
  const Place* place = nullptr;          // of its table, if it must lie in the domain
  bool is_liquid = false, is_drain = false;
};

std::vector<SceneShape> shapes_of(const Scene& scene) {
  std::vector<SceneShape> all;
  const auto add = [&](const char* table, const auto& settings, auto&& complete) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
      all.push_back({.name = fmt::format("{} {}", table, i + 1), .shape = &settings[i].shape});
      complete(all.back(), settings[i]);
    }
  };
  const auto nothing = [](SceneShape&, const auto&) {};
  add("liquid", scene.liquids, [](SceneShape& shape, const LiquidSettings& liquid) {
    shape.place = &liquid.place;
    shape.is_liquid = true;
  });
  add("solid", scene.solids, [](SceneShape& shape, const SolidSettings& solid) { shape.solid = &solid; });
  add("source", scene.sources, [](SceneShape& shape, const SourceSettings& source) { shape.place = &source.place; });
  add("drain", scene.drains, [](SceneShape& shape, const DrainSettings&) { shape.is_drain = true; });
  add("smoke", scene.smokes, nothing);
  add("smoke source", scene.smoke_sources, nothing);
  return all;
}

template <int D>
Box<D> box_of(const DomainSettings& domain) {
  return {VecD<D>{}, VecD<D>::from(domain.size)};
}

// Whether a solid enters the domain during the run.
template <int D>
bool comes_inside(const Scene& scene, const std::shared_ptr<const Shape<D>>& shape, const SolidSettings& settings) {
  constexpr int kMoments = 1000;  // more than the frames of most runs
  const double end = scene.time.frames / scene.time.fps;
  Solid<D> solid(shape, settings);
  for (int i = 0; i <= kMoments; ++i) {
    solid.move_to(end * i / kMoments, 0.0);
    if (is_inside(solid.bounds(), scene.domain)) return true;
  }
  return false;
}

template <int D>
double longest_side(const Box<D>& box) {
  const VecD<D> sides = box.high - box.low;
  return *std::max_element(sides.at.begin(), sides.at.end());
}

std::string extent_text(const Box<3>& box) {
  constexpr double kRounding = 1e-6;  // of single precision, in the mesh
  const auto plain = [least = kRounding * longest_side(box)](double x) { return std::abs(x) < least ? 0.0 : x; };
  return fmt::format("x {:.4g} to {:.4g}, y {:.4g} to {:.4g}, z {:.4g} to {:.4g} m", plain(box.low[0]),
                     plain(box.high[0]), plain(box.low[1]), plain(box.high[1]), plain(box.low[2]), plain(box.high[2]));
}

// A scale with which the mesh lies in the domain and is larger than a few cells: a common unit of length, or the
// largest round number.
std::optional<double> scale_that_fits(const Scene& scene, const ShapeSettings& mesh, const Box<3>& box) {
  constexpr double kLeastCells = 2.0;
  constexpr std::array kUnits = {0.001, 1.0, 0.01, 0.0254};  // millimetres, metres, centimetres, inches
  const auto fits = [&](double scale) {
    const auto at = [&](const Vec3d& x) { return (x - mesh.offset) * (scale / mesh.scale) + mesh.offset; };
    const Box<3> scaled{at(box.low), at(box.high)};
    const double side = longest_side(scaled);
    return is_inside(scaled, scene.domain) && side <= longest_side(box_of<3>(scene.domain)) &&
           side >= kLeastCells * scene.domain.cell();
  };
  for (const double unit : kUnits)
    if (fits(unit)) return unit;
  for (int power = 9; power >= -9; --power)
    for (const double digit : {5.0, 2.0, 1.0})
      if (const double scale = digit * math::pow(10.0, power); fits(scale)) return scale;
  return std::nullopt;
}

// What is wrong with the size or place of a mesh; may be empty. The place of a moving mesh is not checked.
std::string mesh_mistake(const Scene& scene, const ShapeSettings& mesh, const Box<3>& box, bool moves) {
  constexpr double kFarTooLarge = 10.0;  // a ground may extend beyond the domain
  const double side = longest_side(box), h = scene.domain.cell();
  const double share = side / longest_side(box_of<3>(scene.domain));
  std::string what;
  if (!moves && !is_inside(box, scene.domain)) {
    what = "lies outside the domain";
  } else if (share > kFarTooLarge) {
    what = fmt::format("is {:.3g} times as large as the domain", share);
  } else if (side < h) {
    what = fmt::format("is smaller than a cell ({:.3g} m)", h);
  }
  if (what.empty()) return what;
  const auto scale = scale_that_fits(scene, mesh, box);
  return fmt::format("the mesh '{}' {}: {}; {}", mesh.file, what, extent_text(box),
                     scale ? fmt::format("use scale = {:g}", *scale) : "check 'scale' and 'offset'");
}

// Calls visit(mesh, its bounds) for the mesh that a shape is, or those among its parts.
template <class Visit>
Status for_each_mesh(const Scene& scene, const ShapeSettings& shape, Visit&& visit) {
  for (const ShapeSettings& part : shape.parts)
    if (Status looked = for_each_mesh(scene, part, visit); !looked) return looked;
  if (shape.kind != ShapeSettings::Kind::kMesh) return Done{};
  const auto made = make_shape<3>(shape, scene.file);
  if (!made) return made.error();
  visit(shape, (*made)->bounds());
  return Done{};
}

Status warn_of_meshes(const Scene& scene, const SceneShape& of, Warnings& warnings) {
  return for_each_mesh(scene, *of.shape, [&](const ShapeSettings& mesh, const Box<3>& box) {
    const std::string mistake = mesh_mistake(scene, mesh, box, of.solid && of.solid->moves());
    if (!mistake.empty()) warnings.push_back(of.name + ": " + mistake);
  });
}

template <int D>
void warn_of_solid(const Scene& scene, const SceneShape& of, const std::shared_ptr<const Shape<D>>& shape,
                   Warnings& warnings) {
  if (!comes_inside(scene, shape, *of.solid)) {
    warnings.push_back(of.name + (of.solid->moves() ? " never enters the domain" : " lies outside the domain"));
    return;
  }
  if (of.solid->has_path() && !Solid<D>(shape, *of.solid).is_moving())
    warnings.push_back(of.name + " has keyframes, but all of them put it in the same place");
  const double h = scene.domain.cell();
  const VecD<D> sides = shape->bounds().high - shape->bounds().low;
  if (*std::min_element(sides.at.begin(), sides.at.end()) < h)
    warnings.push_back(fmt::format(
        "{} is thinner than a cell ({:.3g} m): it separates its sides with the accuracy of a cell", of.name, h));
}

// Whether the corners of the domain and its middle all lie in the shape.
template <int D>
bool covers_domain(const Scene& scene, const Shape<D>& shape) {
  const VecD<D> size = VecD<D>::from(scene.domain.size);
  bool is_covered = shape.distance(size * 0.5) < 0.0;
  for (int corner = 0; corner < (1 << D); ++corner) {
    VecD<D> x{};
    for (int a = 0; a < D; ++a) x[a] = (corner >> a) & 1 ? size[a] : 0.0;
    is_covered = is_covered && shape.distance(x) <= 0.0;
  }
  return is_covered;
}

template <int D>
Status warn_of_shape(const Scene& scene, const SceneShape& of, Warnings& warnings) {
  const auto shape = make_shape<D>(*of.shape, scene.file);
  if (!shape) return shape.error();
  const std::size_t before = warnings.size();
  if (Status looked = warn_of_meshes(scene, of, warnings); !looked) return looked;
  const Box<D> box = (*shape)->bounds();
  const bool is_in = is_inside(box, scene.domain);
  if (of.place && !is_in) {
    const std::string what = of.is_liquid ? "this liquid" : "this source";
    const bool is_mesh = warnings.size() > before;
    return Error{ErrorCode::kBadInput,
                 what + (is_mesh ? warnings.back().substr(of.name.size()) : " lies outside the domain"),
                 of.place->file.empty() ? Place{scene.file} : *of.place};
  }
  if (warnings.size() > before) return Done{};  // the warning about the mesh says more
  if (of.solid) {
    warn_of_solid(scene, of, *shape, warnings);
  } else if (!is_in) {
    warnings.push_back(of.name + " lies outside the domain");
  }
  const double h = scene.domain.cell();
  if (of.is_drain && covers_domain(scene, **shape))
    warnings.push_back(of.name + " covers the whole domain and removes all liquid");
  if (of.is_drain && is_in && longest_side(box) < h)
    warnings.push_back(fmt::format("{} is smaller than a cell ({:.3g} m) and may remove nothing", of.name, h));
  for (int a = 0; a < D && of.is_liquid; ++a) {
    const bool is_cut =
        !scene.domain.is_periodic(static_cast<Axis>(a)) && (box.low[a] < -h || box.high[a] > scene.domain.size[a] + h);
    if (!is_cut || !std::isfinite(box.high[a] - box.low[a])) continue;
    warnings.push_back(of.name + " extends beyond the domain; only the part inside is filled");
    break;
  }
  return Done{};
}

// The domain and its solids at the start. A moving solid may release what is inside it.
template <int D>
struct SolidsAtStart {
  Domain<D> domain;
  std::vector<Solid<D>> solids{};
  bool is_for_good = true;

  const char* when() const { return is_for_good ? "" : " at the start"; }
};

template <int D>
Status warn_of_sources(const Scene& scene, const SolidsAtStart<D>& room, Warnings& warnings) {
  for (std::size_t i = 0; i < scene.sources.size(); ++i) {
    const auto shape = make_shape<D>(scene.sources[i].shape, scene.file);
    if (!shape) return shape.error();
    if (find_room(room.domain, **shape, room.solids).is_in_solids)
      warnings.push_back(fmt::format("source {} lies inside a solid at the start and emits nothing there", i + 1));
  }
  return Done{};
}

// Only a warning, because smoke extends half a cell beyond its shape.
template <int D, class Settings>
Status warn_of_smoke(const Scene& scene, const SolidsAtStart<D>& room, const char* what,
                     const std::vector<Settings>& all, Warnings& warnings) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto shape = make_shape<D>(all[i].shape, scene.file);
    if (!shape) return shape.error();
    if (find_room(room.domain, **shape, room.solids).is_in_solids)
      warnings.push_back(fmt::format("{} {} lies inside a solid{}", what, i + 1, room.when()));
  }
  return Done{};
}

// Vertical lines may start inside a solid.
bool looks_up(ProbeSettings::Kind kind) {
  return kind == ProbeSettings::Kind::kHeight || kind == ProbeSettings::Kind::kDepth;
}

template <int D>
void warn_of_points(const Scene& scene, const SolidsAtStart<D>& room, Warnings& warnings) {
  const auto is_in_solid = [&](const Vec3d& x) {
    return !room.solids.empty() && distance_to_solids<D>(room.solids, VecD<D>::from(x)) < 0.0;
  };
  for (const ProbeSettings& probe : scene.probes)
    if (probe.position && !looks_up(probe.kind) && is_in_solid(*probe.position))
      warnings.push_back(fmt::format("probe '{}' lies inside a solid{}", probe.name, room.when()));
  if (D == 3 && scene.render.eye && is_in_solid(*scene.render.eye))
    warnings.push_back(fmt::format("the camera (render.eye) is inside a solid{}", room.when()));
}

template <int D>
Status warn_of_contents(const Scene& scene, Warnings& warnings) {
  SolidsAtStart<D> room{Domain<D>(scene.domain)};
  if (Status placed = place_solids(scene, room.domain, room.solids); !placed) return placed;
  for (const SolidSettings& solid : scene.solids) room.is_for_good = room.is_for_good && !solid.moves();
  if (Status looked = warn_of_sources(scene, room, warnings); !looked) return looked;
  if (Status looked = warn_of_smoke(scene, room, "smoke", scene.smokes, warnings); !looked) return looked;
  if (Status looked = warn_of_smoke(scene, room, "smoke source", scene.smoke_sources, warnings); !looked) return looked;
  warn_of_points(scene, room, warnings);
  return Done{};
}

}  // namespace

Status lint_shapes(const Scene& scene, Warnings& warnings) {
  for (const SceneShape& shape : shapes_of(scene)) {
    const Status looked =
        scene.dimension() == 2 ? warn_of_shape<2>(scene, shape, warnings) : warn_of_shape<3>(scene, shape, warnings);
    if (!looked) return looked;
  }
  return Done{};
}

Status lint_contents_of_solids(const Scene& scene, Warnings& warnings) {
  return scene.dimension() == 2 ? warn_of_contents<2>(scene, warnings) : warn_of_contents<3>(scene, warnings);
}

Result<std::vector<std::string>> describe_meshes(const Scene& scene) {
  std::vector<std::string> texts;
  if (scene.dimension() == 2) return texts;
  for (const SceneShape& of : shapes_of(scene)) {
    const Status looked = for_each_mesh(scene, *of.shape, [&](const ShapeSettings& mesh, const Box<3>& box) {
      texts.push_back(fmt::format("{} ({}): {} triangles, {}", mesh.file, of.name,
                                  grouped(static_cast<std::int64_t>(mesh.mesh->triangles().triangles.size())),
                                  extent_text(box)));
    });
    if (!looked) return looked.error();
  }
  return texts;
}

}  // namespace spindrift
