// The only file that includes Boost.Beast, which is slow to compile, and the only one outside of `exec` with a thread.
// The thread only waits for sockets. Events go to the simulation's thread as a list; messages come back by post().
#include "serve/server.h"

#include <fmt/format.h>

#ifdef SPINDRIFT_HAS_BEAST

#include <sys/ioctl.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <thread>

#include "exec/locked.h"

namespace spindrift {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

constexpr const char* kServerName = "Spindrift";
constexpr std::uint32_t kHeaderBytes = 16384;  // of a request: a browser's cookies for other ports of this host count

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(1000.0 * seconds));
}

class ViewerSocket;

// Shared by all connections. Only the events may be used from any thread.
struct SharedByConnections {
  SharedByConnections(Site the_site, const ServerLimits& the_limits) : site(std::move(the_site)), limits(the_limits) {}

  Site site;
  ServerLimits limits;
  Mailbox<ViewerEvent> events;
  int open = 0;
  int last_viewer = 0;
  asio::io_context io{1};  // destroyed after its sockets and before the members above, which they use
  tcp::acceptor acceptor{io};
  asio::steady_timer pause{io};
  std::map<int, std::shared_ptr<ViewerSocket>> viewers;  // by number
};

// Counts a connection as long as it is open.
class Seat {
 public:
  explicit Seat(int& open) : open_(open) { ++open_; }
  ~Seat() { --open_; }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  int& open_;
};

// A viewer's socket.
class ViewerSocket : public std::enable_shared_from_this<ViewerSocket> {
 public:
  ViewerSocket(SharedByConnections& all, int number, beast::tcp_stream stream, std::shared_ptr<Seat> seat)
      : all_(all), number_(number), seat_(std::move(seat)), socket_(std::move(stream)) {}

  void open(const http::request<http::empty_body>& request) {
    error_code ignored;
    beast::get_lowest_layer(socket_).expires_never();  // the socket has clocks of its own
    beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true), ignored);
    socket_.set_option(websocket::stream_base::timeout{milliseconds(all_.limits.request_seconds),
                                                       milliseconds(all_.limits.idle_seconds), true});
    socket_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, kServerName); }));
    socket_.read_message_max(all_.limits.message_bytes);
    socket_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return self->end();
      self->has_joined_ = true;
      self->all_.events.put({ViewerEvent::Kind::kJoined, self->number_});
      self->read();
    });
  }

  void send(LiveMessage message) {
    if (queue_.size() >= all_.limits.queued_messages || queued_bytes_ > all_.limits.queued_bytes) return end();
    queued_bytes_ += message.bytes.size();
    queue_.push_back(std::move(message));
    if (queue_.size() == 1) write();
  }

  // All messages so far were handled.
  void resume_reading() {
    unhandled_ = 0;
    if (std::exchange(is_reading_paused_, false)) read();
  }

 private:
  void read() {
    socket_.async_read(incoming_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->end();
      if (!self->socket_.got_text()) return self->end();  // the protocol knows nothing binary from this side
      self->all_.events.put(
          {ViewerEvent::Kind::kMessage, self->number_, beast::buffers_to_string(self->incoming_.data())});
      self->incoming_.consume(self->incoming_.size());
      if (++self->unhandled_ < self->all_.limits.unhandled_messages) return self->read();
      self->is_reading_paused_ = true;
    });
  }

  void write() {
    socket_.binary(queue_.front().is_binary);
    socket_.async_write(asio::buffer(queue_.front().bytes), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->end();
      self->queued_bytes_ -= self->queue_.front().bytes.size();
      self->queue_.pop_front();
      if (!self->queue_.empty()) self->write();
    });
  }

  // Without a closing message, which would wait behind the queue. Pending operations fail, and call this again.
  void end() {
    beast::get_lowest_layer(socket_).close();
    if (std::exchange(has_joined_, false)) all_.events.put({ViewerEvent::Kind::kLeft, number_});
    all_.viewers.erase(number_);
  }

  SharedByConnections& all_;
  const int number_;
  std::shared_ptr<Seat> seat_;
  websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer incoming_;
  std::deque<LiveMessage> queue_;
  std::size_t queued_bytes_ = 0, unhandled_ = 0;
  bool has_joined_ = false, is_reading_paused_ = false;
};

