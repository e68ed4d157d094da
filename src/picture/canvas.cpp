#include "picture/canvas.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace spindrift {
namespace {

constexpr double kBaseline = 2.0;  // raster row of the line of text; rows below it are for descenders

constexpr double kCapHeight = 6.0;  // of a digit or capital, in font units
constexpr double kLetterGap = 2.0;

// Strokes of each letter on a raster, as pairs of digits: column and row. A space lifts the pen.
constexpr struct {
  char letter;
  std::string_view strokes;
} kFont[] = {{'0', "123243473818070312"},
             {'1', "172822"},
             {'2', "07183847460242"},
             {'3', "0718384746354443321203 1535"},
             {'4', "32380444"},
             {'5', "480805354443321203"},
             {'6', "473818070312324344351504"},
             {'7', "084812"},
             {'8', "15060718384746351504031232434435"},
             {'9', "031232434738180706153546"},
             {'.', "0202"},
             {',', "1201"},
             {'-', "0535"},
             {'+', "0545 2327"},
             {'=', "0444 0646"},
             {'/', "0238"},
             {'M', "0208254842"},
             {'K', "0802 480542"},
             {'P', "02083847463505"},
             {'a', "16364542 441403123243"},
             {'b', "0802 0516364543321203"},
             {'c', "4536160503123243"},
             {'d', "4842 4536160503123243"},
             {'e', "044445361605031242"},
             {'g', "4536160503123243 46413010"},
             {'h', "0802 0516364542"},
             {'i', "0602 0808"},
             {'k', "0802 360432"},
             {'l', "0802"},
             {'m', "0206 05162522 25364542"},
             {'n', "0206 0516364542"},
             {'o', "123243453616050312"},
             {'p', "0006 0516364543321203"},
             {'q', "4536160503123243 4640"},
             {'r', "0206 051636"},
             {'s', "45361605143443321203"},
             {'t', "18132232 0636"},
             {'u', "0603123243 4642"},
             {'v', "062246"},
             {'y', "0622 4610"}};

std::string_view strokes(char letter) {
  for (const auto& entry : kFont)
    if (entry.letter == letter) return entry.strokes;
  return "";
}

// Width of a letter and the gap behind it, in font units.
double advance(char letter) {
  const std::string_view pen = strokes(letter);
  int columns = letter == ' ' ? 1 : 0;
  for (std::size_t i = 0; i < pen.size(); i += pen[i] == ' ' ? 1 : 2)
    if (pen[i] != ' ') columns = std::max(columns, pen[i] - '0');
  return columns + kLetterGap;
}

// Length of the overlap of [low, high] with the pixel [i, i + 1].
double overlap(double low, double high, int i) {
  return std::max(0.0, std::min(high, i + 1.0) - std::max(low, static_cast<double>(i)));
}

int first_pixel(double low) { return std::max(0, static_cast<int>(std::floor(std::max(low, -1.0)))); }
int end_pixel(double high, int size) { return std::min(size, static_cast<int>(std::ceil(std::min(high, 1.0 * size)))); }

}  // namespace

void Canvas::blend(int x, int y, const Rgb& color, float opacity) {
  Rgb& pixel = image_.at(x, y);
  pixel = mix_colors(pixel, color, opacity);
}

void Canvas::disc(double x, double y, double radius, const Rgb& color, float opacity) {
  // A disc smaller than a pixel fades instead of vanishing between pixel centres.
  constexpr double kSmallest = 0.6;
  const double drawn = std::max(radius, kSmallest);
  const double fade = static_cast<double>(opacity) * std::min(1.0, radius * radius / (drawn * drawn));
  const double reach = drawn + 0.5;
  const int end_x = end_pixel(x + reach, image_.width), end_y = end_pixel(y + reach, image_.height);
  for (int py = first_pixel(y - reach); py < end_y; ++py) {
    for (int px = first_pixel(x - reach); px < end_x; ++px) {
      const double dx = px + 0.5 - x, dy = py + 0.5 - y;
      const double coverage = std::min(1.0, reach - std::sqrt(dx * dx + dy * dy));
      if (coverage > 0.0) blend(px, py, color, static_cast<float>(fade * coverage));
    }
  }
}

void Canvas::rectangle(double left, double top, double right, double bottom, const Rgb& color, float opacity) {
  const int end_x = end_pixel(right, image_.width), end_y = end_pixel(bottom, image_.height);
  for (int y = first_pixel(top); y < end_y; ++y) {
    const double share = overlap(top, bottom, y);
    for (int x = first_pixel(left); x < end_x; ++x)
      blend(x, y, color, opacity * static_cast<float>(share * overlap(left, right, x)));
  }
}

void Canvas::line(double x0, double y0, double x1, double y1, double thickness, const Rgb& color, float opacity) {
  const double reach = 0.5 * thickness + 0.5;
  const double ex = x1 - x0, ey = y1 - y0, squared = ex * ex + ey * ey;
  const int end_x = end_pixel(std::max(x0, x1) + reach, image_.width);
  const int end_y = end_pixel(std::max(y0, y1) + reach, image_.height);
  for (int y = first_pixel(std::min(y0, y1) - reach); y < end_y; ++y) {
    for (int x = first_pixel(std::min(x0, x1) - reach); x < end_x; ++x) {
      const double dx = x + 0.5 - x0, dy = y + 0.5 - y0;
      const double along = squared > 0.0 ? std::clamp((dx * ex + dy * ey) / squared, 0.0, 1.0) : 0.0;
      const double distance = std::hypot(dx - along * ex, dy - along * ey);
      const double coverage = std::min(1.0, reach - distance);
      if (coverage > 0.0) blend(x, y, color, opacity * static_cast<float>(coverage));
    }
  }
}

void Canvas::text(double x, double y, double cap_height, std::string_view text, const Rgb& color) {
  const double unit = cap_height / kCapHeight;
  for (const char letter : text) {
    const std::string_view pen = strokes(letter);
    for (std::size_t i = 0; i + 3 < pen.size(); ++i) {
      if (pen[i] == ' ' || pen[i + 2] == ' ') {  // the end of a stroke
        i += pen[i] == ' ' ? 0 : 2;
        continue;
      }
      const double x0 = pen[i] - '0', y0 = pen[i + 1] - '0' - kBaseline;
      const double x1 = pen[i + 2] - '0', y1 = pen[i + 3] - '0' - kBaseline;
      line(x + unit * x0, y - unit * y0, x + unit * x1, y - unit * y1, std::max(1.0, 0.85 * unit), color);
      ++i;
    }
    x += unit * advance(letter);
  }
}

double text_width(std::string_view text, double cap_height) {
  double units = 0.0;
  for (const char letter : text) units += advance(letter);
  return text.empty() ? 0.0 : (units - kLetterGap) * cap_height / kCapHeight;
}

}  // namespace spindrift
