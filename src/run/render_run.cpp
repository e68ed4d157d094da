// Pictures and a movie from the files of a run.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>

#include "base/no_throw.h"
#include "base/timer.h"
#include "formats/files/folder_lock.h"
#include "formats/files/manifest.h"
#include "formats/images/image.h"
#include "keys/key_list.h"
#include "keys/scene_difference.h"
#include "output/frame_files.h"
#include "run/movie.h"
#include "run/report/run_report.h"
#include "run/run_record.h"
#include "scene/edit_scene.h"
#include "settings/outputs.h"
#include "spindrift/run.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

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

// Keys that have a say in the pictures. All others are settled by what the run has written, but for those of tables
// that no scene has: reading says so.
Status check_overrides(const std::vector<std::string>& overrides) {
  constexpr std::string_view kPictureTables[] = {"output", "render", "surface"};
  constexpr std::string_view kOfTheRun[] = {"output.every",    "output.formats", "output.particles",
                                            "output.pictures", "output.volumes", "render.during_run",
                                            "surface.write"};
  const auto is_in = [](const auto& list, std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
  };
  for (const std::string& text : overrides) {
    const Result<Override> split = split_override(text);
    if (!split) return split.error();
    const std::string key = fmt::format("{}", fmt::join(split->path, "."));
    if (is_file_name(key)) continue;  // it may lie elsewhere now; whether it holds the same is looked into
    if (key == "fluid.color" || (is_in(kPictureTables, split->path.front()) && !is_in(kOfTheRun, key))) continue;
    if (!facts_of(key).exists) continue;
    return Error{
        .message = fmt::format("'{}' is settled by the run; render takes fluid.color, the keys of [output], [render] "
                               "and [surface] that are about pictures, and where a mesh or a table lies now",
                               key),
        .place = {.file = kOverrideFile}};
  }
  return Done{};
}

// Those that say where the run's meshes and tables lie now.
std::vector<std::string> file_names_in(std::vector<std::string> overrides) {
  std::erase_if(overrides, [](const std::string& text) { return !is_file_name(text.substr(0, text.find('='))); });
  return overrides;
}

// Three numbers with commas between them.
bool is_place(const std::string& text) {
  double x = 0.0, y = 0.0, z = 0.0;
  int end = 0;
  return std::sscanf(text.c_str(), "%lf ,%lf ,%lf %n", &x, &y, &z, &end) == 3 &&
         static_cast<std::size_t>(end) == text.size();
}

// Those that make no sense, or that a scene of this kind has no use for.
Status check_options(const RenderOptions& options, const Scene& scene) {
  if (options.width < 0 || options.height < 0 || options.samples < 0)
    return bad_option("--width, --height and --samples must be above 0");
  if (!options.style.empty() && scene.is_smoke()) return bad_option("--style is for liquids");
  for (const auto& [option, text] : {std::pair("--camera", &options.camera), std::pair("--target", &options.target)})
    if (!text->empty() && !is_place(*text))
      return bad_option(fmt::format("{} takes a place such as 1,2,3, found '{}'", option, *text));
  const bool has_view =
      options.samples > 0 || options.height > 0 || !(options.camera.empty() && options.target.empty());
  if (has_view && scene.dimension() == 2)
    return bad_option(
        "--samples, --height, --camera and --target are for 3D scenes; pictures of 2D ones go by [output]");
  return Done{};
}

// Even, and as high to its width as the scene's own pictures.
int height_like(const RenderSettings& render, int width) {
  constexpr std::int64_t kLeast = 16, kMost = 16384;  // what render.height may be
  const std::int64_t height = (std::int64_t{width} * render.height / render.width + 1) / 2 * 2;
  return static_cast<int>(std::clamp(height, kLeast, kMost));
}

