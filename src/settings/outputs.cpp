#include "settings/outputs.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

constexpr const char* kVelocities[] = {"u", "v", "w"};
constexpr const char* kForces[] = {"fx", "fy", "fz"};
constexpr const char* kTorques[] = {"tx", "ty", "tz"};

void add_columns(const Scene& scene, const ProbeSettings& probe, std::vector<ProbeColumn>& columns) {
  using Kind = ProbeSettings::Kind;
  const bool is_2d = scene.dimension() == 2;
  const auto add = [&](const char* quantity, const char* unit) {
    columns.push_back({probe_column(probe.name), quantity, unit});
  };
  const auto add_vector = [&](const char* const* quantities, const char* unit, int first = 0) {
    for (int a = first; a < (first == 2 ? 3 : scene.dimension()); ++a) add(quantities[a], unit);
  };
  switch (probe.kind) {
    case Kind::kPoint:
      add("pressure", "Pa");
      return add_vector(kVelocities, "m/s");
    case Kind::kHeight:
      return add("height", "m");
    case Kind::kDepth:
      return add("depth", "m");
    case Kind::kFront:
      add("front", "m");
      return add("farthest", "m");
    case Kind::kPressure:
      return add("pressure", "Pa");
    case Kind::kVelocity:
      return add_vector(kVelocities, "m/s");
    case Kind::kForce:
      return add_vector(kForces, is_2d ? "N/m" : "N");
    case Kind::kTorque:
      return add_vector(kTorques, is_2d ? "Nm/m" : "Nm", is_2d ? 2 : 0);
    case Kind::kVolume:
      return add(scene.is_smoke() ? "smoke" : "volume", is_2d ? "m^2" : "m^3");
    case Kind::kFlux:
      return add("flux", is_2d ? "m^2/s" : "m^3/s");
    case Kind::kSurface:
      return;
    case Kind::kEnergy:
      break;
  }
  const char* const joule = is_2d ? "J/m" : "J";
  add("kinetic", joule);
  if (scene.is_smoke()) return;
  add("potential", joule);
  if (scene.uses_surface_tension()) add("surface", joule);
  add("total", joule);
}

}  // namespace

bool is_rendered(const Scene& scene) { return scene.dimension() == 3 && !scene.is_smoke(); }

bool wants_pictures(const Scene& scene) { return is_rendered(scene) ? scene.render.during_run : scene.output.pictures; }

bool wants_particles(const Scene& scene) {
  return scene.output.particles && !scene.output.formats.empty() && !scene.is_smoke();
}

bool wants_quick_views(const Scene& scene) {
  return is_rendered(scene) && !scene.render.during_run && scene.output.pictures;
}

bool picture_needs_particles(const Scene& scene) {
  if (scene.is_smoke()) return false;
  if (is_rendered(scene)) return scene.render.style == RenderStyle::kParticles;
  const bool shows_cells = scene.output.grid || scene.output.color == ColorBy::kType;
  return !shows_cells ||
         scene.forces.strongest_gravity() == 0.0;  // without gravity, the speed scale comes from particles
}

bool picture_needs_cells(const Scene& scene) {
  if (scene.is_smoke()) return true;
  const OutputSettings& output = scene.output;
  return !is_rendered(scene) &&
         (output.grid || output.faces || output.arrows > 0 || output.streamlines > 0 ||
          output.color == ColorBy::kPressure || output.color == ColorBy::kVorticity || output.color == ColorBy::kType);
}

bool picture_needs_surface(const Scene& scene) {
  return is_rendered(scene) && scene.render.style == RenderStyle::kWater;
}

bool copies_particles(const Scene& scene) {
  const bool has_box = std::any_of(scene.regions.begin(), scene.regions.end(),
                                   [](const RegionSettings& region) { return !region.particles.empty(); });
  return wants_particles(scene) || has_box || (wants_pictures(scene) && picture_needs_particles(scene)) ||
         makes_surface(scene);
}

bool copies_cells(const Scene& scene) {
  return (wants_pictures(scene) && picture_needs_cells(scene)) || has(scene.output.volumes, VolumeFormat::kVti) ||
         has(scene.output.volumes, VolumeFormat::kRaw);
}

