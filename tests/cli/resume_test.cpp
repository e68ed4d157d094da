// Runs that were ended go on as if nothing had happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSource =
    "[[source]]\nshape = \"box\"\nmin = [0.6, 0.3]\nmax = [0.9, 0.45]\nvelocity = [0, -2]\nrate = 0.05\n";
constexpr const char* kFastSource =
    "[[source]]\nshape = \"box\"\nmin = [0.6, 0.3]\nmax = [0.9, 0.45]\nvelocity = [0, -2]\nrate = 0.5\n";
constexpr const char* kOften = "[output]\npictures = false\n[checkpoint]\nevery_frames = 2\n";

std::string often_2d(const std::string& more = "") { return small_scene_2d(std::string(kOften) + more); }

std::vector<std::string> hashes(const std::string& stats_file) {
  std::vector<std::string> out;
  for (const Json& line : parse_json_lines(read_file(stats_file))) {
    EXPECT_EQ(line["frame"].number, static_cast<double>(out.size())) << "one line per frame, in order";
    out.push_back(line["state_hash"].string);
  }
  return out;
}

std::size_t count_lines(const std::string& file) { return lines_of(read_file(file)).size(); }

std::vector<std::string> checkpoints_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder + "/checkpoints")) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void flip_a_bit(const std::string& file, std::size_t at) {
  std::string bytes = read_file(file);
  bytes[at % bytes.size()] = static_cast<char>(bytes[at % bytes.size()] ^ 4);
  std::ofstream(file, std::ios::binary) << bytes;
}

// Kills a run twenty times at a random moment, each time with another number of threads, and lets it end at last.
void expect_same_bits_after_kills(const std::string& scene, unsigned seed) {
  const TemporaryFolder folder;
  folder.add("small.toml", scene);
  std::mt19937 random(seed);
  const std::string stats = folder / "out/small/stats.jsonl";
  for (int kill = 0; kill < 20; ++kill) {
    const std::size_t goal = count_lines(stats) + 1 + random() % 4;
    Process process(folder, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--resume", "--quiet",
                             "--threads", std::to_string(1 + kill % 3)});
    ASSERT_TRUE(process.wait_until([&] { return count_lines(stats) >= goal; })) << process.wait().err;
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
    process.send(SIGKILL);
    process.wait();
    const Outcome info = run_program(folder, {"info", "out/small"});
    EXPECT_EQ(info.exit_code, 0) << "what was written before the kill is whole: " << info.err;
  }
  const std::string frames = std::to_string(count_lines(stats) + 3);
  const Outcome last = run_program(folder, {"run", "small.toml", "--frames", frames, "--resume", "--threads", "2"});
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(last.err.find("checkpoint"), std::string::npos) << last.err;
  expect_contains(last.out, "resumed after frame");
  const Outcome info = run_program(folder, {"info", "out/small"});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  expect_contains(info.out, "not listed  0");
  expect_contains(info.out, "missing     0");
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", frames, "--out", "whole", "--quiet"}).exit_code, 0);
  EXPECT_EQ(hashes(stats), hashes(folder / "whole/stats.jsonl"));
  EXPECT_GT(hashes(stats).size(), 20u);
  EXPECT_EQ(read_file(folder / "out/small/probes.csv"), read_file(folder / "whole/probes.csv"));
  EXPECT_EQ(count_lines(folder / "out/small/memory.csv"), count_lines(folder / "whole/memory.csv"));
  for (const std::string sub : {"/particles", "/volumes"}) {
    if (!fs::exists(folder / ("whole" + sub))) continue;
    for (const auto& entry : fs::directory_iterator(folder / ("whole" + sub))) {
      const std::string name = sub + "/" + entry.path().filename().string();
      EXPECT_EQ(read_file(folder / ("out/small" + name)), read_file(entry.path().string())) << name;
    }
    EXPECT_EQ(count_files(folder / ("out/small" + sub)), count_files(folder / ("whole" + sub)));
  }
  const Json a = parse_json(read_file(folder / "out/small/run.json"));
  const Json b = parse_json(read_file(folder / "whole/run.json"));
  ASSERT_EQ(a["totals"].keys(), b["totals"].keys());
  for (const std::string& key : b["totals"].keys()) {
    if (key.ends_with("_seconds") || key == "peak_rss_bytes") continue;
    EXPECT_EQ(a["totals"][key].number, b["totals"][key].number) << key;
  }
  EXPECT_EQ(a["totals"]["state_hash"].string, b["totals"]["state_hash"].string);
}

