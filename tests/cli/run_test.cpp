// A run from end to end, its files read by readers of the tests' own.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/json_reader.h"
#include "support/stats_keys.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

TEST(Run, of_a_2d_scene_leaves_particles_pictures_and_statistics) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\nwidth = 200\n"));
  const Outcome outcome = run_program(folder, {"run", "small.toml"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  expect_contains(outcome.out, "results in out/small");
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  ASSERT_EQ(stats.size(), 4u);
  for (std::size_t frame = 0; frame < stats.size(); ++frame) {
    const std::string name = "frame_000" + std::to_string(frame);
    EXPECT_EQ(stats[frame]["frame"].number, static_cast<double>(frame));
    EXPECT_NEAR(stats[frame]["time"].number, static_cast<double>(frame) / 60.0, 1e-9);
    const PlyFile particles = read_ply(folder / ("out/small/particles/" + name + ".ply"));
    EXPECT_EQ(static_cast<double>(particles.count), stats[frame]["particles"].number);
    for (const double x : particles.columns.at("x")) ASSERT_TRUE(x >= 0.0 && x <= 1.0) << x;
    for (const double z : particles.columns.at("z")) ASSERT_EQ(z, 0.0);
    const PngSize size = read_png_size(folder / ("out/small/frames/" + name + ".png"));
    EXPECT_EQ(size.width, 200);
    EXPECT_EQ(size.height, 100);
  }
  EXPECT_EQ(count_files(folder / "out/small/particles"), 4);
  EXPECT_EQ(count_files(folder / "out/small/frames"), 4);
}

TEST(Run, of_a_3d_scene_leaves_no_pictures) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_3d());
  expect_success(run_program(folder, {"run", "small.toml", "--out", "here", "--frames", "1"}));
  EXPECT_EQ(count_files(folder / "here/particles"), 2);
  EXPECT_FALSE(fs::exists(folder / "here/frames"));
  EXPECT_FALSE(fs::exists(folder / "here/movie.mp4"));
}

TEST(Run, statistics_have_the_documented_keys_within_their_range) {
  const TemporaryFolder folder;
  // Without the density term, which asks for some divergence.
  folder.add("small.toml", small_scene_3d("[drift]\ndensity_term = false\n"));
  ASSERT_EQ(run_program(folder, {"run", "small.toml"}).exit_code, 0);
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  ASSERT_EQ(stats.size(), 4u);
  for (std::size_t frame = 1; frame < stats.size(); ++frame) {
    const Json& line = stats[frame];
    EXPECT_EQ(line.keys(), kStatsKeys);
    for (const char* key : {"substeps", "particles", "fluid_cells", "tiles", "volume", "kinetic_energy", "max_speed",
                            "pressure_iterations", "wall_seconds", "cpu_seconds"})
      EXPECT_GT(line[key].number, 0.0) << key;
    EXPECT_EQ(line["escaped_particles"].number, 0.0);
    EXPECT_LT(line["divergence_max"].number, 1e-4);
    EXPECT_LE(line["pressure_residual"].number, 1e-5);
    EXPECT_EQ(line["center_of_mass"].items.size(), 3u);
    EXPECT_EQ(line["state_hash"].string.size(), 16u);
    EXPECT_TRUE(line["stage_seconds"].has("project pressure"));
  }
  EXPECT_FALSE(stats[0].has("pressure_iterations")) << "no step has been taken before frame 0";
}

TEST(Run, record_tells_version_scene_threads_and_totals) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--threads", "1", "--set", "time.fps=30", "--quiet"}).exit_code,
            0);
  const Json record = parse_json(read_file(folder / "out/small/run.json"));
  EXPECT_FALSE(record["version"].string.empty());
  EXPECT_EQ(record["scene"]["title"].string, "Small");
  EXPECT_EQ(record["scene"]["time"]["fps"].number, 30.0);
  EXPECT_EQ(record["overrides"].items.at(0).string, "time.fps=30");
  EXPECT_EQ(record["cells"].items.size(), 2u);
  EXPECT_EQ(record["threads"].number, 1.0);
  EXPECT_TRUE(record["finished"].boolean);
  EXPECT_FALSE(record["interrupted"].boolean);
  EXPECT_EQ(record["totals"]["frames"].number, 3.0);
  const std::vector<Json> stats = parse_json_lines(read_file(folder / "out/small/stats.jsonl"));
  EXPECT_EQ(record["totals"]["state_hash"].string, stats.back()["state_hash"].string);
}

