// The commands that print: check, scenes, stages, bench, info and scene-format.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <tuple>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "spindrift/benchmark.h"
#include "spindrift/check.h"
#include "spindrift/file_info.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace spindrift {

int check_command(const CheckWords& words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  const Result<SceneCheck> check = check_scene(*scene);
  if (!check) return fail(check.error());
  if (words.as_json) {
    if (check->refused) return fail(*check->refused);
    const Result<std::string> text = to_json(*scene, *check);
    if (!text) return fail(text.error());
    print(*text);
    return kDone;
  }

  say(fmt::format("{} ({})", scene->title.empty() ? "Untitled" : scene->title, scene->file));
  for (const auto& [name, text] : check->rows) say(fmt::format("  {:<10} {}", name, text));
  for (const std::string& warning : check->warnings) warn(warning);
  if (check->refused) return fail(*check->refused);
  if (check->warnings.empty()) say("  no likely mistakes found");
  return kDone;
}

int scenes_command() {
  const Result<std::vector<SceneSummary>> scenes = list_scenes();
  if (!scenes) return fail(scenes.error());
  if (scenes->empty())
    return fail({ErrorCode::kBadInput, "no scenes found; set SPINDRIFT_SCENES to the folder that has them"});
  std::size_t width = 0;
  for (const SceneSummary& scene : *scenes) width = std::max(width, scene.name.size());
  for (const SceneSummary& scene : *scenes) say(fmt::format("{:<{}}  {}", scene.name, width, scene.title));
  return kDone;
}

int stages_command(const StagesWords& words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  const Result<std::vector<StageRow>> rows = stage_table(*scene);
  if (!rows) return fail(rows.error());
  std::size_t width = 0;
  for (const StageRow& row : *rows) width = std::max(width, row.name.size());
  int number = 0;
  for (const StageRow& row : *rows) {
    std::string file = row.name;  // a row and its file have one name
    std::replace(file.begin(), file.end(), ' ', '_');
    say(fmt::format("{:>2}  {:<{}}  src/{}/stages/{}.cpp", ++number, row.name, width,
                    scene->is_smoke() ? "smoke" : "liquid", file));
    if (!words.with_fields) continue;
    say(fmt::format("      reads   {}", row.reads));
    say(fmt::format("      writes  {}", row.writes));
  }
  return kDone;
}

int bench_command(const BenchWords& words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  watch_for_interrupts();
  InterruptWatcher watcher;
  const Result<BenchReport> report = benchmark(*scene, words.options, &watcher);
  if (is_interrupted()) return interrupted_exit();
  if (!report) return fail(report.error());
  const Result<std::string> text = words.as_json ? to_json(*report) : to_table(*report);
  if (!text) return fail(text.error());
  print(*text + (words.as_json ? "\n" : ""));
  if (words.with_loops && !words.as_json) {
    const Result<std::string> loops = loops_to_table(*report);
    if (!loops) return fail(loops.error());
    print("\n" + *loops);
  }
  return kDone;
}

int scene_format_command() {
  const Result<std::string> page = scene_format_markdown();
  if (!page) return fail(page.error());
  print(*page);
  return kDone;
}

namespace {

void show(const std::string& path, const FileInfo& info) {
  std::size_t width = 0;
  for (const auto& [name, value] : info.rows) width = std::max(width, name.size());
  say(fmt::format("{}: {}", path, info.kind));
  for (const auto& [name, value] : info.rows) say(fmt::format("  {:<{}}  {}", name, width, value));
}

// An unreadable file is not a missing one. Nothing if the path can be read.
std::optional<Error> refusal_of(const std::filesystem::path& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!failure && std::filesystem::is_directory(status)) {
    std::ignore = std::filesystem::status(path / "any name", failure);  // whether its files can be examined
    if (failure != std::errc::permission_denied) std::filesystem::directory_iterator(path, failure);
  }
  if (failure != std::errc::permission_denied) return std::nullopt;
  return Error{ErrorCode::kBadInput, "cannot read this: " + failure.message(), {path.string()}};
}

// Whether the files of a run's folder are the ones that were written.
int show_folder(const std::string& path) {
  const Result<FolderCheck> check = check_folder(path);
  if (!check) return fail(check.error());
  show(path, check->info);
  int exit_code = kDone;
  constexpr std::size_t kNamed = 5;  // missing files: there may be thousands
  for (std::size_t i = 0; i < check->missing.size() && i < kNamed; ++i)
    exit_code = fail(refusal_of(check->missing[i])
                         .value_or(Error{ErrorCode::kRunFailed, "this file is missing", {check->missing[i]}}));
  if (check->missing.size() > kNamed) warn(fmt::format("{} more files are missing", check->missing.size() - kNamed));
  for (const Error& error : check->damaged) exit_code = fail(error);
  return exit_code;
}

int show_file(const std::string& path) {
  const Result<FileInfo> info = file_info(path);
  if (!info) return fail(info.error());
  show(path, *info);
  return kDone;
}

}  // namespace

int info_command(const std::vector<std::string>& files) {
  int exit_code = kDone;
  std::error_code ignored;
  for (const std::string& path : files) {
    const std::optional<Error> refusal = refusal_of(path);
    if (const int shown = refusal                                        ? fail(*refusal)
                          : std::filesystem::is_directory(path, ignored) ? show_folder(path)
                                                                         : show_file(path))
      exit_code = shown;
  }
  return exit_code;
}

}  // namespace spindrift
