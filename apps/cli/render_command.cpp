// spindrift render: pictures and a movie from the files of a 3D run.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/timer.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/frame_pictures.h"
#include "cli/interrupt.h"
#include "cli/run_report.h"
#include "io/checksum_list.h"
#include "io/image.h"
#include "io/movie.h"
#include "io/scene_file.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

Error bad_option(const std::string& message) { return {ErrorCode::kBadInput, message}; }

Result<int> parse_frame(std::string_view text, const std::string& option) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0)
    return bad_option(fmt::format("--frames must be a number or a range such as 10..20, found '{}'", option));
  return number;
}

// First and last.
Result<std::pair<int, int>> parse_frames(const std::string& text) {
  if (text.empty()) return std::pair{0, 1 << 30};
  const std::size_t dots = text.find("..");
  const Result<int> first = parse_frame(std::string_view(text).substr(0, dots), text);
  if (!first) return first.error();
  const Result<int> last =
      dots == std::string::npos ? first : parse_frame(std::string_view(text).substr(dots + 2), text);
  if (!last) return last.error();
  if (*last < *first) return bad_option(fmt::format("--frames {} ends before it begins", text));
  return std::pair{*first, *last};
}

// The command line's own options as overrides of the scene, so that they are checked like any other.
std::vector<std::string> overrides_of(const RenderOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  if (options.width > 0) {
    overrides.push_back(fmt::format("render.width={}", options.width));
    if (options.height == 0) overrides.push_back(fmt::format("render.height={}", (options.width * 9 / 16 + 1) / 2 * 2));
  }
  if (options.height > 0) overrides.push_back(fmt::format("render.height={}", options.height));
  if (options.samples > 0) overrides.push_back(fmt::format("render.samples={}", options.samples));
  if (!options.camera.empty()) overrides.push_back(fmt::format("render.eye=[{}]", options.camera));
  if (!options.target.empty()) overrides.push_back(fmt::format("render.target=[{}]", options.target));
  if (!options.style.empty()) overrides.push_back(fmt::format("render.style=\"{}\"", options.style));
  return overrides;
}

// Why there is nothing to draw: other formats are there, or no files at all.
Error nothing_to_draw(const RunFolder& folder, const RenderOptions& options) {
  std::string others;
  std::error_code ignored;
  for (const auto& [sub, ending] : {std::pair("particles", ".vtp"), {"particles", ".vdb"}, {"surface", ".obj"}})
    for (const auto& entry : fs::directory_iterator(folder.path() + "/" + sub, ignored)) {
      if (entry.path().extension() != ending) continue;
      others += fmt::format("{}{}/*{}", others.empty() ? "" : ", ", sub, ending);
      break;
    }
  const std::string frames = options.frames.empty() ? "any frame" : "frames " + options.frames;
  if (others.empty())
    return bad_option(fmt::format("{} holds no particles or surface meshes of {}", folder.path(), frames));
  return bad_option(fmt::format(
      "{} holds {}, but `render` draws particles/*.ply or surface/*.ply and finds none of {}; run the scene "
      "with \"ply\" in output.formats, or with surface.write = \"ply\"",
      folder.path(), others, frames));
}

// Also what other calls have drawn.
std::vector<std::string> all_pictures(const RunFolder& folder) {
  std::vector<std::pair<int, std::string>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(fs::path(folder.picture(0)).parent_path(), ignored))
    if (const int frame = frame_of(entry.path().filename().string());
        frame >= 0 && entry.path() == folder.picture(frame))
      found.emplace_back(frame, entry.path().string());
  std::sort(found.begin(), found.end());
  std::vector<std::string> files;
  for (auto& [frame, file] : found) files.push_back(std::move(file));
  return files;
}

