// Curves with axes and a legend, as SVG text: sharp at any size, small, and shown by browsers and in Markdown.
#pragma once

#include <string>
#include <vector>

#include "validate/series.h"

namespace spindrift {

struct PlotLine {
  enum class Style { kCurve, kPoints, kDashes };
  std::string label{};
  Series series{};
  Style style = Style::kCurve;
  int color = 0;  // of the curves' colours, over and over; points and dashes are dark
};

struct Plot {
  std::string title{}, x_label{}, y_label{};
  std::vector<PlotLine> lines{};  // drawn in this order
};

std::string svg_of(const Plot& plot);

}  // namespace spindrift
