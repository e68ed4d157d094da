// The server from outside, with a session that echoes: what it accepts and refuses; no client can stop it or exhaust
// its memory.
#include "serve/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iterator>
#include <random>
#include <thread>

#include "spindrift/view.h"
#include "support/temporary_folder.h"
#include "support/web_client.h"

namespace spindrift::testing {
namespace {

// Echoes texts; `frame` makes a large binary message. Counts what a simulation would simulate.
struct EchoSession {
  int join() {
    ++present;
    queues[++last];
    return last;
  }
  void leave(int viewer) {
    --present;
    queues.erase(viewer);
  }
  void receive(int viewer, std::string_view text) {
    ++heard;
    if (text == "frame") return queues[viewer].push_back({true, std::string(frame_bytes, 'x')});
    queues[viewer].push_back({false, std::string(text)});
  }
  std::optional<LiveMessage> take(int viewer) {
    auto& queue = queues[viewer];
    if (queue.empty()) return std::nullopt;
    LiveMessage message = std::move(queue.front());
    queue.pop_front();
    return message;
  }
  double advance(double, double) {
    ++steps;
    return 0.001;
  }

  std::map<int, std::deque<LiveMessage>> queues;
  int last = 0;
  std::size_t frame_bytes = 1 << 20;
  std::atomic<int> present = 0;
  std::atomic<long> heard = 0, steps = 0;
};

class ServedSession {
 public:
  explicit ServedSession(ServerOptions options = {}) : server_(start(folder_, options)) {
    thread_ = std::thread([this] { carry_messages(session, server_, [this] { return is_over_.load(); }); });
  }
  ~ServedSession() {
    is_over_ = true;
    thread_.join();
  }
  int port() const { return server_.port(); }
  // Whether it becomes true within some seconds.
  static bool comes(const std::function<bool()>& is_true) {
    for (int i = 0; i < 2000 && !is_true(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return is_true();
  }
  bool goes_on() {
    const long before = session.steps;
    return comes([&] { return session.steps > before + 2; });
  }
  bool echoes() {
    SocketClient client(port());
    return client.say("hello") && client.hear_of("hello").has_value();
  }

  EchoSession session;

 private:
  static Server start(const TemporaryFolder& folder, const ServerOptions& options) {
    folder.add("index.html", "<html><head></head></html>");
    return *Server::start(options, *PageFolder::find(folder.path()));
  }

  TemporaryFolder folder_;
  Server server_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

int open_descriptors() { return count_files("/proc/self/fd"); }

class ServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_view()) GTEST_SKIP() << "built without Boost.Beast";
  }
};

TEST_F(ServerTest, serves_the_page_isolated_from_others) {
  ServedSession served;
  const WebReply reply = fetch(served.port(), "/");
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.body.find("spindrift-socket"), std::string::npos);
  for (const char* header : {"Content-Type: text/html; charset=utf-8", "Cross-Origin-Opener-Policy: same-origin",
                             "Cross-Origin-Embedder-Policy: require-corp", "Cache-Control: no-cache"})
    EXPECT_TRUE(reply.has_header(header)) << reply.headers;
  const WebReply head = fetch(served.port(), "/", "", "HEAD");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body, "");
  EXPECT_TRUE(head.has_header("Content-Length: " + std::to_string(reply.body.size()))) << head.headers;
}

TEST_F(ServerTest, refuses_requests_that_no_page_makes) {
  ServedSession served;
  EXPECT_EQ(fetch(served.port(), "/", "", "POST").status, 405);
  EXPECT_EQ(fetch(served.port(), "/", "Content-Length: 5\r\n", "PUT").status, 405);
  EXPECT_EQ(fetch(served.port(), "/", "Content-Length: 123456789\r\n").status, 400);
  EXPECT_EQ(fetch(served.port(), "/", "Host: evil.example\r\n").status, 403);
  EXPECT_EQ(fetch(served.port(), "/", "Host: 127.0.0.1\r\nHost: localhost\r\n").status, 400);
  for (const char* target : {"/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/x", "/%00", "//etc/passwd"})
    EXPECT_EQ(fetch(served.port(), target).status, 404) << target;
  EXPECT_TRUE(served.goes_on());
}

