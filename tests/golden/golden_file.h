// hashes.txt: the state's hash of shipped scenes after their first frames.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "spindrift/files.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace spindrift::testing {

// A line: `scene settings... = hash after frame 1, 2, ...`.
struct Golden {
  std::string scene;
  std::vector<std::string> settings;
  std::vector<std::string> hashes;

  std::string run() const {
    std::string text = scene;
    for (const std::string& setting : settings) text += " " + setting;
    return text;
  }
};

struct GoldenFile {
  std::vector<std::string> comments;  // in front of the lines
  std::vector<Golden> lines;
};

inline GoldenFile read_golden_file(const std::string& path) {
  GoldenFile file;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      file.comments.push_back(line);
    } else if (!line.empty()) {
      Golden golden;
      std::istringstream words(line);
      words >> golden.scene;
      bool are_hashes = false;
      for (std::string word; words >> word;) {
        if (word == "=") {
          are_hashes = true;
        } else {
          (are_hashes ? golden.hashes : golden.settings).push_back(word);
        }
      }
      file.lines.push_back(golden);
    }
  }
  return file;
}

enum class Way {
  kWhole,
  kResumed,   // saved after half of the frames, and resumed
  kReplayed,  // from its recording, as text
};

// The hashes as they are now, or the error.
inline Result<std::vector<std::string>> hashes_now(const Golden& golden, const std::string& scenes, int threads,
                                                   Way way = Way::kWhole) {
  const std::string file = scenes + "/" + golden.scene + ".toml";
  auto scene = read_scene(file, golden.settings);
  if (!scene) return scene.error();
  auto simulation = Simulation::create(*scene, threads);
  if (way == Way::kReplayed && simulation) {
    const auto text = scene_to_toml(*simulation->recording());
    if (!text) return text.error();
    scene = parse_scene(*text, file, {},
                        SceneFiles([&](const std::string& name) { return read_mesh(scenes + "/" + name); }));
    if (!scene) return scene.error();
    simulation = Simulation::create(*scene, threads);
  }
  if (!simulation) return simulation.error();
  std::vector<std::string> hashes;
  while (hashes.size() < golden.hashes.size()) {
    if (way == Way::kResumed && hashes.size() == golden.hashes.size() / 2) {
      const auto saved = simulation->save();
      if (!saved) return saved.error();
      simulation = Simulation::resume(*scene, *saved, threads);
      if (!simulation) return simulation.error();
    }
    const auto report = simulation->advance_frame();
    if (!report) return report.error();
    hashes.push_back(fmt::format("{:016x}", report->state_hash));
  }
  return hashes;
}

}  // namespace spindrift::testing
