#include "picture/paint/cell_layer.h"

#include "grid/frames.h"
#include "picture/paint/picture_frame.h"

namespace spindrift {
namespace {

constexpr Rgb kFluidCell{0.16f, 0.47f, 0.82f};
constexpr Rgb kAirCell{0.12f, 0.155f, 0.215f};

template <class ColorOf>
void draw_squares(Canvas& canvas, const View& view, const CellFrame& cells, ColorOf&& color_of) {
  const double h = cells.cell_size, gap = 0.05 * h;
  for (int j = 0; j < cells.cells[1]; ++j)
    for (int i = 0; i < cells.cells[0]; ++i) {
      const std::size_t c = cell_number(cells.cells, i, j);
      canvas.rectangle(view.x(i * h + gap), view.y((j + 1) * h - gap), view.x((i + 1) * h - gap), view.y(j * h + gap),
                       color_of(c));
    }
}

}  // namespace

void draw_cells(Canvas& canvas, const View& view, const CellFrame& cells, const std::vector<Rgb>& colors) {
  draw_squares(canvas, view, cells, [&](std::size_t c) {
    return cells.type[c] == CellType::kAir ? kBackground : cells.type[c] == CellType::kSolid ? kSolidColor : colors[c];
  });
}

void draw_cell_types(Canvas& canvas, const View& view, const CellFrame& cells, bool is_smoke) {
  draw_squares(canvas, view, cells, [&](std::size_t c) {
    return cells.type[c] == CellType::kAir ? kAirCell : cells.type[c] == CellType::kSolid ? kSolidColor : kFluidCell;
  });
  draw_color_names(canvas, {{kFluidCell, is_smoke ? "gas" : "liquid"}, {kAirCell, "air"}, {kSolidColor, "solid"}});
}

}  // namespace spindrift