TEST_F(ServerTest, carries_messages_between_each_viewer_and_the_session) {
  ServedSession served;
  SocketClient one(served.port()), other(served.port());
  ASSERT_TRUE(one.say("one") && other.say("other"));
  EXPECT_EQ(one.hear()->bytes, "one");
  EXPECT_EQ(other.hear()->bytes, "other");
  ASSERT_TRUE(one.say("frame"));
  const auto frame = one.hear();
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->is_binary);
  EXPECT_EQ(frame->bytes.size(), served.session.frame_bytes);
  EXPECT_EQ(served.session.present, 2);
}

TEST_F(ServerTest, a_disconnected_viewer_leaves_the_session_and_can_return) {
  ServedSession served;
  for (int i = 0; i < 3; ++i) {
    SocketClient client(served.port());
    ASSERT_TRUE(client.say("hello"));
    ASSERT_TRUE(client.hear());
    EXPECT_EQ(served.session.present, 1);
    if (i == 1) {  // with a goodbye, or without
      client.send_frame(8, "");
      EXPECT_TRUE(client.is_closed_within(5.0));
    }
  }
  EXPECT_TRUE(ServedSession::comes([&] { return served.session.present == 0; }));
  EXPECT_EQ(served.session.last, 3);
  EXPECT_TRUE(served.goes_on());
}

TEST_F(ServerTest, disconnects_a_viewer_that_reads_too_slowly) {
  ServedSession served({.limits = {.queued_bytes = 8 << 20}});
  SocketClient slow(served.port(), {.receive_buffer = 4096});
  SocketClient good(served.port());
  for (int i = 0; i < 60; ++i) slow.say("frame");
  EXPECT_TRUE(ServedSession::comes([&] { return served.session.present == 1; }));
  ASSERT_TRUE(good.say("frame"));
  EXPECT_EQ(good.hear()->bytes.size(), served.session.frame_bytes);
  EXPECT_TRUE(served.goes_on());
}

TEST_F(ServerTest, throttles_a_viewer_that_sends_too_much) {
  ServedSession served({.limits = {.unhandled_messages = 4}});
  SocketClient client(served.port());
  constexpr int kMessages = 5000;
  for (int i = 0; i < kMessages; ++i) {
    ASSERT_TRUE(client.say(std::to_string(i)));
    if (i % 100 < 99) continue;
    for (int j = i - 99; j <= i; ++j) EXPECT_EQ(client.hear()->bytes, std::to_string(j));
  }
  EXPECT_EQ(served.session.heard, kMessages);
}

TEST_F(ServerTest, disconnects_viewers_with_too_long_messages) {
  ServedSession served({.limits = {.message_bytes = 100000}});
  SocketClient fits(served.port()), is_too_long(served.port()), comes_in_pieces(served.port()), lies(served.port());
  ASSERT_TRUE(fits.say(std::string(100000, 'a')));
  EXPECT_EQ(fits.hear()->bytes.size(), 100000u);
  is_too_long.say(std::string(100001, 'a'));
  EXPECT_TRUE(is_too_long.is_closed_within(5.0));
  for (int i = 0; i < 3; ++i) comes_in_pieces.send_frame(i == 0 ? 1 : 0, std::string(50000, 'a'), true, false);
  EXPECT_TRUE(comes_in_pieces.is_closed_within(5.0));
  lies.send_bytes(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10) + "mask");  // of 2^63 - 1 bytes
  EXPECT_TRUE(lies.is_closed_within(5.0));
  EXPECT_TRUE(served.echoes());
}

TEST_F(ServerTest, disconnects_viewers_with_invalid_frames) {
  ServedSession served;
  const std::vector<std::function<void(SocketClient&)>> mischief = {
      [](SocketClient& c) { c.send_frame(1, "not masked", false); },
      [](SocketClient& c) { c.send_frame(3, "unknown opcode"); },
      [](SocketClient& c) { c.send_frame(1, "\xff\xfe is not UTF-8"); },
      [](SocketClient& c) { c.send_frame(2, "binary"); },
      [](SocketClient& c) { c.send_bytes("GET / HTTP/1.1\r\n\r\n"); },
  };
  for (std::size_t i = 0; i < mischief.size(); ++i) {
    SocketClient client(served.port());
    ASSERT_EQ(client.status(), 101);
    mischief[i](client);
    EXPECT_TRUE(client.is_closed_within(5.0)) << i;
  }
  EXPECT_TRUE(served.echoes());
  EXPECT_TRUE(ServedSession::comes([&] { return served.session.present == 0; }));
}

