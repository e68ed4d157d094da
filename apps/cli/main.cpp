// Parses the command line and calls the command. The only file that includes CLI11, which is slow to compile.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/help_texts.h"
#include "spindrift/scene_file.h"
#include "spindrift/text.h"
#include "spindrift/version.h"

namespace {

using namespace spindrift;

// The layout of --help. CLI11's own changes from version to version, and newer ones break the lines of examples.
class HelpText : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::string usage = "Usage: " + name + " [OPTIONS]", positionals, options, commands;
    for (const CLI::Option* option : app->get_options()) {
      const bool has_many = option->get_expected_max() > 1;
      if (option->get_positional()) {
        const std::string placeholder = option->get_name(true), words = placeholder + (has_many ? "..." : "");
        usage += option->get_required() ? " " + words : " [" + words + "]";
        positionals += row(placeholder + (has_many ? " ..." : "") + (option->get_required() ? " REQUIRED" : ""),
                           option->get_description());
      } else {
        std::string names = option->get_name(false, true);
        if (option->get_type_size() > 0) names += " " + option->get_type_name();
        if (!option->get_default_str().empty()) names += "=" + option->get_default_str();
        options += row(names, option->get_description());
      }
    }
    for (const CLI::App* command : app->get_subcommands({}))
      if (!command->get_group().empty()) commands += row(command->get_name(), command->get_description());
    if (!commands.empty()) usage += " SUBCOMMAND";
    return app->get_description() + "\n" + usage + "\n" + group("Positionals", positionals) +
           group("Options", options) + group("Subcommands", commands) + "\n" + app->get_footer() + "\n";
  }

 private:
  static std::string row(const std::string& name, const std::string& meaning) {
    return name.size() < 28 ? fmt::format("  {:<28}{}\n", name, meaning)
                            : fmt::format("  {}\n{:30}{}\n", name, "", meaning);
  }
  static std::string group(const char* title, const std::string& rows) {
    return rows.empty() ? "" : fmt::format("\n{}:\n{}", title, rows);
  }
};

