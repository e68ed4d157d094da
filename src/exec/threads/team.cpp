#include "exec/threads/team.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include "base/timer.h"

namespace spindrift {

namespace {

// How long a member waits awake for the next loop: longer than the serial parts of a step. Waking a thread that sleeps
// within a step costs more than its work: with a tenth of this, two threads took nearly twice as long as one in 64 x 64
// cells.
constexpr double kAwakeSeconds = 1e-3;
constexpr int kLooksPerClock = 32;  // reading the clock takes as long as several checks

inline void pause_processor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Yields the core. In a browser yield does nothing, so the thread sleeps for about the time it takes to wake.
inline void leave_core() {
#if defined(__EMSCRIPTEN__)
  std::this_thread::sleep_for(std::chrono::microseconds(20));
#else
  std::this_thread::yield();
#endif
}

// Waits for is_done() awake, and after a while yields the core.
template <class IsDone>
void wait_awake(bool has_core_for_each, IsDone&& is_done) {
  constexpr int kLooks = 4096;
  const int looks = has_core_for_each ? kLooks : 1;
  for (int look = 0; !is_done(); ++look)
    if (look < looks)
      pause_processor();
    else
      leave_core();
}

struct Here {
  Team* team = nullptr;
  int number = 0;
  bool is_in_piece = false;
};
thread_local Here here_now;

}  // namespace

Team* Team::here() { return here_now.team; }
int Team::number_here() { return here_now.number; }
bool Team::is_in_piece() { return here_now.is_in_piece; }

Team::Leads::Leads(Team* team)
    : before_(here_now.team), number_before_(here_now.number), was_in_piece_(here_now.is_in_piece) {
  here_now = {team, 0, false};
}
Team::Leads::~Leads() { here_now = {before_, number_before_, was_in_piece_}; }

int pool_threads(int wanted) {
  constexpr int kMost = 4096;  // beyond, systems run out of resources
  return wanted > 0 ? std::min(wanted, kMost) : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

Team::Team(int threads)
    : has_core_for_each_(threads <= static_cast<int>(std::thread::hardware_concurrency())),
      shares_(static_cast<std::size_t>(threads)) {}

Team::~Team() {
  is_ending_ = true;
  {
    const std::lock_guard lock(mutex_);
    wake_.notify_all();
  }
  for (std::thread& member : members_) member.join();
}

// If the system refuses more threads, those that exist do the work, with the same bits.
void Team::start() {
  has_started_ = true;
  try {
    members_.reserve(shares_.size());
    for (int number = 1; number < threads(); ++number) members_.emplace_back([this, number] { serve(number); });
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
}

void Team::serve(int number) {
  here_now = {this, number, true};
  std::uint64_t seen = 0;
  for (;;) {
    wait_for_loop(seen);
    if (is_ending_) return;
    seen = loop_.load();
    if (seen % 2 == 0) continue;
    inside_.fetch_add(1);
    if (loop_.load() == seen) take_part(number);
    inside_.fetch_sub(1);
  }
}

void Team::wait_for_loop(std::uint64_t seen) {
  const auto has_news = [&] {
    const std::uint64_t now = loop_.load();
    return (now != seen && now % 2 == 1) || is_ending_.load();
  };
  if (has_core_for_each_)
    for (const double begin = wall_seconds(); wall_seconds() - begin < kAwakeSeconds;)
      for (int look = 0; look < kLooksPerClock; ++look) {
        if (has_news()) return;
        pause_processor();
      }
  std::unique_lock lock(mutex_);
  sleepers_.fetch_add(1);
  wake_.wait(lock, has_news);
  sleepers_.fetch_sub(1);
}

void Team::run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run) {
  if (!has_started_) start();
  wait_awake(has_core_for_each_, [&] { return inside_.load() == 0; });
  const std::size_t count = shares_.size();
  for (std::size_t i = 0; i < count; ++i) {
    shares_[i].next.store(pieces * i / count, std::memory_order_relaxed);
    shares_[i].end = pieces * (i + 1) / count;
  }
  run_ = &run;
  left_.store(pieces, std::memory_order_relaxed);
  loop_.fetch_add(1);  // what was written above is seen by those who see this
  if (sleepers_.load() > 0) {
    const std::lock_guard lock(mutex_);
    wake_.notify_all();
  }
  here_now.is_in_piece = true;
  take_part(0);
  here_now.is_in_piece = false;
  wait_awake(has_core_for_each_, [&] { return left_.load(std::memory_order_acquire) == 0; });
  loop_.fetch_add(1);
  if (has_failed_.load()) {
    has_failed_ = false;
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

void Team::take_part(int number) {
  std::size_t done = 0;
  for (std::size_t k = 0; k < shares_.size(); ++k) {
    Share& share = shares_[(static_cast<std::size_t>(number) + k) % shares_.size()];
    while (share.next.load(std::memory_order_relaxed) < share.end) {
      const std::size_t piece = share.next.fetch_add(1, std::memory_order_relaxed);
      if (piece >= share.end) break;
      run_piece(piece);
      ++done;
    }
  }
  if (done > 0) left_.fetch_sub(done, std::memory_order_release);
}

void Team::run_piece(std::size_t piece) {
  if (has_failed_.load(std::memory_order_relaxed)) return;
  try {
    (*run_)(piece);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!has_failed_.exchange(true)) failure_ = std::current_exception();
  }
}

}  // namespace spindrift
