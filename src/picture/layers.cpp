#include "picture/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/place_solids.h"
#include "grid/frames.h"
#include "picture/picture_frame.h"

namespace spindrift {

namespace {

constexpr Rgb kRim{0.68f, 0.66f, 0.63f};
constexpr double kRimPixels = 2.0;

// Pixels [first, end) of a row or column that can touch the interval [low, high] given in pixels.
struct PixelRange {
  int first, end;
  PixelRange(double low, double high, int size)
      : first(static_cast<int>(std::clamp(std::floor(low) - 1.0, 0.0, 1.0 * size))),
        end(static_cast<int>(std::clamp(std::ceil(high) + 1.0, 0.0, 1.0 * size))) {}
};

void draw_solid(Canvas& canvas, const View& view, const Solid<2>& solid) {
  const Box<2> box = solid.bounds();
  const PixelRange columns(view.x(box.low[0]), view.x(box.high[0]), canvas.width());
  const PixelRange rows(view.y(box.high[1]), view.y(box.low[1]), canvas.height());
  for (int y = rows.first; y < rows.end; ++y) {
    for (int x = columns.first; x < columns.end; ++x) {
      const double depth = -solid.distance(view.place(x, y)) * view.scale_x;  // pixels below the surface
      if (depth <= -0.5) continue;
      const float rim = static_cast<float>(std::clamp(kRimPixels + 0.5 - depth, 0.0, 1.0));
      canvas.blend(x, y, mix_colors(kSolidColor, kRim, rim), static_cast<float>(std::min(1.0, depth + 0.5)));
    }
  }
}

}  // namespace

Result<SolidLayer> SolidLayer::create(const Scene& scene) {
  SolidLayer layer;
  if (Status placed = place_solids<2>(scene, Domain<2>(scene.domain), layer.solids_); !placed) return placed.error();
  return layer;
}

void SolidLayer::move_to(double time) {
  for (Solid<2>& solid : solids_) solid.move_to(time, 0.0);
}

void SolidLayer::draw(Canvas& canvas, const View& view) const {
  for (const Solid<2>& solid : solids_) draw_solid(canvas, view, solid);
}

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

namespace {

constexpr Rgb kInk{0.95f, 0.97f, 1.0f};
constexpr Rgb kStream{0.72f, 0.82f, 0.92f};
constexpr Rgb kShadow{0.02f, 0.03f, 0.06f};
constexpr double kCellsAtFast = 4.0;  // length of an arrow across a face

// Velocities of fluid between the centres of cells. Places are in cells from the lower left corner.
class FlowField {
 public:
  FlowField(const CellFrame& cells, bool is_smoke) : cells_(cells), is_smoke_(is_smoke) {}

  int size(int axis) const { return cells_.cells[axis]; }
  double cell_size() const { return cells_.cell_size; }
  bool holds_fluid(int i, int j) const {
    if (i < 0 || j < 0 || i >= size(0) || j >= size(1)) return false;
    const CellType type = cells_.type[index(i, j)];
    return type == CellType::kFluid || (is_smoke_ && type == CellType::kAir);
  }
  VecD<2> at_cell(int i, int j) const {
    const float* v = &cells_.velocity[3 * index(i, j)];
    return {{static_cast<double>(v[0]), static_cast<double>(v[1])}};
  }
  // Across the left (axis 0) or the lower face of a cell.
  double across_face(int i, int j, int axis) const { return static_cast<double>(cells_.faces[2 * index(i, j) + axis]); }
  // Interpolated linearly between the nearest cells with fluid; zero elsewhere.
  VecD<2> at(const VecD<2>& x) const {
    VecD<2> sum{};
    double weights = 0.0;
    if (!holds_fluid(static_cast<int>(std::floor(x[0])), static_cast<int>(std::floor(x[1])))) return sum;
    const int i = static_cast<int>(std::floor(x[0] - 0.5)), j = static_cast<int>(std::floor(x[1] - 0.5));
    for (int corner = 0; corner < 4; ++corner) {
      const int ci = i + corner % 2, cj = j + corner / 2;
      if (!holds_fluid(ci, cj)) continue;
      const double weight = (1.0 - std::abs(x[0] - 0.5 - ci)) * (1.0 - std::abs(x[1] - 0.5 - cj));
      sum = sum + at_cell(ci, cj) * weight;
      weights += weight;
    }
    return weights > 0.0 ? sum / weights : sum;
  }

 private:
  std::size_t index(int i, int j) const { return cell_number(cells_.cells, i, j); }

