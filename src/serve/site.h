// What the server answers to a request, and who may open a socket. Knows nothing of sockets itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/page_folder.h"

namespace spindrift {

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
  // `address`: where the server listens; `token`: what the address of the page and of the socket must have, or empty.
  Site(PageFolder page, std::string address, std::string token);

  HttpAnswer answer(const HttpRequest& request) const;
  // Why the request to open a socket is refused; nothing: it may be opened.
  std::optional<HttpAnswer> refuse_socket(const HttpRequest& request) const;

 private:
  std::optional<HttpAnswer> refuse(const HttpRequest& request) const;
  bool has_token(std::string_view target) const;
  HttpAnswer index_page(std::string text) const;

  PageFolder page_;
  std::string address_, token_, machine_;
};

// Whether a token can stand in an address as it is, and is long enough not to be guessed.
Status check_token(const std::string& token);
std::string make_token();

}  // namespace spindrift
