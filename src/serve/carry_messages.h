// Between those who look at a simulation and the one that they look at, which is a LiveSession or acts like one. The
// thread that calls is the simulation's; nobody who looks can make it wait.
#pragma once

#include <algorithm>
#include <functional>
#include <map>

#include "base/timer.h"
#include "serve/server.h"

namespace spindrift {

// Until `should_stop`.
template <class Session>
void carry_messages(Session& session, Server& server, const std::function<bool()>& should_stop) {
  constexpr double kBudget = 0.02;  // s between two looks at the messages: less than a hand notices
  constexpr double kPause = 0.05;   // s between two questions whether to stop, while there is nothing to do
  std::map<int, int> viewers;       // the session's numbers by the server's
  for (double pause = 0.0; !should_stop();) {
    for (ViewerEvent& event : server.wait(std::min(pause, kPause))) {
      if (event.kind == ViewerEvent::Kind::kCame) {
        viewers.emplace(event.viewer, session.join());
      } else if (const auto found = viewers.find(event.viewer); found == viewers.end()) {
        continue;
      } else if (event.kind == ViewerEvent::Kind::kSaid) {
        session.receive(found->second, event.text);
      } else {
        session.leave(found->second);
        viewers.erase(found);
      }
    }
    pause = session.advance(wall_seconds(), kBudget);
    for (const auto& [connection, viewer] : viewers)
      while (auto message = session.take(viewer)) server.send(connection, std::move(*message));
  }
}

}  // namespace spindrift
