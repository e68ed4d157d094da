// The reports of a validation: JSON for programs, HTML with the plots for people, Markdown for a manual.
#include "validate/scores.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/json.h"
#include "formats/files/files.h"
#include "run/report/report_html.h"
#include "run/report/report_page.h"
#include "spindrift/text.h"
#include "spindrift/version.h"
#include "validate/plot.h"

namespace spindrift {
namespace {

std::string verdict_word(Verdict verdict) {
  return verdict == Verdict::kPass ? "pass" : verdict == Verdict::kFail ? "fail" : "not_run";
}

std::string asked_text(const ValidationScore& score) {
  if (score.at_least && score.at_most) return fmt::format("{:.4g} to {:.4g}", *score.at_least, *score.at_most);
  if (score.at_most) return fmt::format("<= {:.4g}", *score.at_most);
  return score.at_least ? fmt::format(">= {:.4g}", *score.at_least) : "";
}

std::string value_text(const ValidationScore& score) {
  if (!std::isfinite(score.value)) return "none";
  return fmt::format("{:.4g}{}", score.value, score.unit.empty() ? "" : " " + score.unit);
}

std::string run_text(const ValidationScore& score) {
  const std::string size = score.size > 0 ? fmt::format("n = {}", score.size) : "all sizes";
  return score.variant.empty() ? size : fmt::format("{}, {}", score.variant, size);
}

std::string list_json(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) out += (out.size() > 1 ? ",\n    " : "\n    ") + item;
  return out + (items.empty() ? "]" : "\n  ]");
}

std::string bound_json(const std::optional<double>& bound) { return bound ? json_number(*bound) : "null"; }

// The tolerance is the bound, or both bounds as a list.
std::string tolerance_json(const ValidationScore& score) {
  if (score.at_least && score.at_most)
    return fmt::format("[{}, {}]", json_number(*score.at_least), json_number(*score.at_most));
  return bound_json(score.at_most ? score.at_most : score.at_least);
}

std::string score_json(const ValidationScore& score) {
  JsonObject object;
  object.add("name", score.name).add("variant", score.variant);
  object.add_json("n", score.size > 0 ? std::to_string(score.size) : "null");
  object.add("value", score.value).add_json("tolerance", tolerance_json(score));
  object.add_json("at_least", bound_json(score.at_least)).add_json("at_most", bound_json(score.at_most));
  object.add("unit", score.unit);
  object.add_json("pass", !score.is_asked() ? "null" : score.passes() ? "true" : "false");
  return object.add("reason", score.reason).add("note", score.note).text();
}

std::string file_name_of(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string case_json(const CaseOutcome& one) {
  std::vector<std::string> scores, runs, plots;
  for (const ValidationScore& score : one.scores) scores.push_back(score_json(score));
  for (const std::string& run : one.runs) runs.push_back(one.name + "/" + run);
  for (const std::string& plot : one.plots) plots.push_back("plots/" + file_name_of(plot));
  JsonObject object;
  object.add("case", one.name).add("title", one.title).add("source", one.source).add("tier", one.tier);
  object.add("verdict", verdict_word(one.verdict)).add("must_fail", one.must_fail).add("note", one.note);
  object.add("cpu_seconds", one.cpu_seconds).add_json("runs", json_array(runs)).add_json("plots", json_array(plots));
  return object.add_json("scores", list_json(scores)).text();
}

std::string counts_text(const ValidationOutcome& outcome) {
  return fmt::format("{} pass, {} fail, {} not run", outcome.count(Verdict::kPass), outcome.count(Verdict::kFail),
                     outcome.count(Verdict::kNotRun));
}

std::string settings_text(const ValidationOptions& options) {
  std::string out = options.quick ? "quick versions" : "full sizes";
  for (const std::string& setting : options.settings) out += ", " + setting;
  return out;
}

constexpr const char* kValidationStyle = R"css(
th { text-align: left; font-weight: 600; padding: 3px 8px 3px 0 } td { vertical-align: top }
.pass { color: var(--c); font-weight: 600 } .fail { color: var(--e); font-weight: 600 } .not_run { color: var(--soft) }
.case svg { max-width: 720px; width: 100%; height: auto; display: block; margin: 10px 0; border: 1px solid var(--line); border-radius: 8px }
.case svg text { fill: revert-layer; font: revert-layer }
)css";

std::string verdict_cell(const CaseOutcome& one) {
  const std::string word = verdict_word(one.verdict);
  return fmt::format("<td class=\"{0}\">{0}{1}</td>", word, one.must_fail ? " (must miss)" : "");
}

std::string overview_html(const ValidationOutcome& outcome) {
  std::string out = "<table>\n<tr><th>case</th><th>tier</th><th>verdict</th><th></th><th>processor time</th></tr>\n";
  for (const CaseOutcome& one : outcome.cases)
    out += fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td>{2}<td>{3}{4}</td><td>{5}</td></tr>\n",
                       escaped_markup(one.name), one.tier, verdict_cell(one), escaped_markup(one.title),
                       one.note.empty() ? "" : "<br><span class=\"sub\">" + escaped_markup(one.note) + "</span>",
                       one.cpu_seconds > 0.0 ? duration_text(one.cpu_seconds) : "");
  return out + "</table>\n";
}

