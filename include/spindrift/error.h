// Errors as values: what a user can fix (a scene, a file, a setting) travels as an Error, never as an exception.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace spindrift {

enum class ErrorCode {
  kBadInput,   // the scene, a file or an option is wrong: exit code 2
  kRunFailed,  // numbers or disk failed during the run: exit code 1
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

// `scene.toml:12:7: error: unknown key ...`
std::string to_string(const Error& error);

// Either a value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : content_(std::move(error)) {}  // NOLINT: implicit by design
  explicit operator bool() const { return content_.index() == 0; }
  T& value() { return std::get<0>(content_); }
  const T& value() const { return std::get<0>(content_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

struct Done {};
using Status = Result<Done>;

}  // namespace spindrift
