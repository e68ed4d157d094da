// The program as a page sees it: connects, touches, goes and comes back; and what Ctrl-C leaves.
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>

#include "base/timer.h"
#include "cli/program.h"
#include "spindrift/view.h"
#include "support/json_reader.h"
#include "support/web_client.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBall = "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.2]\nradius = 0.05\n";

// A view of a scene or a run, on a free port.
class View {
 public:
  explicit View(const TemporaryFolder& folder, std::vector<std::string> arguments)
      : folder_(folder), process_(folder, begin(folder, std::move(arguments))) {}

  ~View() {
    if (is_over_) return;
    process_.send(SIGKILL);
    process_.wait();
  }

  // Whether it listens. The address is the only line that it prints.
  bool is_up() {
    return process_.wait_until([&] { return address().ends_with("\n"); });
  }
  std::string address() const { return read_file(folder_ / "stdout.txt"); }
  int port() const { return std::stoi(address().substr(address().rfind(':') + 1)); }
  Process& process() { return process_; }
  Outcome end(int signal) {
    process_.send(signal);
    is_over_ = true;
    return process_.wait();
  }

 private:
  // The whole command line, in a folder without the output of an earlier program.
  static std::vector<std::string> begin(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    fs::remove(folder / "stdout.txt");
    arguments.insert(arguments.begin(), "view");
    for (const char* word : {"--port", "0", "--no-browser"}) arguments.emplace_back(word);
    return arguments;
  }

  const TemporaryFolder& folder_;
  Process process_;
  bool is_over_ = false;
};

// The text at the head of a frame.
Json frame_head(const SocketMessage& message) {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, message.bytes.data(), sizeof bytes);
  return parse_json(message.bytes.substr(sizeof bytes, bytes));
}

std::optional<Json> next_frame(SocketClient& client) {
  client.say(R"({"do":"next"})");
  while (const auto message = client.hear())
    if (message->is_binary) return frame_head(*message);
  return std::nullopt;
}

// Frames until the simulation has come this far.
bool plays_until(SocketClient& client, double time) {
  while (const auto frame = next_frame(client))
    if ((*frame)["time"].number >= time) return true;
  return false;
}

class ViewTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_view()) GTEST_SKIP() << "built without Boost.Beast";
    folder.add("small.toml", small_scene_2d(kBall));
  }
  TemporaryFolder folder;
};

TEST_F(ViewTest, prints_its_address_and_speaks_with_a_page) {
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

TEST_F(ViewTest, ctrl_c_leaves_a_state_that_a_run_goes_on_from_with_the_same_bits) {
  folder.add("plain.toml", small_scene_2d());
  View view(folder, {"plain.toml"});
  ASSERT_TRUE(view.is_up());
  {
    SocketClient page(view.port()), other(view.port());
    page.say(R"({"do":"speed","factor":0.5})");
    page.say(R"({"do":"play"})");
    ASSERT_TRUE(plays_until(page, 0.1));
    other.say("nonsense");
  }  // closed tabs change nothing
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_NE(outcome.out.find("out/plain_view"), std::string::npos) << outcome.out;
  const std::vector<std::string> files = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder / "out/plain_view/checkpoints"))
      names.push_back(entry.path().filename().string());
    return names;
  }();
  ASSERT_EQ(files.size(), 1u);
  const int frames = std::stoi(files[0].substr(6)) + 3;
  const std::string more = std::to_string(frames);
  const Outcome resumed = run_program(
      folder, {"run", "out/plain_view/scene.toml", "--out", "out/plain_view", "--resume", "--frames", more});
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  ASSERT_EQ(run_program(folder, {"run", "out/plain_view/scene.toml", "--out", "out/again", "--frames", more}).exit_code,
            0);
  const auto last_line = [&](const std::string& run) {
    return parse_json_lines(read_file(folder / ("out/" + run + "/stats.jsonl"))).back();
  };
  EXPECT_EQ(last_line("plain_view")["frame"].number, frames);
  EXPECT_EQ(last_line("plain_view")["state_hash"].string, last_line("again")["state_hash"].string);
}

