// The tables that a run adds lines to: stats.jsonl, memory.csv and those of probes and regions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/files/atomic_file.h"
#include "formats/files/checksum_list.h"
#include "run/run_folder.h"
#include "run/tables/probes.h"
#include "run/tables/tables_so_far.h"

namespace spindrift {

class RunTables {
 public:
  RunTables(const Scene& scene, const RunFolder& folder, const ChecksumList& checksums);

  // With the lines so far. A file that has others is set aside.
  Status open(const TablesSoFar& tables);

  struct Lines {
    std::vector<ProbeRecorder::Line> probes;
    std::string memory, stats;  // empty: none
  };
  Status append(const Lines& lines);

  std::map<std::string, FileSum> sums() const;  // by path; of those that are whole from their first line on
  Status check_are_there() const;

 private:
  struct Table {
    std::string path;
    LineFile file;
    bool is_damaged = false;  // it was when the run went on with it
  };
  Status open(const std::string& path, const TableSoFar& table);

  Scene scene_;
  RunFolder folder_;
  ChecksumList checksums_;
  std::vector<Table> tables_;  // stats, memory, and as probe_tables has them
};

}  // namespace spindrift
