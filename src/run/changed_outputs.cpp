#include "run/changed_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace spindrift {
namespace {

// These say which files there are, and not how a picture looks. A key that is missing here costs no more than pictures
// that are drawn once more.
constexpr std::string_view kOfOtherFiles[] = {"output.particles",  "output.formats",       "output.volumes",
                                              "output.pictures",   "output.movie",         "output.every",
                                              "output.probe_rate", "output.volumes_rate",  "surface.write",
                                              "surface.velocity",  "output.volumes_every", "output.particles_rate",
                                              "surface.columns",   "render.during_run",    "output.particles_every"};

bool changes_pictures(const SceneDifference& change) {
  return !change.key.starts_with("probe") && !change.key.starts_with("region") &&
         std::find(std::begin(kOfOtherFiles), std::end(kOfOtherFiles), change.key) == std::end(kOfOtherFiles);
}

bool is_of_a_table(const SceneDifference& change) {
  return change.key.starts_with("probe") || change.key.starts_with("region") || change.key == "output.probe_rate";
}

// Those that need frames to come.
bool changes_files(const SceneDifference& change) {
  constexpr std::string_view kOfPictures[] = {"output.pictures", "output.movie", "render.during_run"};
  return !changes_pictures(change) &&
         std::find(std::begin(kOfPictures), std::end(kOfPictures), change.key) == std::end(kOfPictures);
}

}  // namespace

const SceneDifference* first_of_files(const std::vector<SceneDifference>& changes) {
  const auto found = std::find_if(changes.begin(), changes.end(), changes_files);
  return found == changes.end() ? nullptr : &*found;
}

bool change_pictures(const std::vector<SceneDifference>& changes) {
  return std::any_of(changes.begin(), changes.end(), changes_pictures);
}

std::string changed_outputs_text(const std::vector<SceneDifference>& changes, const std::string& folder, int frame) {
  if (changes.empty()) return "";
  constexpr std::size_t kMost = 8;
  std::string keys;
  for (std::size_t i = 0; i < std::min(changes.size(), kMost); ++i)
    keys += fmt::format("{}'{}' was {} in the run so far and is {} now", i > 0 ? ", " : "", changes[i].key,
                        changes[i].before, changes[i].now);
  if (changes.size() > kMost) keys += fmt::format(", and {} more keys of outputs differ", changes.size() - kMost);
  const auto has = [&](const auto& is_wanted) { return std::any_of(changes.begin(), changes.end(), is_wanted); };
  return fmt::format(
      "{}; files of frames up to {} stay as they are, but for those that are written anew{}{}{}", keys, frame,
      change_pictures(changes)
          ? fmt::format(
                ", pictures that the run draws are drawn anew from there on, and `spindrift render {}` draws all "
                "alike",
                folder)
          : "",
      has([](const SceneDifference& change) { return change.key == "output.every"; })
          ? "; a movie made now shows those at another speed"
          : "",
      has(is_of_a_table)
          ? "; a table that is there goes on with lines of what is asked for now, and another name gives a region or a "
            "surface one of its own"
          : "");
}

}  // namespace spindrift
