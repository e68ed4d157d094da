// The tables that a run adds lines to: stats.jsonl, memory.csv and those of probes and regions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "run/run_folder.h"
#include "run/tables/probes.h"
#include "spindrift/run.h"

namespace spindrift {

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
