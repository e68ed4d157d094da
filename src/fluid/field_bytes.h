// The memory behind the fields of a state, whatever holds it: for looking at all of it alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "exec/buffer.h"
#include "geometry/solid.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "spindrift/vec.h"

namespace spindrift {

// Calls visit(std::span<std::byte>) for each piece of memory of a value.
template <class T, class Visit>
  requires std::is_arithmetic_v<T>
void visit_bytes(T& number, Visit&& visit) {
  visit(std::as_writable_bytes(std::span(&number, 1)));
}
template <class T, class Allocator, class Visit>
  requires std::is_trivially_copyable_v<T>
void visit_bytes(std::vector<T, Allocator>& values, Visit&& visit) {
  visit(std::as_writable_bytes(std::span(values)));
}
template <class Value, int D, Placement P, class Visit>
void visit_bytes(Field<Value, D, P>& field, Visit&& visit) {
  if (!field.empty()) visit(std::as_writable_bytes(std::span(field.data()).subspan(Tile<D>::kCells)));  // not the dummy
}
template <class T, std::size_t N, class Visit>
void visit_bytes(std::array<T, N>& parts, Visit&& visit) {
  for (T& part : parts) visit_bytes(part, visit);
}

template <class T, int N, class Visit>
void visit_bytes(Vec<T, N>& vec, Visit&& visit) {
  visit_bytes(vec.at, visit);
}
template <class T, class Visit>
void visit_bytes(std::optional<T>& value, Visit&& visit) {
  if (value) visit_bytes(*value, visit);
}

inline std::uint64_t hash_bytes(std::uint64_t hash, std::span<const std::byte> bytes) {
  hash = hash_combine(hash, bytes.size());
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = hash_combine(hash, word);
  }
  for (; i < bytes.size(); ++i) hash = hash_combine(hash, std::to_integer<std::uint64_t>(bytes[i]));
  return hash;
}

template <class Value>
std::uint64_t hash_of(Value& value) {
  std::uint64_t hash = 0;
  visit_bytes(value, [&](std::span<const std::byte> bytes) { hash = hash_bytes(hash, bytes); });
  return hash;
}
template <int D>
std::uint64_t hash_of(TileMap<D>& map) {
  std::uint64_t hash = 0;
  for (int tile = 1; tile <= map.count(); ++tile)
    for (int a = 0; a < D; ++a) hash = hash_combine(hash, static_cast<std::uint64_t>(map.coord(tile)[a]));
  return hash;
}
// Of where they are and how they move: a motion is known by that of D + 1 points.
template <int D>
std::uint64_t hash_of(std::vector<Solid<D>>& solids) {
  std::uint64_t hash = solids.size();
  for (const Solid<D>& solid : solids)
    for (int i = 0; i <= D; ++i) {
      VecD<D> point{};
      if (i < D) point[i] = 1.0;
      VecD<D> place = solid.placed(point), velocity = solid.velocity(place);
      hash = hash_combine(hash_combine(hash, hash_of(place)), hash_of(velocity));
      hash = hash_combine(hash, static_cast<std::uint64_t>(solid.is_there()));
    }
  return hash;
}

}  // namespace spindrift