std::string score_row_html(const ValidationScore& score) {
  const char* word = !score.is_asked() ? "" : score.passes() ? "pass" : "fail";
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"{}\">{}</td><td "
      "class=\"sub\">{}{}{}</td></tr>\n",
      escaped_markup(score.name), escaped_markup(run_text(score)), escaped_markup(value_text(score)),
      escaped_markup(asked_text(score)), word, *word ? word : "reported", escaped_markup(score.reason),
      score.reason.empty() || score.note.empty() ? "" : "; ", escaped_markup(score.note));
}

std::string case_html(const CaseOutcome& one) {
  std::string out = fmt::format(
      "<div class=\"case\" id=\"{0}\">\n<h2>{0}: {1} <span class=\"{2}\">{2}</span></h2>\n"
      "<p class=\"sub\">{3}</p>\n",
      escaped_markup(one.name), escaped_markup(one.title), verdict_word(one.verdict), escaped_markup(one.source));
  if (!one.note.empty()) out += fmt::format("<p>{}</p>\n", escaped_markup(one.note));
  for (const std::string& plot : one.plots)
    if (const auto svg = read_file_bytes(plot); svg) out += *svg;
  if (one.scores.empty()) return out + "</div>\n";
  out += "<table>\n<tr><th>score</th><th>run</th><th>value</th><th>asked</th><th></th><th>why</th></tr>\n";
  for (const ValidationScore& score : one.scores) out += score_row_html(score);
  return out + "</table>\n</div>\n";
}

// `|` would end a cell.
std::string in_cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string validation_json(const ValidationOutcome& outcome, const ValidationOptions& options) {
  std::vector<std::string> cases;
  for (const CaseOutcome& one : outcome.cases) cases.push_back(case_json(one));
  JsonObject object;
  object.add("program", "spindrift").add("version", version()).add("quick", options.quick);
  object.add_json("settings", json_array(options.settings)).add("interrupted", outcome.interrupted);
  object.add("pass", outcome.count(Verdict::kPass)).add("fail", outcome.count(Verdict::kFail));
  object.add("not_run", outcome.count(Verdict::kNotRun)).add_json("cases", list_json(cases));
  return object.indented_text();
}

std::string validation_html(const ValidationOutcome& outcome, const ValidationOptions& options) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Validation</title>\n<style>{}{}</style>\n"
      "</head>\n<body>\n<h1>Validation</h1>\n<div class=\"sub\">Spindrift {}, {}: {}</div>\n",
      kReportStyle, kValidationStyle, version(), escaped_markup(settings_text(options)), counts_text(outcome));
  out += overview_html(outcome);
  for (const CaseOutcome& one : outcome.cases) out += case_html(one);
  return out + "</body>\n</html>\n";
}

std::string validation_markdown(const ValidationOutcome& outcome) {
  std::string out = "| case | score | run | value | asked | verdict |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const CaseOutcome& one : outcome.cases) {
    if (one.scores.empty())
      out += fmt::format("| {} | {} | | | | {} |\n", one.name, in_cell(one.note), verdict_word(one.verdict));
    for (const ValidationScore& score : one.scores)
      out += fmt::format("| {} | {} | {} | {}{} | {} | {} |\n", one.name, in_cell(score.name), run_text(score),
                         value_text(score), std::isfinite(score.value) ? "" : ": " + in_cell(score.note),
                         asked_text(score),
                         !score.is_asked() ? "reported"
                         : score.passes()  ? "pass"
                                           : (one.must_fail ? "misses, as it must" : "**fail**"));
  }
  return out;
}

}  // namespace

std::vector<ReportFile> report_files(const ValidationOutcome& outcome, const ValidationOptions& options) {
  return {{"report.json", validation_json(outcome, options)},
          {"report.md", validation_markdown(outcome)},
          {"report.html", validation_html(outcome, options)}};
}

}  // namespace spindrift