// The command line's own options as overrides of the scene, so that they are checked like any other.
std::vector<std::string> overrides_of(const RenderOptions& options, const Scene& scene) {
  std::vector<std::string> overrides = options.overrides;
  if (options.width > 0) {
    overrides.push_back(fmt::format("{}.width={}", scene.dimension() == 3 ? "render" : "output", options.width));
    if (options.height == 0 && scene.dimension() == 3)
      overrides.push_back(fmt::format("render.height={}", height_like(scene.render, options.width)));
  }
  if (options.height > 0) overrides.push_back(fmt::format("render.height={}", options.height));
  if (options.samples > 0) overrides.push_back(fmt::format("render.samples={}", options.samples));
  if (!options.camera.empty()) overrides.push_back(fmt::format("render.eye=[{}]", options.camera));
  if (!options.target.empty()) overrides.push_back(fmt::format("render.target=[{}]", options.target));
  if (!options.style.empty()) overrides.push_back(fmt::format("render.style=\"{}\"", options.style));
  return overrides;
}

// Whether the run writes what a picture of the frame needs.
bool is_drawn_from(const Scene& scene, int frame) {
  if (scene.is_smoke()) return volumes_are_due(scene, frame);
  return particles_are_due(scene, frame) || scene.surface.write != SurfaceFormat::kNone;
}

// The files of the requested frames; warns of frames without files.
Result<std::vector<FrameFiles>> find_inputs(const RunFolder& folder, const Scene& scene, Needs needs,
                                            const std::string& option, RunWatcher& watcher) {
  const auto range = parse_frames(option);
  if (!range) return range.error();
  const std::set<int> there = frames_in(folder.path());
  const int last = there.empty() ? -1 : *there.rbegin();
  const auto next = there.lower_bound(range->first);
  if (!there.empty() && (next == there.end() || *next > range->second))
    return bad_option(fmt::format("{} has frames {}, and none of {}", folder.path(), frames_there_text(there), option));
  std::vector<FrameFiles> inputs;
  std::vector<int> missing;
  for (int frame = range->first; frame <= std::min(range->second, last); ++frame) {
    if (const auto files = find_frame_files(folder.path(), frame, scene, needs)) {
      inputs.push_back(*files);
    } else if (frame % scene.output.every == 0 && is_drawn_from(scene, frame)) {
      missing.push_back(frame);
    }
  }
  if (inputs.empty()) return bad_option(why_no_files(folder.path(), scene, needs));
  if (!missing.empty())
    watcher.warning(fmt::format("left out for want of files to draw from: frames {}", frames_text(missing)));
  if (!option.empty() && range->second > last)
    watcher.warning(fmt::format("{} has no frames after {}", folder.path(), last));
  return inputs;
}

Result<Scene> scene_of_run(const RunFolder& folder, const RenderOptions& options) {
  if (Status whole = check_listed(folder.scene()); !whole) {
    Error error = whole.error();
    error.message +=
        "; put it back as the run has written it: notes are for another file, and what pictures shall show for --set";
    return error;
  }
  if (Status about_pictures = check_overrides(options.overrides); !about_pictures) return about_pictures.error();
  const Result<Scene> as_run = read_scene(folder.scene(), file_names_in(options.overrides));
  if (!as_run) return as_run.error();
  if (Status useful = check_options(options, *as_run); !useful) return useful.error();
  Result<Scene> scene = read_scene(folder.scene(), overrides_of(options, *as_run));
  if (scene)
    if (Status same = check_meshes_of_run(folder, *scene); !same) return same.error();
  if (scene && scene->output.faces && scene->dimension() == 2)
    return bad_option("velocities across faces are in no file, and only `run` can draw them; use output.faces=false");
  return scene ? played_scene(*scene) : scene;
}

// Writes the report of the run again, with the first, the middle and the last picture if there are as many. A folder
// without a report (a run that was killed) stays without.
Status show_in_report(const RunFolder& folder, const std::vector<std::string>& pictures, const RenderOptions& options,
                      Manifest& manifest) {
  if (!fs::is_regular_file(folder.report()) || pictures.size() < 3) return Done{};
  const Result<Scene> as_run = read_scene(folder.scene(), file_names_in(options.overrides));
  if (!as_run) return as_run.error();
  return write_report(folder, *as_run, pictures, {}, options.threads, manifest);
}

// A user's own pictures are not replaced.
Status check_older_pictures(const RunFolder& folder, const std::vector<FrameFiles>& inputs, const Manifest& manifest) {
  for (const FrameFiles& input : inputs)
    if (const std::string picture = folder.picture(input.frame);
        fs::exists(fs::symlink_status(picture)) && !manifest.knows(picture))
      return bad_option(fmt::format("{} is not one that Spindrift has drawn; move it away", picture));
  return Done{};
}

