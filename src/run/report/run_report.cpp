#include "run/report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "formats/files/files.h"
#include "formats/images/image.h"
#include "output/frame_files.h"
#include "picture/ray_scene.h"
#include "run/report/report_html.h"
#include "scene/scene_text.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

// As the scene's own camera sees it, but small and with few paths of light.
Scene quick_scene(Scene scene, RenderStyle style) {
  constexpr int kSamples = 8;
  const PictureSize size = quick_view_size(scene);
  RenderSettings& render = scene.render;
  render.width = size.width;
  render.height = size.height;
  render.samples = kSamples;
  render.style = style;
  return scene;
}

RenderStyle quick_style(bool has_surface) {
  return has_surface && can_trace_rays() ? RenderStyle::kWater : RenderStyle::kParticles;
}

// The first, the middle and the last of a list.
template <class T>
std::vector<T> first_middle_last(const std::vector<T>& list) {
  if (list.size() <= 3) return list;
  return {list.front(), list[list.size() / 2], list.back()};
}

}  // namespace

std::set<int> quick_view_frames(const Scene& scene) {
  if (!wants_quick_views(scene)) return {};
  const int every = scene.output.every, last = scene.time.frames / every;  // of those written
  return {0, (last + 1) / 2 * every, last * every};
}

Result<std::string> draw_quick_view(const Scene& scene, int threads, bool has_surface, Products& products) {
  auto maker = PictureMaker::create(quick_scene(scene, quick_style(has_surface)), threads);
  if (!maker) return maker.error();
  const Result<Image> image = products.draw(*maker);
  if (!image) return image.error();
  return png_bytes(*image);
}

namespace {

// The first, the middle and the last of the frames that were drawn or have files. Those of a run that was interrupted
// or resumed may have to be drawn from their files.
Result<std::vector<ReportParts::Picture>> choose_quick_views(const RunFolder& folder, const Scene& scene, int threads,
                                                             const std::map<int, std::string>& drawn) {
  const Needs needs = quick_style(true) == RenderStyle::kWater ? kNeedsMesh : kNeedsParticles;
  std::map<int, FrameFiles> found;
  for (const auto& [frame, png] : drawn) found[frame] = {frame, "", "", ""};
  for (const int frame : frames_in(folder.path()))
    if (const auto files = find_frame_files(folder.path(), frame, scene, needs, Prefer::kMeshes)) found[frame] = *files;
  std::vector<FrameFiles> frames;
  for (const auto& [frame, files] : found) frames.push_back(files);
  std::vector<ReportParts::Picture> pictures;
  for (const FrameFiles& files : first_middle_last(frames)) {
    const auto done = drawn.find(files.frame);
    Products products(nullptr);
    Status loaded = done == drawn.end() ? load(files, scene, products) : Status(Done{});
    if (!loaded) return loaded.error();
    Result<std::string> png =
        done != drawn.end() ? done->second : draw_quick_view(scene, threads, !files.surface.empty(), products);
    if (!png) return png.error();
    pictures.push_back({std::filesystem::path(folder.picture(files.frame)).stem().string(), std::move(*png)});
  }
  return pictures;
}

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
