#include "validate/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "formats/files/atomic_file.h"
#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "run/run_folder.h"
#include "run/tables/probes.h"
#include "scene/scene_writer.h"
#include "validate/case_plots.h"
#include "validate/scores.h"

namespace spindrift {
namespace {

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

// Every score and every series once, on tables without lines.
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

enum class WholeRun { kNone, kOfThisScene, kOfAnother };

// What whole run a folder holds.
WholeRun whole_run_in(const std::string& path, const Scene& scene) {
  const RunFolder folder = RunFolder::existing(path);
  const auto text = read_file_bytes(folder.scene()), record = read_file_bytes(folder.record());
  if (!text || !record) return WholeRun::kNone;
  const auto json = read_json(*record, folder.record());
  const JsonValue* finished = json ? json->find("finished") : nullptr;
  if (!finished || !finished->boolean) return WholeRun::kNone;
  return *text == std::string(kRunSceneStart) + toml_of(scene) ? WholeRun::kOfThisScene : WholeRun::kOfAnother;
}

// Why the files that are scored, of a run that is there, cannot be trusted; empty if they are as they were written.
std::string why_not_taken_over(const std::string& path, const Scene& scene) {
  const RunFolder folder = RunFolder::existing(path);
  std::vector<std::string> files{folder.record(), folder.stats()};
  for (const ProbeTable& probes : probe_tables(scene)) files.push_back(folder.table(probes.file));
  const auto known = read_checksums(path);
  for (const std::string& file : files) {
    const std::string name = folder.relative(file);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return file + " is missing";
    if (!known || !known->files.contains(name))
      return fmt::format("no line of {}/{} tells whether {} is as it was written", path, kChecksumListName, name);
    if (Status whole = check_as_written(file, known->files.at(name)); !whole)
      return fmt::format("{}: {}", file, whole.error().message);
  }
  return "";
}

double cpu_seconds_of(const std::string& path) {
  const std::string file = RunFolder::existing(path).record();
  const auto record = read_file_bytes(file);
  if (!record) return 0.0;
  const auto json = read_json(*record, file);
  const JsonValue* totals = json ? json->find("totals") : nullptr;
  return totals ? totals->number_or("cpu_seconds", 0.0) : 0.0;
}

struct RunEnd {
  bool is_interrupted = false;
  std::string failure{};
};

Result<RunEnd> make_run(const PreparedRun& run, const std::string& folder, const std::string& label,
                        const ValidationOptions& options, ValidationWatcher& watcher) {
  bool is_there = options.resume && whole_run_in(folder, run.scene) == WholeRun::kOfThisScene;
  if (const std::string why = is_there ? why_not_taken_over(folder, run.scene) : ""; !why.empty()) {
    watcher.warning(why + "; this run is made anew");
    is_there = false;
  }
  watcher.case_run(label, is_there);
  if (is_there) return RunEnd{};
  const RunOptions run_options{.folder = folder, .threads = options.threads, .overwrite = true};
  const auto outcome = run_scene(run.scene, run_options, &watcher);
  if (!outcome && outcome.error().code == ErrorCode::kBadInput) return outcome.error();
  if (!outcome) return RunEnd{.failure = outcome.error().message};
  return RunEnd{.is_interrupted = outcome->interrupted};
}

Status write_plots(const PreparedCase& prepared, std::vector<FinishedRun>& runs, ValidationFolder& folder,
                   CaseOutcome& outcome) {
  const auto plots = plots_of(prepared.content, runs);
  if (!plots) return plots.error();
  for (std::size_t i = 0; i < plots->size(); ++i) {
    const std::string file = plot_file(outcome.name, i);
    if (Status written = folder.write(file, svg_of((*plots)[i])); !written) return written;
    outcome.plots.push_back(folder.path() + "/" + file);
  }
  return Done{};
}

CaseOutcome outcome_without_runs(const Case& content) {
  CaseOutcome outcome{.name = content.name, .title = content.title, .source = content.source};
  outcome.tier = content.tier;
  outcome.must_fail = content.must_fail;
  outcome.note = content.not_run;
  return outcome;
}

}  // namespace

std::string folder_of_run(const std::string& folder, const PreparedCase& owner, const PreparedRun& run) {
  return fmt::format("{}/{}/{}", folder, owner.content.name, run.name);
}

bool holds_run_of_another_scene(const std::string& path, const Scene& scene) {
  return whole_run_in(path, scene) == WholeRun::kOfAnother && check_as_written(RunFolder::existing(path).scene());
}

Result<PreparedCase> prepare_case(Case content, const CaseLibrary& library, const SharedSettings& settings,
                                  bool is_quick) {
  PreparedCase prepared{.content = std::move(content), .runs = {}, .reference_folders = {}};
  const std::string beside = std::filesystem::path(prepared.content.file).parent_path().string();
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

Result<CaseOutcome> run_case(const PreparedCase& prepared, const ValidationOptions& options, ValidationFolder& folder,
                             ValidationWatcher& watcher) {
  const Case& content = prepared.content;
  CaseOutcome outcome = outcome_without_runs(content);
  if (!content.not_run.empty()) return outcome;
  std::vector<FinishedRun> finished;
  for (const PreparedRun& run : prepared.runs) {
    const std::string path = folder_of_run(folder.path(), prepared, run);
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
  if (outcome.verdict == Verdict::kNotRun) outcome.note = "nothing is asked of these sizes";
  if (const Status drawn = write_plots(prepared, finished, folder, outcome); !drawn) return drawn.error();
  return outcome;
}

}  // namespace spindrift
