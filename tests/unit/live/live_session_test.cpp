// A session as a page meets it: messages in, messages and frames out. See docs/live.md.
#include "spindrift/live.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/json_reader.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

constexpr const char* kBallInPool = R"(title = "A ball in a pool"
[domain]
size = [1.0, 1.0]
resolution = 24
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 0.5]
[[solid]]
shape = "sphere"
center = [0.5, 0.3]
radius = 0.1
)";

std::string quoted(std::string text) {
  std::string out;
  for (const char c : text) out += c == '"' ? "\\\"" : c == '\n' ? "\\n" : std::string(1, c);
  return "\"" + out + "\"";
}

struct Frame {
  JsonValue head;
  std::string bytes;
  std::size_t begin = 0;

  explicit Frame(const std::string& message) : bytes(message) {
    std::uint32_t length = 0;
    std::memcpy(&length, message.data(), 4);
    head = *read_json(std::string_view(message).substr(4, length), "frame");
    begin = (4 + length + 7) / 8 * 8;
  }
  const JsonValue* array(const std::string& name) const {
    for (const JsonValue& item : head.find("arrays")->items)
      if (item.text_or("name", "") == name) return &item;
    return nullptr;
  }
};

// One viewer of a session, with a clock of its own.
class Page {
 public:
  explicit Page(const std::string& scene = kBallInPool)
      : session(*LiveSession::create({.threads = 1, .where = "test", .meshes = {}, .scene_text = {}})) {
    viewer = session.join();
    say("{\"do\":\"open\",\"name\":\"pool.toml\",\"scene\":" + quoted(scene) + "}");
  }
  void say(const std::string& message) {
    session.receive(viewer, message);
    listen();
  }
  void listen() {
    while (auto message = session.take(viewer)) {
      if (message->is_binary)
        frames.push_back(message->bytes);
      else
        heard.push_back(*read_json(message->bytes, "message"));
    }
  }
  void step(int count) {
    say("{\"do\":\"step\",\"count\":" + std::to_string(count) + "}");
    while (session.advance(now += 0.01, 10.0) == 0.0) {
    }
    listen();
  }
  const JsonValue* last(const std::string& what) const {
    for (auto message = heard.rbegin(); message != heard.rend(); ++message)
      if (message->text_or("is", "") == what) return &*message;
    return nullptr;
  }
  double stat(const char* key) const { return last("stats")->number_or(key, NAN); }
  std::string error() const { return last("error") ? last("error")->text_or("message", "") : "none"; }

  LiveSession session;
  int viewer = 0;
  double now = 0.0;
  std::vector<JsonValue> heard;
  std::vector<std::string> frames;
};

TEST(LiveSession, opens_a_scene_and_says_all_about_it) {
  Page page;
  ASSERT_TRUE(page.last("hello"));
  const JsonValue* opened = page.last("opened");
  ASSERT_TRUE(opened) << page.error();
  EXPECT_EQ(opened->text_or("title", ""), "A ball in a pool");
  EXPECT_EQ(opened->number_or("dimension", 0), 2);
  EXPECT_EQ(opened->find("solids")->items.size(), 1u);
  const JsonValue& ball = opened->find("solids")->items[0];
  ASSERT_GT(ball.find("position")->items.size(), 100u);
  for (std::size_t i = 0; i < ball.find("position")->items.size(); i += 2) {  // the mesh lies on the circle
    const double x = ball.find("position")->items[i].number - 0.5, y = ball.find("position")->items[i + 1].number - 0.3;
    EXPECT_NEAR(std::hypot(x, y), 0.1, 1e-3);
  }
  bool has_flip = false;
  for (const JsonValue& key : opened->find("keys")->items) {
    if (key.text_or("key", "") != "solver.flip") continue;
    has_flip = true;
    EXPECT_EQ(key.number_or("value", -1), 0.95);
    EXPECT_EQ(key.number_or("max", -1), 1.0);
    EXPECT_FALSE(key.find("fixed")->boolean);
  }
  EXPECT_TRUE(has_flip);
}

