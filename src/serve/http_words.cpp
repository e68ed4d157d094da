#include "serve/http_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/split.h"

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

// What no file of a page has in its name: control characters, NUL among them, and the other slash.
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

// Not a name, which a stranger could let point anywhere.
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

}  // namespace spindrift
