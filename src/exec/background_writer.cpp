#include "exec/background_writer.h"

#include <exception>
#include <new>
#include <utility>

#include "base/timer.h"

namespace spindrift {
namespace {

// No exception may leave a thread.
Status run_job(const BackgroundWriter::Job& job) {
  try {
    return job();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kRunFailed, "out of memory while writing"};
  } catch (const std::exception& error) {
    return Error{ErrorCode::kRunFailed, error.what()};
  }
}

}  // namespace

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
    if (!failure_) jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

Status BackgroundWriter::status() const {
  const std::lock_guard lock(mutex_);
  if (failure_) return *failure_;
  return Done{};
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
      const Status outcome = run_job(job);
      lock.lock();
      busy_seconds_ += wall_seconds() - begin;
      is_running_ = false;
      if (!outcome) {
        failure_ = outcome.error();
        jobs_.clear();
      }
    }
    changed_.notify_all();
  }
}

}  // namespace spindrift
