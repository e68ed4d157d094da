// The program as a page sees it: connects, touches, goes and comes back.
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>

#include "base/timer.h"
#include "cli/view.h"

namespace spindrift::testing {
namespace {

TEST_F(ViewTest, prints_its_address_and_answers_a_page) {
  View view(folder, {"small.toml"});
  ASSERT_TRUE(view.is_up()) << read_file(folder / "stderr.txt");
  EXPECT_EQ(view.address(), "http://127.0.0.1:" + std::to_string(view.port()) + "/\n");
  SocketClient page(view.port());
  ASSERT_EQ(page.status(), 101);
  const auto hello = page.hear();
  ASSERT_TRUE(hello);
  EXPECT_EQ(parse_json(hello->bytes)["is"].string, "hello");
  EXPECT_EQ(parse_json(hello->bytes)["where"].string, "program");
  const auto opened = page.hear_of("\"opened\"");
  ASSERT_TRUE(opened);
  EXPECT_EQ(parse_json(opened->bytes)["name"].string, "small");
  EXPECT_EQ(parse_json(opened->bytes)["title"].string, "Small");
  page.say(R"({"do":"play"})");
  EXPECT_TRUE(plays_until(page, 0.05));
}

TEST_F(ViewTest, a_drag_moves_the_solid_and_pages_come_and_go) {
  View view(folder, {"small.toml", "--threads", "1"});
  ASSERT_TRUE(view.is_up());
  SocketClient other(view.port());
  {
    SocketClient page(view.port());
    page.say(R"({"do":"play"})");
    ASSERT_TRUE(plays_until(page, 0.02));
    page.say(R"({"do":"drag","solid":1,"position":[0.5, 0.3]})");
    ASSERT_TRUE(plays_until(page, 0.5));
    const auto frame = next_frame(page);
    ASSERT_TRUE(frame);
    const Json& place = (*frame)["poses"].items.at(0)["place"];
    const double moved = std::abs(place.items.at(0).number) + std::abs(place.items.at(1).number);
    EXPECT_GT(moved, 0.01);
  }
  SocketClient again(view.port());
  EXPECT_TRUE(again.hear_of("\"opened\""));
  EXPECT_TRUE(plays_until(again, 0.6));
  EXPECT_TRUE(next_frame(other)) << "the first one is still there";
}

TEST_F(ViewTest, a_page_opens_shipped_scenes_and_no_other_files) {
  folder.add("secret.toml", small_scene_2d());
  View view(folder, {"small.toml"});
  ASSERT_TRUE(view.is_up());
  SocketClient page(view.port());
  ASSERT_TRUE(page.hear_of("\"opened\""));
  for (const char* name : {"secret", "secret.toml", "../secret", "/etc/passwd", ""}) {
    page.say(R"({"do":"open","name":")" + std::string(name) + R"("})");
    const auto answer = page.hear_of("\"error\"");
    ASSERT_TRUE(answer);
    expect_contains(answer->bytes, "no scene named");
  }
  page.say(R"({"do":"open","name":"mesh_obstacle_3d","set":["domain.resolution=16"]})");
  const auto opened = page.hear_of("mesh_obstacle_3d", 60.0);
  ASSERT_TRUE(opened);
  EXPECT_NE(opened->bytes.find("\"opened\""), std::string::npos) << opened->bytes.substr(0, 300);
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  const std::string left = "out/mesh_obstacle_3d_view";
  expect_success(run_program(folder, {"run", left + "/scene.toml", "--out", left, "--resume", "--frames", "1"}));
}

TEST_F(ViewTest, beyond_this_machine_needs_a_token) {
  View view(folder, {"small.toml", "--bind", "0.0.0.0"});
  ASSERT_TRUE(view.is_up());
  const std::string address = view.address();
  const std::size_t query = address.find("/?token=");
  ASSERT_NE(query, std::string::npos) << address;
  const std::string token = address.substr(query + 8, address.size() - query - 9);
  const int port = std::stoi(address.substr(address.rfind(':', query) + 1));
  EXPECT_EQ(SocketClient(port).status(), 403);
  EXPECT_EQ(SocketClient(port, {.target = "/socket?token=" + token}).status(), 101);
  EXPECT_EQ(fetch(port, "/").status, 403);
}

TEST_F(ViewTest, shows_a_finished_run_and_does_not_change_it) {
  ASSERT_EQ(run_program(folder, {"run", "small.toml"}).exit_code, 0);
  View view(folder, {"out/small"});
  ASSERT_TRUE(view.is_up()) << read_file(folder / "stderr.txt");
  SocketClient page(view.port());
  const auto run = page.hear_of("\"is\": \"run\"");
  ASSERT_TRUE(run);
  EXPECT_EQ(parse_json(run->bytes)["frames"].number, 3.0);
  for (const int frame : {2, 0, 3}) {
    page.say("{\"do\":\"seek\",\"frame\":" + std::to_string(frame) + "}");
    const auto head = next_frame(page);
    ASSERT_TRUE(head);
    EXPECT_EQ((*head)["frame"].number, frame);
  }
  EXPECT_EQ(view.end(SIGINT).exit_code, 130);
  EXPECT_EQ(run_program(folder, {"info", "out/small"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder / "out/small_view"));
  expect_says(run_program(folder, {"view", "out/small", "--set", "solver.flip=1"}), 2, "out/small/scene.toml");
  expect_says(run_program(folder, {"view", "out/small", "--out", "out/there"}), 2, "leaves nothing for --out");
}

TEST_F(ViewTest, refuses_wrong_options) {
  const auto says = [&](std::vector<std::string> arguments, const char* text) {
    arguments.insert(arguments.begin(), "view");
    arguments.emplace_back("--no-browser");
    const Outcome outcome = run_program(folder, arguments);
    expect_says(outcome, 2, text);
    EXPECT_EQ(outcome.out, "");
  };
  says({"dam_brek_2d"}, "did you mean 'dam_break_2d'?");
  says({"small.toml", "--bind", "here"}, "'here' is not an address");
  says({"small.toml", "--token", "short"}, "a token must have 8 to");
  says({"small.toml", "--token", "with some blanks"}, "letters, digits");
  says({"small.toml", "--prt", "0"}, "did you mean '--port'?");
  says({"small.toml", "--set", "solver.flop=1"}, "did you mean");
}

}  // namespace
}  // namespace spindrift::testing
