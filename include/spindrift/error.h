// Errors as values. No exception leaves the library: what a user can fix (a scene, a file, a setting), what the system
// refuses (memory, disk) and what a callback throws all come back as an Error.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace spindrift {

enum class ErrorCode {
  kBadInput,   // the scene, a file or an option is wrong: exit code 2
  kRunFailed,  // numbers, disk or memory failed during the run: exit code 1
};

// Where in a text file something was found; line and column count from 1, 0 means unknown.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Error {
  ErrorCode code = ErrorCode::kBadInput;
  std::string message;
  Place place{};
};

// `scene.toml:12:7: error: unknown key ...`; or `out of memory`, if there is none for the text.
std::string to_string(const Error& error) noexcept;

// Either a value or the reason why there is none. Whoever takes the value asks first: taking what is not there ends the
// program.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : content_(std::move(error)) {}  // NOLINT: implicit by design
  explicit operator bool() const noexcept { return content_.index() == 0; }
  T& value() & noexcept { return std::get<0>(content_); }
  const T& value() const& noexcept { return std::get<0>(content_); }
  T value() && noexcept { return std::get<0>(std::move(content_)); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }
  const Error& error() const noexcept { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

struct Done {};
using Status = Result<Done>;

}  // namespace spindrift