TEST(LiveSession, a_mistake_in_the_text_points_to_its_line) {
  Page page;
  page.say("{\"do\":\"open\",\"name\":\"bad.toml\",\"scene\":" + quoted("[domain]\nsize = [1, 1]\nresolutoin = 3\n") +
           "}");
  EXPECT_EQ(page.error(), "unknown key 'resolutoin' in [domain]; did you mean 'resolution'?");
  EXPECT_EQ(page.last("error")->number_or("line", 0), 3);
  page.step(1);  // what ran before still runs
  EXPECT_EQ(page.stat("step"), 1);
}

TEST(LiveSession, nonsense_is_answered_and_changes_nothing) {
  Page page;
  for (const char* nonsense : {"", "{", "[]", "7", "{\"do\":3}", "{\"do\":\"dance\"}", "{\"do\":\"drag\"}",
                               "{\"do\":\"drag\",\"solid\":9,\"position\":[0,0]}", "{\"do\":\"pour\",\"position\":[0]}",
                               "{\"do\":\"speed\",\"factor\":-1}", "{\"do\":\"edit\",\"edits\":3}",
                               "{\"do\":\"edit\",\"edits\":[\"a\"]}", "{\"do\":\"show\",\"color\":\"blue\"}",
                               "{\"do\":\"save\",\"what\":\"it\"}", "{\"do\":\"undo\"}", "{\"do\":\"open\"}"}) {
    page.heard.clear();
    page.say(nonsense);
    EXPECT_TRUE(page.last("error")) << nonsense;
  }
  EXPECT_EQ(page.error(), "'scene' must be the text of a scene");
  page.say("{\"do\":\"junk\"}");
  EXPECT_EQ(page.error(), "there is no message 'junk'") << "and none like it";
  page.say("{\"do\":\"plya\"}");
  EXPECT_EQ(page.error(), "there is no message 'plya'; did you mean 'play'?");
  page.session.receive(12345, "{\"do\":\"play\"}");  // nobody
  page.step(2);
  EXPECT_EQ(page.stat("step"), 2);
}

TEST(LiveSession, a_frame_has_what_was_asked_for) {
  Page page;
  page.say(
      "{\"do\":\"show\",\"cells\":[\"type\",\"pressure\",\"vorticity\",\"divergence\"],\"velocity\":true,\"faces\":"
      "true,\"surface\":true}");
  page.step(3);
  page.say("{\"do\":\"next\"}");
  ASSERT_EQ(page.frames.size(), 1u);
  page.say("{\"do\":\"next\"}");  // nothing new
  EXPECT_EQ(page.frames.size(), 1u);
  const Frame frame(page.frames[0]);
  EXPECT_EQ(frame.head.number_or("step", 0), 3);
  const JsonValue* position = frame.array("particles.position");
  ASSERT_TRUE(position);
  EXPECT_EQ(position->number_or("count", 0), page.stat("particles"));
  // The centre of mass by the quantised positions is that of the statistics.
  double sum = 0.0;
  const auto count = static_cast<std::size_t>(position->number_or("count", 0));
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t y = 0;
    std::memcpy(&y, frame.bytes.data() + frame.begin + 4 * i + 2, 2);
    sum += y / 65535.0;
  }
  EXPECT_NEAR(sum / static_cast<double>(count), page.last("stats")->find("center_of_mass")->items[1].number, 1e-4);
  for (const char* name : {"cells.type", "cells.pressure", "cells.vorticity", "cells.divergence", "cells.velocity",
                           "cells.faces", "surface.position", "surface.corners"})
    EXPECT_TRUE(frame.array(name)) << name;
}

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

