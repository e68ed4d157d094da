// Loops and jobs run on the calling thread, without dependencies.
#include <utility>

#include "base/no_throw.h"
#include "base/timer.h"
#include "exec/background_writer.h"
#include "exec/parallel.h"

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

// Each job runs when it is pushed.
struct BackgroundWriter::Queue {
  Status outcome = Done{};  // of the jobs so far
  double busy_seconds = 0.0;
};

BackgroundWriter::BackgroundWriter(std::size_t /*capacity*/) : queue_(std::make_unique<Queue>()) {}
BackgroundWriter::~BackgroundWriter() = default;

double BackgroundWriter::wait_for_room() { return 0.0; }

void BackgroundWriter::push(Job job) {
  if (!queue_->outcome) return;
  const double begin = wall_seconds();
  queue_->outcome = no_throw("writing files", job);
  queue_->busy_seconds += wall_seconds() - begin;
}

Status BackgroundWriter::status() const { return queue_->outcome; }
Status BackgroundWriter::finish() { return status(); }
double BackgroundWriter::busy_seconds() const { return queue_->busy_seconds; }

}  // namespace spindrift
