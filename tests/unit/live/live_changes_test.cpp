// What a page does to the scene it plays: moves, pours, edits, takes back, and keeps what it did. See docs/live.md.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "page.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

using namespace live_tests;

TEST(LiveSession, the_hand_moves_the_ball_and_the_ball_the_water) {
  Page page;
  page.step(3);
  const double still = page.stat("kinetic_energy");
  for (int i = 0; i < 20; ++i) {
    page.say("{\"do\":\"drag\",\"solid\":1,\"position\":[" + std::to_string(0.5 + 0.01 * i) + ",0.3]}");
    page.step(1);
  }
  page.say("{\"do\":\"drop\"}");
  page.say("{\"do\":\"next\"}");
  const Frame frame(page.frames.back());
  EXPECT_GT(frame.head.find("poses")->items[0].find("place")->items[0].number, 0.6);
  EXPECT_GT(page.stat("kinetic_energy"), 100.0 * std::max(still, 1e-6));
  EXPECT_EQ(page.stat("escaped_particles"), 0);
}

TEST(LiveSession, a_recording_replays_natively_with_the_same_bits) {
  Page page;
  const double begin = page.stat("particles");
  page.say("{\"do\":\"pour\",\"position\":[0.2,0.8],\"radius\":0.08,\"velocity\":[0,-1]}");
  page.step(6);
  page.say("{\"do\":\"drop\"}");
  page.say("{\"do\":\"drag\",\"solid\":1,\"position\":[0.6,0.4]}");
  page.step(6);
  page.say("{\"do\":\"drop\"}");
  EXPECT_GT(page.stat("particles"), begin);
  page.say("{\"do\":\"wall\",\"from\":[0.3,0.0],\"to\":[0.3,0.6],\"radius\":0.05}");
  page.say("{\"do\":\"tilt\",\"gravity\":[4,-9]}");
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.5\"]}");
  page.step(6);
  page.say("{\"do\":\"push\",\"position\":[0.7,0.3],\"radius\":0.2,\"velocity\":[1,1]}");
  page.say("{\"do\":\"erase\",\"position\":[0.3,0.3],\"radius\":0.1}");
  page.step(6);
  page.say("{\"do\":\"save\",\"what\":\"recording\"}");
  ASSERT_TRUE(page.last("saved")) << page.error();
  EXPECT_EQ(page.error(), "none");
  const auto recording = parse_scene(page.last("saved")->text_or("text", ""), "recording.toml");
  ASSERT_TRUE(recording) << to_string(recording.error());
  auto replay = Simulation::create(*recording, 2);
  ASSERT_TRUE(replay) << to_string(replay.error());
  while (replay->step() < 24) ASSERT_TRUE(replay->advance_substep());
  char hash[32];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(replay->measure()->state_hash));
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), hash);

  // And as an ordinary scene, at another size.
  page.say("{\"do\":\"save\",\"what\":\"scene\"}");
  const auto played = parse_scene(page.last("saved")->text_or("text", ""), "played.toml", {"domain.resolution=40"});
  ASSERT_TRUE(played) << to_string(played.error());
  EXPECT_EQ(played->sources.size(), 1u);
  EXPECT_EQ(played->solids.size(), 2u);
  EXPECT_GT(played->solids[0].keyframes.size(), 1u);
  auto larger = Simulation::create(*played, 2);
  ASSERT_TRUE(larger) << to_string(larger.error());
  EXPECT_TRUE(larger->advance_frame());
}

