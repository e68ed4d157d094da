// `spindrift view` as a process, and what a page hears of it.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>

#include "cli/program.h"
#include "spindrift/view.h"
#include "support/json_reader.h"
#include "support/web_client.h"

namespace spindrift::testing {

namespace fs = std::filesystem;

inline constexpr const char* kBall = "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.2]\nradius = 0.05\n";

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
inline Json frame_head(const SocketMessage& message) {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, message.bytes.data(), sizeof bytes);
  return parse_json(message.bytes.substr(sizeof bytes, bytes));
}

inline std::optional<Json> next_frame(SocketClient& client) {
  client.say(R"({"do":"next"})");
  while (const auto message = client.hear())
    if (message->is_binary) return frame_head(*message);
  return std::nullopt;
}

// Frames until the simulation has come this far.
inline bool plays_until(SocketClient& client, double time) {
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

}  // namespace spindrift::testing