  const CellFrame& cells_;
  bool is_smoke_;
};

// Light on dark, visible on deep water and on foam.
void draw_stroke(Canvas& canvas, double x0, double y0, double x1, double y1, double thickness) {
  canvas.line(x0, y0, x1, y1, thickness + 1.6, kShadow, 0.35f);
  canvas.line(x0, y0, x1, y1, thickness, kInk, 0.9f);
}

// Two short strokes back from the tip at (x, y) of a line along (dx, dy), of unit length.
void draw_head(Canvas& canvas, double x, double y, double dx, double dy, double size, double thickness) {
  for (const double side : {-1.0, 1.0})
    draw_stroke(canvas, x, y, x - size * (dx + 0.55 * side * dy), y - size * (dy - 0.55 * side * dx), thickness);
}

// An arrow in pixels; a dot where nothing moves.
void draw_arrow(Canvas& canvas, double x, double y, double dx, double dy, double thickness) {
  const double length = std::hypot(dx, dy);
  if (length < 2.0 * thickness) return canvas.disc(x + 0.5 * dx, y + 0.5 * dy, 0.7 * thickness, kInk, 0.7f);
  draw_stroke(canvas, x, y, x + dx, y + dy, thickness);
  draw_head(canvas, x + dx, y + dy, dx / length, dy / length, std::clamp(0.34 * length, 2.0, 5.5 * thickness),
            thickness);
}

// The mean velocity in each square of `every` cells that is at least half full.
void draw_arrows(Canvas& canvas, const View& view, const FlowField& field, int every, double fast) {
  constexpr double kLongest = 1.5;  // squares; the limit for faster flow
  const double pixels = every * field.cell_size() * view.scale_x;
  const double thickness = std::clamp(0.07 * pixels, 1.0, 2.5);
  for (int j0 = 0; j0 < field.size(1); j0 += every)
    for (int i0 = 0; i0 < field.size(0); i0 += every) {
      VecD<2> sum{}, place{};
      int count = 0;
      for (int j = j0; j < std::min(j0 + every, field.size(1)); ++j)
        for (int i = i0; i < std::min(i0 + every, field.size(0)); ++i) {
          if (!field.holds_fluid(i, j)) continue;
          sum = sum + field.at_cell(i, j);
          place = place + VecD<2>{{i + 0.5, j + 0.5}};
          ++count;
        }
      if (2.0 * count < 1.0 * every * every) continue;
      VecD<2> arrow = sum / (count * fast);  // in squares
      if (const double squares = length(arrow); squares > kLongest) arrow = arrow * (kLongest / squares);
      const double dx = pixels * arrow[0], dy = -pixels * arrow[1];
      const VecD<2> center = place * (field.cell_size() / count);
      draw_arrow(canvas, view.x(center[0]) - 0.5 * dx, view.y(center[1]) - 0.5 * dy, dx, dy, thickness);
    }
}

// Velocities across the faces of cells with fluid, from the middle of the face.
void draw_faces(Canvas& canvas, const View& view, const FlowField& field, double fast) {
  constexpr double kLongest = 1.0;  // cells
  const double h = field.cell_size(), pixels = h * view.scale_x, thickness = std::clamp(0.05 * pixels, 0.8, 2.0);
  for (int j = 0; j < field.size(1); ++j)
    for (int i = 0; i < field.size(0); ++i)
      for (int a = 0; a < 2; ++a) {
        if (!field.holds_fluid(i, j) && !field.holds_fluid(i - (a == 0), j - (a == 1))) continue;
        const double way = pixels * std::clamp(kCellsAtFast * field.across_face(i, j, a) / fast, -kLongest, kLongest);
        const double x = view.x(h * (a == 0 ? i : i + 0.5)), y = view.y(h * (a == 0 ? j + 0.5 : j));
        draw_arrow(canvas, x, y, a == 0 ? way : 0.0, a == 0 ? 0.0 : -way, thickness);
      }
}

void draw_key(Canvas& canvas, double speed, double pixels) {
  const ArrowKey key = place_arrow_key(canvas, fmt::format("{:g} m/s", speed), pixels);
  draw_arrow(canvas, key.x, key.y, key.length, 0.0, std::max(1.0, canvas.width() / 700.0));
}

// Streamlines at a distance from each other [Jobard1997], here by squares of a raster: a line ends where it would enter
// a square of another line.
class StreamlinePlacer {
 public:
  StreamlinePlacer(const FlowField& field, int every, double fast)
      : field_(field), square_(0.5 * every), least_speed_(1e-3 * fast) {
    width_ = static_cast<int>(std::ceil(field.size(0) / square_)) + 1;
    squares_.resize(static_cast<std::size_t>(width_) * (static_cast<std::size_t>(field.size(1) / square_) + 2));
  }