TEST(LiveSession, a_saved_scene_has_the_played_length_and_the_scenes_own_steps) {
  Page page(std::string(kBallInPool) + "[time]\nframes = 2\n");
  page.say("{\"do\":\"speed\",\"factor\":10000}");
  page.say("{\"do\":\"play\"}");
  for (int i = 0; i < 12; ++i) page.session.advance(page.now += 1.0, 1e-3);  // more than any machine can do
  page.say("{\"do\":\"pause\"}");
  page.listen();
  const auto longer_steps = played_scene(*page.session.recording());
  ASSERT_TRUE(longer_steps);
  EXPECT_GT(longer_steps->time.cfl, 1.0);
  page.step(1);
  const int played = static_cast<int>(std::ceil(page.stat("time") * 60.0 - 1e-6));
  ASSERT_GT(played, 2);
  for (const char* what : {"recording", "scene"}) {
    page.say(std::string("{\"do\":\"save\",\"what\":\"") + what + "\"}");
    const auto saved = parse_scene(page.last("saved")->text_or("text", ""), "saved.toml");
    ASSERT_TRUE(saved) << to_string(saved.error());
    EXPECT_EQ(saved->time.frames, played) << what;
    EXPECT_EQ(saved->time.cfl, 1.0) << what;
  }
}

// The values of the keys in a message, as `key=value`; of numbers only.
std::string keys_of(const JsonValue* message) {
  std::string all;
  for (const JsonValue& key : message->find("keys")->items)
    all += key.text_or("key", "") + "=" + std::to_string(key.number_or("value", NAN)) + " ";
  return all;
}

TEST(LiveSession, an_edit_reports_the_changed_keys) {
  Page page("# mine\n" + std::string(kBallInPool));
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.5\",\"fluid.density=900\",\"time.cfl=1\"]}");
  ASSERT_TRUE(page.last("edited")) << page.error();
  EXPECT_EQ(keys_of(page.last("edited")), "fluid.density=900.000000 solver.flip=0.500000 ");
  EXPECT_EQ(page.last("edited")->find("edits")->items[0].text, "solver.flip=0.5");
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.4\"]}");
  EXPECT_EQ(keys_of(page.last("edited")), "solver.flip=0.400000 ");

  // Who comes later hears the same.
  const int late = page.session.join();
  std::string heard;
  while (auto message = page.session.take(late))
    if (!message->is_binary && message->bytes.find("\"edited\"") != std::string::npos) heard = message->bytes;
  const auto edited = read_json(heard, "message");
  ASSERT_TRUE(edited) << heard;
  EXPECT_NE(keys_of(&*edited).find("solver.flip=0.4"), std::string::npos);
  EXPECT_EQ(edited->find("edits")->items.size(), 3u) << "each key once";
  for (int i = 0; i < 2; ++i) page.say("{\"do\":\"undo\"}");
  EXPECT_EQ(page.last("edited")->text_or("scene", ""), "# mine\n" + std::string(kBallInPool));
}

TEST(LiveSession, reset_keeps_settings_and_drops_the_hands_actions) {
  Page page;
  page.step(2);
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.5\"]}");
  page.say("{\"do\":\"wall\",\"from\":[0.2,0.2],\"to\":[0.4,0.4],\"radius\":0.05}");
  page.step(3);
  page.say("{\"do\":\"reset\"}");
  ASSERT_EQ(page.error(), "none");
  EXPECT_EQ(page.stat("step"), 0);
  EXPECT_EQ(page.session.recording()->solver.flip, 0.5);
  EXPECT_EQ(page.session.recording()->solids.size(), 1u);
  const JsonValue* edits = page.last("edited")->find("edits");
  ASSERT_TRUE(edits);
  ASSERT_EQ(edits->items.size(), 1u);
  EXPECT_EQ(edits->items[0].text, "solver.flip=0.5");
  page.step(5);
  const std::string hash = page.last("stats")->text_or("state_hash", "");

  // As if the scene had been opened with them; and undo leads back behind them.
  Page other;
  other.say("{\"do\":\"open\",\"name\":\"pool.toml\",\"set\":[\"solver.flip=0.5\"],\"scene\":" + quoted(kBallInPool) +
            "}");
  other.step(5);
  EXPECT_EQ(other.last("stats")->text_or("state_hash", ""), hash);
  for (int i = 0; i < 3; ++i) page.say("{\"do\":\"undo\"}");  // of the reset, the wall, the edit
  EXPECT_EQ(page.session.recording()->solver.flip, 0.95);
  page.say("{\"do\":\"reset\"}");
  EXPECT_EQ(page.session.recording()->solver.flip, 0.95);
}

