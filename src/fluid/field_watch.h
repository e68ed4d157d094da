// Holds the rows of a step to what they say they read and write. A row may change no field that it does not name as
// written; and a field that no row has written in this step yet holds NaN, so that a row that reads it all the same
// does not go unnoticed. Slow: for checked builds and tests.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "fluid/field_bytes.h"
#include "fluid/stage.h"

namespace spindrift {

// What becomes of a field from one step to the next.
enum class Lifetime {
  kState,  // it goes on
  kStep,   // its rows make it anew
};

// Whether a list of names, with blanks between them, covers a field: by its name, or by the part before its dot.
inline bool names_field(std::string_view list, std::string_view field) {
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    const std::string_view name = list.substr(begin, end - begin);
    if (field == name || (field.starts_with(name) && field.size() > name.size() && field[name.size()] == '.'))
      return true;
    begin = end + 1;
  }
  return false;
}

// `visit_fields(state, visit)` calls visit(name, lifetime, value) for each field of a state.
template <class State>
class FieldWatch {
 public:
  explicit FieldWatch(State& state) : state_(state) {
    visit_fields(state_, [&](std::string_view, Lifetime lifetime, auto& value) {
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        if (lifetime == Lifetime::kStep)
          visit_bytes(value,
                      [](std::span<std::byte> bytes) { std::fill(bytes.begin(), bytes.end(), std::byte{0xff}); });
    });
  }

  // Runs the row; the field that it changed without saying so, if there is one.
  std::optional<std::string> run(const Stage<State>& row) {
    const auto before = hashes_of_others(row);
    row.run(state_);
    for (const auto& [name, hash] : hashes_of_others(row))
      if (before.at(name) != hash) return name;
    return std::nullopt;
  }

 private:
  std::map<std::string, std::uint64_t> hashes_of_others(const Stage<State>& row) {
    std::map<std::string, std::uint64_t> hashes;
    visit_fields(state_, [&](std::string_view name, Lifetime, auto& value) {
      if (!names_field(row.writes, name)) hashes.emplace(name, hash_of(value));
    });
    return hashes;
  }

  State& state_;
};

}  // namespace spindrift
