// HTTP and WebSockets on one port, on a thread of its own. It never waits for the one who uses it, nor lets it wait: a
// visitor who does not take what is sent is let go, and one who says more than is listened to is not read from.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "serve/page_folder.h"
#include "spindrift/error.h"
#include "spindrift/live.h"

namespace spindrift {

struct ServerLimits {
  int viewers = 64;                      // with an open socket
  int connections = 256;                 // with those that load files; more are closed at once
  std::size_t message_bytes = 1 << 20;   // of a viewer's; a longer one ends the connection
  std::size_t unheard_messages = 1024;   // of one viewer; then it is not read from until they were taken
  std::size_t queued_messages = 512;     // that a viewer has not taken yet; more end the connection
  std::size_t queued_bytes = 64u << 20;  // likewise, before the last one: a single frame may be larger
  double idle_seconds = 30.0;            // without an answer to a ping
  double request_seconds = 10.0;         // until a request is complete
  double answer_seconds = 120.0;         // until a file is taken
};

struct ServerOptions {
  std::string address = "127.0.0.1";  // as a number, or `localhost`
  int port = 0;                       // 0: a free one
  int more_ports = 0;                 // to try after it, where it is taken
  std::string token{};                // empty: none is asked for
  ServerLimits limits{};
};

// Of a viewer, whose number is never used again.
struct ViewerEvent {
  enum class Kind { kCame, kSaid, kLeft };
  Kind kind = Kind::kCame;
  int viewer = 0;
  std::string text{};  // kSaid
};

class Server {
 public:
  static Result<Server> start(const ServerOptions& options, const PageFolder& page);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) = delete;
  ~Server();  // closes all connections

  int port() const;
  // What viewers did meanwhile; waits for it, but for no more than so many seconds.
  std::vector<ViewerEvent> wait(double seconds);
  void send(int viewer, LiveMessage message);

 private:
  struct Network;
  explicit Server(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

}  // namespace spindrift
