#include "cli/frame_pictures.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "geometry/mesh_readers.h"
#include "io/checksum_list.h"
#include "io/ply.h"
#include "render/ray_scene.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

int last_frame_in(const RunFolder& folder) {
  std::error_code ignored;
  int last = -1;
  for (const char* sub : {"/particles", "/surface"})
    for (const auto& entry : fs::directory_iterator(folder.path() + sub, ignored))
      last = std::max(last, frame_of(entry.path().filename().string()));
  return last;
}

Result<SurfaceMesh> load_mesh(const std::string& file) {
  if (Status whole = check_as_written(file); !whole) return whole.error();
  const Result<TriangleMesh> read = read_mesh(file);
  if (!read) return read.error();
  SurfaceMesh mesh;
  for (const auto& vertex : read->vertices)
    mesh.position.insert(mesh.position.end(), vertex.at.begin(), vertex.at.end());
  for (const auto& triangle : read->triangles)
    for (const int corner : triangle) mesh.corners.push_back(static_cast<std::uint32_t>(corner));
  return mesh;
}

// As the scene's own camera sees it, but small and with few paths of light.
Scene quick_scene(Scene scene, RenderStyle style) {
  constexpr int kWidth = 640, kSamples = 8;
  RenderSettings& render = scene.render;
  render.height = std::max(16, kWidth * render.height / render.width);
  render.width = kWidth;
  render.samples = kSamples;
  render.style = style;
  return scene;
}

}  // namespace

int frame_of(const std::string& name) {
  int number = -1;
  return std::sscanf(name.c_str(), "frame_%d.", &number) == 1 ? number : -1;
}

std::vector<FrameFile> find_frame_files(const RunFolder& folder, int first, int last, bool may_use_meshes,
                                        Prefer prefer) {
  std::vector<FrameFile> found;
  std::error_code ignored;
  for (int frame = first, end = std::min(last, last_frame_in(folder)); frame <= end; ++frame) {
    std::vector<FrameFile> choices{{frame, folder.particles(frame, ".ply"), false}};
    if (may_use_meshes)
      choices.insert(prefer == Prefer::kMeshes ? choices.begin() : choices.end(),
                     {frame, folder.surface(frame, ".ply"), true});
    const auto file = std::find_if(choices.begin(), choices.end(),
                                   [&](const FrameFile& choice) { return fs::is_regular_file(choice.path, ignored); });
    if (file != choices.end()) found.push_back(*file);
  }
  return found;
}

Result<Image> draw_frame(const FrameFile& file, double time, const Renderer& renderer, SurfaceMesher& mesher) {
  if (file.is_mesh) {
    const Result<SurfaceMesh> mesh = load_mesh(file.path);
    if (!mesh) return mesh.error();
    return renderer.draw(time, *mesh);
  }
  const Result<ParticleFrame> particles = read_particles(file.path);
  if (!particles) return particles.error();
  if (particles->dimension != 3) return Error{ErrorCode::kBadInput, file.path + ": these particles are of a 2D scene"};
  if (renderer.needs_surface()) return renderer.draw(time, mesher.build(*particles, time));
  return renderer.draw(time, *particles);
}

Result<std::vector<ReportParts::Picture>> draw_quick_pictures(const RunFolder& folder, const Scene& scene,
                                                              int threads) {
  const auto files = first_middle_last(find_frame_files(folder, 0, 1 << 30, can_trace_rays(), Prefer::kMeshes));
  Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
  if (!mesher) return mesher.error();
  std::vector<ReportParts::Picture> pictures;
  for (const FrameFile& file : files) {
    const RenderStyle style = file.is_mesh ? RenderStyle::kWater : RenderStyle::kParticles;
    const Result<Renderer> renderer = Renderer::create(quick_scene(scene, style), threads);
    if (!renderer) return renderer.error();
    const Result<Image> image = draw_frame(file, file.frame / scene.time.fps, *renderer, *mesher);
    if (!image) return image.error();
    pictures.push_back({fs::path(file.path).stem().string(), png_bytes(*image)});
  }
  return pictures;
}

}  // namespace spindrift