Status draw(const RunFolder& folder, const Scene& scene, const FrameFiles& input, FrameDrawer& drawer,
            Manifest& manifest, RunWatcher& watcher) {
  const double begin = wall_seconds();
  Products products = drawer.products();
  if (Status loaded = load(input, scene, products); !loaded) return loaded;
  const Result<Image> image = drawer.draw(products);
  if (!image) return image.error();
  const std::string picture = folder.picture(input.frame);
  if (const auto written = manifest.write_by(picture, [&] { return write_png(picture, *image); }); !written)
    return written.error();
  watcher.picture_end(picture, wall_seconds() - begin);
  return Done{};
}

// Makes a movie of all pictures in the folder.
Status make_new_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                      Manifest& manifest, RunWatcher& watcher, RenderOutcome& outcome) {
  if (pictures.size() < 2) return Done{};
  const Result<Movie> movie = make_movie(folder, scene, pictures, manifest, watcher);
  if (!movie) return movie.error();
  outcome.interrupted = *movie == Movie::kInterrupted;
  if (*movie != Movie::kMade) return Done{};
  outcome.movie = folder.movie();
  outcome.in_movie = pictures.size();
  return Done{};
}

Error no_run_in(const std::string& folder) {
  const std::string likely = "out/" + folder;  // where `run` writes by default
  if (fs::is_regular_file(RunFolder::existing(likely).scene()))
    return bad_option(fmt::format("{} is not the folder of a run; did you mean '{}'?", folder, likely));
  return bad_option(fmt::format("{} is not the folder of a run: it holds no scene.toml", folder));
}

Result<RenderOutcome> render(const RunFolder& folder, const RenderOptions& options, RunWatcher& watcher) {
  if (!fs::is_regular_file(folder.scene())) return no_run_in(folder.path());
  if (!fs::exists(folder.record()) && frames_in(folder.path()).empty())
    return bad_option(
        fmt::format("nothing was run in {0} yet; to continue what a view has left: spindrift run "
                    "{0}/scene.toml --out {0} --resume",
                    folder.path()));
  if (Status writable = RunFolder::check(folder.path()); !writable) return writable.error();
  const Result<FolderLock> lock = FolderLock::take(folder.path());
  if (!lock) return lock.error();
  const Result<Scene> scene = scene_of_run(folder, options);
  if (!scene) return scene.error();
  Result<FrameDrawer> drawer = FrameDrawer::create(*scene, options.threads);
  if (!drawer) return drawer.error();
  const auto inputs = find_inputs(folder, *scene, drawer->needs(), options.frames, watcher);
  if (!inputs) return inputs.error();
  Result<Manifest> manifest = Manifest::open(folder.path());
  if (!manifest) return manifest.error();
  if (Status ours = check_older_pictures(folder, *inputs, *manifest); !ours) return ours.error();
  std::error_code error;
  fs::create_directories(fs::path(folder.picture(0)).parent_path(), error);

  RenderOutcome outcome;
  for (const FrameFiles& input : *inputs) {
    if (watcher.should_stop()) {
      watcher.warning(
          fmt::format("interrupted after {} of {} pictures; there is no new movie", outcome.drawn, inputs->size()));
      outcome.interrupted = true;
      return outcome;
    }
    if (Status drawn = draw(folder, *scene, input, *drawer, *manifest, watcher); !drawn) return drawn.error();
    ++outcome.drawn;
  }
  const std::vector<std::string> pictures = folder.pictures();
  const Status shown = show_in_report(folder, pictures, options, *manifest);
  const Status made = make_new_movie(folder, *scene, pictures, *manifest, watcher, outcome);
  if (!made) return made.error();
  if (!shown) return missing_report(folder, shown.error());
  return outcome;
}

}  // namespace

Result<RenderOutcome> render_run(const std::string& folder, const RenderOptions& options, RunWatcher* watcher) {
  RunWatcher silent;
  if (folder.empty()) return bad_option("the folder of a run needs a name");
  return no_throw("drawing a run",
                  [&] { return render(RunFolder::existing(folder), options, watcher ? *watcher : silent); });
}

}  // namespace spindrift