bool makes_surface(const Scene& scene) {
  if (scene.is_smoke()) return false;
  return scene.surface.write != SurfaceFormat::kNone || (wants_pictures(scene) && picture_needs_surface(scene)) ||
         (is_rendered(scene) && has(scene.output.volumes, VolumeFormat::kVdb));
}

CellRange cells_of_region(const RegionSettings& region, const DomainSettings& domain) {
  using Kind = RegionSettings::Kind;
  constexpr double kOnFace = 1e-6;  // cells: a box that ends on a face does not touch the next cell
  const Vec<int, 3> all = domain.cells();
  const double h = domain.cell();
  CellRange range{{}, Vec<int, 3>::filled(1)};
  for (int a = 0; a < domain.dimension; ++a) {
    const bool is_axis = a == static_cast<int>(region.axis);
    const auto cell_at = [&](double x) { return static_cast<int>(std::clamp(std::floor(x / h), 0.0, all[a] - 1.0)); };
    if (region.kind == Kind::kBox) {
      range.first[a] = cell_at(region.min[a] + kOnFace * h);
      range.cells[a] = std::max(1, cell_at(region.max[a] - kOnFace * h) + 1 - range.first[a]);
    } else if (is_axis == (region.kind == Kind::kColumn)) {  // all along a column, and along a slice
      range.cells[a] = all[a];
    } else {
      range.first[a] = cell_at(region.kind == Kind::kSlice ? region.at : region.position[a]);
    }
  }
  return range;
}

bool is_table(const RegionSettings& region) {
  return region.kind == RegionSettings::Kind::kColumn ||
         (region.kind == RegionSettings::Kind::kSlice && region.format == SliceFormat::kCsv);
}

bool is_due(int frame, double fps, int every, double rate) {
  if (rate <= 0.0) return frame % std::max(every, 1) == 0;
  constexpr double kRounding = 1e-6;  // of the time between two
  const auto number = [&](int f) { return std::floor(f / fps * rate + kRounding); };
  return frame == 0 || number(frame) > number(frame - 1);
}

bool is_due(const RegionSettings& region, int frame, double fps) {
  return is_due(frame, fps, region.every, region.rate);
}

bool particles_are_due(const Scene& scene, int frame) {
  const OutputSettings& output = scene.output;
  return is_due(frame, scene.time.fps, output.particles_every > 0 ? output.particles_every : output.every,
                output.particles_rate);
}

bool volumes_are_due(const Scene& scene, int frame) {
  const OutputSettings& output = scene.output;
  return is_due(frame, scene.time.fps, output.volumes_every > 0 ? output.volumes_every : output.every,
                output.volumes_rate);
}

double due_frames(const Scene& scene, int every, double rate) {
  const double frames = scene.time.frames;
  if (rate > 0.0) return std::floor(std::min(rate / scene.time.fps, 1.0) * frames) + 1.0;
  return std::floor(frames / std::max(every, 1)) + 1.0;
}

PictureSize picture_size(const Scene& scene) {
  if (scene.dimension() == 3) return {scene.render.width, scene.render.height};
  const int width = scene.output.width;
  constexpr int kLongestSide = 16384;  // the widest that output.width allows
  const Vec<int, 3> cells = scene.domain.cells();
  const double shape = static_cast<double>(cells[1]) / cells[0];
  auto even = [](double exact) { return std::max(2, 2 * static_cast<int>(std::lround(0.5 * exact))); };
  if (width * shape <= kLongestSide) return {width, even(width * shape)};
  return {even(kLongestSide / shape), kLongestSide};
}

PictureSize quick_view_size(const Scene& scene) {
  constexpr int kWidth = 640, kHighest = 1280, kLeast = 16;
  const int width = scene.render.width, height = std::max(kLeast, kWidth * scene.render.height / width);
  if (height <= kHighest) return {kWidth, height};
  return {std::max(kLeast, kHighest * width / scene.render.height), kHighest};
}

std::string probe_column(std::string name) {
  for (char& c : name)
    if (c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return name;
}

std::string probe_file_name(std::string name) {
  for (char& c : name) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!is_plain) c = '_';
  }
  return name;
}

std::vector<ProbeColumn> probe_columns(const Scene& scene) {
  std::vector<ProbeColumn> columns;
  for (const ProbeSettings& probe : scene.probes) add_columns(scene, probe, columns);
  return columns;
}

}  // namespace spindrift
