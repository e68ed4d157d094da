#include "serve/view.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "serve/http_words.h"
#include "serve/site.h"

namespace spindrift {
namespace {

constexpr int kUsualPort = 8421;
constexpr int kMorePorts = 100;  // to try: as many views on one machine as anybody has

// What a browser elsewhere may call this machine; of an address that stands for all, the machine's name.
std::string host_for_browsers(const std::string& address) {
  if (address != "0.0.0.0" && address != "::") return host_in_address(address);
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "localhost";
}

void warn_of_surprises(const ViewOptions& options, const PageFolder& page, ViewWatcher& watcher) {
  if (!page.is_built())
    watcher.warning(
        "the page is not built, and the address shows how to build it; the simulation is there all the same");
  if (!is_loopback(options.address))
    watcher.warning(
        "other machines can reach this view: who has its whole address can see and change the scene, and the "
        "connection is not encrypted");
}

}  // namespace

bool has_view() {
#ifdef SPINDRIFT_HAS_BEAST
  return true;
#else
  return false;
#endif
}

Result<OpenView> open_view(const ViewOptions& options, ViewWatcher& watcher) {
  std::string token = options.token;
  if (token.empty() && !is_loopback(options.address)) token = make_token();
  if (!token.empty())
    if (Status sound = check_token(token); !sound) return sound.error();
  const Result<PageFolder> page = PageFolder::find(options.page);
  if (!page) return page.error();
  const bool is_any = options.port < 0;
  Result<Server> server = Server::start({.address = options.address,
                                         .port = is_any ? kUsualPort : options.port,
                                         .more_ports = is_any ? kMorePorts : 0,
                                         .token = token},
                                        *page);
  if (!server) return server.error();
  warn_of_surprises(options, *page, watcher);
  const std::string address = fmt::format("http://{}:{}/{}", host_for_browsers(options.address), server->port(),
                                          token.empty() ? "" : "?token=" + token);
  return OpenView{std::move(*server), address};
}

}  // namespace spindrift