// The checkpoint's scene is the one that was asked for, not what its commands have made of it.
TEST(Resume, recording_goes_on_after_its_commands) {
  const TemporaryFolder folder;
  folder.add("small.toml",
             often_2d("[[command]]\nstep = 1\nedits = [\"forces.gravity=[1.0, -9.0]\"]\n[[command]]\nstep = 2\nedits = "
                      "['solid+={shape = \"sphere\", center = [0.8, 0.2], radius = 0.1}']\n"));
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "small.toml", "--quiet"});
    return run_program(folder, more);
  };
  ASSERT_EQ(run({"--frames", "3"}).exit_code, 0);
  expect_success(run({"--frames", "6", "--resume"}));
  ASSERT_EQ(run({"--frames", "6", "--out", "whole"}).exit_code, 0);
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl"), hashes(folder / "whole/stats.jsonl"));
  EXPECT_NE(read_file(folder / "whole/scene.toml").find("[[command]]"), std::string::npos);
}

TEST(Recording, says_which_commands_a_run_did_not_reach_or_follow) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d("[[command]]\nstep = 1\nedits = [\"time.frames=9\"]\n"
                                    "[[command]]\nstep = 5000\nedits = [\"solver.flip=0.5\"]\n"
                                    "[[command]]\nstep = 6000\nedits = [\"solver.flip=0.6\"]\n"));
  const Outcome run = run_program(folder, {"run", "small.toml", "--quiet", "--frames", "2"});
  expect_says(run, 0, "the last 2 of 3 commands were not reached: they come at step 5000 and later");
  expect_contains(run.err, "a command sets time.frames to 9, which a run does not follow");
}

TEST(Resume, has_the_same_bits_after_twenty_kills_in_2d) {
  const std::string probe = "[[probe]]\nkind = \"height\"\nname = \"gauge\"\nposition = [0.1, 0]\n";
  expect_same_bits_after_kills(often_2d(kSource + probe), 1);
}
TEST(Resume, has_the_same_bits_after_twenty_kills_in_3d) {
  expect_same_bits_after_kills(small_scene_3d(std::string(kOften) + "[solver]\ntransfer = \"apic\"\n"), 2);
}

TEST(Resume, smoke_has_the_same_bits_after_twenty_kills) {
  expect_same_bits_after_kills(
      "[domain]\nsize = [0.5, 1.0]\nresolution = 24\n[output]\npictures = false\nvolumes = [\"vti\"]\n"
      "[gas]\nconfinement = 2.0\n[checkpoint]\nevery_frames = 2\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.25, "
      "0.2]\nradius = 0.1\n"
      "density = 1.0\ntemperature = 350.0\n",
      3);
}

TEST(Resume, goes_on_after_an_interrupt_within_a_frame) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n"));
  Process process(folder, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--set", "time.cfl=0.02"});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder / "out/small/particles/frame_0002.ply"); }));
  process.send(SIGINT);
  const Outcome stopped = process.wait();
  expect_says(stopped, 130, "continue with --resume");
  EXPECT_EQ(checkpoints_in(folder / "out/small").size(), 1u);
  const std::string frames = std::to_string(count_lines(folder / "out/small/stats.jsonl") + 2);
  expect_success(run_program(folder, {"run", "small.toml", "--frames", frames, "--set", "time.cfl=0.02", "--resume"}));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", frames, "--set", "time.cfl=0.02", "--out", "whole"})
                .exit_code,
            0);
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl"), hashes(folder / "whole/stats.jsonl"));
  EXPECT_EQ(count_files(folder / "out/small/frames"), count_files(folder / "whole/frames"));
  const auto a = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  const auto b = parse_json_lines(read_file(folder / "whole/stats.jsonl"));
  for (std::size_t i = 1; i < a.size(); ++i) {
    EXPECT_EQ(a[i]["substeps"].number, b[i]["substeps"].number);
    EXPECT_EQ(a[i]["pressure_iterations"].number, b[i]["pressure_iterations"].number);
  }
}

