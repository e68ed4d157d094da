// The time that each row of the step takes, as a mean over the last steps (bench/stage_clock.h keeps every one).
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "spindrift/observer.h"

namespace spindrift {

class StageMeans : public Observer {
 public:
  void stage_end(std::string_view stage, double seconds) override {
    for (Row& row : rows_)
      if (row.name == stage) {
        row.seconds += kNewest * (seconds - row.seconds);
        return;
      }
    rows_.push_back({std::string(stage), seconds});
  }
  void clear() { rows_.clear(); }

  std::string text() const {  // a JSON object: seconds by row
    JsonObject out;
    for (const Row& row : rows_) out.add(row.name, row.seconds);
    return out.text();
  }
  double total() const {
    double sum = 0.0;
    for (const Row& row : rows_) sum += row.seconds;
    return sum;
  }

 private:
  static constexpr double kNewest = 0.1;  // weight of the newest step
  struct Row {
    std::string name;
    double seconds;
  };
  std::vector<Row> rows_;
};

}  // namespace spindrift
