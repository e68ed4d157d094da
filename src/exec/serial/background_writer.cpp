// Each job is done when it is handed over.
#include "exec/background_writer.h"

#include <optional>

#include "base/timer.h"
#include "exec/run_job.h"

namespace spindrift {

struct BackgroundWriter::Queue {
  std::optional<Error> failure;
  double busy_seconds = 0.0;
};

BackgroundWriter::BackgroundWriter(std::size_t /*capacity*/) : queue_(std::make_unique<Queue>()) {}
BackgroundWriter::~BackgroundWriter() = default;

double BackgroundWriter::wait_for_room() { return 0.0; }

void BackgroundWriter::push(Job job) {
  if (queue_->failure) return;
  const double begin = wall_seconds();
  const Status outcome = run_job(job);
  queue_->busy_seconds += wall_seconds() - begin;
  if (!outcome) queue_->failure = outcome.error();
}

Status BackgroundWriter::status() const {
  if (queue_->failure) return *queue_->failure;
  return Done{};
}
Status BackgroundWriter::finish() { return status(); }
double BackgroundWriter::busy_seconds() const { return queue_->busy_seconds; }

}  // namespace spindrift
