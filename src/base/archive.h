// Saves and loads state by visiting it: one function visit(archive, state) names each value and array for both.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/vec.h"

namespace spindrift {

// The scalar of an element: itself, an enumeration's integer, a vector's component.
template <class T>
struct ScalarOf {
  using type = T;
};
template <class T>
  requires std::is_enum_v<T>
struct ScalarOf<T> {
  using type = std::underlying_type_t<T>;
};
template <class T, int D>
struct ScalarOf<Vec<T, D>> {
  using type = T;
};

template <class T>
std::string scalar_name() {
  using Scalar = typename ScalarOf<T>::type;
  static_assert(std::is_arithmetic_v<Scalar>);
  if (std::is_same_v<Scalar, char>) return "S1";
  const char letter = std::is_floating_point_v<Scalar> ? 'f' : std::is_signed_v<Scalar> ? 'i' : 'u';
  return letter + std::to_string(sizeof(Scalar));
}

class StateSaver {
 public:
  static constexpr bool kLoads = false;

  template <class T>
  void value(std::string_view name, const T& value) {
    add(name, scalar_name<T>(), &value, sizeof value);
  }
  // Any contiguous array with data() and size().
  template <class Array>
  void array(std::string_view name, const Array& array) {
    using T = std::remove_cvref_t<decltype(*array.data())>;
    add(name, scalar_name<T>(), array.data(), array.size() * sizeof(T));
  }
  Checkpoint take() { return std::move(out_); }

 private:
  void add(std::string_view name, std::string type, const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(data);
    out_.sections.push_back({std::string(name), std::move(type), {begin, begin + bytes}});
  }

  Checkpoint out_;
};

// Loads nothing after the first section that is missing or does not fit; `error` names it.
class StateLoader {
 public:
  static constexpr bool kLoads = true;

  explicit StateLoader(const Checkpoint& in) : in_(in) {}

  template <class T>
  void value(std::string_view name, T& value) {
    const Section* section = find(name, scalar_name<T>());
    if (!section) return;
    if (section->bytes.size() != sizeof value) return refuse(name, "has the wrong length");
    if constexpr (std::is_same_v<T, bool>) {
      value = section->bytes[0] != std::byte{0};  // other bytes are not a valid bool
    } else {
      std::memcpy(&value, section->bytes.data(), sizeof value);
    }
  }
  template <class Array>
  void array(std::string_view name, Array& array) {
    using T = std::remove_cvref_t<decltype(*array.data())>;
    const Section* section = find(name, scalar_name<T>());
    if (!section) return;
    if (section->bytes.size() % sizeof(T) != 0) return refuse(name, "has the wrong length");
    array.resize(section->bytes.size() / sizeof(T));
    if (!section->bytes.empty()) std::memcpy(array.data(), section->bytes.data(), section->bytes.size());
  }
  void refuse(std::string_view name, std::string_view why) {
    if (!error_)
      error_ = Error{ErrorCode::kBadInput, "the checkpoint's '" + std::string(name) + "' " + std::string(why)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const Section* find(std::string_view name, const std::string& type) {
    if (error_) return nullptr;
    const Section* section = in_.find(name);
    if (!section) {
      refuse(name, "is missing");
    } else if (section->type != type) {
      refuse(name, "has the wrong type");
      section = nullptr;
    }
    return section;
  }

  const Checkpoint& in_;
  std::optional<Error> error_;
};

}  // namespace spindrift
