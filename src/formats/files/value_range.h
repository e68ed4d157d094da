// Smallest and largest of some numbers, as text.
#pragma once

#include <limits>
#include <string>

namespace spindrift {

class ValueRange {
 public:
  void add(double value);
  bool is_empty() const { return low_ > high_ && broken_ == 0; }
  std::string text() const;  // `0.1 to 2.5`, with the number of those that are not finite

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
  long long broken_ = 0;
};

}  // namespace spindrift
