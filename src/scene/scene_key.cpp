#include "scene/scene_key.h"

#include <fmt/format.h>

#include <cmath>

namespace spindrift {

bool KeyRange::contains(double value) const {
  const bool is_above = holds_min ? value >= min : value > min;
  const bool is_below = holds_max ? value <= max : value < max;
  return is_above && is_below;
}

std::string KeyRange::text() const {
  const bool has_min = std::isfinite(min);
  const bool has_max = std::isfinite(max);
  if (has_min && has_max && holds_min && holds_max) return fmt::format("between {} and {}", min, max);
  std::string text;
  if (has_min) text = fmt::format("{} {}", holds_min ? "at least" : "greater than", min);
  if (has_min && has_max) text += " and ";
  if (has_max) text += fmt::format("{} {}", holds_max ? "at most" : "less than", max);
  return text;
}

std::string KeyRange::interval() const {
  const bool has_min = std::isfinite(min), has_max = std::isfinite(max);
  if (!has_min && !has_max) return "";
  if (!has_max) return fmt::format("{} {:g}", holds_min ? ">=" : ">", min);
  if (!has_min) return fmt::format("{} {:g}", holds_max ? "<=" : "<", max);
  return fmt::format("{}{:g}, {:g}{}", holds_min ? '[' : '(', min, max, holds_max ? ']' : ')');
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

}  // namespace spindrift
