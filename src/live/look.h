// What a viewer wants to see, and the frame that shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_reader.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"
#include "spindrift/surface.h"

namespace spindrift {

struct Look {
  bool particles = true;
  std::string color = "speed";     // what the particles' value is
  std::vector<std::string> cells;  // fields of cells
  bool velocity = false, faces = false, surface = false, stats = true;
};

// Changes what the message names and leaves the rest.
Status read_look(const JsonValue& message, Look& look);

class LiveFrame;

// Makes frames; keeps the memory they are made in.
class FramePainter {
 public:
  explicit FramePainter(int threads) : threads_(threads) {}
  Result<std::string> paint(const Simulation& simulation, const Look& look);
  void forget_surface() { mesher_.reset(); }  // the scene's solids have changed

 private:
  Status add_particles(const Simulation& simulation, const Look& look, LiveFrame& frame);
  Status add_cells(const Simulation& simulation, const Look& look, LiveFrame& frame);
  Status add_surface(const Simulation& simulation, LiveFrame& frame);

  int threads_;
  ParticleFrame particles_;
  CellFrame cells_;
  std::optional<SurfaceMesher> mesher_;
};

// The poses of a scene's solids at a time, as a JSON array.
std::string poses_text(const Scene& scene, double time);

}  // namespace spindrift