Result<Scene> scene_of_run(const RunFolder& folder, const RenderOptions& options) {
  if (!fs::is_regular_file(folder.scene()))
    return bad_option(fmt::format("{} is not the folder of a run: it holds no scene.toml", folder.path()));
  if (Status whole = check_as_written(folder.scene()); !whole) return whole.error();
  Result<Scene> scene = read_scene(folder.scene(), overrides_of(options));
  if (scene && scene->is_smoke())
    return bad_option(fmt::format("{} holds a run of smoke: `run` itself makes its pictures (output.pictures = true)",
                                  folder.path()));
  return scene;
}

// The report of the run, anew, with the first, the middle and the last picture if there are as many. A folder without a
// report (a run that was killed) stays without.
Status show_in_report(const RunFolder& folder, const std::vector<std::string>& pictures, int threads,
                      ChecksumList& checksums) {
  if (!fs::is_regular_file(folder.report())) return Done{};
  if (pictures.size() >= 3) {
    const Result<Scene> as_run = read_scene(folder.scene(), {});
    if (!as_run) return as_run.error();
    if (Status forgotten = checksums.forget(folder.report()); !forgotten) return forgotten;
    if (Status written = write_report(folder, *as_run, pictures, threads); !written) return written;
  }
  return checksums.add(folder.report());
}

// Whether there is a new one afterwards.
Result<bool> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                        ChecksumList& checksums) {
  if (pictures.size() < 2 || !scene.output.movie) return false;
  if (!has_ffmpeg()) {
    warn("no movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there");
    return false;
  }
  if (Status forgotten = checksums.forget(folder.movie()); !forgotten) return forgotten.error();
  if (Status made = write_movie(folder.movie(), pictures, scene.time.fps / scene.output.every); !made)
    return made.error();
  return true;
}

}  // namespace

int render_command(const RenderOptions& options) {
  const RunFolder folder = RunFolder::existing(options.folder);
  const Result<Scene> scene = scene_of_run(folder, options);
  if (!scene) return fail(scene.error());
  const auto range = parse_frames(options.frames);
  if (!range) return fail(range.error());
  const Result<Renderer> renderer = Renderer::create(*scene, options.threads);
  if (!renderer) return fail(renderer.error());
  Result<SurfaceMesher> mesher = SurfaceMesher::create(*scene, options.threads);
  if (!mesher) return fail(mesher.error());
  const std::vector<FrameFile> inputs =
      find_frame_files(folder, range->first, range->second, renderer->needs_surface());
  if (inputs.empty()) return fail(nothing_to_draw(folder, options));
  Result<ChecksumList> checksums = ChecksumList::open(folder.path(), [](const std::string&) { return true; });
  if (!checksums) return fail(checksums.error());
  std::error_code error;
  fs::create_directories(fs::path(folder.picture(0)).parent_path(), error);

  watch_for_interrupts();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const FrameFile& input = inputs[i];
    if (is_interrupted()) {
      warn(fmt::format("interrupted after {} of {} pictures; there is no new movie", i, inputs.size()));
      return kInterruptedExit;
    }
    const double begin = wall_seconds();
    const Result<Image> image = draw_frame(input, input.frame / scene->time.fps, *renderer, *mesher);
    if (!image) return fail(image.error());
    const std::string picture = folder.picture(input.frame);
    if (Status forgotten = checksums->forget(picture); !forgotten) return fail(forgotten.error());
    if (Status written = write_png(picture, *image); !written) return fail(written.error());
    if (Status listed = checksums->add(picture); !listed) return fail(listed.error());
    if (!options.is_quiet) say(fmt::format("{}  {:.1f} s", picture, wall_seconds() - begin));
  }
  const std::vector<std::string> pictures = all_pictures(folder);
  if (Status shown = show_in_report(folder, pictures, options.threads, *checksums); !shown) return fail(shown.error());
  const Result<bool> has_movie = make_movie(folder, *scene, pictures, *checksums);
  if (!has_movie) return fail(has_movie.error());
  if (!*has_movie) return kDone;
  if (Status listed = checksums->add(folder.movie()); !listed) return fail(listed.error());
  if (!options.is_quiet) say(folder.movie());
  return kDone;
}

}  // namespace spindrift