TEST(LiveSession, what_was_done_replays_natively_with_the_same_bits) {
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

TEST(LiveSession, a_saved_scene_is_as_long_as_what_was_played_in_steps_as_long_as_asked_for) {
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

TEST(LiveSession, who_sees_an_edit_hears_which_keys_changed) {
  Page page("# mine\n" + std::string(kBallInPool));
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.5\",\"fluid.density=900\",\"time.cfl=1\"]}");
  ASSERT_TRUE(page.last("edited")) << page.error();
  EXPECT_EQ(keys_of(page.last("edited")), "fluid.density=900.000000 solver.flip=0.500000 ");
  EXPECT_EQ(page.last("edited")->find("edits")->items[0].text, "solver.flip=0.5");
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.4\"]}");
  EXPECT_EQ(keys_of(page.last("edited")), "solver.flip=0.400000 ");

  // Who comes later hears the same, and after a reset the text is the one that was opened.
  const int late = page.session.join();
  std::string heard;
  while (auto message = page.session.take(late))
    if (!message->is_binary && message->bytes.find("\"edited\"") != std::string::npos) heard = message->bytes;
  const auto edited = read_json(heard, "message");
  ASSERT_TRUE(edited) << heard;
  EXPECT_NE(keys_of(&*edited).find("solver.flip=0.4"), std::string::npos);
  page.say("{\"do\":\"reset\"}");
  EXPECT_NE(keys_of(page.last("edited")).find("solver.flip=0.95"), std::string::npos);
  EXPECT_EQ(page.last("edited")->text_or("scene", ""), "# mine\n" + std::string(kBallInPool));
}

TEST(LiveSession, poured_liquid_has_the_colour_it_was_given) {
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

TEST(LiveSession, real_time_is_kept_and_viewers_come_and_go) {
  Page page;
  page.say("{\"do\":\"play\"}");
  for (int i = 0; i < 50; ++i) page.session.advance(page.now += 0.01, 10.0);
  page.listen();
  page.say("{\"do\":\"pause\"}");
  EXPECT_NEAR(page.stat("time"), 0.5, 0.03);
  const int other = page.session.join();
  int messages = 0;
  while (page.session.take(other)) ++messages;
  EXPECT_GE(messages, 3);  // hello, opened, state
  page.session.leave(other);
  EXPECT_FALSE(page.session.take(other));
  page.say("{\"do\":\"speed\",\"factor\":0.1}");
  page.say("{\"do\":\"play\"}");
  const double begin = page.stat("time");
  for (int i = 0; i < 50; ++i) page.session.advance(page.now += 0.01, 10.0);
  page.say("{\"do\":\"pause\"}");
  EXPECT_NEAR(page.stat("time") - begin, 0.05, 0.02);
}

TEST(LiveSession, a_3d_scene_and_smoke_can_be_looked_at) {
  Page page(
      "[domain]\nsize = [1, 1, 1]\nresolution = 12\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [0.5, 0.5, 1]\n"
      "[[solid]]\nshape = \"box\"\nmin = [0.7, 0, 0.3]\nmax = [0.8, 0.3, 0.6]\n");
  ASSERT_TRUE(page.last("opened")) << page.error();
  page.say("{\"do\":\"show\",\"surface\":true,\"cells\":[\"speed\"]}");
  page.step(2);
  page.say("{\"do\":\"next\"}");
  const Frame frame(page.frames.back());
  EXPECT_TRUE(frame.array("surface.normal"));
  EXPECT_EQ(frame.array("particles.position")->number_or("components", 0), 3);

  Page smoke(
      "[domain]\nsize = [1, 1]\nresolution = 16\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.5, 0.2]\nradius = "
      "0.1\n"
      "temperature = 400\n");
  ASSERT_TRUE(smoke.last("opened")) << smoke.error();
  smoke.say("{\"do\":\"show\",\"cells\":[\"smoke\",\"temperature\"]}");
  smoke.say(
      "{\"do\":\"pour\",\"position\":[0.3,0.5],\"radius\":0.1,\"velocity\":[0,1],\"density\":1,\"temperature\":500}");
  smoke.step(3);
  smoke.say("{\"do\":\"next\"}");
  EXPECT_EQ(smoke.error(), "none");
  EXPECT_TRUE(Frame(smoke.frames.back()).array("cells.temperature"));
}

}  // namespace
}  // namespace spindrift
