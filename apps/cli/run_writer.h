// Writes what a run leaves behind, frame by frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/run_folder.h"
#include "io/atomic_file.h"
#include "io/painter.h"
#include "spindrift/simulation.h"

namespace spindrift {

class RunWriter {
 public:
  static Result<RunWriter> create(const Scene& scene, const RunFolder& folder);

  // The frame's particles and picture if it is the turn of this frame, then its line in stats.jsonl.
  Status write(const Simulation& simulation, const FrameReport& report);

  const std::vector<std::string>& pictures() const { return pictures_; }

 private:
  RunWriter(const Scene& scene, const RunFolder& folder, LineFile stats, std::optional<Painter> painter);
  Status write_frame(const Simulation& simulation, const FrameReport& report);

  Scene scene_;
  RunFolder folder_;
  LineFile stats_;
  std::optional<Painter> painter_;  // of a 2D scene that wants pictures
  std::vector<std::string> pictures_;
};

bool wants_pictures(const Scene& scene);

// The folders inside the run's folder that the scene's outputs need.
std::vector<std::string> output_subfolders(const Scene& scene);

}  // namespace spindrift
