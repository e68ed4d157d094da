#include "serve/site.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/split.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

struct PageOnDisk {
  PageOnDisk() {
    fs::create_directories(folder / "page/assets");
    folder.add("page/index.html", "<!doctype html><html><head lang=\"en\"><title>x</title></head></html>");
    folder.add("page/assets/core.wasm", "wasm");
    folder.add("secret.txt", "secret");
    fs::create_symlink(folder / "secret.txt", folder / "page/link.txt");
    fs::create_directory_symlink(folder.path(), folder / "page/up");
    fs::create_symlink("assets/core.wasm", folder / "page/inside.wasm");
  }
  Site site(const std::string& address = "127.0.0.1", const std::string& token = "") const {
    return {*PageFolder::find(folder / "page"), address, token};
  }

  TemporaryFolder folder;
};

HttpRequest get(std::string_view target) {
  return {.method = "GET", .target = target, .host = "127.0.0.1:8421", .origin = "http://127.0.0.1:8421"};
}

TEST(Site, puts_the_sockets_address_into_the_page) {
  const HttpAnswer answer = PageOnDisk().site().answer(get("/"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.type, "text/html; charset=utf-8");
  EXPECT_NE(answer.body.find("<head lang=\"en\"><meta name=\"spindrift-socket\" content=\"/socket\">"),
            std::string::npos)
      << answer.body;
}

TEST(Site, serves_files_of_the_page_and_304_if_unchanged) {
  const PageOnDisk page;
  HttpRequest request = get("/assets/core.wasm");
  const HttpAnswer answer = page.site().answer(request);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "wasm");
  EXPECT_EQ(page.site().answer(get("/inside.wasm")).body, "wasm");
  request.known_tag = answer.tag;
  EXPECT_EQ(page.site().answer(request).status, 304);
  EXPECT_EQ(page.site().answer(request).body, "");
  page.folder.add("page/assets/core.wasm", "other");
  EXPECT_EQ(page.site().answer(request).status, 200);
}

TEST(Site, serves_nothing_outside_the_page) {
  const PageOnDisk page;
  for (const char* target : {"/nothing.js", "/assets", "/link.txt", "/up/secret.txt", "/up/page/index.html/",
                             "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"})
    EXPECT_EQ(page.site().answer(get(target)).status, 404) << target;
}

TEST(Site, refuses_other_hosts_and_methods) {
  const PageOnDisk page;
  const auto status_with = [&](auto&& change) {
    HttpRequest request = get("/");
    change(request);
    return page.site().answer(request).status;
  };
  EXPECT_EQ(status_with([](HttpRequest& r) { r.method = "POST"; }), 405);
  EXPECT_EQ(status_with([](HttpRequest& r) { r.method = "HEAD"; }), 200);
  EXPECT_EQ(status_with([](HttpRequest& r) { r.has_body = true; }), 400);
  EXPECT_EQ(status_with([](HttpRequest& r) { r.host = ""; }), 400);
  EXPECT_EQ(status_with([](HttpRequest& r) { r.host = "evil.example:8421"; }), 403);
  EXPECT_EQ(status_with([](HttpRequest& r) { r.target = "/socket"; }), 426);
}

