// No exception leaves the library: what the standard library or a dependency throws becomes an Error.
#pragma once

#include <exception>
#include <new>

#include "spindrift/error.h"

namespace spindrift {

// work(), which returns a Result; running out of memory is its error, too.
template <class Work>
auto no_throw(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kRunFailed, "out of memory"};
  } catch (const std::exception& error) {
    return Error{ErrorCode::kRunFailed, error.what()};
  }
}

}  // namespace spindrift
