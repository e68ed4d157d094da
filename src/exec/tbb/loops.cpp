// Loops spread over threads: those of a pool by its team, those that run outside of any pool by oneTBB, which also
// spreads what other libraries do inside of a pool (OpenVDB, Embree).
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "exec/leaf.h"
#include "exec/tbb/thread_checks.h"
#include "exec/threads/team.h"

#if defined(__SANITIZE_THREAD__)
// Inside of oneTBB, and in the loops of OpenVDB, the sanitizer sees half of every handover.
extern "C" const char* __tsan_default_suppressions() {
  return "race_top:oneapi/tbb\n"
         "race_top:tbb::detail\n"
         "race_top:bits/atomic_base.h\n"
         "race:openvdb::\n"
         "called_from_lib:libtbb.so\n";
}
#endif

namespace spindrift {

// TBB would otherwise never start more workers than there are cores, whatever the arena asks for.
struct ThreadPool::Arena {
  explicit Arena(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        tasks(threads),
        team(threads) {}
  tbb::global_control limit;
  tbb::task_arena tasks;
  Team team;
};

ThreadPool::ThreadPool(int threads) : threads_(pool_threads(threads)) { arena_ = std::make_unique<Arena>(threads_); }

ThreadPool::~ThreadPool() = default;

void ThreadPool::run(FunctionRef<void()> work) {
  const auto task = [&] {
    note_begun();
    const Team::Leads leads(&arena_->team);
    work();
    note_ended();
  };
  note_handed_out();
  arena_->tasks.execute(task);
  note_joined();
}

int thread_count() { return Team::here() ? Team::here()->threads() : tbb::this_task_arena::max_concurrency(); }
int thread_number() {
  return Team::here() ? Team::number_here() : std::max(0, tbb::this_task_arena::current_thread_index());
}

void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run) {
  if (Team::is_in_piece()) {
    for (std::size_t i = 0; i < pieces; ++i) run(i);
  } else if (Team* team = Team::here()) {
    team->run_pieces(pieces, run);
  } else {
    const auto task = [&](std::size_t i) {
      note_begun();
      run(i);
      note_ended();
    };
    note_handed_out();
    tbb::parallel_for(std::size_t{0}, pieces, task);
    note_joined();
  }
}

}  // namespace spindrift
