#include "spindrift/error.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "base/check.h"
#include "base/no_throw.h"

namespace spindrift {

std::string to_string(const Error& error) noexcept {
  return text_or("out of memory", [&] {
    std::string text = error.place.file;
    if (error.place.line > 0) {
      text += ":" + std::to_string(error.place.line);
      if (error.place.column > 0) text += ":" + std::to_string(error.place.column);
    }
    if (!text.empty()) text += ": ";
    return text + "error: " + error.message;
  });
}

Error error_of_exception(const char* doing) noexcept {
  try {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      return {ErrorCode::kRunFailed, std::string("out of memory while ") + doing};
    } catch (const std::system_error& error) {  // its message does not name the operation
      return {ErrorCode::kRunFailed, std::string(error.what()) + ", while " + doing};
    } catch (const std::exception& error) {
      return {ErrorCode::kRunFailed, error.what()};
    } catch (...) {
      return {ErrorCode::kRunFailed, "an exception that is not a std::exception"};
    }
  } catch (...) {
    return {ErrorCode::kRunFailed, "out of memory"};  // short enough to need no memory
  }
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace spindrift