// As many particles as the cells have room for, and never more than the shape holds.
TEST(LiveSession, another_resolution_leaves_the_liquid_as_large_as_it_was) {
  const auto opened_with = [](const char* count, int resolution) {
    Page page("[domain]\nsize = [1, 1]\ncell_size = 0.05\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n" +
              std::string(count));
    const std::string text = page.last("opened")->text_or("scene", "");
    page.say("{\"do\":\"open\",\"name\":\"pool.toml\",\"resolution\":" + std::to_string(resolution) +
             ",\"scene\":" + quoted(text) + "}");
    EXPECT_EQ(page.error(), "none");
    EXPECT_EQ(page.last("opened")->find("cells")->items[0].number, resolution);
    return page.last("opened")->number_or("particles", 0);
  };
  EXPECT_EQ(opened_with("", 40), 3200);
  EXPECT_EQ(opened_with("count = 400\n", 40), 1600);
  EXPECT_EQ(opened_with("count = 400\n", 10), 100);
  EXPECT_EQ(opened_with("spacing = 0.3\ncount = 2211\n", 14), 47 * 23) << "67 x 33 times 0.49 would be 1083";
}

TEST(LiveSession, poured_liquid_has_its_colour) {
  Page page;
  page.say("{\"do\":\"show\",\"color\":\"own\"}");
  page.step(1);
  page.say("{\"do\":\"next\"}");
  EXPECT_FALSE(Frame(page.frames.back()).array("particles.color"));  // all alike: their density is shown
  EXPECT_EQ(Frame(page.frames.back()).array("particles.value")->find("high")->items[0].number, 2.0);
  page.say("{\"do\":\"pour\",\"position\":[0.2,0.8],\"radius\":0.08,\"velocity\":[0,-1],\"color\":[1,0.25,0]}");
  page.step(4);
  page.say("{\"do\":\"next\"}");
  EXPECT_EQ(page.error(), "none");
  const Frame frame(page.frames.back());
  ASSERT_TRUE(frame.array("particles.color"));
  EXPECT_TRUE(frame.array("particles.color")->find("own"));
  const auto count = static_cast<std::size_t>(frame.array("particles.color")->number_or("count", 0));
  const std::size_t colors = frame.begin + (4 * count + 7) / 8 * 8;
  std::size_t orange = 0;
  for (std::size_t i = 0; i < count; ++i)
    orange += frame.bytes.compare(colors + 3 * i, 3, std::string("\xff\x40\x00", 3)) == 0;
  EXPECT_GT(orange, 10u);
  EXPECT_LT(orange, count / 2);
}

TEST(LiveSession, undo_and_reset_go_back_exactly) {
  Page page;
  page.step(4);
  const std::string before = page.last("stats")->text_or("state_hash", "");
  page.say("{\"do\":\"wall\",\"from\":[0.3,0.0],\"to\":[0.3,0.6],\"radius\":0.05}");
  page.step(5);
  page.say("{\"do\":\"undo\"}");
  EXPECT_EQ(page.stat("step"), 4);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), before);
  page.say("{\"do\":\"reset\"}");
  EXPECT_EQ(page.stat("step"), 0);
  page.step(4);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), before);
  page.step(3);
  const std::string later = page.last("stats")->text_or("state_hash", "");
  page.say("{\"do\":\"reset\"}");
  page.say("{\"do\":\"undo\"}");  // of the reset itself
  EXPECT_EQ(page.stat("step"), 7);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), later);
}

