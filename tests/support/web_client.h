// A browser's side of HTTP and WebSockets, on plain sockets and apart from the library that the server is made with, so
// that the two check each other and a test can say things that no browser would.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spindrift::testing {

// A connection to a port of this machine. Throws std::runtime_error if there is none to be had.
class Connection {
 public:
  explicit Connection(int port, int receive_buffer = 0);  // bytes; 0 = as the system likes
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  bool send(std::string_view bytes);  // false if the other side has closed
  // As many bytes as come at once; empty if none came within the time, or the other side has closed (is_closed).
  std::string receive(double seconds);
  bool is_closed() const { return is_closed_; }

 private:
  int descriptor_ = -1;
  bool is_closed_ = false;
};

struct WebReply {
  int status = 0;  // 0: there was none
  std::string headers, body;

  bool has_header(const std::string& line) const { return headers.find("\r\n" + line + "\r\n") != std::string::npos; }
};

// One request of its own; `headers` as lines, each with its end. A Host of this machine is added unless they have one.
WebReply fetch(int port, const std::string& target, const std::string& headers = "", const std::string& method = "GET");

struct SocketMessage {
  bool is_binary = false;
  std::string bytes;
};

struct SocketManners {
  std::string target = "/socket";
  std::string host{}, origin{};  // empty: the server's own
  int receive_buffer = 0;
};

// A WebSocket.
class SocketClient {
 public:
  explicit SocketClient(int port, const SocketManners& manners = {});

  int status() const { return status_; }  // 101: it is open
  bool say(std::string_view text);        // a text message
  bool send_frame(int opcode, std::string_view payload, bool is_masked = true, bool is_last = true);
  bool send_bytes(std::string_view bytes) { return connection_.send(bytes); }
  // The next message; nothing if none came within the time. Answers pings.
  std::optional<SocketMessage> hear(double seconds = 10.0);
  // Hears messages until one has this text in it.
  std::optional<SocketMessage> hear_of(std::string_view part, double seconds = 10.0);
  bool is_closed() const { return is_closed_ || connection_.is_closed(); }
  bool is_closed_within(double seconds);

 private:
  std::optional<SocketMessage> next_message();

  Connection connection_;
  std::string buffer_, fragments_;
  bool is_binary_ = false;
  int status_ = 0;
  bool is_closed_ = false;  // by a close frame
};

}  // namespace spindrift::testing
