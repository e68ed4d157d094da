#include "exec/background_writer.h"

#include <utility>

#include "base/no_throw.h"
#include "base/timer.h"

namespace spindrift {

BackgroundWriter::BackgroundWriter(std::size_t capacity) : capacity_(capacity), thread_([this] { run(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

double BackgroundWriter::wait_for_room() {
  const double begin = wall_seconds();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.size() < capacity_; });
  return wall_seconds() - begin;
}

void BackgroundWriter::push(Job job) {
  wait_for_room();
  {
    const std::lock_guard lock(mutex_);
    if (status_) jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

Status BackgroundWriter::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

Status BackgroundWriter::finish() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty() && !is_running_; });
  }
  return status();
}

double BackgroundWriter::busy_seconds() const {
  const std::lock_guard lock(mutex_);
  return busy_seconds_;
}

void BackgroundWriter::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return is_ending_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    {
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      is_running_ = true;
      lock.unlock();
      changed_.notify_all();
      const double begin = wall_seconds();
      Status outcome = no_throw(job);  // no exception may leave a thread
      lock.lock();
      busy_seconds_ += wall_seconds() - begin;
      is_running_ = false;
      if (!outcome) {
        status_ = std::move(outcome);  // a copy might want memory
        jobs_.clear();
      }
    }
    changed_.notify_all();
  }
}

}  // namespace spindrift
