#include "serve/site.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <utility>

#include "base/split.h"
#include "formats/files/checksum.h"
#include "formats/files/files.h"
#include "run/scene_library.h"

namespace spindrift {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// %41 is A. Once: what comes out is never decoded again.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(16 * high + low);
    i += 2;
  }
  return decoded;
}

// Control characters and backslashes, which no file of the page has in its name.
bool has_odd_bytes(std::string_view path) {
  constexpr char kDelete = 0x7f;
  return std::any_of(path.begin(), path.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' || c == kDelete || c == '\\'; });
}

// `name:8421` or `[::1]:8421` without the port, in small letters; empty if it is neither.
std::string host_name(std::string_view host) {
  std::string_view rest;
  std::string_view name = host;
  if (host.starts_with("[")) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return "";
    name = host.substr(1, end - 1);
    rest = host.substr(end + 1);
  } else if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
    name = host.substr(0, colon);
    rest = host.substr(colon);
  }
  const bool is_port = rest.empty() || (rest.starts_with(":") && rest.size() <= 6 &&
                                        rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
  return is_port ? lower_case(name) : "";
}

// An address, not a name: anybody can let a name resolve to any address.
bool is_a_number(std::string_view host) {
  return host.find(':') != std::string_view::npos || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

std::string_view path_of_target(std::string_view target) { return target.substr(0, target.find_first_of("?#")); }

std::optional<std::string> file_of_target(std::string_view target) {
  std::optional<std::string> path = percent_decoded(path_of_target(target));
  if (!path || !path->starts_with("/") || has_odd_bytes(*path)) return std::nullopt;
  if (path->ends_with("/")) *path += "index.html";
  const std::string_view below = std::string_view(*path).substr(1);
  for (const std::string_view part : split(below, '/'))
    if (part.empty() || part.starts_with(".")) return std::nullopt;
  return std::string(below);
}

std::string_view query_value(std::string_view target, std::string_view name) {
  const std::size_t begin = target.find('?');
  if (begin == std::string_view::npos) return "";
  for (const std::string_view pair : split(target.substr(begin + 1, target.find('#') - begin - 1), '&'))
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  return "";
}

bool is_same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && !b.empty(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i % b.size()]);
  return difference == 0;
}

const char* mime_type(std::string_view file) {
  static constexpr std::pair<std::string_view, const char*> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".wasm", "application/wasm"},
      {".toml", "text/plain; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
      {".md", "text/plain; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
  };
  const std::string name = lower_case(file);
  for (const auto& [ending, type] : kTypes)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

bool is_loopback(std::string_view address) {
  const std::string name = lower_case(address);
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_a_number(name));
}

bool is_known_host(std::string_view host, std::string_view address, std::string_view machine) {
  const std::string name = host_name(host);
  if (name.empty()) return false;
  if (is_loopback(name)) return true;
  if (is_loopback(address)) return false;
  const bool is_for_all = address == "0.0.0.0" || address == "::";
  if (name == lower_case(address) || (is_for_all && is_a_number(name))) return true;
  const std::string own = lower_case(machine);
  return !own.empty() && (name == own || name == own + ".local");  // .local: names within the house (mDNS)
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  constexpr std::string_view kScheme = "http://";
  return !host.empty() && origin.starts_with(kScheme) && lower_case(origin.substr(kScheme.size())) == lower_case(host);
}

std::string host_in_address(std::string_view address) {
  return address.find(':') == std::string_view::npos ? std::string(address) : "[" + std::string(address) + "]";
}

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

namespace fs = std::filesystem;

std::optional<std::string> file_inside(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  const fs::path file = fs::canonical(root / path, error);
  if (error || !fs::is_regular_file(file, error)) return std::nullopt;
  const auto [end_of_root, rest] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  return end_of_root == root.end() ? std::optional(file.string()) : std::nullopt;
}

Result<PageFolder> PageFolder::find(const std::string& name) {
  const char* chosen = std::getenv("SPINDRIFT_WEB");
  const std::string wanted = !name.empty() || !chosen ? name : chosen;
  std::error_code ignored;
  if (!wanted.empty()) {
    if (fs::is_directory(wanted, ignored)) return PageFolder(wanted);
    return Error{.message = fmt::format("the page's folder '{}'{} does not exist", wanted,
                                        name.empty() ? ", which SPINDRIFT_WEB names," : "")};
  }
  for (const std::string& folder : installed_folders(SPINDRIFT_WEB_FROM_PROGRAM, SPINDRIFT_WEB_FROM_LIBRARY))
    return PageFolder(folder);
  return PageFolder("");
}

std::optional<std::string> PageFolder::read(const std::string& file) const {
  if (path_.empty()) return std::nullopt;
  const auto inside = file_inside(path_, file);
  if (!inside) return std::nullopt;
  auto bytes = read_file_bytes(*inside);
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

bool PageFolder::is_built() const { return !path_.empty() && file_inside(path_, "index.html").has_value(); }

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

HttpAnswer plain(int status, std::string text) { return {.status = status, .body = std::move(text) + "\n"}; }

// A browser that has the file already need not load it again.
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

std::optional<HttpAnswer> Site::refuse(const HttpRequest& request) const {
  if (request.host.empty()) return plain(400, "the request names no host");
  if (!is_known_host(request.host, address_, machine_))
    return plain(403, "this is not the server's host name: use the address that it has printed");
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

// Puts the socket's address into the page.
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
  // The page contains the token, so it is sent only to those who have it.
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
                     fmt::format("a token must have {} to {} characters (got {})", kShortest, kLongest, token.size())};
  if (token.find_first_not_of(kTokenLetters) != std::string::npos)
    return Error{.message = "a token may contain only letters, digits, '-' and '_' (it is part of an address)"};
  return Done{};
}

std::string make_token() {
  constexpr std::size_t kLength = 24;  // 6 bits each
  std::random_device device;           // the system's secure random numbers
  std::string token;
  while (token.size() < kLength) token += kTokenLetters[device() % kTokenLetters.size()];
  return token;
}

}  // namespace spindrift
