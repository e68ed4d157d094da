#include "exec/background_writer.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "base/no_throw.h"
#include "base/timer.h"

namespace spindrift {

struct BackgroundWriter::Queue {
  explicit Queue(std::size_t most) : capacity(most), thread([this] { run(); }) {}
  void run();

  const std::size_t capacity;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Job> jobs;
  bool is_running = false;  // a job
  bool is_ending = false;
  Status outcome = Done{};  // of the jobs so far
  double busy_seconds = 0.0;
  std::thread thread;  // last: it begins at once
};

BackgroundWriter::BackgroundWriter(std::size_t capacity) : queue_(std::make_unique<Queue>(capacity)) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(queue_->mutex);
    queue_->is_ending = true;
  }
  queue_->changed.notify_all();
  queue_->thread.join();
}

double BackgroundWriter::wait_for_room() {
  const double begin = wall_seconds();
  std::unique_lock lock(queue_->mutex);
  queue_->changed.wait(lock, [&] { return queue_->jobs.size() < queue_->capacity; });
  return wall_seconds() - begin;
}

void BackgroundWriter::push(Job job) {
  wait_for_room();
  {
    const std::lock_guard lock(queue_->mutex);
    if (queue_->outcome) queue_->jobs.push_back(std::move(job));
  }
  queue_->changed.notify_all();
}

Status BackgroundWriter::status() const {
  const std::lock_guard lock(queue_->mutex);
  return queue_->outcome;
}

Status BackgroundWriter::finish() {
  {
    std::unique_lock lock(queue_->mutex);
    queue_->changed.wait(lock, [&] { return queue_->jobs.empty() && !queue_->is_running; });
  }
  return status();
}

double BackgroundWriter::busy_seconds() const {
  const std::lock_guard lock(queue_->mutex);
  return queue_->busy_seconds;
}

void BackgroundWriter::Queue::run() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return is_ending || !jobs.empty(); });
    if (jobs.empty()) return;
    {
      const Job job = std::move(jobs.front());
      jobs.pop_front();
      is_running = true;
      lock.unlock();
      changed.notify_all();
      const double begin = wall_seconds();
      Status written = no_throw("writing files", job);
      lock.lock();
      busy_seconds += wall_seconds() - begin;
      is_running = false;
      if (!written) {
        outcome = std::move(written);  // allocates nothing: an exception here would end the process
        jobs.clear();
      }
    }
    changed.notify_all();
  }
}

}  // namespace spindrift
