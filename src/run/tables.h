// The tables that a run adds lines to: stats.jsonl, memory.csv and those of probes and regions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files/manifest.h"
#include "run/probes.h"
#include "run/run_folder.h"
#include "spindrift/report.h"
#include "spindrift/run.h"

namespace spindrift {

// One JSON object without line break. Vectors have as many entries as the scene has dimensions (the angular momentum of
// a 2D scene has one: about z). A key that has no meaning is absent: what a step leaves behind before the first step,
// and places of particles when there are none.
std::string stats_line(const FrameReport& report, int dimension);

// {"transfer particles to grid": 0.01, ...} in the order of the step.
std::string stage_seconds_json(const std::vector<StageTime>& stages);

// memory.csv: what the process held after each frame. Not among the statistics, because it differs from run to run.
inline constexpr std::string_view kMemoryHeader = "time s,resident memory bytes";

std::string memory_line(double time, std::int64_t resident_bytes);  // the second is left blank if it is not known

// The sizes of tables when a checkpoint was written, by name, with those that were not written then. A run that
// continues cuts its tables to them.
using TableSizes = std::map<std::string, std::int64_t>;

// Whether the scene's tables can continue those in the folder, whose columns must be the same. Warns of tables that are
// missing or too short.
Status check_tables(const RunFolder& folder, const Scene& scene, const TableSizes& sizes, RunWatcher& watcher);

class RunTables {
 public:
  // New ones, or those that are there cut to their sizes. After check_tables().
  static Result<RunTables> open(const Scene& scene, const RunFolder& folder, const TableSizes& sizes,
                                Manifest& manifest);

  struct Lines {
    std::vector<ProbeRecorder::Line> probes;
    std::string memory, stats;  // empty: none
  };
  Status append(const Lines& lines);
  TableSizes sizes() const;
  Status finish(Manifest& manifest) const;  // enters them when nothing is added any more

 private:
  std::vector<LineFile> tables_;  // stats, memory, and as probe_tables has them
  TableSizes sizes_;
};

}  // namespace spindrift
