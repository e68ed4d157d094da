#include "cli/run_writer.h"

#include <utility>

#include "io/image.h"
#include "io/ply.h"
#include "io/stats_line.h"

namespace spindrift {

bool wants_pictures(const Scene& scene) { return scene.dimension() == 2 && scene.output.pictures; }

std::vector<std::string> output_subfolders(const Scene& scene) {
  std::vector<std::string> names;
  if (scene.output.particles) names.emplace_back("particles");
  if (wants_pictures(scene)) names.emplace_back("frames");
  return names;
}

RunWriter::RunWriter(const Scene& scene, const RunFolder& folder, LineFile stats, std::optional<Painter> painter)
    : scene_(scene), folder_(folder), stats_(std::move(stats)), painter_(std::move(painter)) {}

Result<RunWriter> RunWriter::create(const Scene& scene, const RunFolder& folder) {
  Result<LineFile> stats = LineFile::create(folder.stats());
  if (!stats) return stats.error();
  std::optional<Painter> painter;
  if (wants_pictures(scene)) {
    Result<Painter> made = Painter::create(scene);
    if (!made) return made.error();
    painter = std::move(*made);
  }
  return RunWriter(scene, folder, std::move(*stats), std::move(painter));
}

Status RunWriter::write(const Simulation& simulation, const FrameReport& report) {
  if (report.frame % scene_.output.every == 0) {
    if (Status written = write_frame(simulation, report); !written) return written;
  }
  return stats_.append(stats_line(report, scene_.dimension()));
}

Status RunWriter::write_frame(const Simulation& simulation, const FrameReport& report) {
  if (!scene_.output.particles && !painter_) return Done{};
  const ParticleFrame particles = simulation.particles();
  if (scene_.output.particles) {
    if (Status written = write_ply(folder_.particles(report.frame), particles); !written) return written;
  }
  if (painter_) {
    const Image image = painter_->draw(report.time, particles, simulation.cells());
    const std::string file = folder_.picture(report.frame);
    if (Status written = write_png(file, image); !written) return written;
    pictures_.push_back(file);
  }
  return Done{};
}

}  // namespace spindrift
