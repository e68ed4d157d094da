#include "serve/run_player.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "spindrift/files.h"
#include "spindrift/run.h"
#include "spindrift/scene_file.h"
#include "support/json_reader.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

constexpr const char* kLiquid =
    "title = \"A run\"\n[domain]\nsize = [1.0, 0.5]\nresolution = 16\n[time]\nfps = 50\nframes = 6\n"
    "[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.4, 0.3]\n"
    "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.2]\nradius = 0.05\nvelocity = [-0.5, 0]\n"
    "[output]\npictures = false\n";
constexpr const char* kSmoke =
    "[domain]\nsize = [1.0, 1.0]\nresolution = 16\n[time]\nfps = 50\nframes = 3\n[[smoke_source]]\nshape = \"sphere\"\n"
    "center = [0.5, 0.2]\nradius = 0.1\ntemperature = 350\n[output]\npictures = false\nvolumes = [\"vti\"]\n";

// A run in a folder of its own.
struct RunOnDisk {
  explicit RunOnDisk(const char* text, const std::vector<std::string>& overrides = {}) : path(folder / "small") {
    const auto scene = parse_scene(text, folder / "small.toml", overrides);
    EXPECT_TRUE(scene) << to_string(scene.error());
    EXPECT_TRUE(run_scene(*scene, {.folder = path}));
  }
  RunPlayer player() const {
    auto opened = RunPlayer::open(path, 1);
    return std::move(*opened);
  }

  TemporaryFolder folder;
  std::string path;
};

struct HeardFrame {
  Json head;
  std::string bytes;  // of the arrays

  // The first number of an array that is in it.
  double first(const std::string& name) const {
    std::size_t at = 0;
    for (const Json& array : head["arrays"].items) {
      const std::size_t size = array["type"].string == "u16" ? 2 : 1;
      if (array["name"].string == name) {
        std::uint16_t number = 0;
        std::memcpy(&number, bytes.data() + at, size);
        const double low = array["low"].items[0].number, high = array["high"].items[0].number;
        return low + (high - low) * number / (size == 2 ? 65535.0 : 255.0);
      }
      at += (size * static_cast<std::size_t>(array["components"].number * array["count"].number) + 7) / 8 * 8;
    }
    ADD_FAILURE() << "no array " << name;
    return 0.0;
  }
  bool has(const std::string& name) const {
    for (const Json& array : head["arrays"].items)
      if (array["name"].string == name) return true;
    return false;
  }
};

HeardFrame parse_frame(const std::string& bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return {parse_json(bytes.substr(sizeof length, length)), bytes.substr((sizeof length + length + 7) / 8 * 8)};
}

// What waits for a viewer: texts, and the frame if there is one.
struct Heard {
  std::vector<Json> texts;
  std::optional<HeardFrame> frame;

  const Json* find(const std::string& is) const {
    for (const Json& text : texts)
      if (text["is"].string == is) return &text;
    return nullptr;
  }
};

Heard hear(RunPlayer& player, int viewer) {
  Heard heard;
  while (const auto message = player.take(viewer)) {
    if (message->is_binary) {
      heard.frame = parse_frame(message->bytes);
    } else {
      heard.texts.push_back(parse_json(message->bytes));
    }
  }
  return heard;
}

Heard seek(RunPlayer& player, int viewer, int frame) {
  player.receive(viewer, "{\"do\":\"seek\",\"frame\":" + std::to_string(frame) + "}");
  player.receive(viewer, R"({"do":"next"})");
  return hear(player, viewer);
}

TEST(RunPlayer, shows_particles_and_solids_of_the_chosen_frame) {
  const RunOnDisk run(kLiquid);
  RunPlayer player = run.player();
  const int viewer = player.join();
  const Heard heard = seek(player, viewer, 4);
  ASSERT_TRUE(heard.frame);
  EXPECT_EQ(heard.frame->head["frame"].number, 4.0);
  EXPECT_NEAR(heard.frame->head["time"].number, 4.0 / 50.0, 1e-12);
  const auto particles = read_particles(run.path + "/particles/frame_0004.ply");
  ASSERT_TRUE(particles);
  EXPECT_EQ(heard.frame->head["arrays"].items[0]["count"].number, static_cast<double>(particles->count()));
  EXPECT_NEAR(heard.frame->first("particles.position"), static_cast<double>(particles->position[0]), 1.0 / 65535.0);
  // Where the solid's pivot, at first the origin, has come to.
  EXPECT_NEAR(heard.frame->head["poses"].items[0]["place"].items[0].number, -0.5 * 4.0 / 50.0, 1e-9);
  ASSERT_TRUE(heard.find("stats"));
  EXPECT_EQ((*heard.find("stats"))["frame"].number, 4.0);
  EXPECT_FALSE(seek(player, viewer, 4).frame) << "nothing has changed";
  EXPECT_EQ(seek(player, viewer, 1000).frame->head["frame"].number, 6.0);
  EXPECT_EQ(seek(player, viewer, -5).frame->head["frame"].number, 0.0);
}

