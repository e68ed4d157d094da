// HTTP and WebSockets on one port, on a thread of its own. Neither that thread nor its user ever blocks the other.
// Viewers that read too slowly are disconnected; viewers that send too much are throttled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/timer.h"
#include "serve/site.h"
#include "spindrift/error.h"
#include "spindrift/live.h"

namespace spindrift {

struct ServerLimits {
  int viewers = 64;                       // with an open socket
  int connections = 256;                  // viewers and loaders of files; further ones are closed at once
  std::size_t message_bytes = 1 << 20;    // of a viewer; a longer message ends the connection
  std::size_t unhandled_messages = 1024;  // of a viewer; beyond, it is not read from until they were handled
  std::size_t queued_messages = 512;      // for a viewer; more end the connection
  std::size_t queued_bytes = 64u << 20;   // likewise, without the last message: a single frame may be larger
  double idle_seconds = 30.0;             // without an answer to a ping
  double request_seconds = 10.0;          // until a request is complete
  double answer_seconds = 120.0;          // until a file is sent
};

struct ServerOptions {
  std::string address = "127.0.0.1";  // as a number, or `localhost`
  int port = 0;                       // 0: a free one
  int more_ports = 0;                 // to try after it if it is in use
  std::string token{};                // empty: none is required
  ServerLimits limits{};
};

struct ViewerEvent {
  enum class Kind { kJoined, kMessage, kLeft };
  Kind kind = Kind::kJoined;
  int viewer = 0;      // a number that is never used again
  std::string text{};  // kMessage
};

class Server {
 public:
  static Result<Server> start(const ServerOptions& options, const PageFolder& page);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) = delete;
  ~Server();  // closes all connections

  int port() const;
  // Events since the last call; waits up to so many seconds for the first.
  std::vector<ViewerEvent> wait(double seconds);
  void send(int viewer, LiveMessage message);

 private:
  struct Network;
  explicit Server(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

// Carries messages between viewers and a session (a LiveSession or a RunPlayer), on the thread that calls, until
// `should_stop`.
template <class Session>
void carry_messages(Session& session, Server& server, const std::function<bool()>& should_stop) {
  constexpr double kBudget = 0.02;  // s of simulation between two reads of messages: less than a hand notices
  constexpr double kPause = 0.05;   // s between two checks of `should_stop` while there is nothing to do
  std::map<int, int> viewers;       // the session's numbers by the server's
  for (double pause = 0.0; !should_stop();) {
    for (ViewerEvent& event : server.wait(std::min(pause, kPause))) {
      if (event.kind == ViewerEvent::Kind::kJoined) {
        viewers.emplace(event.viewer, session.join());
      } else if (const auto found = viewers.find(event.viewer); found == viewers.end()) {
        continue;
      } else if (event.kind == ViewerEvent::Kind::kMessage) {
        session.receive(found->second, event.text);
      } else {
        session.leave(found->second);
        viewers.erase(found);
      }
    }
    pause = session.advance(wall_seconds(), kBudget);
    for (const auto& [connection, viewer] : viewers)
      while (auto message = session.take(viewer)) server.send(connection, std::move(*message));
  }
}

}  // namespace spindrift
