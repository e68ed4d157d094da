// A session as a page meets it: messages in, messages and frames out. See docs/live.md.
#include "spindrift/live.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "page.h"

namespace spindrift {
namespace {

using namespace live_tests;

TEST(LiveSession, opened_describes_the_scene) {
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

TEST(LiveSession, invalid_messages_are_answered_and_change_nothing) {
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

// What was done by hand is not lost with a click in the gallery.
TEST(LiveSession, undo_returns_to_a_replaced_scene) {
  Page page;
  const std::string other =
      "{\"do\":\"open\",\"name\":\"other.toml\",\"scene\":" +
      quoted(
          "title = \"Other\"\n[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, "
          "0]\nmax = [1, 0.5]\n") +
      "}";
  page.step(2);
  page.say("{\"do\":\"edit\",\"edits\":[\"solver.flip=0.5\"]}");
  page.say("{\"do\":\"wall\",\"from\":[0.2,0.2],\"to\":[0.4,0.4],\"radius\":0.05}");
  page.step(3);
  const std::string hash = page.last("stats")->text_or("state_hash", "");
  page.say(other);
  ASSERT_TRUE(page.last("replaced"));
  EXPECT_EQ(page.last("replaced")->text_or("name", ""), "pool.toml");
  EXPECT_EQ(page.last("opened")->text_or("title", ""), "Other");
  page.step(1);
  page.say("{\"do\":\"undo\"}");
  EXPECT_EQ(page.error(), "none");
  EXPECT_EQ(page.last("opened")->text_or("title", ""), "A ball in a pool");
  EXPECT_EQ(page.stat("step"), 5);
  EXPECT_EQ(page.last("stats")->text_or("state_hash", ""), hash);
  const auto recording = page.session.recording();
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->commands.size(), 2u);

  for (const char* back : {"undo", "undo", "reset"}) page.say("{\"do\":\"" + std::string(back) + "\"}");
  // Untouched: nothing that would be missed.
  page.heard.clear();
  page.say(other);
  EXPECT_TRUE(page.last("opened"));
  EXPECT_FALSE(page.last("replaced"));
}

TEST(LiveSession, a_frame_has_the_requested_arrays) {
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

TEST(LiveSession, a_tap_moves_a_solid_and_turns_gravity) {
  Page page;
  page.say("{\"do\":\"drag\",\"solid\":1,\"position\":[0.8,0.7]}");
  page.say("{\"do\":\"tilt\",\"gravity\":[1,-9]}");
  page.say("{\"do\":\"drop\"}");
  page.step(1);
  page.say("{\"do\":\"save\",\"what\":\"scene\"}");
  const std::string text = page.last("saved")->text_or("text", "");
  EXPECT_NE(text.find("position = [0.3"), std::string::npos) << text;
  EXPECT_NE(text.find("gravity_keyframes"), std::string::npos) << text;
}

TEST(LiveSession, real_time_is_kept_while_viewers_join_and_leave) {
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

TEST(LiveSession, a_3d_scene_and_smoke_can_be_viewed) {
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

  // A slice has the cells across its axis, at the place that was asked for.
  page.say("{\"do\":\"show\",\"cells\":[\"type\"],\"slice\":{\"axis\":0,\"at\":0.45},\"velocity\":true}");
  page.say("{\"do\":\"next\"}");
  const Frame sliced(page.frames.back());
  const JsonValue* type = sliced.array("cells.type");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->number_or("axis", -1), 0);
  EXPECT_NEAR(type->number_or("at", 0), 5.5 / 12, 1e-12);
  EXPECT_EQ(type->number_or("count", 0), 12 * 12);
  const JsonValue* arrows = sliced.array("volume.velocity");
  ASSERT_TRUE(arrows);
  EXPECT_EQ(arrows->number_or("count", 0), 12 * 12 * 12);
  EXPECT_FALSE(sliced.array("cells.velocity"));

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

  // Unless the viewer chooses, it is poured as the scene's source makes it.
  smoke.say("{\"do\":\"pour\",\"position\":[0.7,0.5],\"radius\":0.1}");
  smoke.step(1);
  const std::string poured = smoke.session.recording()->commands.back().edits.back();
  EXPECT_NE(poured.find("density = 1.0, temperature = 400.0"), std::string::npos) << poured;
  EXPECT_EQ(smoke.last("opened")->number_or("poured_temperature", 0), 400.0);
}

}  // namespace
}  // namespace spindrift
