#include "run/pictures/frame_files.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "formats/files/folder_names.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSubfolders[] = {"particles", "surface", "volumes"};

std::string first_there(std::initializer_list<std::string> choices) {
  std::error_code ignored;
  for (const std::string& choice : choices)
    if (fs::is_regular_file(choice, ignored)) return choice;
  return "";
}

// particles/*.ply, volumes/*.vti
std::string kinds_in(const RunFolder& folder) {
  std::string text;
  for (const char* sub : kSubfolders) {
    std::set<std::string> endings;
    for (const std::string& name : names_in(folder.path() + "/" + sub))
      if (frame_of(name) >= 0) endings.insert(fs::path(name).extension().string());
    for (const std::string& ending : endings) text += fmt::format("{}{}/*{}", text.empty() ? "" : ", ", sub, ending);
  }
  return text;
}

}  // namespace

int frame_of(const std::string& name) {
  int number = -1;
  return std::sscanf(name.c_str(), "frame_%d.", &number) == 1 ? number : -1;
}

std::set<int> frames_in(const RunFolder& folder) {
  std::set<int> frames;
  for (const char* sub : kSubfolders)
    for (const std::string& name : names_in(folder.path() + "/" + sub))
      if (const int frame = frame_of(name); frame >= 0) frames.insert(frame);
  return frames;
}

std::optional<FrameFiles> find_frame_files(const RunFolder& folder, int frame, const Scene& scene,
                                           const PictureMaker& maker, Prefer prefer) {
  const std::string particles = first_there({folder.particles(frame, ".ply")});
  FrameFiles files{frame, "", "", ""};
  if (maker.needs_particles()) files.particles = particles;
  if (maker.needs_surface()) {
    files.surface = first_there({folder.surface(frame, ".ply"), folder.surface(frame, ".obj")});
    if (files.surface.empty() || prefer == Prefer::kParticles) files.particles = particles;
    if (!files.particles.empty()) files.surface.clear();
  }
  if (maker.needs_cells()) files.cells = first_there({folder.volume(frame, ".vti"), folder.volume(frame, ".json")});
  if (files.cells.empty() && scene.is_smoke()) files.cells = first_there({folder.volume(frame, ".vdb")});
  const bool is_whole = (!maker.needs_particles() || !files.particles.empty()) &&
                        (!maker.needs_surface() || !files.particles.empty() || !files.surface.empty()) &&
                        (!maker.needs_cells() || !files.cells.empty());
  return is_whole ? std::optional(files) : std::nullopt;
}

std::string why_nothing_to_draw(const RunFolder& folder, const Scene& scene, const PictureMaker& maker) {
  const std::string kinds = kinds_in(folder);
  const auto holds = [&](const char* kind) { return kinds.find(kind) != std::string::npos; };
  const bool lacks_cells = maker.needs_cells() && !holds("volumes/*.vti") && !holds("volumes/*.json");
  std::string needed, remedy;
  if (lacks_cells && (!maker.needs_particles() || holds("particles/*.ply"))) {
    needed = fmt::format("the grid, volumes/*.vti{} or volumes/*.json with *.raw", scene.is_smoke() ? ", *.vdb" : "");
    remedy = "with output.volumes = [\"vti\"]";
  } else {
    needed = "particles/*.ply";
    remedy = "with \"ply\" in output.formats";
    if (maker.needs_surface()) {
      needed += ", surface/*.ply or surface/*.obj";
      remedy += ", or with surface.write";
    } else if (is_rendered(scene)) {
      remedy += "; --style water also draws meshes, which surface.write makes";
    } else if (lacks_cells) {
      needed += " and the grid, volumes/*.vti";
      remedy += " and output.volumes = [\"vti\"]";
    }
  }
  return fmt::format("{} holds {}, but such pictures are drawn from {}; run the scene {}{}", folder.path(),
                     kinds.empty() ? "no files of frames" : kinds, needed, remedy,
                     scene.is_smoke() ? ". `run` itself makes its pictures, too (output.pictures = true)" : "");
}

std::string frames_there_text(const std::set<int>& frames) {
  const std::vector<int> list(frames.begin(), frames.end());
  if (list.size() < 2) return frames_text(list);
  const int step = list[1] - list[0], first = list.front(), last = list.back();
  if (last - first != step * static_cast<int>(list.size() - 1)) return frames_text(list);
  if (step == 1) return fmt::format("{} to {}", first, last);
  if (list.size() <= 4) return frames_text(list);
  return fmt::format("{}, {}, {}, ... {}", list[0], list[1], list[2], last);
}

std::string frames_text(const std::vector<int>& frames) {
  std::string text;
  for (std::size_t i = 0; i < frames.size();) {
    std::size_t end = i + 1;
    while (end < frames.size() && frames[end] == frames[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", frames[i]);
    if (end > i + 1) text += fmt::format("..{}", frames[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace spindrift