TEST(Site, sends_the_page_only_with_the_token) {
  const PageOnDisk page;
  const Site site = page.site("0.0.0.0", "a-secret-token");
  EXPECT_EQ(site.answer(get("/")).status, 403);
  EXPECT_EQ(site.answer(get("/index.html")).status, 403);
  EXPECT_EQ(site.answer(get("/?token=a-secret-toker")).status, 403);
  const HttpAnswer answer = site.answer(get("/?token=a-secret-token"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body.find("content=\"/socket?token=a-secret-token\""), std::string::npos) << answer.body;
  EXPECT_EQ(site.answer(get("/assets/core.wasm")).status, 200);
}

TEST(Site, opens_sockets_only_for_its_own_page) {
  const PageOnDisk page;
  const auto status_with = [](const Site& site, auto&& change) {
    HttpRequest request = get("/socket");
    request.is_upgrade = true;
    change(request);
    const auto refused = site.refuse_socket(request);
    return refused ? refused->status : 101;
  };
  const Site site = page.site();
  EXPECT_EQ(status_with(site, [](HttpRequest&) {}), 101);
  EXPECT_EQ(status_with(site, [](HttpRequest& r) { r.origin = "http://evil.example"; }), 403);
  EXPECT_EQ(status_with(site, [](HttpRequest& r) { r.origin = "http://127.0.0.1:3000"; }), 403);
  EXPECT_EQ(status_with(site, [](HttpRequest& r) { r.origin = ""; }), 403);
  EXPECT_EQ(status_with(site, [](HttpRequest& r) { r.host = r.origin = "evil.example"; }), 403);
  EXPECT_EQ(status_with(site, [](HttpRequest& r) { r.target = "/other"; }), 404);
  const Site open = page.site("0.0.0.0", "a-secret-token");
  EXPECT_EQ(status_with(open, [](HttpRequest&) {}), 403);
  EXPECT_EQ(status_with(open, [](HttpRequest& r) { r.target = "/socket?token=wrong-secret"; }), 403);
  EXPECT_EQ(status_with(open, [](HttpRequest& r) { r.target = "/socket?token=a-secret-token"; }), 101);
}

TEST(Site, shows_how_to_build_a_missing_page) {
  const TemporaryFolder folder;
  const HttpAnswer answer = Site(*PageFolder::find(folder.path()), "127.0.0.1", "").answer(get("/"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("tools/build_web"), std::string::npos);
}

TEST(PageFolder, that_is_named_must_exist) { EXPECT_FALSE(PageFolder::find("/no/such/folder")); }

TEST(Token, fits_into_an_address_and_is_too_long_to_guess) {
  EXPECT_TRUE(check_token(make_token()));
  EXPECT_NE(make_token(), make_token());
  for (const char* token : {"", "short", "with space", "a&b=cdefgh", "\"quotes\"<>", "umlaut-\xc3\xa4\xc3\xa4"})
    EXPECT_FALSE(check_token(token)) << token;
}

TEST(FileOfTarget, is_the_path_below_the_page_decoded_once) {
  EXPECT_EQ(file_of_target("/"), "index.html");
  EXPECT_EQ(file_of_target("/?token=abc"), "index.html");
  EXPECT_EQ(file_of_target("/assets/a.js"), "assets/a.js");
  EXPECT_EQ(file_of_target("/a%20b.js?x=/../y"), "a b.js");
  EXPECT_EQ(file_of_target("/how/"), "how/index.html");
  EXPECT_EQ(file_of_target("/%252e%252e/a"), "%2e%2e/a");
}

TEST(FileOfTarget, never_leaves_the_page) {
  for (const std::string_view target : split(
           "a.js http://127.0.0.1/ /.. /../a /a/../../b /%2e%2e/a /%2E%2e/a /.%2e/a /a/%2e%2e/b /..%2fa /%2e%2e%2fa "
           "/..%5ca /..\\a /a\\..\\b /%00 /a%00.js /a%0a //etc/passwd /%2fetc/passwd /./a /.git/config /a//b /a% /a%2 "
           "/a%zz /\x7f /%7f *",
           ' '))
    EXPECT_EQ(file_of_target(target), std::nullopt) << target;
  EXPECT_EQ(file_of_target(""), std::nullopt);
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

TEST(IsSameSecret, compares_every_character) {
  EXPECT_TRUE(is_same_secret("abcdefgh", "abcdefgh"));
  for (const char* wrong : {"", "a", "abcdefg", "abcdefgx", "xbcdefgh", "abcdefghi", "abcdefghabcdefgh"}) {
    EXPECT_FALSE(is_same_secret(wrong, "abcdefgh")) << wrong;
    EXPECT_FALSE(is_same_secret("abcdefgh", wrong)) << wrong;
  }
}

TEST(IsKnownHost, of_a_loopback_server_is_only_loopback) {
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

TEST(IsOwnOrigin, is_the_requests_host) {
  EXPECT_TRUE(is_own_origin("http://localhost:8421", "localhost:8421"));
  EXPECT_TRUE(is_own_origin("http://LOCALHOST:8421", "localhost:8421"));
  for (const char* origin :
       {"", "null", "http://", "http://localhost:3000", "https://localhost:8421", "http://evil.example",
        "http://localhost:8421.evil.example", "http://localhost:8421/", "localhost:8421"})
    EXPECT_FALSE(is_own_origin(origin, "localhost:8421")) << origin;
  EXPECT_FALSE(is_own_origin("http://", ""));
}

}  // namespace
}  // namespace spindrift
