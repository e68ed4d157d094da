#include "run/quick_views.h"

#include <algorithm>
#include <filesystem>

#include "formats/images/image.h"
#include "output/frame_files.h"
#include "picture/ray_scene.h"
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

}  // namespace spindrift
