// What the scene's probes read, as lines of tables: probes.csv with one column per number and one line per reading, and
// for each probe of the kind surface a table of its own with one line per point. Columns and slices are tables, too,
// with one line per cell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/tables/probe_clock.h"
#include "spindrift/simulation.h"

namespace spindrift {

struct ProbeTable {
  std::string file;                      // its name
  std::string header;                    // without its end
  bool is_by_frame = true;               // one line for every frame
  std::optional<ProbeSettings> surface;  // none: of all the others
  std::optional<RegionSettings> region;  // a column or a slice
};

// Those that a scene has; probes.csv first.
std::vector<ProbeTable> probe_tables(const Scene& scene);

// When it is read, from the start of a run.
ProbeClock clock_of(const ProbeTable& table, const Scene& scene);

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

  // To be called at the start and after every sub-step; for a run that goes on, first start_at where it is.
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
