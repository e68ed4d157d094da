#include "base/no_throw.h"

#include <exception>
#include <new>
#include <system_error>

namespace spindrift {

Error error_of_exception(const char* doing) noexcept {
  try {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      return {ErrorCode::kRunFailed, std::string("out of memory while ") + doing};
    } catch (const std::system_error& error) {  // whose words say nothing of what it was about
      return {ErrorCode::kRunFailed, std::string(error.what()) + ", while " + doing};
    } catch (const std::exception& error) {
      return {ErrorCode::kRunFailed, error.what()};
    } catch (...) {
      return {ErrorCode::kRunFailed, "an exception that is no std::exception"};
    }
  } catch (...) {
    return {ErrorCode::kRunFailed, "out of memory"};  // so short that it needs none
  }
}

}  // namespace spindrift