TEST_F(ViewTest, a_recording_that_is_left_early_goes_on_with_its_commands) {
  folder.add("played.toml", small_scene_2d("[[command]]\nstep = 1000000\nedits = [\"solver.flip=0.5\"]\n"));
  View view(folder, {"played.toml"});
  ASSERT_TRUE(view.is_up());
  SocketClient page(view.port());
  page.say(R"({"do":"play"})");
  ASSERT_TRUE(plays_until(page, 0.05));
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  const std::string left = "out/played_view";
  EXPECT_NE(read_file(folder / (left + "/scene.toml")).find("solver.flip=0.5"), std::string::npos);
  const Outcome resumed =
      run_program(folder, {"run", left + "/scene.toml", "--out", left, "--resume", "--frames", "20"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("the last 1 of 1 commands were not reached"), std::string::npos) << resumed.err;
}

TEST_F(ViewTest, a_table_that_changed_meanwhile_leaves_a_recording) {
  const std::string beach = "x,y\n0,0.1\n1,0.2\n";
  folder.add("beach.csv", beach);
  folder.add("shore.toml", small_scene_2d("[[solid]]\nshape = \"below\"\nfile = \"beach.csv\"\n"));
  View view(folder, {"shore.toml"});
  ASSERT_TRUE(view.is_up()) << read_file(folder / "stderr.txt");
  SocketClient page(view.port());
  ASSERT_TRUE(page.hear_of("\"opened\""));
  page.say(R"({"do":"edit","edits":["solver.flip=0.5"]})");
  ASSERT_TRUE(page.hear_of("\"edited\""));
  folder.add("beach.csv", "x,y\n0,0.1\n1,0.3\n");
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("what was done is in out/shore_view.toml, a recording"), std::string::npos) << outcome.err;
  folder.add("beach.csv", beach);
  const Outcome again = run_program(folder, {"run", "out/shore_view.toml", "--frames", "1"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(read_file(folder / "out/shore_view/scene.toml").find("solver.flip=0.5"), std::string::npos);
}

TEST_F(ViewTest, what_is_left_never_replaces_what_is_there) {
  for (const char* expected : {"out/small_view", "out/small_view_2"}) {
    View view(folder, {"small.toml"});
    ASSERT_TRUE(view.is_up());
    const Outcome outcome = view.end(SIGTERM);
    EXPECT_EQ(outcome.exit_code, 143);
    EXPECT_TRUE(fs::exists(folder / (std::string(expected) + "/scene.toml"))) << expected;
  }
  const Outcome refused = run_program(folder, {"view", "small.toml", "--out", "out/small_view", "--no-browser"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("holds the results of a run"), std::string::npos) << refused.err;
}

TEST_F(ViewTest, a_folder_that_a_run_has_filled_meanwhile_loses_nothing_of_the_view) {
  View view(folder, {"small.toml", "--out", "v/"});
  ASSERT_TRUE(view.is_up());
  const TemporaryFolder other;
  ASSERT_EQ(run_program(other, {"run", folder / "small.toml", "--out", folder / "v", "--quiet"}).exit_code, 0);
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_NE(outcome.err.find("the folder v/ was taken by others meanwhile; what this view leaves is in v_2"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.out.find("spindrift run v_2/scene.toml --out v_2 --resume"), std::string::npos) << outcome.out;
  EXPECT_EQ(count_files(folder / "v_2/checkpoints"), 1);
  EXPECT_EQ(run_program(folder, {"info", "v"}).exit_code, 0) << "and the run is as it was";
}

TEST_F(ViewTest, a_folder_with_a_file_of_the_users_is_refused_as_that) {
  fs::create_directory(folder / "mine");
  folder.add("mine/scene.toml", small_scene_2d());
  const Outcome refused = run_program(folder, {"view", "small.toml", "--out", "mine", "--no-browser"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("the folder mine holds scene.toml, which would be replaced"), std::string::npos)
      << refused.err;
}

// The words after --frames in the command that a view prints at its end.
int frames_to_go_on(const Outcome& outcome) {
  const std::string option = "--resume --frames ";
  const std::size_t begin = outcome.out.find(option);
  return begin == std::string::npos ? -1 : std::stoi(outcome.out.substr(begin + option.size()));
}

TEST_F(ViewTest, the_command_that_it_prints_goes_on) {
  {
    View view(folder, {"small.toml", "--out", "begun"});
    ASSERT_TRUE(view.is_up());
    EXPECT_EQ(frames_to_go_on(view.end(SIGINT)), 3) << "the scene's own";
  }
  View view(folder, {"small.toml", "--out", "played"});
  ASSERT_TRUE(view.is_up());
  {
    SocketClient page(view.port());
    page.say(R"({"do":"speed","factor":0})");
    page.say(R"({"do":"play"})");
    ASSERT_TRUE(plays_until(page, 0.2));
  }
  const int frames = frames_to_go_on(view.end(SIGINT));
  const int reached =
      std::stoi(fs::directory_iterator(folder / "played/checkpoints")->path().stem().string().substr(6));
  EXPECT_GE(reached, 3);
  EXPECT_GE(frames, reached + 100) << "ten seconds more";
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
    EXPECT_NE(answer->bytes.find("there is no scene"), std::string::npos) << answer->bytes;
  }
  page.say(R"({"do":"open","name":"mesh_obstacle_3d","set":["domain.resolution=16"]})");
  const auto opened = page.hear_of("mesh_obstacle_3d", 60.0);
  ASSERT_TRUE(opened);
  EXPECT_NE(opened->bytes.find("\"opened\""), std::string::npos) << opened->bytes.substr(0, 300);
  const Outcome outcome = view.end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  const std::string left = "out/mesh_obstacle_3d_view";
  const Outcome resumed =
      run_program(folder, {"run", left + "/scene.toml", "--out", left, "--resume", "--frames", "1"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
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

TEST_F(ViewTest, scrubs_through_a_finished_run_and_leaves_it_as_it_is) {
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
  const Outcome refused = run_program(folder, {"view", "out/small", "--set", "solver.flip=1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("out/small/scene.toml"), std::string::npos) << refused.err;
  const Outcome elsewhere = run_program(folder, {"view", "out/small", "--out", "out/there"});
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_NE(elsewhere.err.find("leaves nothing that --out could name"), std::string::npos) << elsewhere.err;
}

TEST_F(ViewTest, tells_what_another_scene_has_replaced_and_what_to_do_with_what_it_left) {
  View view(folder, {"small.toml"});
  ASSERT_TRUE(view.is_up());
  SocketClient page(view.port());
  ASSERT_TRUE(page.hear_of("\"opened\""));
  page.say(R"({"do":"edit","edits":["solver.flip=0.5"]})");
  page.say(R"({"do":"open","name":"dam_break_2d","set":["domain.resolution=16"]})");
  const auto replaced = page.hear_of("\"replaced\"", 60.0);
  ASSERT_TRUE(replaced);
  EXPECT_EQ(parse_json(replaced->bytes)["name"].string, "small");
  const Outcome outcome = view.end(SIGINT);
  EXPECT_NE(outcome.err.find("what was done to small is left at the end only if undo leads back to it"),
            std::string::npos)
      << outcome.err;
  const Outcome refused = run_program(folder, {"render", "out/dam_break_2d_view"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("nothing was run in out/dam_break_2d_view yet"), std::string::npos) << refused.err;
}

TEST_F(ViewTest, refuses_what_makes_no_sense) {
  const auto complaint = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "view");
    arguments.emplace_back("--no-browser");
    const Outcome outcome = run_program(folder, arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  const auto says = [&](const std::vector<std::string>& arguments, const char* text) {
    const std::string said = complaint(arguments);
    EXPECT_NE(said.find(text), std::string::npos) << said;
  };
  says({"dam_brek_2d"}, "did you mean 'dam_break_2d'?");
  says({"small.toml", "--bind", "here"}, "'here' is not an address");
  says({"small.toml", "--token", "short"}, "a token has 8 to");
  says({"small.toml", "--token", "with some blanks"}, "letters, digits");
  says({"small.toml", "--prt", "0"}, "did you mean '--port'?");
  says({"small.toml", "--set", "solver.flop=1"}, "did you mean");
}

TEST_F(ViewTest, is_not_moved_by_random_messages) {
  View view(folder, {"small.toml"});
  ASSERT_TRUE(view.is_up());
  const auto descriptors = [&] { return count_files("/proc/" + std::to_string(view.process().id()) + "/fd"); };
  const int before = descriptors();
  const char* asked = std::getenv("SPINDRIFT_SERVER_SECONDS");
  std::mt19937 random(1);
  constexpr const char* kPieces[] = {R"({"do":")",
                                     "play",
                                     "drag",
                                     "next",
                                     R"("})",
                                     R"(,"solid":1)",
                                     R"(,"position":[)",
                                     "1e308,",
                                     "0.5",
                                     "-1",
                                     "]",
                                     "edit",
                                     R"("edits":["solver.flip=)",
                                     "\"]",
                                     "undo",
                                     "null",
                                     "}",
                                     "{"};
  for (const double end = wall_seconds() + (asked ? std::atof(asked) : 2.0); wall_seconds() < end;) {
    SocketClient client(view.port());
    for (int i = 0; i < 20; ++i) {
      std::string message;
      for (std::size_t n = random() % 12; n > 0; --n)
        message += random() % 8 == 0 ? std::string(1, static_cast<char>(' ' + random() % 95))
                                     : std::string(kPieces[random() % std::size(kPieces)]);
      client.say(message);
    }
    client.hear(0.01);
  }
  SocketClient page(view.port());
  EXPECT_TRUE(page.hear_of("\"opened\""));
  page.say(R"({"do":"reset"})");
  page.say(R"({"do":"play"})");
  EXPECT_TRUE(plays_until(page, 0.05));
  EXPECT_TRUE(view.process().wait_until([&] { return descriptors() <= before + 1; })) << descriptors() << " " << before;
}

}  // namespace
}  // namespace spindrift::testing
