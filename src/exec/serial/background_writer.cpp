// Each job is done when it is handed over.
#include "exec/background_writer.h"

#include <utility>

#include "base/no_throw.h"
#include "base/timer.h"

namespace spindrift {

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
