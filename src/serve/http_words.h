// What a browser's request says, as far as a server of one page has to understand it. Trusts nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spindrift {

// The file that the path of a request names, below the page's folder: `/a%20b.js?x` is `a b.js`, and a path that ends
// with a slash names the index.html there. Nothing if it is no path, or has a part that begins with a dot, as `..`
// does.
std::optional<std::string> file_of_target(std::string_view target);

std::string_view path_of_target(std::string_view target);                      // what stands before `?`
std::string_view query_value(std::string_view target, std::string_view name);  // of `?name=value&...`
bool is_same_secret(std::string_view a, std::string_view b);                   // in a time that tells nothing
const char* mime_type(std::string_view file);                                  // by the ending

bool is_loopback(std::string_view address);  // as a number (127.0.0.1, ::1), or `localhost`

// Whether the Host of a request may be meant for a server that listens at `address` on a machine called `machine`. A
// name that somebody else has let point to this machine is not (DNS rebinding). The port is left open: it may be that
// of a tunnel.
bool is_known_host(std::string_view host, std::string_view address, std::string_view machine);

// Whether the page that opens a socket came from here: its origin is the Host that it talks to.
bool is_own_origin(std::string_view origin, std::string_view host);

std::string host_in_address(std::string_view address);  // an IPv6 address in brackets

}  // namespace spindrift
