#include "run/tables/stats_line.h"

#include <fmt/format.h>

#include "base/json.h"

namespace spindrift {
namespace {

std::string vector_json(const Vec3d& v, int dimension) {
  return json_array(std::span(v.at).first(static_cast<std::size_t>(dimension)));
}

std::string axial_vector_json(const Vec3d& v, int dimension) {
  return dimension == 2 ? json_array(std::span(v.at).last(1)) : vector_json(v, 3);
}

}  // namespace

std::string stage_seconds_json(const std::vector<StageTime>& stages) {
  JsonObject object;
  for (const StageTime& stage : stages) object.add(stage.name, stage.seconds);
  return object.text();
}

namespace {

void add_smoke(JsonObject& line, const SmokeReport& smoke) {
  line.add("smoke", smoke.smoke).add("smoke_drift", smoke.drift).add("heat", smoke.heat);
  if (smoke.fuel) line.add("fuel", *smoke.fuel);
  line.add("max_density", smoke.max_density).add("max_temperature", smoke.max_temperature);
}

}  // namespace

std::string stats_line(const FrameReport& report, int dimension) {
  const bool has_stepped = report.substeps > 0;
  const bool is_liquid = !report.smoke;
  const bool has_places = is_liquid ? report.particles > 0 : report.smoke->smoke > 0.0;
  JsonObject line;
  line.add("frame", report.frame).add("time", report.time).add("substeps", report.substeps);
  if (is_liquid) line.add("particles", report.particles);
  line.add("fluid_cells", report.fluid_cells).add("tiles", report.tiles);
  if (is_liquid) line.add("volume", report.volume).add("volume_drift", report.volume_drift);
  if (!is_liquid) add_smoke(line, *report.smoke);
  line.add("kinetic_energy", report.kinetic_energy);
  if (is_liquid) line.add("potential_energy", report.potential_energy);
  line.add_json("linear_momentum", vector_json(report.linear_momentum, dimension));
  line.add_json("angular_momentum", axial_vector_json(report.angular_momentum, dimension));
  if (has_places) line.add_json("center_of_mass", vector_json(report.center_of_mass, dimension));
  line.add("max_speed", report.max_speed);
  if (has_places && report.front_x > -1e100) line.add("front_x", report.front_x);
  if (has_stepped) {
    line.add("divergence_max", report.divergence_max).add("divergence_l2", report.divergence_l2);
    line.add("pressure_iterations", report.pressure_iterations).add("pressure_residual", report.pressure_residual);
    if (report.viscosity_iterations)
      line.add("viscosity_iterations", *report.viscosity_iterations)
          .add("viscosity_residual", report.viscosity_residual);
  }
  if (is_liquid) line.add("escaped_particles", report.escaped_particles);
  if (has_stepped) {
    line.add("wall_seconds", report.wall_seconds).add("cpu_seconds", report.cpu_seconds);
    line.add_json("stage_seconds", stage_seconds_json(report.stage_seconds));
  }
  line.add("state_hash", fmt::format("{:016x}", report.state_hash));
  return line.text();
}

}  // namespace spindrift
