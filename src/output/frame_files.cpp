#include "output/frame_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "formats/files/manifest.h"
#include "output/output_kinds.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFrameStart = "frame_";
constexpr const char* kReadFolders[] = {"particles", "surface", "volumes"};

// The first file of the frame in a subfolder that can be read; empty if there is none.
std::string find_file(const std::string& folder, const char* subfolder, int frame, const Scene& scene) {
  std::error_code ignored;
  for (const OutputKind& kind : output_kinds()) {
    if (std::string_view(kind.folder) != subfolder || !can_be_read(kind, scene)) continue;
    const std::string path = folder + "/" + subfolder + "/" + frame_file_name(frame, kind.ending);
    if (fs::is_regular_file(path, ignored)) return path;
  }
  return "";
}

// particles/*.ply, volumes/*.vti
std::string kinds_in(const std::string& folder) {
  std::string text;
  for (const char* sub : kReadFolders) {
    std::set<std::string> endings;
    for (const std::string& name : names_in(folder + "/" + sub))
      if (frame_of(name) >= 0) endings.insert(fs::path(name).extension().string());
    for (const std::string& ending : endings) text += fmt::format("{}{}/*{}", text.empty() ? "" : ", ", sub, ending);
  }
  return text;
}

// The endings in a folder that can be read: `particles/*.ply, particles/*.vtp`.
std::string readable_kinds(const char* subfolder, const Scene& scene) {
  std::string text;
  for (const OutputKind& kind : output_kinds())
    if (std::string_view(kind.folder) == subfolder && can_be_read(kind, scene))
      text += fmt::format("{}{}/*{}", text.empty() ? "" : ", ", subfolder, kind.ending);
  return text;
}

Status load_file(const std::string& path, const Scene& scene, Products& to) {
  if (path.empty()) return Done{};
  if (Status whole = check_listed(path); !whole) return whole;
  const fs::path file(path);
  for (const OutputKind& kind : output_kinds())
    if (kind.read && file.parent_path().filename() == kind.folder && file.extension() == kind.ending)
      return kind.read(path, scene, to);
  return Error{ErrorCode::kBadInput, "there is no reader for this file", {path}};
}

}  // namespace

std::set<int> frames_in(const std::string& folder) {
  std::set<int> frames;
  for (const char* sub : kReadFolders)
    for (const std::string& name : names_in(folder + "/" + sub))
      if (const int frame = frame_of(name); frame >= 0) frames.insert(frame);
  return frames;
}

std::optional<FrameFiles> find_frame_files(const std::string& folder, int frame, const Scene& scene, Needs needs,
                                           Prefer prefer) {
  const auto find = [&](const char* subfolder) { return find_file(folder, subfolder, frame, scene); };
  FrameFiles files{frame, "", "", ""};
  if (needs & kNeedsParticles) files.particles = find("particles");
  if (needs & kNeedsMesh) {
    files.surface = find("surface");
    if (files.surface.empty() || prefer == Prefer::kParticles) files.particles = find("particles");
    if (!files.particles.empty()) files.surface.clear();
  }
  if (needs & kNeedsCells) files.cells = find("volumes");
  const bool is_whole = (!(needs & kNeedsParticles) || !files.particles.empty()) &&
                        (!(needs & kNeedsMesh) || !files.particles.empty() || !files.surface.empty()) &&
                        (!(needs & kNeedsCells) || !files.cells.empty());
  return is_whole ? std::optional(files) : std::nullopt;
}

Status load(const FrameFiles& files, const Scene& scene, Products& to) {
  to.set_time(files.frame / scene.time.fps);
  for (const std::string* path : {&files.particles, &files.surface, &files.cells})
    if (Status loaded = load_file(*path, scene, to); !loaded) return loaded;
  return Done{};
}

std::string why_no_files(const std::string& folder, const Scene& scene, Needs needs) {
  const std::string kinds = kinds_in(folder);
  const auto holds = [&](const std::string& readable) {
    return std::any_of(std::begin(kReadFolders), std::end(kReadFolders), [&](const char* sub) {
      return std::string_view(readable).starts_with(sub) && kinds.find(sub) != std::string::npos;
    });
  };
  const std::string particles = readable_kinds("particles", scene), surface = readable_kinds("surface", scene),
                    volumes = readable_kinds("volumes", scene);
  std::string needed, remedy;
  const auto add = [](std::string& text, const char* between, const std::string& more) {
    text += (text.empty() ? "" : between) + more;
  };
  if (needs & (kNeedsParticles | kNeedsMesh) && !holds(particles)) {
    needed = particles;
    remedy = "with \"ply\" in output.formats";
    if (needs & kNeedsMesh) {
      add(needed, " or ", surface);
      add(remedy, ", or ", "with surface.write");
    } else if (is_rendered(scene)) {
      remedy += "; --style water also draws meshes, which surface.write makes";
    }
  }
  if (needs & kNeedsCells && !holds(volumes)) {
    add(needed, " and ", volumes);
    add(remedy, " and ", "with output.volumes = [\"vti\"]");
  }
  if (needed.empty()) needed = "other files of the same frames";
  return fmt::format("{} holds {}, but such pictures are drawn from {}; run the scene {}{}", folder,
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

std::string frame_file_name(int frame, const std::string& ending) {
  return fmt::format("{}{:04}{}", kFrameStart, frame, ending);
}

std::optional<long> frame_number(std::string name, const std::string& ending) {
  name = finished_name(std::move(name));
  if (!name.starts_with(kFrameStart) || !name.ends_with(ending)) return std::nullopt;
  const std::string digits = name.substr(kFrameStart.size(), name.size() - kFrameStart.size() - ending.size());
  const bool is_number =
      std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!is_number || digits.size() < 4 || digits.size() > 9) return std::nullopt;
  return std::stol(digits);
}

int frame_of(const std::string& path) {
  int number = -1;
  const std::string name = std::filesystem::path(path).filename().string();
  return std::sscanf(name.c_str(), "frame_%d.", &number) == 1 ? number : -1;
}

bool is_unfinished(const std::string& name) { return name.ends_with(kUnfinished); }

// `NAME.1234-1.spindrift-part`
std::string finished_name(std::string name) {
  if (is_unfinished(name)) {
    name.resize(name.size() - kUnfinished.size());
    name.resize(std::min(name.size(), name.rfind('.')));
  }
  return name;
}

}  // namespace spindrift