TEST(Run, has_the_memory_of_every_frame_also_when_it_is_resumed) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "2"}).exit_code, 0);
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "4", "--resume"}).exit_code, 0);
  const std::vector<std::string> lines = lines_of(read_file(folder / "out/small/memory.csv"));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "time s,resident memory bytes");
  for (std::size_t frame = 0; frame <= 4; ++frame) {
    const std::string& line = lines[frame + 1];
    EXPECT_NEAR(std::stod(line), static_cast<double>(frame) / 60.0, 1e-9) << line;
    EXPECT_GT(std::stod(line.substr(line.find(',') + 1)), 1e6) << line;
  }
}

// No solver in single precision gets there.
TEST(Run, says_when_multigrid_stalls_and_the_other_solver_takes_over) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[solver]\ntolerance = 1e-17\n"));
  const Outcome outcome = run_program(folder, {"run", "small.toml"});
  expect_says(outcome, 0, "multigrid stalled");
  expect_contains(outcome.err, "pcg took over");
  const Json totals = parse_json(read_file(folder / "out/small/run.json"))["totals"];
  EXPECT_GT(totals["fallback_frames"].number, 0.0);
  EXPECT_LT(totals["largest_pressure_residual"].number, 1e-6);
}

TEST(Run, writes_only_what_the_scene_asks_for) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d("[output]\nparticles = true\npictures = false\nevery = 2\n"));
  ASSERT_EQ(run_program(folder, {"run", "small.toml", "--frames", "5", "--quiet"}).exit_code, 0);
  EXPECT_EQ(count_files(folder / "out/small/particles"), 3);
  EXPECT_TRUE(fs::exists(folder / "out/small/particles/frame_0004.ply"));
  EXPECT_FALSE(fs::exists(folder / "out/small/frames"));
  EXPECT_EQ(parse_json_lines(read_file(folder / "out/small/stats.jsonl")).size(), 6u);
}

// The first words of the rows that `info` prints: grids, arrays, properties.
std::vector<std::string> names_in(const TemporaryFolder& folder, const std::string& file) {
  const Outcome outcome = run_program(folder, {"info", file});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::vector<std::string> names = lines_of(outcome.out);
  names.erase(names.begin());  // the file's name
  for (std::string& name : names) name.resize(name.find("  ", name.find_first_not_of(' ')));
  return names;
}

TEST(Run, frames_without_liquid_have_the_same_arrays_as_the_others) {
  const TemporaryFolder folder;
  std::string scene = scene_with_everything(/*is_3d=*/true, "ply");
  const std::string liquid = "[[liquid]]";  // a source in its place: frame 0 is empty
  ASSERT_NE(scene.find(liquid), std::string::npos);
  scene.replace(scene.find(liquid), liquid.size(), "[[source]]\nvelocity = [0.0, -1.0, 0.0]");
  folder.add("small.toml", scene);
  expect_success(run_program(folder, {"run", "small.toml", "--frames", "2", "--quiet"}));
  for (const std::string kind : {"particles/.ply", "particles/.vtp", "particles/.vdb", "volumes/.vti", "volumes/.vdb",
                                 "volumes/.json", "surface/.ply"}) {
    const std::size_t dot = kind.find('.');
    const std::string start = "out/small/" + kind.substr(0, dot) + "frame_000";
    if (!fs::exists(folder / (start + "0" + kind.substr(dot)))) continue;  // built without OpenVDB
    EXPECT_EQ(names_in(folder, start + "0" + kind.substr(dot)), names_in(folder, start + "2" + kind.substr(dot)))
        << kind;
  }
  EXPECT_EQ(read_ply(folder / "out/small/particles/frame_0000.ply").count, 0u);
  EXPECT_GT(read_ply(folder / "out/small/particles/frame_0002.ply").count, 0u);
}

TEST(Run, quiet_says_nothing) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  const Outcome outcome = run_program(folder, {"run", "small.toml", "--quiet", "--set", "output.movie=false"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(Run, in_a_pipe_prints_one_plain_line_per_frame) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  const Outcome outcome = run_program(folder, {"run", "small.toml"});
  int frames = 0;
  for (const std::string& line : lines_of(outcome.out)) frames += line.rfind("frame ", 0) == 0 ? 1 : 0;
  EXPECT_EQ(frames, 4);
  EXPECT_EQ(outcome.out.find_first_of("\r\033"), std::string::npos);
}

TEST(Run, without_ffmpeg_warns_and_succeeds) {
  const TemporaryFolder folder;
  folder.add("small.toml", small_scene_2d());
  expect_says(run_program(folder, {"run", "small.toml"}, {.path = folder.path()}), 0,
              "warning: no movie, because ffmpeg is not installed");
  EXPECT_FALSE(fs::exists(folder / "out/small/movie.mp4"));
}

}  // namespace
}  // namespace spindrift::testing
