#include "cli/run_report.h"

#include <algorithm>
#include <filesystem>

#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "io/report_html.h"
#include "io/scene_writer.h"

namespace spindrift {
namespace {

std::vector<std::string> first_middle_last(const std::vector<std::string>& pictures) {
  if (pictures.empty()) return {};
  std::vector<std::string> chosen{pictures.front(), pictures[pictures.size() / 2], pictures.back()};
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

Status write_report(const RunFolder& folder, const Scene& scene, const RunRecord& record,
                    const std::vector<std::string>& pictures) {
  ReportParts parts;
  parts.title = scene.title.empty() ? std::filesystem::path(scene.file).stem().string() : scene.title;
  parts.record_json = run_json(record);
  parts.scene_toml = scene_to_toml(scene);
  const Result<std::string> stats = read_file_bytes(folder.stats());
  if (!stats) return stats.error();
  parts.stats_lines = *stats;
  if (const auto probes = read_file_bytes(folder.probes()); !scene.probes.empty() && probes) parts.probes_csv = *probes;
  for (const std::string& picture : first_middle_last(pictures))
    if (const auto png = read_file_bytes(picture); png)
      parts.pictures.push_back({std::filesystem::path(picture).stem().string(), *png});
  return write_file(folder.report(), report_html(parts));
}

}  // namespace spindrift
