// Where the scene's shapes lie and how large they are: outside of the domain, too large for it, or lost in a cell. Most
// often a mesh in millimetres in a domain of metres.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "geometry/shape.h"
#include "geometry/solid.h"
#include "sim/estimate.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

// A shape of the scene, whatever it is for.
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

// Whether some of the box lies in the domain. Along a periodic axis some image of it does.
template <int D>
bool is_inside(const Box<D>& box, const DomainSettings& domain) {
  for (int a = 0; a < D; ++a)
    if (!domain.is_periodic(static_cast<Axis>(a)) && (box.high[a] <= 0.0 || box.low[a] >= domain.size[a])) return false;
  return true;
}

// Whether a solid comes into the domain at any time of the run.
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

// The scale with which a mesh would lie in the domain and be larger than a few cells: the likely units of its file
// first, else the largest round number.
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

// What is wrong with the size or place of a mesh; empty if nothing is. One that moves is judged by its size alone.
std::string mesh_mistake(const Scene& scene, const ShapeSettings& mesh, const Box<3>& box, bool moves) {
  constexpr double kFarTooLarge = 10.0;  // a ground may well reach beyond the domain a few times
  const double side = longest_side(box), h = scene.domain.cell();
  const double share = side / longest_side(box_of<3>(scene.domain));
  std::string what;
  if (!moves && !is_inside(box, scene.domain)) {
    what = "lies outside of the domain";
  } else if (share > kFarTooLarge) {
    what = fmt::format("is {:.3g} times as large as the domain", share);
  } else if (side < h) {
    what = fmt::format("is smaller than a cell ({:.3g} m)", h);
  }
  if (what.empty()) return what;
  const auto scale = scale_that_fits(scene, mesh, box);
  return fmt::format("the mesh '{}' {}: {}; {}", mesh.file, what, extent_text(box),
                     scale ? fmt::format("scale = {:g} would fit it in", *scale) : "check 'scale' and 'offset'");
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

Status look_at_meshes(const Scene& scene, const SceneShape& of, std::vector<std::string>& warnings) {
  return for_each_mesh(scene, *of.shape, [&](const ShapeSettings& mesh, const Box<3>& box) {
    const std::string mistake = mesh_mistake(scene, mesh, box, of.solid && of.solid->moves());
    if (!mistake.empty()) warnings.push_back(of.name + ": " + mistake);
  });
}

template <int D>
void look_at_solid(const Scene& scene, const SceneShape& of, const std::shared_ptr<const Shape<D>>& shape,
                   std::vector<std::string>& warnings) {
  if (!comes_inside(scene, shape, *of.solid)) {
    warnings.push_back(of.name + (of.solid->moves() ? " never comes into the domain" : " lies outside of the domain"));
    return;
  }
  if (of.solid->has_path() && !Solid<D>(shape, *of.solid).is_moving())
    warnings.push_back(of.name + " has keyframes and does not move: all of them put it in the same place");
  const double h = scene.domain.cell();
  const VecD<D> sides = shape->bounds().high - shape->bounds().low;
  if (*std::min_element(sides.at.begin(), sides.at.end()) < h)
    warnings.push_back(
        fmt::format("{} is thinner than a cell ({:.3g} m): it separates its sides, but in steps of cells", of.name, h));
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
Status look_at_shape(const Scene& scene, const SceneShape& of, std::vector<std::string>& warnings) {
  const auto shape = make_shape<D>(*of.shape, scene.file);
  if (!shape) return shape.error();
  const std::size_t before = warnings.size();
  if (Status looked = look_at_meshes(scene, of, warnings); !looked) return looked;
  const Box<D> box = (*shape)->bounds();
  const bool is_in = is_inside(box, scene.domain);
  if (of.place && !is_in) {  // nothing would come of it
    const std::string what = of.is_liquid ? "this liquid" : "this source";
    const bool is_mesh = warnings.size() > before;
    return Error{ErrorCode::kBadInput,
                 what + (is_mesh ? warnings.back().substr(of.name.size()) : " lies wholly outside the domain"),
                 of.place->file.empty() ? Place{scene.file} : *of.place};
  }
  if (warnings.size() > before) return Done{};  // the mesh's is the better one
  if (of.solid) {
    look_at_solid(scene, of, *shape, warnings);
  } else if (!is_in) {
    warnings.push_back(of.name + " lies outside of the domain");
  }
  const double h = scene.domain.cell();
  if (of.is_drain && covers_domain(scene, **shape))
    warnings.push_back(of.name + " covers the whole domain: no liquid stays in it");
  if (of.is_drain && is_in && longest_side(box) < h)
    warnings.push_back(fmt::format("{} is smaller than a cell ({:.3g} m) and may catch nothing", of.name, h));
  for (int a = 0; a < D && of.is_liquid; ++a) {
    const bool is_cut =
        !scene.domain.is_periodic(static_cast<Axis>(a)) && (box.low[a] < -h || box.high[a] > scene.domain.size[a] + h);
    if (!is_cut || !std::isfinite(box.high[a] - box.low[a])) continue;
    warnings.push_back(of.name + " reaches beyond the domain; only the part inside is filled");
    break;
  }
  return Done{};
}

}  // namespace

Status check_shapes(const Scene& scene, std::vector<std::string>& warnings) {
  for (const SceneShape& shape : shapes_of(scene)) {
    const Status looked =
        scene.dimension() == 2 ? look_at_shape<2>(scene, shape, warnings) : look_at_shape<3>(scene, shape, warnings);
    if (!looked) return looked;
  }
  return Done{};
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
