#include "formats/files/value_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spindrift {

void ValueRange::add(double value) {
  if (!std::isfinite(value)) {
    ++broken_;
    return;
  }
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
}

std::string ValueRange::text() const {
  std::string text = low_ <= high_ ? fmt::format("{:.6g} to {:.6g}", low_, high_) : "none";
  return broken_ == 0 ? text : fmt::format("{}, and {} not finite", text, broken_);
}

}  // namespace spindrift
