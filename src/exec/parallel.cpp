#include "exec/parallel.h"

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

void parallel_pieces(const char* name, std::size_t count, std::size_t grain,
                     FunctionRef<void(std::size_t, std::size_t)> piece) {
  if (count == 0) return;
  const std::size_t pieces = (count + grain - 1) / grain;
  const LoopClock clock(name, pieces);
  const auto run = [&](std::size_t i) { piece(i * grain, std::min(count, (i + 1) * grain)); };
  if (pieces == 1 || thread_count() == 1) {
    for (std::size_t i = 0; i < pieces; ++i) run(i);
  } else {
    run_pieces(pieces, run);
  }
}

LoopLog::LoopLog() {
  loops.with([](auto& all) { all.clear(); });
  resume();
}
LoopLog::~LoopLog() { pause(); }
void LoopLog::pause() { is_counting = false; }
void LoopLog::resume() { is_counting = true; }

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
  loops.with([&](auto& all) { all.try_emplace(name); });  // allocates: a destructor must not throw
  name_ = name;
  begin_ = wall_seconds();
}

LoopClock::~LoopClock() {
  if (!name_) return;
  const double seconds = wall_seconds() - begin_;
  loops.with([&](auto& all) {
    const auto place = all.find(name_);
    if (place == all.end()) return;  // a new log has started
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