// A recording that is looked at stays whole until a hand takes over, and undo gives it back.
TEST(LiveSession, a_change_replaces_the_rest_of_a_recording) {
  Page drawer;
  drawer.step(2);
  drawer.say("{\"do\":\"wall\",\"from\":[0.3,0.0],\"to\":[0.3,0.6],\"radius\":0.05}");
  drawer.step(4);
  drawer.say("{\"do\":\"erase\",\"position\":[0.3,0.3],\"radius\":0.1}");
  drawer.step(4);
  const std::string hash = drawer.last("stats")->text_or("state_hash", "");
  drawer.say("{\"do\":\"save\",\"what\":\"recording\"}");
  Page page(drawer.last("saved")->text_or("text", ""));
  ASSERT_EQ(page.error(), "none");
  const auto commands = [&] { return page.session.recording()->commands.size(); };
  page.step(3);
  EXPECT_EQ(commands(), 2u) << "one taken, one to come";
  page.say("{\"do\":\"wall\",\"from\":[0.8,0.0],\"to\":[0.8,0.6],\"radius\":0.05}");
  ASSERT_EQ(page.error(), "none");
  ASSERT_TRUE(page.last("taken_over"));
  EXPECT_EQ(page.last("taken_over")->number_or("commands", 0), 1);
  EXPECT_EQ(page.session.recording()->commands.back().step, 3);
  page.step(2);
  page.say("{\"do\":\"undo\"}");
  EXPECT_EQ(page.stat("step"), 3);
  EXPECT_EQ(commands(), 2u);
  page.step(7);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), hash);
  page.say("{\"do\":\"reset\"}");
  page.step(10);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), hash);
}

TEST(LiveSession, a_mesh_that_no_recording_contains_is_refused) {
  Page page(
      "[domain]\nsize = [1, 1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 0.5, 1]\n");
  page.say("{\"do\":\"edit\",\"edits\":[\"solid+={shape=\\\"mesh\\\",file=\\\"torus.obj\\\"}\"]}");
  EXPECT_NE(page.error().find("write it into the scene and open it again"), std::string::npos) << page.error();
  EXPECT_TRUE(page.session.recording()->commands.empty());
}

TEST(LiveSession, a_viewer_that_leaves_drops_what_it_held) {
  Page page;
  const int other = page.session.join();
  page.session.receive(other, "{\"do\":\"pour\",\"position\":[0.2,0.8],\"radius\":0.08,\"velocity\":[0,-1]}");
  page.step(4);
  page.session.leave(other);
  page.step(4);
  const auto played = played_scene(*page.session.recording());
  ASSERT_TRUE(played);
  ASSERT_EQ(played->sources.size(), 1u);
  EXPECT_LT(played->sources[0].end, 1.0);
}

// Who opens a scene with walls that somebody else drew can erase them, and not what the scene had of its own.
TEST(LiveSession, walls_can_be_erased_after_the_scene_was_shared) {
  Page drawer;
  drawer.say("{\"do\":\"wall\",\"from\":[0.3,0.0],\"to\":[0.3,0.6],\"radius\":0.05}");
  drawer.say("{\"do\":\"wall\",\"from\":[0.8,0.0],\"to\":[0.8,0.6],\"radius\":0.05}");
  drawer.say("{\"do\":\"save\",\"what\":\"scene\"}");
  Page page(drawer.last("saved")->text_or("text", ""));
  ASSERT_EQ(page.error(), "none");
  const auto drawn = [&](std::size_t i) {
    return page.last("opened")->find("solids")->items[i].find("drawn")->boolean;
  };
  EXPECT_FALSE(drawn(0));
  EXPECT_TRUE(drawn(1));
  EXPECT_TRUE(drawn(2));
  page.say("{\"do\":\"erase\",\"position\":[0.4,0.3],\"radius\":0.15}");  // also touches the scene's own ball
  page.say("{\"do\":\"wall\",\"from\":[0.1,0.0],\"to\":[0.1,0.6],\"radius\":0.05}");
  ASSERT_EQ(page.error(), "none");
  page.step(2);
  page.say("{\"do\":\"next\"}");
  page.listen();
  ASSERT_FALSE(page.frames.empty());
  const Frame frame(page.frames.back());
  const auto is_there = [&](std::size_t i) {
    const JsonValue* there = frame.head.find("poses")->items[i].find("there");
    return !there || there->boolean;
  };
  EXPECT_TRUE(is_there(0));
  EXPECT_FALSE(is_there(1));
  EXPECT_TRUE(is_there(2));
  EXPECT_TRUE(is_there(3));
}

}  // namespace
}  // namespace spindrift
