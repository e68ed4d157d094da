// Curves with axes and a legend as SVG text, and the plots that a case asks for.
#pragma once

#include <string>
#include <vector>

#include "validate/measures.h"
#include "validate/scores.h"

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

Result<std::vector<Plot>> plots_of(const Case& owner, std::vector<FinishedRun>& runs);

}  // namespace spindrift