TEST(RunPlayer, viewers_have_their_own_places) {
  const RunOnDisk run(kLiquid);
  RunPlayer player = run.player();
  const int one = player.join(), other = player.join();
  EXPECT_EQ(seek(player, one, 2).frame->head["frame"].number, 2.0);
  EXPECT_EQ(seek(player, other, 5).frame->head["frame"].number, 5.0);
  player.leave(one);
  EXPECT_FALSE(player.take(one));
  EXPECT_EQ(seek(player, other, 1).frame->head["frame"].number, 1.0);
}

TEST(RunPlayer, plays_at_the_chosen_speed_and_stops_at_the_end) {
  const RunOnDisk run(kLiquid);
  RunPlayer player = run.player();
  const int viewer = player.join();
  player.advance(10.0, 0.02);
  player.receive(viewer, R"({"do":"speed","factor":0.5})");
  player.receive(viewer, R"({"do":"play"})");
  EXPECT_LT(player.advance(10.0, 0.02), 0.05);
  player.advance(10.0 + 0.13, 0.02);  // 3.25 frames
  player.receive(viewer, R"({"do":"next"})");
  const Heard heard = hear(player, viewer);
  ASSERT_TRUE(heard.frame);
  EXPECT_EQ(heard.frame->head["frame"].number, 3.0);
  player.advance(11.0, 0.02);
  const Heard end = hear(player, viewer);
  ASSERT_TRUE(end.find("state"));
  EXPECT_FALSE((*end.find("state"))["playing"].boolean);
  EXPECT_EQ(player.advance(12.0, 0.02), std::numeric_limits<double>::infinity());
}

TEST(RunPlayer, knows_the_written_frames) {
  const RunOnDisk run(kLiquid, {"output.every=3"});
  RunPlayer player = run.player();
  const int viewer = player.join();
  EXPECT_EQ(seek(player, viewer, 5).frame->head["frame"].number, 3.0);
  seek(player, viewer, 3);
  player.receive(viewer, R"({"do":"step"})");  // to the next that is there
  player.receive(viewer, R"({"do":"next"})");
  EXPECT_EQ(hear(player, viewer).frame->head["frame"].number, 6.0);
}

TEST(RunPlayer, reads_particles_of_paraview_too) {
  const RunOnDisk run(kLiquid, {"output.formats=[\"vtp\"]", "particles.columns=[\"color\"]"});
  RunPlayer player = run.player();
  const int viewer = player.join();
  player.receive(viewer, R"({"do":"show","color":"own"})");
  const Heard heard = seek(player, viewer, 2);
  ASSERT_TRUE(heard.frame);
  EXPECT_TRUE(heard.frame->has("particles.position") && heard.frame->has("particles.color"));
}

TEST(RunPlayer, shows_cells_that_were_written_and_smoke) {
  const RunOnDisk liquid(kLiquid, {"output.volumes=[\"vti\"]"});
  RunPlayer player = liquid.player();
  int viewer = player.join();
  player.receive(viewer, R"({"do":"show","cells":["pressure"],"surface":true})");
  const Heard heard = seek(player, viewer, 2);
  ASSERT_TRUE(heard.frame);
  EXPECT_TRUE(heard.frame->has("cells.pressure") && heard.frame->has("surface.position"));
  const RunOnDisk smoke(kSmoke);
  RunPlayer gas = smoke.player();
  viewer = gas.join();
  gas.receive(viewer, R"({"do":"show","cells":["smoke"]})");
  EXPECT_TRUE(seek(gas, viewer, 2).frame->has("cells.smoke"));
}

TEST(RunPlayer, refuses_changes) {
  const RunOnDisk run(kLiquid);
  RunPlayer player = run.player();
  const int viewer = player.join();
  hear(player, viewer);
  for (const char* message :
       {R"({"do":"edit","edits":["solver.flip=1"]})", R"({"do":"drag","solid":1,"position":[0,0]})",
        R"({"do":"open","name":"dam_break_2d"})", "nonsense", "[]", "{}", R"({"do":"seek"})",
        R"({"do":"seek","frame":"x"})", R"({"do":"show","color":"no such"})"}) {
    player.receive(viewer, message);
    const Heard heard = hear(player, viewer);
    EXPECT_TRUE(heard.find("error")) << message;
  }
  player.receive(99, R"({"do":"next"})");
  EXPECT_TRUE(seek(player, viewer, 1).frame);
}

TEST(RunPlayer, a_run_without_particles_names_the_missing_output) {
  const RunOnDisk run(kLiquid, {"output.formats=[]"});
  const auto player = RunPlayer::open(run.path, 1);
  ASSERT_FALSE(player);
  EXPECT_NE(player.error().message.find("output.formats"), std::string::npos) << player.error().message;
}

// Else its particles would be shown with the numbers and the grid of the one before.
TEST(RunPlayer, reports_a_damaged_file_and_continues) {
  const RunOnDisk run(kLiquid);
  RunPlayer player = run.player();
  std::ofstream(run.path + "/particles/frame_0003.ply") << "nothing";
  const int viewer = player.join();
  EXPECT_TRUE(seek(player, viewer, 3).find("error"));
  EXPECT_TRUE(seek(player, viewer, 4).frame);
}

}  // namespace
}  // namespace spindrift::testing