HttpRequest request_of(const http::request_parser<http::empty_body>& parser) {
  const auto& header = parser.get();
  const auto word = [&](http::field field) {
    const auto value = header[field];
    return std::string_view(value.data(), value.size());
  };
  HttpRequest request;
  request.method = {header.method_string().data(), header.method_string().size()};
  request.target = {header.target().data(), header.target().size()};
  if (header.count(http::field::host) == 1) request.host = word(http::field::host);
  request.origin = word(http::field::origin);
  request.known_tag = word(http::field::if_none_match);
  request.has_body = parser.chunked() || parser.content_length().value_or(0) > 0;
  request.is_upgrade = websocket::is_upgrade(header);
  return request;
}

// A connection that loads files, one after another, until it becomes a socket or is closed.
class FileConnection : public std::enable_shared_from_this<FileConnection> {
 public:
  FileConnection(SharedByConnections& all, tcp::socket socket)
      : all_(all), seat_(std::make_shared<Seat>(all.open)), stream_(std::move(socket)), buffer_(2 * kHeaderBytes) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kHeaderBytes);
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // none is read, whatever it says
    stream_.expires_after(milliseconds(all_.limits.request_seconds));
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (!error) self->answer();
    });
  }

 private:
  void answer() {
    const HttpRequest request = request_of(*parser_);
    if (!request.is_upgrade) return write(all_.site.answer(request), request.method == "HEAD");
    if (auto refused = all_.site.refuse_socket(request)) return write(std::move(*refused), false);
    if (all_.viewers.size() >= static_cast<std::size_t>(all_.limits.viewers))
      return write({.status = 503, .body = "the server has its maximum number of viewers\n"}, false);
    const int number = ++all_.last_viewer;
    const auto viewer = std::make_shared<ViewerSocket>(all_, number, std::move(stream_), std::move(seat_));
    all_.viewers.emplace(number, viewer);
    viewer->open(parser_->get());
  }

  void write(HttpAnswer answer, bool is_head) {
    http::response<http::string_body>& response = response_.emplace();
    response.version(parser_->get().version());
    response.result(static_cast<unsigned>(answer.status));
    response.set(http::field::server, kServerName);
    response.set(http::field::content_type, answer.type);
    response.set(http::field::cache_control, "no-cache");
    if (!answer.tag.empty()) response.set(http::field::etag, answer.tag);
    if (answer.status == 405) response.set(http::field::allow, "GET, HEAD");
    // The page is isolated from others, which is what shared memory between its threads asks for.
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Embedder-Policy", "require-corp");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("X-Frame-Options", "DENY");
    response.set("Referrer-Policy", "no-referrer");  // the address may hold the token
    const bool may_have_left_a_body = answer.status == 400 || answer.status == 405;
    response.keep_alive(parser_->get().keep_alive() && !may_have_left_a_body);
    if (answer.status != 304) response.content_length(answer.body.size());
    if (!is_head) response.body() = std::move(answer.body);
    stream_.expires_after(milliseconds(all_.limits.answer_seconds));
    http::async_write(stream_, response, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return;
      if (self->response_->keep_alive()) return self->read();
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, error);
    });
  }

  SharedByConnections& all_;
  std::shared_ptr<Seat> seat_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<http::response<http::string_body>> response_;
};

