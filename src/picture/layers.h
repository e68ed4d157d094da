// What is drawn on the canvas of a 2D picture: solids, the grid's cells, the flow.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/canvas.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Metres to pixels: the domain fills the picture, y points up.
struct View {
  double scale_x = 1.0, scale_y = 1.0, height = 0.0;

  double x(double metres) const { return metres * scale_x; }
  double y(double metres) const { return height - metres * scale_y; }
  VecD<2> place(int pixel_x, int pixel_y) const {  // centre of a pixel, metres
    return {{(pixel_x + 0.5) / scale_x, (height - (pixel_y + 0.5)) / scale_y}};
  }
};

// The solids of a scene at a given time, drawn from their shapes.
class SolidLayer {
 public:
  static Result<SolidLayer> create(const Scene& scene);
  void move_to(double time);
  void draw(Canvas& canvas, const View& view) const;
  const std::vector<Solid<2>>& solids() const { return solids_; }

 private:
  std::vector<Solid<2>> solids_;
};

inline constexpr Rgb kSolidColor{0.50f, 0.48f, 0.45f};

// Squares a little smaller than the cells, so that the grid shows; solids as the solver sees them. Air is left out.
void draw_cells(Canvas& canvas, const View& view, const CellFrame& cells, const std::vector<Rgb>& colors);

// The types of the cells, with a key to the colours. A smoke scene has gas in place of liquid, and air where it
// computes nothing.
void draw_cell_types(Canvas& canvas, const View& view, const CellFrame& cells, bool is_smoke);

// As [output] asks for: output.faces, output.arrows, output.streamlines. An arrow at the speed `fast`, m/s, is as long
// as the distance between arrows.
void draw_flow(Canvas& canvas, const View& view, const Scene& scene, const CellFrame& cells, double fast);

}  // namespace spindrift
