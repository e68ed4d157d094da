#include "serve/site.h"

#include <gtest/gtest.h>

#include <filesystem>

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

TEST(Site, tells_the_page_where_its_socket_is) {
  const HttpAnswer answer = PageOnDisk().site().answer(get("/"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.type, "text/html; charset=utf-8");
  EXPECT_NE(answer.body.find("<head lang=\"en\"><meta name=\"spindrift-socket\" content=\"/socket\">"),
            std::string::npos)
      << answer.body;
}

TEST(Site, serves_files_of_the_page_and_says_when_they_are_the_same) {
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

TEST(Site, has_nothing_outside_of_the_page) {
  const PageOnDisk page;
  for (const char* target : {"/nothing.js", "/assets", "/link.txt", "/up/secret.txt", "/up/page/index.html/",
                             "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"})
    EXPECT_EQ(page.site().answer(get(target)).status, 404) << target;
}

TEST(Site, only_answers_questions_that_are_meant_for_it) {
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

TEST(Site, gives_the_token_only_to_those_who_have_it) {
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

TEST(Site, opens_sockets_to_its_own_page_alone) {
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

TEST(Site, without_a_page_says_how_to_build_it) {
  const TemporaryFolder folder;
  const HttpAnswer answer = Site(*PageFolder::find(folder.path()), "127.0.0.1", "").answer(get("/"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("tools/build_web"), std::string::npos);
}

TEST(PageFolder, that_is_named_must_be_there) { EXPECT_FALSE(PageFolder::find("/no/such/folder")); }

TEST(Token, can_stand_in_an_address_and_is_not_guessed) {
  EXPECT_TRUE(check_token(make_token()));
  EXPECT_NE(make_token(), make_token());
  for (const char* token : {"", "short", "with space", "a&b=cdefgh", "\"quotes\"<>", "umlaut-\xc3\xa4\xc3\xa4"})
    EXPECT_FALSE(check_token(token)) << token;
}

}  // namespace
}  // namespace spindrift
