#include "validate/case_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/files/files.h"
#include "run/scene_library.h"
#include "scene/edit_scene.h"
#include "scene/scene_node.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCaseEnding = ".toml";

bool is_case_file(const std::string& path) {
  std::error_code ignored;
  return fs::path(path).extension() == kCaseEnding && fs::is_regular_file(path, ignored);
}

Result<SceneNode> read_toml_file(const std::string& path) {
  const auto text = read_file_bytes(path);
  if (!text) return text.error();
  return parse_toml(*text, path);
}

// The file of a case's `like`: beside its own file, or among the program's.
Result<std::string> find_like(const CaseLibrary& library, const SceneNode& like, const std::string& path) {
  for (const std::string& candidate :
       {(fs::path(path).parent_path() / (like.text + kCaseEnding)).string(), library.path(like.text)})
    if (is_case_file(candidate)) return candidate;
  const std::string near = nearest_word(like.text, library.names());
  return Error{.message = fmt::format("there is no case '{}'{}", printable(like.text),
                                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
               .place = like.place};
}

Result<SceneNode> read_case_file(const CaseLibrary& library, const std::string& path, int depth = 0) {
  constexpr int kLongestChain = 8;
  auto tree = read_toml_file(path);
  if (!tree) return tree;
  const SceneNode* like = tree->find("like");
  if (!like || like->kind != SceneNode::Kind::kText) return tree;
  if (depth > kLongestChain) return Error{.message = "'like' refers back to this case", .place = like->place};
  const auto other = find_like(library, *like, path);
  if (!other) return other.error();
  const auto base = read_case_file(library, *other, depth + 1);
  if (!base) return base;
  return merged(*base, *tree);
}

bool is_named_by(const std::string& name, const std::string& word) { return !word.empty() && name.starts_with(word); }

Result<std::vector<std::string>> chosen_paths(const CaseLibrary& library, const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  const std::vector<std::string> names = library.names();
  if (words.empty())
    for (const std::string& name : names) paths.push_back(library.path(name));
  for (const std::string& word : words) {
    const std::size_t before = paths.size();
    if (is_case_file(word)) paths.push_back(word);
    for (const std::string& name : names)
      if (paths.size() == before || !is_case_file(word))
        if (is_named_by(name, word)) paths.push_back(library.path(name));
    if (paths.size() > before) continue;
    const std::string near = nearest_word(word, names);
    return Error{
        .message = fmt::format("there is no case and no file of this name{}",
                               near.empty() ? "; --list shows the cases" : fmt::format("; did you mean '{}'?", near)),
        .place = {.file = word}};
  }
  std::vector<std::string> once;
  for (std::string& path : paths)
    if (std::find(once.begin(), once.end(), path) == once.end()) once.push_back(std::move(path));
  return once;
}

}  // namespace

std::vector<std::string> CaseLibrary::names() const {
  std::vector<std::string> all;
  for (const std::string& file : names_in(folder + "/cases"))
    if (fs::path(file).extension() == kCaseEnding) all.push_back(fs::path(file).stem().string());
  return all;
}

std::string CaseLibrary::path(const std::string& name) const { return folder + "/cases/" + name + kCaseEnding; }

Result<CaseLibrary> open_case_library(const std::string& folder) {
  std::vector<std::string> candidates = {folder};
  if (folder.empty())
    candidates = installed_folders(SPINDRIFT_VALIDATION_FROM_PROGRAM, SPINDRIFT_VALIDATION_FROM_LIBRARY);
  for (const std::string& candidate : candidates) {
    std::error_code ignored;
    if (fs::is_directory(candidate + "/cases", ignored)) return CaseLibrary{candidate};
  }
  return Error{.message = folder.empty()
                              ? "the program's validation cases are not installed; name their folder with --cases"
                              : "this folder has no subfolder 'cases'",
               .place = {.file = folder}};
}

Result<SharedSettings> shared_settings(const CaseLibrary& library, const std::vector<std::string>& changes) {
  auto tree = read_toml_file(library.folder + "/settings.toml");
  if (!tree) return tree.error();
  if (const Status applied = apply_overrides(*tree, changes); !applied) return applied.error();
  return read_shared_settings(*tree);
}

Result<Case> read_case(const CaseLibrary& library, const std::string& path) {
  const auto tree = read_case_file(library, path);
  if (!tree) return tree.error();
  return read_case_tree(*tree, fs::path(path).stem().string(), path);
}

Result<std::vector<Case>> choose_cases(const CaseLibrary& library, const ValidationOptions& options) {
  const auto paths = chosen_paths(library, options.cases);
  if (!paths) return paths.error();
  std::vector<Case> cases;
  for (const std::string& path : *paths) {
    auto one = read_case(library, path);
    if (!one) return one.error();
    if (options.tier == 0 || one->tier == options.tier) cases.push_back(std::move(*one));
  }
  return cases;
}

}  // namespace spindrift