  // Through `seed`, upstream and downstream; empty if the line would be too short.
  std::vector<VecD<2>> line_through(const VecD<2>& seed) {
    ++line_;
    if (square_at(seed).line != 0) return {};
    std::vector<VecD<2>> line = trace(seed, -1);
    const std::vector<VecD<2>> down = trace(seed, 1);
    std::reverse(line.begin(), line.end());
    line.insert(line.end(), down.begin() + (down.empty() ? 0 : 1), down.end());
    if (static_cast<double>(line.size()) * kStep >= 2.0 * square_) return line;
    for (Square& square : squares_)
      if (square.line == line_) square = {};
    return {};
  }

 private:
  static constexpr double kStep = 0.25;  // cells
  static constexpr int kMostSteps = 4000;

  struct Square {
    int line = 0;   // the first that entered; 0 = none
    int steps = 0;  // from the seed, negative upstream
  };
  Square& square_at(const VecD<2>& x) {
    const auto i = static_cast<std::size_t>(std::max(0.0, x[0] / square_)),
               j = static_cast<std::size_t>(std::max(0.0, x[1] / square_));
    return squares_[std::min(j * static_cast<std::size_t>(width_) + i, squares_.size() - 1)];
  }

  // Takes the square for this line. False if another line has it, or if this line had it much earlier (a closed loop).
  bool enters(const VecD<2>& x, int steps) {
    Square& square = square_at(x);
    if (square.line == 0) square = {line_, steps};
    return square.line == line_ && std::abs(steps - square.steps) * kStep < 4.0 * square_;
  }

  // By the midpoint rule, in steps of equal length.
  std::vector<VecD<2>> trace(VecD<2> x, int sign) {
    std::vector<VecD<2>> points;
    for (int step = 0; step < kMostSteps; ++step) {
      const VecD<2> first = field_.at(x);
      const double speed = length(first);
      if (speed < least_speed_ || !enters(x, sign * step)) break;
      points.push_back(x);
      const VecD<2> middle = field_.at(x + first * (0.5 * sign * kStep / speed));
      const double middle_speed = length(middle);
      if (middle_speed < least_speed_) break;
      x = x + middle * (sign * kStep / middle_speed);
    }
    return points;
  }

  const FlowField& field_;
  double square_;  // edge of a square, cells
  double least_speed_;
  int width_ = 0, line_ = 0;
  std::vector<Square> squares_;
};

void draw_streamlines(Canvas& canvas, const View& view, const FlowField& field, int every, double fast) {
  const double thickness = std::max(1.0, canvas.width() / 800.0), h = field.cell_size();
  StreamlinePlacer placer(field, every, fast);
  for (double y = 0.5 * every; y < field.size(1); y += every)
    for (double x = 0.5 * every; x < field.size(0); x += every) {
      const std::vector<VecD<2>> line = placer.line_through({{x, y}});
      for (std::size_t i = 0; i + 1 < line.size();) {  // full strokes: translucent ones would show where they meet
        const std::size_t next = std::min(i + 2, line.size() - 1);
        canvas.line(view.x(h * line[i][0]), view.y(h * line[i][1]), view.x(h * line[next][0]),
                    view.y(h * line[next][1]), thickness, kStream);
        i = next;
      }
      if (line.size() < 3) continue;
      const std::size_t middle = line.size() / 2;
      const VecD<2> along = line[middle] - line[middle - 1];
      draw_head(canvas, view.x(h * line[middle][0]), view.y(h * line[middle][1]), along[0] / length(along),
                -along[1] / length(along), 5.0 * thickness, thickness);
    }
}

}  // namespace

void draw_flow(Canvas& canvas, const View& view, const Scene& scene, const CellFrame& cells, double fast) {
  const FlowField field(cells, scene.is_smoke());
  const OutputSettings& output = scene.output;
  if (output.streamlines > 0) draw_streamlines(canvas, view, field, output.streamlines, fast);
  const double cell = cells.cell_size * view.scale_x;
  if (output.faces) draw_faces(canvas, view, field, fast);
  if (output.arrows > 0) draw_arrows(canvas, view, field, output.arrows, fast);
  if (output.arrows > 0)
    draw_key(canvas, fast, output.arrows * cell);
  else if (output.faces)
    draw_key(canvas, fast / kCellsAtFast, cell);
}

}  // namespace spindrift
