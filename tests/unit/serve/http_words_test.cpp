#include "serve/http_words.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(FileOfTarget, is_the_path_below_the_page_decoded_once) {
  EXPECT_EQ(file_of_target("/"), "index.html");
  EXPECT_EQ(file_of_target("/?token=abc"), "index.html");
  EXPECT_EQ(file_of_target("/assets/a.js"), "assets/a.js");
  EXPECT_EQ(file_of_target("/a%20b.js?x=/../y"), "a b.js");
  EXPECT_EQ(file_of_target("/how/"), "how/index.html");
  EXPECT_EQ(file_of_target("/%252e%252e/a"), "%2e%2e/a");
}

TEST(FileOfTarget, never_leads_out_of_the_page) {
  for (const char* target : {"",
                             "a.js",
                             "http://127.0.0.1/",
                             "/..",
                             "/../a",
                             "/a/../../b",
                             "/%2e%2e/a",
                             "/%2E%2e/a",
                             "/.%2e/a",
                             "/a/%2e%2e/b",
                             "/..%2fa",
                             "/%2e%2e%2fa",
                             "/..%5ca",
                             "/..\\a",
                             "/a\\..\\b",
                             "/%00",
                             "/a%00.js",
                             "/a%0a",
                             "//etc/passwd",
                             "/%2fetc/passwd",
                             "/./a",
                             "/.git/config",
                             "/a//b",
                             "/a%",
                             "/a%2",
                             "/a%zz",
                             "/\x7f",
                             "/%7f",
                             "*"})
    EXPECT_EQ(file_of_target(target), std::nullopt) << target;
  EXPECT_EQ(file_of_target(std::string("/a\0b", 4)), std::nullopt);
}

TEST(QueryValue, is_found_by_its_whole_name) {
  EXPECT_EQ(query_value("/socket?token=abc", "token"), "abc");
  EXPECT_EQ(query_value("/socket?a=1&token=abc&b=2", "token"), "abc");
  EXPECT_EQ(query_value("/socket?xtoken=abc", "token"), "");
  EXPECT_EQ(query_value("/socket?token", "token"), "");
  EXPECT_EQ(query_value("/token=abc", "token"), "");
  EXPECT_EQ(query_value("/socket?token=abc#token=x", "token"), "abc");
}

TEST(IsSameSecret, compares_all_of_it) {
  EXPECT_TRUE(is_same_secret("abcdefgh", "abcdefgh"));
  for (const char* wrong : {"", "a", "abcdefg", "abcdefgx", "xbcdefgh", "abcdefghi", "abcdefghabcdefgh"}) {
    EXPECT_FALSE(is_same_secret(wrong, "abcdefgh")) << wrong;
    EXPECT_FALSE(is_same_secret("abcdefgh", wrong)) << wrong;
  }
}

TEST(IsKnownHost, of_a_loopback_server_is_loopback_alone) {
  for (const char* host : {"127.0.0.1:8421", "127.0.0.1", "localhost:9000", "LocalHost", "[::1]:8421", "127.1.2.3:1"})
    EXPECT_TRUE(is_known_host(host, "127.0.0.1", "bigbox")) << host;
  for (const char* host : {"", "evil.example", "evil.example:8421", "127.0.0.1.evil.example", "127.evil.example:8421",
                           "192.168.1.5:8421", "bigbox:8421", "localhost.evil.example", "[::1", "[::2]:8421",
                           "localhost:8421:1", "localhost:x", "127.0.0.1:8421@evil.example"})
    EXPECT_FALSE(is_known_host(host, "127.0.0.1", "bigbox")) << host;
}

TEST(IsKnownHost, of_an_open_server_is_a_number_or_the_machines_name) {
  EXPECT_TRUE(is_known_host("192.168.1.5:8421", "192.168.1.5", "bigbox"));
  EXPECT_TRUE(is_known_host("BigBox:8421", "192.168.1.5", "bigbox"));
  EXPECT_TRUE(is_known_host("bigbox.local:8421", "0.0.0.0", "bigbox"));
  EXPECT_TRUE(is_known_host("10.0.0.7:8421", "0.0.0.0", "bigbox"));
  EXPECT_TRUE(is_known_host("[fe80::1]:8421", "::", "bigbox"));
  EXPECT_FALSE(is_known_host("10.0.0.7:8421", "192.168.1.5", "bigbox"));
  EXPECT_FALSE(is_known_host("bigbox.evil.example:8421", "0.0.0.0", "bigbox"));
  EXPECT_FALSE(is_known_host("evil.example", "0.0.0.0", ""));
}

TEST(IsOwnOrigin, is_the_host_that_the_page_talks_to) {
  EXPECT_TRUE(is_own_origin("http://localhost:8421", "localhost:8421"));
  EXPECT_TRUE(is_own_origin("http://LOCALHOST:8421", "localhost:8421"));
  for (const char* origin :
       {"", "null", "http://", "http://localhost:3000", "https://localhost:8421", "http://evil.example",
        "http://localhost:8421.evil.example", "http://localhost:8421/", "localhost:8421"})
    EXPECT_FALSE(is_own_origin(origin, "localhost:8421")) << origin;
  EXPECT_FALSE(is_own_origin("http://", ""));
}

TEST(MimeType, goes_by_the_ending) {
  EXPECT_STREQ(mime_type("index.html"), "text/html; charset=utf-8");
  EXPECT_STREQ(mime_type("assets/core.WASM"), "application/wasm");
  EXPECT_STREQ(mime_type("a.js"), "text/javascript; charset=utf-8");
  EXPECT_STREQ(mime_type("no_ending"), "application/octet-stream");
}

}  // namespace
}  // namespace spindrift
