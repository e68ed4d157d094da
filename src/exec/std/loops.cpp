// Loops spread over the standard library's threads alone, without any dependency: those of a pool by its team; those
// that run outside of any pool are done here and now.
#include <algorithm>
#include <thread>

#include "exec/leaf.h"
#include "exec/threads/team.h"

namespace spindrift {

struct ThreadPool::Arena {
  explicit Arena(int threads) : team(threads) {}
  Team team;
};

ThreadPool::ThreadPool(int threads)
    : threads_(threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))) {
  arena_ = std::make_unique<Arena>(threads_);
}

ThreadPool::~ThreadPool() = default;

void ThreadPool::run(FunctionRef<void()> work) {
  const Team::Leads leads(&arena_->team);
  work();
}

int thread_count() { return Team::here() ? Team::here()->threads() : 1; }
int thread_number() { return Team::number_here(); }

void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run) {
  if (Team* team = Team::here(); team && !Team::is_in_piece()) return team->run_pieces(pieces, run);
  for (std::size_t i = 0; i < pieces; ++i) run(i);
}

}  // namespace spindrift