TEST(Resume, of_a_finished_run_adds_frames_and_keeps_two_checkpoints) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "7", "--quiet"}).exit_code, 0);
  EXPECT_EQ(checkpoints_in(folder / "out/small").size(), 2u);
  expect_success(run_program(folder, {"run", "small.toml", "--frames", "7", "--resume"}));
  expect_success(run_program(folder, {"run", "small.toml", "--frames", "9", "--resume"}));
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl").size(), 10u);
  const Json record = parse_json(read_file(folder / "out/small/run.json"));
  EXPECT_EQ(record["resumed_at_frame"].number, 7.0);
  EXPECT_TRUE(record["finished"].boolean);
  expect_says(run_program(folder, {"run", "small.toml", "--frames", "5", "--resume"}), 2,
              "the run has reached frame 9 already");
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl").size(), 10u) << "nothing is lost";
}

TEST(Resume, takes_the_checkpoint_before_a_damaged_one) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "8", "--quiet"}).exit_code, 0);
  const std::vector<std::string> whole = hashes(folder / "out/small/stats.jsonl");
  const std::vector<std::string> files = checkpoints_in(folder / "out/small");
  ASSERT_EQ(files.size(), 2u);
  flip_a_bit(files[1], 5000);
  const Outcome outcome = run_program(folder, {"run", "small.toml", "--frames", "8", "--resume"});
  expect_says(outcome, 0,
              "frame_0008.checkpoint: this checkpoint is damaged: its checksum does not fit its content; "
              "trying the one before it");
  expect_contains(outcome.out, "resumed after frame 6");
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl"), whole);
}

TEST(Resume, without_a_usable_checkpoint_ends_with_2_and_keeps_everything) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "4", "--quiet"}).exit_code, 0);
  const std::vector<std::string> files = checkpoints_in(folder / "out/small");
  ASSERT_EQ(files.size(), 2u);
  fs::resize_file(files[0], 1000);
  folder.add("out/small/checkpoints/frame_0004.checkpoint", "spindrift checkpoint 99 (spindrift 9.0.0)\n...");
  const Outcome outcome = run_program(folder, {"run", "small.toml", "--frames", "6", "--resume"});
  expect_says(outcome, 2, "this checkpoint has format 99, written by spindrift 9.0.0");
  expect_contains(outcome.err, "error: cannot resume: no checkpoint in out/small can be used");
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl").size(), 5u);
  EXPECT_EQ(count_files(folder / "out/small/particles"), 5);
}

TEST(Resume, refuses_a_scene_that_differs_and_says_in_which_key) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--quiet"}).exit_code, 0);
  expect_says(run_program(folder, {"run", "small.toml", "--frames", "6", "--resume", "--set", "solver.flip=0.5"}), 2,
              "small.toml: error: cannot resume: 'solver.flip' was 0.95 in the run so far and is 0.5 now");
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl").size(), 4u);
}

TEST(FullDisk, leaves_the_last_checkpoint_to_resume_from) {
  const TemporaryFolder folder;
  folder.add("small.toml", often_2d(kFastSource));
  const Outcome first = run_program(folder, {"run", "small.toml", "--frames", "2", "--out", "first"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto bytes = static_cast<long long>(fs::file_size(checkpoints_in(folder / "first").back()));
  // The source lets checkpoints grow until one does not fit.
  expect_says(run_program(folder, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space"},
                          {.largest_file_bytes = bytes + 2500}),
              1, "error: cannot write out/small/checkpoints/frame_");
  EXPECT_EQ(checkpoints_in(folder / "out/small").size(), 2u);
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out"))
    EXPECT_NE(entry.path().extension(), ".spindrift-part") << entry.path();
  EXPECT_TRUE(parse_json(read_file(folder / "out/small/run.json")).has("error"));
  const std::string frames = std::to_string(count_lines(folder / "out/small/stats.jsonl") + 2);
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", frames, "--resume"}).exit_code, 0);
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", frames, "--out", "whole"}).exit_code, 0);
  EXPECT_EQ(hashes(folder / "out/small/stats.jsonl"), hashes(folder / "whole/stats.jsonl"));
}

}  // namespace
}  // namespace spindrift::testing
