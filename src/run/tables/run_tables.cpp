#include "run/tables/run_tables.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "formats/files/file_bytes.h"
#include "run/tables/memory_table.h"

namespace spindrift {
namespace {

constexpr std::size_t kStats = 0, kMemory = 1, kFirstProbe = 2;

struct TableStart {
  std::string name;
  std::string header;  // with its end; that of the statistics is empty
};

std::vector<TableStart> tables_of(const Scene& scene) {
  std::vector<TableStart> tables{{"stats.jsonl", ""}, {"memory.csv", std::string(kMemoryHeader) + "\n"}};
  for (const ProbeTable& table : probe_tables(scene)) tables.push_back({table.file, table.header + "\n"});
  return tables;
}

// How much of a table remains when a run continues: `size`, or the whole lines of one that is shorter.
std::int64_t kept_bytes(const std::string& path, std::int64_t size) {
  std::error_code missing;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, missing));
  if (missing) return 0;
  if (bytes >= size) return size;
  const auto text = read_file_bytes(path);
  return text ? static_cast<std::int64_t>(text->rfind('\n') + 1) : 0;
}

}  // namespace

Status check_tables(const RunFolder& folder, const Scene& scene, const TableSizes& sizes, RunWatcher& watcher) {
  for (const auto& [name, header] : tables_of(scene)) {
    const auto size = sizes.find(name);
    if (size == sizes.end()) continue;
    const std::string path = folder.table(name);
    if (kept_bytes(path, size->second) < size->second)
      watcher.warning(fmt::format("{} is missing or cut off: lines of frames so far are lost", path));
    const auto text = read_file_bytes(path);
    if (text && !text->empty() && !text->starts_with(header))
      return Error{ErrorCode::kBadInput, fmt::format("cannot resume: {} has other columns than the scene's probes have "
                                                     "now; move it away to begin a new one",
                                                     path)};
  }
  return Done{};
}

Result<RunTables> RunTables::open(const Scene& scene, const RunFolder& folder, const TableSizes& sizes,
                                  Manifest& manifest) {
  RunTables tables;
  tables.sizes_ = sizes;
  for (const auto& [name, header] : tables_of(scene)) {
    const std::string path = folder.table(name);
    const auto size = sizes.find(name);
    std::int64_t kept = size == sizes.end() ? 0 : kept_bytes(path, size->second);
    if (Status begun = manifest.begin(path); !begun) return begun.error();
    if (kept == 0) {
      if (const auto written = write_file(path, header); !written) return written.error();
      kept = static_cast<std::int64_t>(header.size());
    }
    Result<LineFile> file = LineFile::open(path, kept);
    if (!file) return file.error();
    tables.tables_.push_back(std::move(*file));
  }
  return tables;
}

Status RunTables::append(const Lines& lines) {
  std::vector<std::string> added(tables_.size());  // without the last line's end
  added[kStats] = lines.stats;
  added[kMemory] = lines.memory;
  for (const auto& [table, text] : lines.probes) {
    std::string& so_far = added[kFirstProbe + table];
    so_far += (so_far.empty() ? "" : "\n") + text;
  }
  for (std::size_t i = tables_.size(); i-- > 0;)  // the statistics last: they say that the frame is complete
    if (!added[i].empty())
      if (Status written = tables_[i].append(added[i]); !written) return written;
  return Done{};
}

TableSizes RunTables::sizes() const {
  TableSizes sizes = sizes_;
  for (const LineFile& table : tables_) sizes[std::filesystem::path(table.path()).filename().string()] = table.bytes();
  return sizes;
}

Status RunTables::finish(Manifest& manifest) const {
  for (const LineFile& table : tables_)
    if (Status added = manifest.add_read(table.path()); !added) return added;
  return Done{};
}

}  // namespace spindrift
