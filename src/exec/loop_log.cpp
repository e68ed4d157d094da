#include "exec/loop_log.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <string_view>

#include "base/timer.h"
#include "exec/locked.h"

namespace spindrift {

namespace {

std::atomic<bool> is_counting = false;
Locked<std::map<std::string_view, LoopCount>> loops;

}  // namespace

LoopLog::LoopLog() {
  loops.with([](auto& all) { all.clear(); });
  go_on();
}
LoopLog::~LoopLog() { pause(); }
void LoopLog::pause() { is_counting = false; }
void LoopLog::go_on() { is_counting = true; }

std::vector<LoopCount> LoopLog::counts() const {
  std::vector<LoopCount> counts;
  loops.with([&](const auto& all) {
    for (const auto& [name, count] : all) {
      counts.push_back(count);
      counts.back().name = name;
    }
  });
  std::stable_sort(counts.begin(), counts.end(),
                   [](const LoopCount& a, const LoopCount& b) { return a.seconds > b.seconds; });
  return counts;
}

LoopClock::LoopClock(const char* name, std::size_t pieces) : pieces_(pieces) {
  if (!is_counting.load(std::memory_order_relaxed)) return;
  loops.with([&](auto& all) { all.try_emplace(name); });  // what takes memory: a destructor must not throw
  name_ = name;
  begin_ = wall_seconds();
}

LoopClock::~LoopClock() {
  if (!name_) return;
  const double seconds = wall_seconds() - begin_;
  loops.with([&](auto& all) {
    const auto place = all.find(name_);
    if (place == all.end()) return;  // a new log has begun since
    LoopCount& count = place->second;
    ++count.runs;
    count.pieces += static_cast<std::int64_t>(pieces_);
    count.seconds += seconds;
    if (pieces_ == 1) return;
    ++count.forks;
    count.fork_seconds += seconds;
  });
}

}  // namespace spindrift
