#include "run/tables/run_tables.h"

#include <string_view>
#include <utility>

namespace spindrift {
namespace {

constexpr std::size_t kStats = 0, kMemory = 1, kFirstProbe = 2;

}  // namespace

RunTables::RunTables(const Scene& scene, const RunFolder& folder, const ChecksumList& checksums)
    : scene_(scene), folder_(folder), checksums_(checksums) {}

Status RunTables::open(const TablesSoFar& tables) {
  if (Status opened = open(folder_.stats(), tables.stats); !opened) return opened;
  if (Status opened = open(folder_.memory(), tables.memory); !opened) return opened;
  const std::vector<ProbeTable> of_probes = probe_tables(scene_);
  for (std::size_t i = 0; i < of_probes.size(); ++i)
    if (Status opened = open(folder_.table(of_probes[i].file), tables.probes[i]); !opened) return opened;
  return Done{};
}

Status RunTables::open(const std::string& path, const TableSoFar& table) {
  if (!table.strangers.empty())
    if (Status kept = checksums_.set_aside(path); !kept) return kept;
  if (Status begun = checksums_.begin_table(path); !begun) return begun;
  const bool is_damaged = !table.damage.empty();
  if (is_damaged)
    if (Status listed = checksums_.add_damaged(path); !listed) return listed;
  if (const auto written = write_file(path, table.text); !written) return written.error();
  Result<LineFile> file = LineFile::reopen(path, std::string_view(table.text));
  if (!file) return file.error();
  tables_.push_back({path, std::move(*file), is_damaged});
  return checksums_.add_so_far({{path, tables_.back().file.sum()}});
}

// The list knows of lines before they are there: so what is changed after kill -9 is known as well.
Status RunTables::append(const Lines& lines) {
  std::vector<std::string> added(tables_.size());  // without the last line's end
  added[kStats] = lines.stats;
  added[kMemory] = lines.memory;
  for (const auto& [table, text] : lines.probes) {
    std::string& so_far = added[kFirstProbe + table];
    so_far += (so_far.empty() ? "" : "\n") + text;
  }
  std::map<std::string, FileSum> sums;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (!added[i].empty()) sums[tables_[i].path] = tables_[i].file.sum_with(added[i] + "\n");
  if (Status listed = checksums_.add_so_far(sums); !listed) return listed;
  for (std::size_t i = tables_.size(); i-- > 0;)  // that of the statistics last: it says that the frame is there
    if (!added[i].empty())
      if (Status written = tables_[i].file.append(added[i]); !written) return written;
  return Done{};
}

std::map<std::string, FileSum> RunTables::sums() const {
  std::map<std::string, FileSum> sums;
  for (const Table& table : tables_)
    if (!table.is_damaged) sums[table.path] = table.file.sum();
  return sums;
}

Status RunTables::check_are_there() const {
  for (const Table& table : tables_)
    if (Status same = table.file.check_is_there(); !same) return same;
  return Done{};
}

}  // namespace spindrift
