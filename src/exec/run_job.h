// A job of a BackgroundWriter, from which no exception may leave: nobody could catch it.
#pragma once

#include <exception>
#include <new>

#include "exec/background_writer.h"

namespace spindrift {

inline Status run_job(const BackgroundWriter::Job& job) {
  try {
    return job();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kRunFailed, "out of memory while writing"};
  } catch (const std::exception& error) {
    return Error{ErrorCode::kRunFailed, error.what()};
  }
}

}  // namespace spindrift
