// A tile with what lies around it: types and open faces, and where the gas is that a value beyond it can be taken from.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "grid/for_each_point.h"
#include "grid/halo.h"
#include "smoke/gas_view.h"

namespace spindrift {

// A few places, in memory of its own.
template <int D>
class NearbyPlaces {
 public:
  static constexpr std::size_t kMost = power(4, D);  // that gas_across can find

  void push_back(const VecI<D>& place) { places_[count_++] = place; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  const VecI<D>* begin() const { return places_.data(); }
  const VecI<D>* end() const { return places_.data() + count_; }

 private:
  std::array<VecI<D>, kMost> places_;
  std::size_t count_ = 0;
};

template <int D>
class GasSurroundings {
 public:
  using T = Tile<D>;

  GasSurroundings(const GasView<D>& gas, int tile) : gas_(gas), tile_(tile), first_(gas.tiles().first_cell(tile)) {
    load_halo(gas.tiles(), gas.type, tile, types_);
    find_near();
    if (gas.solids.empty()) return;
    areas_.emplace();
    for (std::size_t a = 0; a < D; ++a) load_halo(gas.tiles(), gas.solids.open_area[a], tile, (*areas_)[a]);
  }

  CellType type(const VecI<D>& cell) const { return types_.at(cell); }
  // Whether gas lies within two cells along every axis: values further away than that are never read.
  bool is_near_gas(const VecI<D>& cell) const { return near_.at(cell); }
  VecI<D> grid_cell(const VecI<D>& cell) const { return first_ + cell; }

  // Whether gas lies on a side of the low face of a cell.
  bool touches_gas(const VecI<D>& cell, int axis) const {
    return type(cell) == CellType::kFluid || type(below(cell, axis)) == CellType::kFluid;
  }
  // Whether a value belongs to the gas: a cell (axis = D), or a face that gas can pass.
  bool is_of_gas(const VecI<D>& cell, int axis) const {
    if (axis == D) return type(cell) == CellType::kFluid;
    if (!touches_gas(cell, axis)) return false;
    if (areas_) return (*areas_)[axis].at(cell) > 0.0f;
    return type(cell) != CellType::kSolid && type(below(cell, axis)) != CellType::kSolid;
  }
  // Place of a value in an array of all tiles.
  std::int32_t place_of(const VecI<D>& cell) const {
    VecI<D> offset, local;
    for (int a = 0; a < D; ++a) {
      offset[a] = cell[a] < 0 ? -1 : cell[a] >= T::kSide ? 1 : 0;
      local[a] = cell[a] & T::kMask;
    }
    return gas_.tiles().neighbors(tile_)[T::neighbor_index(offset)] * T::kCells + T::cell_index(local);
  }
  // The middle of a face, metres.
  VecD<D> face_place(const VecI<D>& cell, int axis) const {
    VecD<D> face = VecD<D>::from(first_ + cell) + VecD<D>::filled(0.5);
    face[axis] -= 0.5;
    return gas_.solids.domain.to_world(face);
  }
  static VecI<D> below(VecI<D> cell, int axis) {
    --cell[axis];
    return cell;
  }

  // Which of the cells around a cell of gas lie on its side of all walls, as bits: those that a way along the axes
  // leads to, through open faces. Solid cells count, too, whose value comes from this side alone.
  std::uint32_t cells_on_side_of(const VecI<D>& cell) const {
    std::uint32_t reached = 1u << T::kSelf;
    for (int steps = 1; steps <= D; ++steps)
      for (int n = 0; n < T::kNeighbors; ++n) {
        const VecI<D> offset = T::neighbor_offset(n);
        if (dot(offset, offset) != steps) continue;
        bool is_on_side = type(cell + offset) == CellType::kSolid && !is_thin(cell + offset);
        for (int a = 0; a < D; ++a) {
          if (offset[a] == 0) continue;
          VecI<D> before = offset;
          before[a] = 0;
          const bool is_reached = reached >> T::neighbor_index(before) & 1u;
          is_on_side |= is_reached && is_passage(cell + (offset[a] > 0 ? offset : before), a);
        }
        if (is_on_side) reached |= 1u << n;
      }
    return reached;
  }

  // The values of the gas next to a value: along the axes, or if there are none, the diagonal ones.
  NearbyPlaces<D> gas_beside(const VecI<D>& cell, int axis) const {
    NearbyPlaces<D> found;
    for (const bool diagonal : {false, true}) {
      if (!found.empty()) break;
      for (int n = 0; n < T::kNeighbors; ++n) {
        const VecI<D> offset = T::neighbor_offset(n);
        int steps = 0;
        for (int a = 0; a < D; ++a) steps += offset[a] != 0;
        if (steps > 0 && (steps > 1) == diagonal && is_of_gas(cell + offset, axis)) found.push_back(cell + offset);
      }
    }
    return found;
  }
  // The open faces of another component around a face: the nearest four, or if all are closed, those a cell further
  // out.
  NearbyPlaces<D> gas_across(const VecI<D>& cell, int axis, int component) const {
    NearbyPlaces<D> found;
    for (int ring = 0; ring < 2 && found.empty(); ++ring) {
      VecI<D> low = cell - VecI<D>::filled(ring), high = cell + VecI<D>::filled(ring);
      --low[axis];
      ++high[component];
      for_each_point(low, high, [&](const VecI<D>& face) {
        if (is_of_gas(face, component)) found.push_back(face);
      });
    }
    return found;
  }

 private:
  using TypeHalo = HaloBlock<CellType, D, 3, 2>;

  // Whether the low face of a cell is open.
  bool is_passage(const VecI<D>& cell, int axis) const {
    if (type(cell) == CellType::kSolid || type(below(cell, axis)) == CellType::kSolid) return false;
    return !areas_ || (*areas_)[axis].at(cell) > 0.0f;
  }
  // Whether a solid cell has gas on opposite sides.
  bool is_thin(const VecI<D>& cell) const {
    for (int n = 0; n < T::kSelf; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      if (type(cell + offset) == CellType::kFluid && type(cell - offset) == CellType::kFluid) return true;
    }
    return false;
  }
  // Spreads the gas by two cells, axis after axis.
  void find_near() {
    auto before = near_.values;
    for (std::size_t i = 0; i < before.size(); ++i) near_.values[i] = types_.values[i] == CellType::kFluid;
    for (int a = 0; a < D; ++a) {
      before = near_.values;
      const int stride = TypeHalo::stride(a), count = std::ssize(before);
      for (int i = 0; i < count; ++i)
        for (const int step : {-2, -1, 1, 2}) {
          const int beside = i + step * stride;
          if (beside >= 0 && beside < count) near_.values[i] |= before[beside];
        }
    }
  }

  const GasView<D>& gas_;
  int tile_;
  VecI<D> first_;
  TypeHalo types_;
  HaloBlock<bool, D, 3, 2> near_;
  std::optional<std::array<HaloBlock<float, D, 2, 2>, D>> areas_;
};

}  // namespace spindrift
