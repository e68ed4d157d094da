// Finds out whether rows of a step read fields of the state that they do not name.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fluid/stage.h"

namespace spindrift::testing {

template <class T>
struct Element {
  using Type = T;
};
template <class T, class Allocator>
struct Element<std::vector<T, Allocator>> : Element<T> {};
template <class T, std::size_t N>
struct Element<std::array<T, N>> : Element<T> {};
template <class T, int N>
struct Element<Vec<T, N>> : Element<T> {};
template <class T>
struct Element<std::optional<T>> : Element<T> {};
template <class T, int D, Placement P>
struct Element<Field<T, D, P>> : Element<T> {};

// While it lives, the fields that a row does not name hold NaN, or zero if they are no numbers of that kind: a place in
// memory that is computed from them must not be out of bounds. Then they are what they were.
template <class State>
class HiddenFields {
 public:
  HiddenFields(State& state, const Stage<State>& row) : state_(state), row_(row) {
    for_each_piece([&](std::span<std::byte> bytes, std::byte filling) {
      kept_.emplace_back(bytes.begin(), bytes.end());
      std::fill(bytes.begin(), bytes.end(), filling);
    });
  }
  ~HiddenFields() {
    auto kept = kept_.begin();
    for_each_piece([&](std::span<std::byte> bytes, std::byte) {
      if (kept != kept_.end() && kept->size() == bytes.size()) std::copy(kept->begin(), kept->end(), bytes.begin());
      if (kept != kept_.end()) ++kept;
    });
  }
  HiddenFields(const HiddenFields&) = delete;
  HiddenFields& operator=(const HiddenFields&) = delete;

 private:
  template <class Visit>
  void for_each_piece(Visit&& visit) {
    visit_fields(state_, [&](std::string_view name, Lifetime, auto& value) {
      using Value = std::remove_reference_t<decltype(value)>;
      constexpr bool kIsFloating = std::is_floating_point_v<typename Element<Value>::Type>;
      if (names_field(row_.reads, name) || names_field(row_.writes, name)) return;
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        visit_bytes(value, [&](std::span<std::byte> bytes) { visit(bytes, std::byte{kIsFloating ? 0xff : 0x00}); });
    });
  }

  State& state_;
  const Stage<State>& row_;
  std::vector<std::vector<std::byte>> kept_;
};

// New tiles leave fields that are to be made anew as the memory was: the same in both states from now on.
template <class State>
void copy_undefined_fields(State& from, State& to) {
  std::vector<std::span<std::byte>> pieces;
  const auto for_each_piece = [](State& state, auto&& visit) {
    visit_fields(state, [&](std::string_view, Lifetime lifetime, auto& value) {
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        if (lifetime == Lifetime::kStep) visit_bytes(value, visit);
    });
  };
  for_each_piece(from, [&](std::span<std::byte> bytes) { pieces.push_back(bytes); });
  auto piece = pieces.begin();
  for_each_piece(to, [&](std::span<std::byte> bytes) {
    if (piece->size() == bytes.size()) std::copy(piece->begin(), piece->end(), bytes.begin());
    ++piece;
  });
}

// Runs the row in two states that are alike, with what it does not name hidden in the second; they must be alike
// afterwards. Returns the name of a field that is not.
template <class State>
std::optional<std::string> depends_on_unnamed_fields(const Stage<State>& row, State& plain, State& other) {
  row.run(plain);
  {
    const HiddenFields<State> hidden(other, row);
    row.run(other);
  }
  if (names_field(row.writes, "tiles")) copy_undefined_fields(plain, other);
  std::vector<std::uint64_t> hashes;
  visit_fields(plain, [&](std::string_view, Lifetime, auto& value) { hashes.push_back(hash_of(value)); });
  std::optional<std::string> different;
  std::size_t field = 0;
  visit_fields(other, [&](std::string_view name, Lifetime, auto& value) {
    if (hash_of(value) != hashes[field++] && !different) different = name;
  });
  return different;
}

}  // namespace spindrift::testing