// One value per --set: more would take the following words, such as the scene.
void add_set(CLI::App& command, std::vector<std::string>& overrides) {
  command.add_option("--set", overrides, "Change a key of the scene; may be given more than once")
      ->type_name("TABLE.KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_scene(CLI::App& command, SceneChoice& choice, const char* name = "SCENE",
               const char* meaning = "Scene file, or the name of a shipped scene") {
  command.add_option(name, choice.name, meaning)->required()->type_name("");
  add_set(command, choice.overrides);
}

// Refuses what is no whole number, or is out of range.
CLI::Validator whole_number(int least, int most) {
  auto check = [least, most](const std::string& text) -> std::string {
    const std::size_t digits = text.find_first_not_of("+-");
    if (digits > 1 || text.find_first_not_of("0123456789", digits) != std::string::npos)
      return fmt::format("'{}' is not a whole number", text);
    const double value = std::strtod(text.c_str(), nullptr);
    return value >= least && value <= most ? "" : fmt::format("{} is not between {} and {}", text, least, most);
  };
  return {check, ""};
}

CLI::Validator not_empty() {
  return {[](const std::string& text) { return text.empty() ? std::string("the name of the folder is empty") : ""; },
          ""};
}

// Refuses words that are hardly meant as the name of a new folder. CLI11 takes any word as an option's value, also the
// next option.
CLI::Validator meant_as_a_folder() {
  auto check = [](const std::string& text) -> std::string {
    if (text.starts_with("-"))
      return fmt::format(
          "'{0}' looks like an option; give the name of a folder, or write './{0}' for a folder of that name", text);
    if (text == "~" || text.starts_with("~/"))
      return fmt::format(
          "the shell replaces '~' only at the start of a word and without quotes; write $HOME{}, or './{}' for a "
          "folder called '~'",
          text.substr(1), text);
    return "";
  };
  return {check, ""};
}

CLI::Option* add_count(CLI::App& command, const char* name, int& value, int least, int most, const char* meaning) {
  return command.add_option(name, value, meaning)->type_name("N")->check(whole_number(least, most));
}

constexpr const char* kThreads = "Threads to use (default: all cores); the results do not depend on it";

void add_threads(CLI::App& command, int& threads) { add_count(command, "--threads", threads, 1, 4096, kThreads); }

struct CommandLine {
  CLI::App app{kAbout, "spindrift"};
  RunWords run;
  CheckWords check;
  StagesWords stages;
  BenchWords bench;
  std::vector<std::string> info_files;
  RenderWords render;
  ViewWords view;
  std::vector<std::string> validate;
  std::function<int()> chosen;

  CommandLine() {
    app.formatter(std::make_shared<HelpText>());
    app.set_version_flag("--version", "spindrift " + std::string(version()), "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    app.footer(kExamples);
    add_run();
    add_check();
    add_scenes();
    add_stages();
    add_render();
    add_view();
    add_bench();
    add_validate();
    add_info();
    CLI::App* format = app.add_subcommand("scene-format", "Print the manual's page on scene files")->group("");
    format->callback([this] { chosen = [] { return scene_format_command(); }; });
  }

  void add_run() {
    CLI::App* command = app.add_subcommand("run", "Simulate a scene and write its frames");
    add_scene(*command, run.scene);
    command->add_option("--out", run.options.folder, "Folder for the results (default: out/<scene name>)")
        ->type_name("DIR")
        ->check(not_empty())
        ->check(meant_as_a_folder());
    add_count(*command, "--frames", run.options.frames, 1, 1000000, "Frames to simulate (default: as the scene says)");
    add_threads(*command, run.options.threads);
    command->add_flag("--resume", run.options.resume,
                      "Continue from the newest checkpoint in the folder; the results have the same bits");
    command->add_flag("--overwrite", run.options.overwrite, "Replace the results of another run in the folder");
    command->add_flag("--ignore-disk-space", run.options.ignore_disk_space,
                      "Run even if the disk may be too small for the results");
    command->add_flag("--quiet", run.is_quiet, "Print only warnings and errors");
    command->footer(kRunExamples);
    command->callback([this] { chosen = [this] { return run_command(run); }; });
  }

  void add_check() {
    CLI::App* command = app.add_subcommand(
        "check",
        "Print what a scene would run (grid, particles, memory, disk, sub-steps) and warn about likely mistakes");
    add_scene(*command, check.scene);
    command->add_flag("--json", check.as_json, "Print one JSON object instead of a table");
    command->footer(kCheckExamples);
    command->callback([this] { chosen = [this] { return check_command(check); }; });
  }

  void add_scenes() {
    CLI::App* command = app.add_subcommand("scenes", "List the scenes that come with the program");
    command->footer(kScenesExamples);
    command->callback([this] { chosen = [] { return scenes_command(); }; });
  }

  void add_stages() {
    CLI::App* command = app.add_subcommand("stages", "Print a scene's time step as a table");
    add_scene(*command, stages.scene);
    command->add_flag("--fields", stages.with_fields,
                      "Also print the fields of the state that each row reads and writes");
    command->footer(kStagesExamples);
    command->callback([this] { chosen = [this] { return stages_command(stages); }; });
  }

  void add_render() {
    CLI::App* command = app.add_subcommand("render", "Make pictures and a movie of a run");
    command->add_option("DIR", render.folder, "Folder of a run")->required()->type_name("")->check(not_empty());
    command->add_option("--frames", render.options.frames, "Which frames (default: all)")->type_name("A..B");
    command->add_option("--camera", render.options.camera, "Position of the camera, metres")->type_name("X,Y,Z");
    command->add_option("--target", render.options.target, "Point that the camera looks at, metres")
        ->type_name("X,Y,Z");
    command->add_option("--style", render.options.style, "water or particles")->type_name("WORD");
    add_count(*command, "--width", render.options.width, 16, 16384, "Width of a picture, pixels");
    add_count(*command, "--height", render.options.height, 16, 16384,
              "Height of a picture, pixels (default: in proportion to the width)");
    add_count(*command, "--samples", render.options.samples, 1, 65536, "Light paths per pixel");
    add_set(*command, render.options.overrides);
    add_threads(*command, render.options.threads);
    command->add_flag("--quiet", render.is_quiet, "Print only warnings and errors");
    command->footer(kRenderExamples);
    command->callback([this] { chosen = [this] { return render_command(render); }; });
  }

  void add_view() {
    CLI::App* command = app.add_subcommand("view", "Run a scene interactively in a browser; or show a finished run");
    add_scene(*command, view.scene, "SCENE", "Scene file, the name of a shipped scene, or the folder of a run");
    add_count(*command, "--port", view.options.port, 0, 65535,
              "Port of the page; 0: any free port (default: 8421, or the next free one)");
    command->add_option("--bind", view.options.address, "Address to listen at")
        ->type_name("ADDRESS")
        ->capture_default_str();
    command->add_option("--token", view.options.token, "Token in the page's address (default: random if needed)")
        ->type_name("TEXT");
    command
        ->add_option("--out", view.options.folder,
                     "Folder for checkpoint and recording at the end (default: out/<scene name>_view)")
        ->type_name("DIR")
        ->check(not_empty())
        ->check(meant_as_a_folder());
    command->add_flag("--no-browser", view.without_browser, "Print the address without opening a browser");
    add_threads(*command, view.options.threads);
    command->footer(kViewExamples);
    command->callback([this] { chosen = [this] { return view_command(view); }; });
  }

  void add_bench() {
    CLI::App* command = app.add_subcommand("bench", "Measure the speed and memory of a scene's time step");
    add_scene(*command, bench.scene);
    add_count(*command, "--steps", bench.options.steps, 1, 1000000, "Steps to measure")->capture_default_str();
    add_count(*command, "--warmup", bench.options.warmup, 0, 1000000, "Steps before that")->capture_default_str();
    add_threads(*command, bench.options.threads);
    command->add_flag("--json", bench.as_json, "Print one JSON object instead of a table");
    command->add_flag("--loops", bench.with_loops,
                      "Also list the loops of a step, with their number of runs and times");
    command->footer(kBenchExamples);
    command->callback([this] { chosen = [this] { return bench_command(bench); }; });
  }

  // The options are described and checked here, and read in Python.
  void add_validate() {
    CLI::App* command = app.add_subcommand("validate", "Run cases with known answers and print the errors");
    const auto flag = [&](const std::string& name, const char* meaning) {
      command->add_flag_callback(name, [this, name] { validate.push_back(name); }, meaning);
    };
    const auto option = [&](const std::string& name, const char* type, const char* meaning) {
      const auto pass_on = [this, name](const CLI::results_t& values) {
        for (const std::string& value : values) validate.push_back(name == "CASE" ? value : name + "=" + value);
        return true;
      };
      return command->add_option(name, pass_on, meaning)->type_name(type);
    };
    option("CASE", "", "Cases by name, by its beginning, or by file (default: all)")
        ->expected(CLI::detail::expected_max_vector_size)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    option("--tier", "N", "Only the cases of this tier")->check(whole_number(1, 3));
    flag("--quick", "Run the small version of each case");
    flag("--list", "List the cases and run nothing");
    option("--out", "DIR", "Folder for runs, plots and reports (default: out/validate)")
        ->check(not_empty())
        ->check(meant_as_a_folder());
    option("--cases", "DIR", "Folder with your own cases and reference data")->check(not_empty());
    option("--set", "KIND.TABLE.KEY=VALUE", "Change a shared setting; may be given more than once")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    flag("--resume", "Keep finished runs of the same scene");
    flag("--overwrite", "Replace the results of an earlier validation");
    option("--threads", "N", kThreads)->check(whole_number(1, 4096));
    flag("--quiet", "Print only the final table, warnings and errors");
    command->footer(kValidateExamples);
    command->callback([this] { chosen = [this] { return validate_command(validate); }; });
  }

  void add_info() {
    CLI::App* command = app.add_subcommand(
        "info",
        "Describe a file that the program has written: type, frame, counts, bounds, ranges; for a run's folder, "
        "check that its files are undamaged");
    command
        ->add_option("FILE", info_files,
                     "Particles, meshes, volumes, pictures, checkpoints, statistics, run.json; or a run's folder")
        ->required()
        ->type_name("");
    command->footer(kInfoExamples);
    command->callback([this] { chosen = [this] { return info_command(info_files); }; });
  }
};

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_word(word, candidates);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

// For an unknown command: a similar one, the scene of that name, or where options go.
std::string command_hint(const CLI::App& app, const std::string& word) {
  if (word.starts_with("-")) return "; put options behind the command";
  if (find_scene(word)) return fmt::format("; did you mean 'spindrift run {}'?", word);
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  return did_you_mean(word, names);
}

// For an option that a command does not have.
std::string option_hint(const CLI::App& command, const std::string& option) {
  std::vector<std::string> names;
  for (const CLI::Option* one : command.get_options())
    for (const std::string& name : one->get_lnames()) names.push_back("--" + name);
  return did_you_mean(option.substr(0, option.find('=')), names);
}

// The first word of the command line that is left over. CLI11 lists them backwards.
std::string first_of(const std::vector<std::string>& left_over, int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::find(left_over.begin(), left_over.end(), argv[i]) != left_over.end()) return argv[i];
  return left_over.empty() ? "" : left_over.front();
}

std::string message_of(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error, int argc,
                       char** argv) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  const std::string before = first_of(app.remaining(), argc, argv);
  if (!before.empty()) return fmt::format("'{}' stands before the command; put options behind it", before);
  const std::string word = first_of(command.remaining(), argc, argv);
  if (!word.starts_with("-")) return fmt::format("unexpected word '{}'", word);
  return fmt::format("'{}' has no option '{}'{}", command.get_name(), word, option_hint(command, word));
}

