// `spindrift validate`: the chosen cases are prepared, run, scored and reported.
#include "spindrift/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "formats/files/folder_lock.h"
#include "keys/scene_node.h"
#include "run/run_folder.h"
#include "run/scene_library.h"
#include "scene/edit_scene.h"
#include "scene/scene_hints.h"
#include "scene/scene_text.h"
#include "spindrift/text.h"
#include "validate/case_file.h"
#include "validate/case_scene.h"
#include "validate/plot.h"
#include "validate/scores.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCaseEnding = ".toml";

// A folder with settings.toml, cases/NAME.toml and reference/*.csv.
struct CaseLibrary {
  std::string folder{};

  std::string reference() const { return folder + "/reference"; }
  std::string path(const std::string& name) const { return folder + "/cases/" + name + kCaseEnding; }
  std::vector<std::string> names() const {  // of the cases, sorted
    std::vector<std::string> all;
    for (const std::string& file : names_in(folder + "/cases"))
      if (fs::path(file).extension() == kCaseEnding) all.push_back(fs::path(file).stem().string());
    return all;
  }
};

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

Result<std::vector<std::string>> chosen_paths(const CaseLibrary& library, const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  const std::vector<std::string> names = library.names();
  if (words.empty())
    for (const std::string& name : names) paths.push_back(library.path(name));
  for (const std::string& word : words) {
    const std::size_t before = paths.size();
    if (is_case_file(word)) {
      paths.push_back(word);
      continue;
    }
    for (const std::string& name : names)
      if (!word.empty() && name.starts_with(word)) paths.push_back(library.path(name));
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

struct PreparedRun {
  CaseRun run{};
  CaseConstants constants;
  Scene scene{};
  std::string name{};  // `deep_n64`: its folder, below that of the case
};

struct PreparedCase {
  Case content{};
  std::vector<PreparedRun> runs{};
  std::vector<std::string> reference_folders{};
};

std::string name_of_run(const Case& owner, const CaseRun& run) {
  const std::string& variant = variant_of(owner, run).name;
  return fmt::format("{}n{}", variant.empty() ? "" : variant + "_", run.size);
}

std::vector<CaseRun> runs_of(const Case& owner, bool is_quick) {
  std::vector<CaseRun> runs;
  for (std::size_t v = 0; v < owner.variants.size(); ++v) {
    const Variant& variant = owner.variants[v];
    const bool is_left_out =
        is_quick && !owner.quick_variants.empty() &&
        std::find(owner.quick_variants.begin(), owner.quick_variants.end(), variant.name) == owner.quick_variants.end();
    if (is_left_out) continue;
    std::vector<int> sizes = variant.sizes.empty() ? owner.sizes : variant.sizes;
    if (is_quick) sizes = owner.quick_sizes.empty() ? std::vector{sizes.front()} : owner.quick_sizes;
    std::sort(sizes.begin(), sizes.end());
    for (const int size : sizes) runs.push_back({static_cast<int>(v), size, is_quick});
  }
  return runs;
}

// Evaluates every score and every series once, on tables without lines.
Status check_formulas(const Case& content, const PreparedRun& run, const std::vector<std::string>& folders) {
  auto results = RunResults::blank(content, run.constants, run.scene, folders);
  if (!results) return results.error();
  for (const SeriesRecipe& series : content.series)
    if (const auto made = results->series(series.name, series.place); !made) return made.error();
  for (const NumberRecipe& number : content.numbers)
    if (const auto found = results->evaluate({number.name, number.place}); !found) return found.error();
  std::vector<FinishedRun> runs;
  runs.push_back({run.run, std::move(*results)});
  if (const auto scores = score_runs(content, runs); !scores) return scores.error();
  return Done{};
}

// Makes every scene and evaluates every formula, so that mistakes are found before anything runs.
Result<PreparedCase> prepare_case(Case content, const CaseLibrary& library, const SharedSettings& settings,
                                  bool is_quick) {
  PreparedCase prepared{.content = std::move(content), .runs = {}, .reference_folders = {}};
  const std::string beside = fs::path(prepared.content.file).parent_path().string();
  prepared.reference_folders = {beside.empty() ? "." : beside, library.reference()};
  if (!prepared.content.not_run.empty()) return prepared;
  for (const CaseRun& run : runs_of(prepared.content, is_quick)) {
    CaseConstants constants(prepared.content, run);
    auto scene = scene_of_run(prepared.content, settings, constants);
    if (!scene) return scene.error();
    PreparedRun made{run, std::move(constants), std::move(*scene), name_of_run(prepared.content, run)};
    if (const Status fine = check_formulas(prepared.content, made, prepared.reference_folders); !fine)
      return fine.error();
    prepared.runs.push_back(std::move(made));
  }
  return prepared;
}

Result<std::vector<PreparedCase>> prepare_cases(const ValidationOptions& options) {
  const auto library = open_case_library(options.case_folder);
  if (!library) return library.error();
  const auto settings = shared_settings(*library, options.settings);
  if (!settings) return settings.error();
  auto cases = choose_cases(*library, options);
  if (!cases) return cases.error();
  std::vector<PreparedCase> prepared;
  for (Case& one : *cases) {
    for (const PreparedCase& earlier : prepared)
      if (earlier.content.name == one.name)
        return Error{
            .message = fmt::format("two cases are called '{}', this one and {}: rename one, or run them one by "
                                   "one into two folders",
                                   one.name, earlier.content.file),
            .place = {.file = one.file}};
    auto ready = prepare_case(std::move(one), *library, *settings, options.quick);
    if (!ready) return ready.error();
    prepared.push_back(std::move(*ready));
  }
  return prepared;
}

std::string folder_of_run(const ValidationOptions& options, const PreparedCase& owner, const PreparedRun& run) {
  return fmt::format("{}/{}/{}", options.folder, owner.content.name, run.name);
}

Result<JsonValue> record_of_run(const std::string& path) {
  const std::string file = RunFolder::existing(path).record();
  const auto text = read_file_bytes(file);
  if (!text) return text.error();
  return read_json(*text, file);
}

bool is_finished(const std::string& path) {
  const auto record = record_of_run(path);
  const JsonValue* finished = record ? record->find("finished") : nullptr;
  return finished && finished->boolean;
}

bool is_run_of(const std::string& path, const Scene& scene) {
  const auto text = read_file_bytes(RunFolder::existing(path).scene());
  return text && *text == std::string(kRunSceneStart) + toml_of(scene);
}

double cpu_seconds_of(const std::string& path) {
  const auto record = record_of_run(path);
  const JsonValue* totals = record ? record->find("totals") : nullptr;
  return totals ? totals->number_or("cpu_seconds", 0.0) : 0.0;
}

// Earlier results are replaced or continued only if the options say so; those of other settings are never continued.
Status check_earlier_results(const ValidationOptions& options, const std::vector<PreparedCase>& cases) {
  const auto refused = [](std::string why) { return Error{ErrorCode::kBadInput, std::move(why)}; };
  std::error_code ignored;
  for (const char* file : {"run.json", "scene.toml"})
    if (fs::exists(fs::path(options.folder) / file, ignored))
      return refused(fmt::format("the folder {} holds the results of a run; choose another one", options.folder));
  if (options.overwrite) return Done{};
  bool has_results = fs::exists(fs::path(options.folder) / "report.json", ignored);
  for (const PreparedCase& one : cases)
    for (const PreparedRun& run : one.runs) {
      const std::string path = folder_of_run(options, one, run);
      has_results = has_results || RunFolder::has_results(path);
      if (options.resume && is_finished(path) && !is_run_of(path, run.scene))
        return refused(
            fmt::format("cannot resume: {} holds a run with other settings; use --overwrite to replace it, or "
                        "another --out",
                        path));
    }
  if (!has_results || options.resume) return Done{};
  return refused(
      fmt::format("the folder {} holds the results of a validation; use --resume to continue it, --overwrite "
                  "to replace it, or another --out",
                  options.folder));
}

Result<FolderLock> open_folder(const std::string& path) {
  if (Status writable = RunFolder::check(path); !writable) return writable.error();
  std::error_code ignored;  // the lock reports it
  fs::create_directories(path + "/plots", ignored);
  return FolderLock::take(path);
}

Status write_text(const std::string& path, const std::string& text) {
  const auto written = write_file(path, text);
  return written ? Status(Done{}) : Status(written.error());
}

struct RunEnd {
  bool is_interrupted = false;
  std::string failure{};
};

Result<RunEnd> make_run(const PreparedRun& run, const std::string& folder, const std::string& label,
                        const ValidationOptions& options, ValidationWatcher& watcher) {
  const bool exists = options.resume && is_finished(folder) && is_run_of(folder, run.scene);
  watcher.case_run(label, exists);
  if (exists) return RunEnd{};
  const RunOptions run_options{.folder = folder, .threads = options.threads, .overwrite = true};
  const auto outcome = run_scene(run.scene, run_options, &watcher);
  if (!outcome && outcome.error().code == ErrorCode::kBadInput) return outcome.error();
  if (!outcome) return RunEnd{.failure = outcome.error().message};
  return RunEnd{.is_interrupted = outcome->interrupted};
}

Status write_plots(const PreparedCase& prepared, std::vector<FinishedRun>& runs, const std::string& folder,
                   CaseOutcome& outcome) {
  const auto plots = plots_of(prepared.content, runs);
  if (!plots) return plots.error();
  for (std::size_t i = 0; i < plots->size(); ++i) {
    const std::string file =
        fmt::format("{}/plots/{}{}.svg", folder, outcome.name, i == 0 ? "" : fmt::format("_{}", i + 1));
    if (Status written = write_text(file, svg_of((*plots)[i])); !written) return written;
    outcome.plots.push_back(file);
  }
  return Done{};
}

// A run that fails is the case's failure. An error is something that the user can fix.
Result<CaseOutcome> run_case(const PreparedCase& prepared, const ValidationOptions& options,
                             ValidationWatcher& watcher) {
  const Case& content = prepared.content;
  CaseOutcome outcome{.name = content.name, .title = content.title, .source = content.source};
  outcome.tier = content.tier;
  outcome.must_fail = content.must_fail;
  outcome.note = content.not_run;
  if (!content.not_run.empty()) return outcome;
  std::vector<FinishedRun> finished;
  for (const PreparedRun& run : prepared.runs) {
    const std::string path = folder_of_run(options, prepared, run);
    const auto end = make_run(run, path, fmt::format("{}, {}", content.name, run.name), options, watcher);
    if (!end) return end.error();
    if (end->is_interrupted) {
      outcome.note = "interrupted";
      return outcome;
    }
    outcome.runs.push_back(run.name);
    outcome.cpu_seconds += cpu_seconds_of(path);
    if (!end->failure.empty()) {
      outcome.verdict = Verdict::kFail;
      outcome.note = fmt::format("the run {} failed: {}", run.name, end->failure);
      return outcome;
    }
    auto results = RunResults::read(content, run.constants, run.scene, prepared.reference_folders, path);
    if (!results) return results.error();
    finished.push_back({run.run, std::move(*results)});
  }
  auto scores = score_runs(content, finished);
  if (!scores) return scores.error();
  outcome.scores = std::move(*scores);
  outcome.verdict = verdict_of(outcome.scores, outcome.must_fail);
  if (outcome.verdict == Verdict::kNotRun) outcome.note = "no score has a target at these sizes";
  if (const Status drawn = write_plots(prepared, finished, options.folder, outcome); !drawn) return drawn.error();
  return outcome;
}

// Reports are written after each case, so that they are there if the program is killed.
Result<ValidationOutcome> run_all(const ValidationOptions& options, ValidationWatcher& watcher) {
  const auto prepared = prepare_cases(options);
  if (!prepared) return prepared.error();
  if (const Status free = check_earlier_results(options, *prepared); !free) return free.error();
  const Result<FolderLock> lock = open_folder(options.folder);
  if (!lock) return lock.error();
  ValidationOutcome outcome{.report = options.folder + "/report.html"};
  const auto report = [&]() -> Status {
    for (const ReportFile& file : report_files(outcome, options))
      if (Status written = write_text(options.folder + "/" + file.name, file.text); !written) return written;
    return Done{};
  };
  for (const PreparedCase& one : *prepared) {
    if (watcher.should_stop()) outcome.interrupted = true;
    if (outcome.interrupted) break;
    watcher.case_begin(one.content.name, one.content.title);
    auto ran = run_case(one, options, watcher);
    if (!ran) return ran.error();
    outcome.interrupted = ran->verdict == Verdict::kNotRun && watcher.should_stop();
    outcome.cases.push_back(std::move(*ran));
    if (const Status written = report(); !written) return written.error();
    watcher.case_end(outcome.cases.back());
  }
  if (const Status written = report(); !written) return written.error();
  return outcome;
}

Result<std::vector<CaseSummary>> summaries_of_cases(const ValidationOptions& options) {
  const auto library = open_case_library(options.case_folder);
  if (!library) return library.error();
  const auto cases = choose_cases(*library, options);
  if (!cases) return cases.error();
  std::vector<CaseSummary> all;
  for (const Case& one : *cases) all.push_back({one.name, one.title, one.tier, one.not_run, one.file});
  return all;
}

}  // namespace

Result<ValidationOutcome> validate(const ValidationOptions& options, ValidationWatcher* watcher) {
  ValidationWatcher none;
  return no_throw("validating", [&] { return run_all(options, watcher ? *watcher : none); });
}

Result<std::vector<CaseSummary>> list_cases(const ValidationOptions& options) {
  return no_throw("listing the validation cases", [&] { return summaries_of_cases(options); });
}

}  // namespace spindrift
