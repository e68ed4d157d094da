// What the scene's probes read, as lines of tables: probes.csv with one column per number and one line per reading, and
// for each probe of the kind surface a table of its own with one line per point. Columns and slices are also tables,
// with one line per cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spindrift/simulation.h"

namespace spindrift {

// When probes are read: after every frame, at a rate or at given times, each time after the first sub-step at or after
// it. Steps are never made to fit. All follows from the time, so a run that continues reads at the same steps.
class ProbeClock {
 public:
  // At `rate` readings a second; 0: at every frame, or every n-th.
  explicit ProbeClock(double rate, int every = 1) : rate_(rate), every_(std::max(every, 1)) {}
  // At these times; none: at every frame.
  explicit ProbeClock(std::vector<double> times) : times_(std::move(times)), last_(times_.empty() ? -1 : 0) {
    std::sort(times_.begin(), times_.end());
  }

  // Readings up to here are made: those of a run that continues at this time.
  void start_at(double time, int frame) { last_ = number(time, frame); }

  // Whether a reading is due now; asked after every sub-step, and at the start.
  bool is_due(double time, int frame) {
    const std::int64_t now = number(time, frame);
    if (now == last_) return false;
    last_ = now;
    return true;
  }

 private:
  // Of readings that were due so far.
  std::int64_t number(double time, int frame) const {
    constexpr double kRounding = 1e-6;  // of the time between two readings, or of a time
    if (!times_.empty())
      return std::upper_bound(times_.begin(), times_.end(), time * (1.0 + kRounding)) - times_.begin();
    return rate_ > 0.0 ? static_cast<std::int64_t>(std::floor(time * rate_ + kRounding)) : frame / every_;
  }

  double rate_ = 0.0;
  int every_ = 1;  // frames
  std::vector<double> times_;
  std::int64_t last_ = -1;
};

struct ProbeTable {
  std::string file;                      // its name
  std::string header;                    // without its end
  std::optional<ProbeSettings> surface;  // none: of all the others
  std::optional<RegionSettings> region;  // a column or a slice
};

// Those that a scene has; probes.csv first.
std::vector<ProbeTable> probe_tables(const Scene& scene);

// `time s,gate pressure Pa,gate u m/s,...`
std::string probe_header(const Scene& scene);

// Nothing between two commas where there is nothing to read.
std::string probe_line(const ProbeReadings& readings);

// Reads the probes of a simulation when it is their turn, and keeps the lines until they are taken.
class ProbeRecorder {
 public:
  struct Line {
    std::size_t table = 0;  // which of probe_tables
    std::string text;
  };

  explicit ProbeRecorder(const Scene& scene);
  bool has_tables() const { return !tables_.empty(); }

  // To be called at the start and after every sub-step; for a run that continues, first start_at where it is.
  void start_at(const Simulation& simulation);
  Status read(const Simulation& simulation);

  std::vector<Line> take_lines() { return std::exchange(lines_, {}); }
  double take_seconds() { return std::exchange(seconds_, 0.0); }  // spent on reading since the last call

 private:
  Status read_table(const Simulation& simulation, std::size_t table);

  std::vector<ProbeSettings> probes_;
  DomainSettings domain_;
  int dimension_;
  std::vector<ProbeTable> tables_;
  std::vector<ProbeClock> clocks_;
  std::vector<Line> lines_;
  double seconds_ = 0.0;
};

}  // namespace spindrift
