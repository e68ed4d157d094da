// Anti-aliased drawing on an image. Coordinates are pixels from the upper left corner, y down; a pixel is 1 wide and
// its centre lies at one half.
#pragma once

#include <string_view>

#include "formats/images/image.h"

namespace spindrift {

class Canvas {
 public:
  explicit Canvas(Image& image) : image_(image) {}

  int width() const { return image_.width; }
  int height() const { return image_.height; }

  void blend(int x, int y, const Rgb& color, float opacity);
  void disc(double x, double y, double radius, const Rgb& color, float opacity = 1.0f);
  void rectangle(double left, double top, double right, double bottom, const Rgb& color, float opacity = 1.0f);
  void line(double x0, double y0, double x1, double y1, double thickness, const Rgb& color, float opacity = 1.0f);

  // `x`, `y`: lower left end of the line of text. A letter that the font lacks is left blank.
  void text(double x, double y, double cap_height, std::string_view text, const Rgb& color);

 private:
  Image& image_;
};

// Width in pixels of a line of text.
double text_width(std::string_view text, double cap_height);

}  // namespace spindrift
