// The page's files, what a request asks for, and how it is answered. Opens no sockets and trusts no request.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spindrift/error.h"

namespace spindrift {

// The file below the page's folder that a request's path names: `/a%20b.js?x` is `a b.js`; a path that ends with a
// slash names the index.html there. Nothing if it is no path, or if a part of it begins with a dot.
std::optional<std::string> file_of_target(std::string_view target);

std::string_view path_of_target(std::string_view target);                      // what stands before `?`
std::string_view query_value(std::string_view target, std::string_view name);  // of `?name=value&...`
bool is_same_secret(std::string_view a, std::string_view b);                   // in constant time
const char* mime_type(std::string_view file);                                  // by the ending

bool is_loopback(std::string_view address);  // as a number (127.0.0.1, ::1), or `localhost`

// Whether the Host of a request may mean a server that listens at `address` on a machine called `machine`. A foreign
// name that resolves to this machine is refused (DNS rebinding). Any port is accepted: it may be a tunnel's.
bool is_known_host(std::string_view host, std::string_view address, std::string_view machine);

// Whether the page that opens a socket was loaded from this server: its origin is the request's Host.
bool is_own_origin(std::string_view origin, std::string_view host);

std::string host_in_address(std::string_view address);  // an IPv6 address in brackets
std::string machine_name();                             // empty if unknown

// The real path of a file below a folder; nothing if it does not exist, is no file, or leads out of the folder by links
// or dots.
std::optional<std::string> file_inside(const std::string& folder, const std::string& path);

class PageFolder {
 public:
  // An empty name: the folder of the environment's SPINDRIFT_WEB, or the program's own. A named folder that does not
  // exist is an error; the program's own is missing if the page was not built.
  static Result<PageFolder> find(const std::string& name);

  std::optional<std::string> read(const std::string& file) const;
  bool is_built() const;

 private:
  explicit PageFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty: there is none
};

struct HttpRequest {
  std::string_view method{}, target{}, host{}, origin{}, known_tag{};  // known_tag: If-None-Match
  bool has_body = false;
  bool is_upgrade = false;  // to a socket
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body{};
  std::string tag{};  // ETag; empty: none
};

inline constexpr std::string_view kSocketPath = "/socket";

class Site {
 public:
  // `address`: where the server listens; `token`: required in the address of page and socket, unless empty.
  Site(PageFolder page, std::string address, std::string token);

  HttpAnswer answer(const HttpRequest& request) const;
  // The refusal of a request to open a socket; nothing if it may be opened.
  std::optional<HttpAnswer> refuse_socket(const HttpRequest& request) const;

 private:
  std::optional<HttpAnswer> refuse(const HttpRequest& request) const;
  bool has_token(std::string_view target) const;
  HttpAnswer index_page(std::string text) const;

  PageFolder page_;
  std::string address_, token_, machine_;
};

// Whether a token can be part of an address as it is, and is too long to guess.
Status check_token(const std::string& token);
std::string make_token();

}  // namespace spindrift