int report_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const std::vector<std::string> unknown = app.remaining();
  if (app.get_subcommands().empty() && unknown.empty()) {
    fmt::print(stderr, "{}", app.help());
  } else if (app.get_subcommands().empty()) {
    fmt::print(stderr, "error: there is no command '{}'{}\nTry 'spindrift --help'.\n", unknown.front(),
               command_hint(app, unknown.front()));
  } else {
    const CLI::App& command = *app.get_subcommands().front();
    fmt::print(stderr, "error: {}\nTry 'spindrift {} --help'.\n", message_of(app, command, error, argc, argv),
               command.get_name());
  }
  return kBadInputExit;
}

int parse_and_run(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return line.app.exit(error);  // --help, --version
    return report_error(line.app, error, argc, argv);
  }
  return line.chosen();
}

// Results that cannot be printed are a failure, reported unless the reader has closed the pipe.
int finish(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  if (is_reader_gone()) return exit_code == kDone ? kReaderGoneExit : exit_code;
  std::perror("error: cannot write to standard output");
  return exit_code == kDone ? kRunFailedExit : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_files();
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is reported like a full disk
  try {
    return finish(parse_and_run(argc, argv));
  } catch (const std::bad_alloc&) {
    return spindrift::fail({spindrift::ErrorCode::kRunFailed, "out of memory"});
  } catch (const std::exception& error) {
    return spindrift::fail({spindrift::ErrorCode::kRunFailed, error.what()});
  }
}