TEST_F(ServerTest, limits_viewers_and_closes_every_socket) {
  ServedSession served({.limits = {.viewers = 64, .connections = 150}});
  const int before = open_descriptors();
  {
    std::vector<SocketClient> clients;
    int welcome = 0;
    for (int i = 0; i < 200; ++i) {
      clients.emplace_back(served.port());
      welcome += clients.back().status() == 101;
    }
    EXPECT_EQ(welcome, 64);
    EXPECT_TRUE(ServedSession::comes([&] { return served.session.present == 64; }));
    EXPECT_TRUE(served.goes_on());
    for (SocketClient& client : clients) {
      if (client.status() != 101) continue;
      ASSERT_TRUE(client.say("hello"));
      EXPECT_TRUE(client.hear());
    }
  }
  EXPECT_TRUE(ServedSession::comes([&] { return open_descriptors() == before; }))
      << open_descriptors() << " " << before;
  EXPECT_TRUE(served.echoes());
}

TEST_F(ServerTest, disconnects_silent_clients) {
  ServedSession served({.limits = {.idle_seconds = 0.4, .request_seconds = 0.2}});
  Connection silent(served.port()), slow(served.port());
  slow.send("GET / HTTP/1.1\r\nHost: ");
  for (Connection* connection : {&silent, &slow})
    EXPECT_TRUE(ServedSession::comes([&] {
      connection->receive(0.0);
      return connection->is_closed();
    }));
  SocketClient deaf(served.port()), good(served.port());  // the first never answers a ping
  const bool stays = !good.is_closed_within(1.5);
  EXPECT_TRUE(stays);
  EXPECT_TRUE(ServedSession::comes([&] { return served.session.present == 1; }));
}

// SPINDRIFT_SERVER_SECONDS=60 makes it a minute.
TEST_F(ServerTest, survives_random_bytes) {
  const char* asked = std::getenv("SPINDRIFT_SERVER_SECONDS");
  const double seconds = asked ? std::atof(asked) : 3.0;
  ServedSession served({.limits = {.message_bytes = 4096, .idle_seconds = 1.0, .request_seconds = 0.5}});
  const int before = open_descriptors();
  std::mt19937 random(1);
  const double end = wall_seconds() + seconds;
  const std::string beginnings[] = {"", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "GET /socket HTTP/1.1\r\n", "\x81"};
  while (wall_seconds() < end) {
    std::string bytes = beginnings[random() % std::size(beginnings)];
    for (std::size_t i = random() % 5000; i > 0; --i) bytes += static_cast<char>(random());
    if (random() % 2 == 0) {
      Connection connection(served.port());
      connection.send(bytes);
      connection.receive(random() % 4 == 0 ? 0.02 : 0.0);
    } else {
      SocketClient client(served.port());
      if (client.status() == 101) client.send_bytes(bytes);
      if (random() % 4 == 0) client.hear(0.02);
    }
  }
  EXPECT_TRUE(served.echoes());
  EXPECT_TRUE(served.goes_on());
  EXPECT_TRUE(ServedSession::comes([&] { return open_descriptors() == before; }));
}

TEST_F(ServerTest, uses_the_next_port_or_reports_a_used_one) {
  ServedSession served;
  const PageFolder page = *PageFolder::find("/");
  const auto refused = Server::start({.port = served.port()}, page);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("use --port 0 for a free port"), std::string::npos) << refused.error().message;
  const auto next = Server::start({.port = served.port(), .more_ports = 50}, page);
  ASSERT_TRUE(next);
  EXPECT_GT(next->port(), served.port());
  const auto nonsense = Server::start({.address = "somewhere"}, page);
  ASSERT_FALSE(nonsense);
  EXPECT_NE(nonsense.error().message.find("'somewhere' is not an address"), std::string::npos);
}

TEST_F(ServerTest, ends_with_connected_viewers) {
  std::optional<ServedSession> served(std::in_place);
  SocketClient one(served->port()), slow(served->port(), {.receive_buffer = 4096});
  Connection half(served->port());
  half.send("GET / HT");
  for (int i = 0; i < 10; ++i) slow.say("frame");
  ASSERT_TRUE(one.say("hello"));
  ASSERT_TRUE(one.hear());
  served.reset();
  EXPECT_TRUE(one.is_closed_within(5.0));
}

}  // namespace
}  // namespace spindrift::testing
