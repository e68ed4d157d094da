#include "settings/regions.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

CellRange cells_of_region(const RegionSettings& region, const DomainSettings& domain) {
  using Kind = RegionSettings::Kind;
  constexpr double kOnFace = 1e-6;  // cells: a box that ends on a face does not touch the cells behind it
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

}  // namespace spindrift