// Accepts the next connection, and all after it.
void accept_connections(SharedByConnections& all) {
  all.acceptor.async_accept([&all](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {  // for example no free descriptors: try again later
      constexpr auto kPause = std::chrono::milliseconds(100);
      all.pause.expires_after(kPause);
      return all.pause.async_wait([&all](error_code ended) {
        if (!ended) accept_connections(all);
      });
    }
    accept_connections(all);
    ::ioctl(socket.native_handle(), FIOCLEX);  // a browser that this program starts does not inherit it
    if (all.open < all.limits.connections) std::make_shared<FileConnection>(all, std::move(socket))->read();
  });
}

error_code listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error, ignored;
  acceptor.close(ignored);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) ::ioctl(acceptor.native_handle(), FIOCLEX);
  return error;
}

Status start_listening(tcp::acceptor& acceptor, const ServerOptions& options) {
  error_code error;
  const bool is_name = options.address == "localhost";
  const auto address = asio::ip::make_address(is_name ? "127.0.0.1" : options.address, error);
  if (error)
    return Error{.message = fmt::format("'{}' is not an address to listen at; give a number, such as 127.0.0.1 or "
                                        "::1, or 0.0.0.0 for all machines that can reach this one",
                                        options.address)};
  const int last = std::min(options.port + options.more_ports, 65535);
  for (int port = options.port; port <= last; ++port) {
    error = listen_at(acceptor, {address, static_cast<unsigned short>(port)});
    if (error != asio::error::address_in_use) break;
  }
  if (!error) return Done{};
  const bool is_taken = error == asio::error::address_in_use;
  return Error{.message = fmt::format("cannot listen at {} on port {}: {}{}", options.address, options.port,
                                      error.message(), is_taken ? "; use --port 0 for a free port" : "")};
}

}  // namespace

struct Server::Network {
  Network(Site site, const ServerLimits& limits) : all(std::move(site), limits) {}
  ~Network() {
    all.io.stop();
    if (thread.joinable()) thread.join();
  }

  // An exception, such as bad_alloc, ends one connection and not the server.
  void run() {
    while (!all.io.stopped()) try {
        all.io.run();
      } catch (...) {
      }
  }

  SharedByConnections all;
  std::thread thread;
};

Server::Server(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Server::Server(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::start(const ServerOptions& options, const PageFolder& page) {
  auto network = std::make_unique<Network>(Site(page, options.address, options.token), options.limits);
  if (Status listens = start_listening(network->all.acceptor, options); !listens) return listens.error();
  accept_connections(network->all);
  network->thread = std::thread([network = network.get()] { network->run(); });
  return Server(std::move(network));
}

int Server::port() const {
  error_code ignored;
  return network_->all.acceptor.local_endpoint(ignored).port();
}

std::vector<ViewerEvent> Server::wait(double seconds) {
  SharedByConnections& all = network_->all;
  std::vector<ViewerEvent> events = all.events.take(seconds);
  if (!events.empty())
    asio::post(all.io, [&all] {
      for (const auto& [number, viewer] : all.viewers) viewer->resume_reading();
    });
  return events;
}

void Server::send(int viewer, LiveMessage message) {
  SharedByConnections& all = network_->all;
  asio::post(all.io, [&all, viewer, message = std::move(message)]() mutable {
    const auto found = all.viewers.find(viewer);
    if (found != all.viewers.end()) std::shared_ptr<ViewerSocket>(found->second)->send(std::move(message));
  });
}

}  // namespace spindrift

#else

namespace spindrift {

struct Server::Network {};

Server::Server(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Server::Server(Server&&) noexcept = default;
Server::~Server() = default;
Result<Server> Server::start(const ServerOptions&, const PageFolder&) {
  return Error{.message =
                   "viewing needs Boost.Beast, and this program was built without it; install libboost-dev "
                   "(Debian, Ubuntu) and build again"};
}
int Server::port() const { return 0; }
std::vector<ViewerEvent> Server::wait(double) { return {}; }
void Server::send(int, LiveMessage) {}

}  // namespace spindrift

#endif
