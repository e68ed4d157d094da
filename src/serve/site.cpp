#include "serve/site.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>

#include "formats/files/checksum.h"
#include "serve/http_words.h"

namespace spindrift {
namespace {

constexpr std::string_view kTokenLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr const char* kNotBuilt =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Spindrift</title></head>\n"
    "<body style=\"font-family: sans-serif; max-width: 40em; margin: 4em auto\">\n<h1>The page is not built</h1>\n"
    "<p>The program runs, but it did not find its page. In the folder of Spindrift's source,</p>\n"
    "<pre>tools/build_web\ncd web &amp;&amp; npm ci &amp;&amp; npm run core &amp;&amp; npm run build</pre>\n<p>builds "
    "it. Then load this page again. The "
    "environment variable\n"
    "<code>SPINDRIFT_WEB</code> may name the folder of a page that lies elsewhere.</p>\n</body></html>\n";

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

HttpAnswer plain(int status, std::string text) { return {.status = status, .body = std::move(text) + "\n"}; }

// So that a browser which has the file already need not load it again.
HttpAnswer with_tag(HttpAnswer answer) {
  answer.tag = fmt::format("\"{:016x}\"", checksum(answer.body));
  return answer;
}

}  // namespace

Site::Site(PageFolder page, std::string address, std::string token)
    : page_(std::move(page)), address_(std::move(address)), token_(std::move(token)), machine_(machine_name()) {}

bool Site::has_token(std::string_view target) const {
  return token_.empty() || is_same_secret(query_value(target, "token"), token_);
}

// What holds for every request.
std::optional<HttpAnswer> Site::refuse(const HttpRequest& request) const {
  if (request.host.empty()) return plain(400, "the request does not say which host it is for");
  if (!is_known_host(request.host, address_, machine_))
    return plain(403, "this host name is not one of the server's: use the address that it has printed");
  if (request.method != "GET" && request.method != "HEAD") return plain(405, "only GET and HEAD are answered");
  if (request.has_body) return plain(400, "a request that only asks has no body");
  return std::nullopt;
}

std::optional<HttpAnswer> Site::refuse_socket(const HttpRequest& request) const {
  if (auto refused = refuse(request)) return refused;
  if (path_of_target(request.target) != kSocketPath) return plain(404, "there is no socket here");
  if (!is_own_origin(request.origin, request.host)) return plain(403, "only the server's own page may open its socket");
  if (!has_token(request.target)) return plain(403, "the token is wrong or missing");
  return std::nullopt;
}

// Tells the page where the session is.
HttpAnswer Site::index_page(std::string text) const {
  const std::string query = token_.empty() ? "" : "?token=" + token_;
  const std::string meta = fmt::format("<meta name=\"spindrift-socket\" content=\"{}{}\">", kSocketPath, query);
  const std::size_t head = text.find("<head");
  const std::size_t end = head == std::string::npos ? head : text.find('>', head);
  text.insert(end == std::string::npos ? 0 : end + 1, meta);
  return with_tag({.type = mime_type(".html"), .body = std::move(text)});
}

HttpAnswer Site::answer(const HttpRequest& request) const {
  if (auto refused = refuse(request)) return *refused;
  if (path_of_target(request.target) == kSocketPath) return plain(426, "this address is for a WebSocket");
  const std::optional<std::string> file = file_of_target(request.target);
  if (!file) return plain(404, "there is no such file");
  const bool is_index = *file == "index.html";
  // The page gives the token away, and is for those alone who have it.
  if (is_index && !has_token(request.target))
    return plain(403, "the token is wrong or missing: use the whole address that the program has printed");
  std::optional<std::string> bytes = page_.read(*file);
  if (!bytes && is_index) return {.status = 503, .type = mime_type(".html"), .body = kNotBuilt};
  if (!bytes) return plain(404, "there is no such file");
  HttpAnswer answer =
      is_index ? index_page(std::move(*bytes)) : with_tag({.type = mime_type(*file), .body = std::move(*bytes)});
  if (answer.tag != request.known_tag) return answer;
  return {.status = 304, .type = answer.type, .tag = answer.tag};
}

Status check_token(const std::string& token) {
  constexpr std::size_t kShortest = 8, kLongest = 256;
  if (token.size() < kShortest || token.size() > kLongest)
    return Error{.message =
                     fmt::format("a token has {} to {} characters, this one {}", kShortest, kLongest, token.size())};
  if (token.find_first_not_of(kTokenLetters) != std::string::npos)
    return Error{.message = "a token consists of letters, digits, '-' and '_', so that it can stand in an address"};
  return Done{};
}

std::string make_token() {
  constexpr std::size_t kLength = 24;  // of 6 bits each
  std::random_device device;           // the system's source for secrets
  std::string token;
  while (token.size() < kLength) token += kTokenLetters[device() % kTokenLetters.size()];
  return token;
}

}  // namespace spindrift
