// What the views of a scene and of a run have in common: the server and its address.
#pragma once

#include <functional>
#include <string>

#include "serve/carry_messages.h"
#include "serve/server.h"
#include "spindrift/view.h"

namespace spindrift {

struct OpenView {
  Server server;
  std::string address;  // of the page, with the token if there is one
};

// Listens, and warns of what the user may not expect. Nobody is answered before carry_messages.
Result<OpenView> open_view(const ViewOptions& options, ViewWatcher& watcher);

// Tells the watcher the address and serves viewers until it says stop.
template <class Session>
void serve(Session& session, OpenView& view, ViewWatcher& watcher) {
  watcher.listening(view.address);
  carry_messages(session, view.server, [&] { return watcher.should_stop(); });
}

}  // namespace spindrift
