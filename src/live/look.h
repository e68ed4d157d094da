// What a viewer wants to see, and the frames that show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"
#include "spindrift/surface.h"

namespace spindrift {

struct Look {
  bool particles = true;
  std::string color = "speed";     // what the particles' value is
  std::vector<std::string> cells;  // fields of cells
  bool velocity = false, faces = false, surface = false, volume = false, stats = true;
  int slice_axis = 2;     // of a 3D scene: its cells are shown across this axis,
  double slice_at = 0.5;  // at this share of the domain's length
};

// Changes the members that the message names.
Status read_look(const JsonValue& message, Look& look);

class LiveFrame;

bool needs_cells(const Scene& scene, const Look& look);

// The moment of a frame, of a simulation or of a run.
struct FrameMoment {
  std::int64_t step = 0;
  double time = 0.0;
  int frame = 0;
};

// Makes frames; keeps the memory they are made in.
class LookPainter {
 public:
  explicit LookPainter(int threads) : threads_(threads) {}
  Result<std::string> paint(const Simulation& simulation, const Look& look);
  // From copies, as a run's files have them. Without cells, whatever needs them is left out.
  Result<std::string> paint(const Scene& scene, const FrameMoment& moment, ParticleFrame particles, CellFrame cells,
                            const Look& look);
  void forget_surface() { mesher_.reset(); }  // the scene's solids have changed

 private:
  Result<std::string> compose(const Scene& scene, const FrameMoment& moment, const Look& look);
  void add_particles(const Scene& scene, const Look& look, bool has_cells, LiveFrame& frame);
  void add_cells(const Scene& scene, const Look& look, LiveFrame& frame);
  void add_volume(const Scene& scene, LiveFrame& frame);
  void add_arrows(LiveFrame& frame);
  Status add_surface(const Scene& scene, double time, LiveFrame& frame);

  int threads_;
  ParticleFrame particles_;
  CellFrame cells_;
  std::optional<SurfaceMesher> mesher_;
};

// The poses of a scene's solids at a time, as a JSON array.
std::string poses_text(const Scene& scene, double time);

}  // namespace spindrift
