// Loops done here and now, one piece after the other: for places without threads, and without any dependency.
#include "exec/leaf.h"

namespace spindrift {

struct ThreadPool::Arena {};

ThreadPool::ThreadPool(int /*threads*/) : threads_(1) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::run(FunctionRef<void()> work) { work(); }

int thread_count() { return 1; }
int thread_number() { return 0; }

void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run) {
  for (std::size_t i = 0; i < pieces; ++i) run(i);
}

}  // namespace spindrift
