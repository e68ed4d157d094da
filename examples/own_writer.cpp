// Writes your own format, the particles of some frames as CSV, beside the library's formats.
//   own_writer FOLDER
#include <cstdio>
#include <string>
#include <utility>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

Status write_csv(const std::string& path, const ParticleFrame& frame) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) return Error{ErrorCode::kRunFailed, "cannot write " + path};
  std::fprintf(file, "id,x,y,z,vx,vy,vz\n");
  const std::vector<std::uint32_t>& id = frame.columns.integers("id");
  for (std::size_t i = 0; i < frame.count(); ++i) {
    const float *x = &frame.position[3 * i], *v = &frame.velocity[3 * i];
    std::fprintf(file, "%u,%g,%g,%g,%g,%g,%g\n", id[i], x[0], x[1], x[2], v[0], v[1], v[2]);
  }
  if (std::fclose(file) != 0) return Error{ErrorCode::kRunFailed, "cannot write " + path};
  return Done{};
}

Scene falling_drop() {
  Scene scene;
  scene.domain.size = {{1.0, 1.0, 1.0}};  // in 3D, which is the default
  scene.domain.resolution = 24;
  LiquidSettings drop;
  drop.shape.kind = ShapeSettings::Kind::kSphere;
  drop.shape.center = {{0.5, 0.6, 0.5}};
  drop.shape.radius = 0.2;
  scene.liquids.push_back(drop);
  return scene;
}

Status simulate_into(const std::string& folder) {
  Result<Simulation> simulation = Simulation::create(falling_drop());
  if (!simulation) return simulation.error();
  ParticleFrame memory;  // reused for every frame
  for (int frame = 0; frame < 3; ++frame) {
    Result<ParticleFrame> particles = simulation->particles(std::move(memory));
    if (!particles) return particles.error();
    const std::string name = folder + "/drop_" + std::to_string(frame);
    if (Status written = write_csv(name + ".csv", *particles); !written) return written;
    if (Status written = write_particles(name + ".ply", *particles); !written) return written;
    memory = std::move(*particles);
    if (Result<FrameReport> report = simulation->advance_frame(); !report) return report.error();
  }
  const Result<Checkpoint> state = simulation->save();  // for Simulation::resume
  if (!state) return state.error();
  return write_checkpoint(folder + "/drop.checkpoint", *state);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  if (const Status done = simulate_into(folder); !done) {
    std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
    return 1;
  }
  std::printf("drop_0.csv, drop_0.ply, ... and drop.checkpoint are in %s\n", folder.c_str());
  return 0;
}
