#include "support/web_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace spindrift::testing {
namespace {

constexpr int kContinuation = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string own_host(int port) { return "127.0.0.1:" + std::to_string(port); }

}  // namespace

Connection::Connection(int port, int receive_buffer) : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  ::close(descriptor_);
  throw std::runtime_error("nobody listens on port " + std::to_string(port));
}

Connection::Connection(Connection&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), is_closed_(other.is_closed_) {}

Connection::~Connection() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd waiting{descriptor_, POLLOUT, 0};
    constexpr int kMostMilliseconds = 10000;
    if (::poll(&waiting, 1, kMostMilliseconds) <= 0) return false;
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string Connection::receive(double seconds) {
  pollfd waiting{descriptor_, POLLIN, 0};
  if (is_closed_ || ::poll(&waiting, 1, static_cast<int>(1000.0 * std::max(0.0, seconds))) <= 0) return "";
  std::array<char, 65536> bytes;
  const ssize_t received = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
  is_closed_ = received <= 0;
  return is_closed_ ? "" : std::string(bytes.data(), static_cast<std::size_t>(received));
}

WebReply fetch(int port, const std::string& target, const std::string& headers, const std::string& method) {
  Connection connection(port);
  const bool has_host = headers.find("Host:") != std::string::npos;
  connection.send(method + " " + target + " HTTP/1.1\r\n" + (has_host ? "" : "Host: " + own_host(port) + "\r\n") +
                  headers + "Connection: close\r\n\r\n");
  std::string all;
  while (!connection.is_closed()) {
    const std::string more = connection.receive(10.0);
    if (more.empty() && !connection.is_closed()) break;
    all += more;
  }
  WebReply reply;
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos || all.size() < 12) return reply;
  reply.status = std::stoi(all.substr(9, 3));
  reply.headers = all.substr(0, end + 2);
  reply.body = all.substr(end + 4);
  return reply;
}

SocketClient::SocketClient(int port, const SocketManners& manners) : connection_(port, manners.receive_buffer) {
  const std::string host = manners.host.empty() ? own_host(port) : manners.host;
  const std::string origin = manners.origin.empty() ? "http://" + host : manners.origin;
  connection_.send("GET " + manners.target + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin +
                   "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: c3BpbmRyaWZ0IHRlc3RzIQ==\r\n\r\n");
  std::size_t end = std::string::npos;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    const std::string more = connection_.receive(10.0);
    if (more.empty()) return;
    buffer_ += more;
  }
  status_ = std::stoi(buffer_.substr(9, 3));
  buffer_.erase(0, end + 4);
}

bool SocketClient::say(std::string_view text) { return send_frame(kText, text); }

bool SocketClient::send_frame(int opcode, std::string_view payload, bool is_masked, bool is_last) {
  const int mask_bit = is_masked ? 0x80 : 0;
  std::string frame{static_cast<char>((is_last ? 0x80 : 0) | opcode)};
  if (payload.size() < 126) {
    frame += static_cast<char>(mask_bit | static_cast<int>(payload.size()));
  } else {
    const int bytes = payload.size() < 65536 ? 2 : 8;
    frame += static_cast<char>(mask_bit | (bytes == 2 ? 126 : 127));
    for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(payload.size() >> (8 * i) & 0xff);
  }
  constexpr std::array<char, 4> kMask{0x12, 0x34, 0x56, 0x78};
  if (is_masked) frame.append(kMask.data(), kMask.size());
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame += is_masked ? static_cast<char>(payload[i] ^ kMask[i % 4]) : payload[i];
  return connection_.send(frame);
}

// Out of what has come so far.
std::optional<SocketMessage> SocketClient::next_message() {
  while (buffer_.size() >= 2) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(buffer_[i])); };
    const int opcode = static_cast<int>(byte(0) & 15);
    const bool is_last = (byte(0) & 0x80) != 0;
    const std::size_t size_bytes = byte(1) == 126 ? 2 : byte(1) == 127 ? 8 : 0;
    if (buffer_.size() < 2 + size_bytes) return std::nullopt;
    std::uint64_t size = size_bytes == 0 ? byte(1) : 0;
    for (std::size_t i = 0; i < size_bytes; ++i) size = size << 8 | byte(2 + i);
    if (buffer_.size() < 2 + size_bytes + size) return std::nullopt;
    const std::string payload = buffer_.substr(2 + size_bytes, size);
    buffer_.erase(0, 2 + size_bytes + size);
    if (opcode == kPing) send_frame(kPong, payload);
    if (opcode == kClose) is_closed_ = true;
    if (opcode > kBinary) continue;
    if (opcode != kContinuation) is_binary_ = opcode == kBinary;
    fragments_ += payload;
    if (is_last) return SocketMessage{is_binary_, std::exchange(fragments_, "")};
  }
  return std::nullopt;
}

std::optional<SocketMessage> SocketClient::hear(double seconds) {
  const double end = now() + seconds;
  while (true) {
    if (auto message = next_message()) return message;
    const double left = end - now();
    if (left <= 0.0 || is_closed()) return std::nullopt;
    buffer_ += connection_.receive(left);
  }
}

std::optional<SocketMessage> SocketClient::hear_of(std::string_view part, double seconds) {
  const double end = now() + seconds;
  while (auto message = hear(end - now()))
    if (message->bytes.find(part) != std::string::npos) return message;
  return std::nullopt;
}

bool SocketClient::is_closed_within(double seconds) {
  const double end = now() + seconds;
  while (!is_closed() && now() < end) hear(end - now());
  return is_closed();
}

}  // namespace spindrift::testing
