#include "exec/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace spindrift {

// TBB would otherwise never start more workers than there are cores, whatever the arena asks for.
struct ThreadPool::Arena {
  explicit Arena(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)), tasks(threads) {}
  tbb::global_control limit;
  tbb::task_arena tasks;
};

ThreadPool::ThreadPool(int threads)
    : threads_(threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))) {
  arena_ = std::make_unique<Arena>(threads_);
}

ThreadPool::~ThreadPool() = default;

void ThreadPool::run(FunctionRef<void()> work) {
  arena_->tasks.execute([&] { work(); });
}

void parallel_pieces(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> piece) {
  if (count == 0) return;
  const std::size_t pieces = (count + grain - 1) / grain;
  auto run_piece = [&](std::size_t i) { piece(i * grain, std::min(count, (i + 1) * grain)); };
  if (pieces == 1 || tbb::this_task_arena::max_concurrency() == 1) {
    for (std::size_t i = 0; i < pieces; ++i) run_piece(i);
    return;
  }
  tbb::parallel_for(std::size_t{0}, pieces, run_piece);
}

}  // namespace spindrift
