// A page as a session meets it: what it says, and what it heard.
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/json.h"
#include "spindrift/live.h"

namespace spindrift::live_tests {

inline constexpr const char* kBallInPool = R"(title = "A ball in a pool"
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

inline std::string quoted(std::string text) {
  std::string out;
  for (const char c : text) out += c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return "\"" + out + "\"";
}

// A binary message.
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

}  // namespace spindrift::live_tests
