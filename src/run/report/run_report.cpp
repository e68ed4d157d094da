#include "run/report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "formats/files/files.h"
#include "run/quick_views.h"
#include "run/report/report_html.h"
#include "scene/scene_text.h"

namespace spindrift {
namespace {

void add_pictures(ReportParts& parts, const std::vector<std::string>& files) {
  for (const std::string& file : first_middle_last(files))
    if (auto png = read_file_bytes(file); png)
      parts.pictures.push_back({std::filesystem::path(file).stem().string(), std::move(*png)});
}

// Of a 3D liquid without pictures of its own. Without them the report says why.
void add_quick_views(ReportParts& parts, const RunFolder& folder, const Scene& scene,
                     const std::map<int, std::string>& drawn, int threads) {
  auto views = choose_quick_views(folder, scene, threads, drawn);
  if (!views) {
    parts.picture_note = "No pictures: " + views.error().message + ".";
  } else if (views->empty()) {
    parts.picture_note = "No pictures: the run left neither particles as PLY nor meshes to draw them from.";
  } else {
    parts.pictures = std::move(*views);
    parts.picture_note =
        fmt::format("Quick views. spindrift render {} makes real pictures and a movie.", folder.path());
  }
}

// The scene's file stands in for a title.
std::string title_of(const std::string& record_json, const std::string& file) {
  const auto record = read_json(record_json, file);
  if (!record) return "A run";
  const std::string title = record->text_or("title", "");
  return title.empty() ? std::filesystem::path(record->text_or("scene_file", "")).stem().string() : title;
}

// Thins a table for charts to evenly spaced lines; no screen shows more.
std::string thinned(const std::string& table) {
  constexpr std::ptrdiff_t kMostLines = 4000;
  const std::ptrdiff_t lines = std::count(table.begin(), table.end(), '\n');
  if (lines <= kMostLines) return table;
  const std::ptrdiff_t every = (lines + kMostLines - 1) / kMostLines;
  std::string kept;
  std::ptrdiff_t number = 0;
  for (std::size_t begin = 0, end; (end = table.find('\n', begin)) != std::string::npos; begin = end + 1, ++number)
    if (number == 0 || number % every == 1) kept.append(table, begin, end + 1 - begin);
  return kept;
}

}  // namespace

Status write_report(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                    const std::map<int, std::string>& quick_views, int threads, Manifest& manifest) {
  ReportParts parts;
  parts.scene_toml = toml_of(scene);
  Result<std::string> record = read_file_bytes(folder.record());
  if (!record) return record.error();
  parts.record_json = std::move(*record);
  parts.title = title_of(parts.record_json, folder.record());
  Result<std::string> stats = read_file_bytes(folder.stats());
  if (!stats) return stats.error();
  parts.stats_lines = std::move(*stats);
  if (auto memory = read_file_bytes(folder.memory()); memory) parts.memory_csv = std::move(*memory);
  if (auto probes = read_file_bytes(folder.probes()); !scene.probes.empty() && probes)
    parts.probes_csv = thinned(*probes);
  add_pictures(parts, pictures);
  if (parts.pictures.empty() && !quick_view_frames(scene).empty()) {
    add_quick_views(parts, folder, scene, quick_views, threads);
  } else if (parts.pictures.empty()) {
    parts.picture_note = "No pictures: the scene's output.pictures is off.";
  }
  return manifest.write(folder.report(), report_html(parts));
}

Error missing_report(const RunFolder& folder, const Error& why) {
  return {ErrorCode::kRunFailed,
          fmt::format("{}; all else is in {}, and only the report is missing", why.message, folder.path())};
}

}  // namespace spindrift
