// Loops of a pool run on its team, loops outside of any pool on oneTBB, which also runs the loops of other libraries
// inside of a pool (OpenVDB, Embree).
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "exec/parallel.h"
#include "exec/threads/team.h"

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>

// The sanitizer does not see the synchronisation inside of oneTBB and of OpenVDB's loops.
extern "C" const char* __tsan_default_suppressions() {
  return "race_top:oneapi/tbb\n"
         "race_top:tbb::detail\n"
         "race_top:bits/atomic_base.h\n"
         "race:openvdb::\n"
         "called_from_lib:libtbb.so\n";
}
#endif

namespace spindrift {

namespace {

// What the thread sanitizer must know of oneTBB, which it cannot inspect: work begins after it was handed out, and has
// ended when it is joined. All work shares one address, so two concurrent loops seem to wait for each other. Empty in
// other builds.
#if defined(__SANITIZE_THREAD__)

char work_handed_out = 0, work_ended = 0;  // their addresses are all that counts

void note_handed_out() { __tsan_release(&work_handed_out); }
void note_begun() { __tsan_acquire(&work_handed_out); }
void note_ended() { __tsan_release(&work_ended); }
void note_joined() { __tsan_acquire(&work_ended); }

#else

void note_handed_out() {}
void note_begun() {}
void note_ended() {}
void note_joined() {}

#endif

}  // namespace

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
