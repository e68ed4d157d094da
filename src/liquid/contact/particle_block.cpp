#include "liquid/contact/particle_block.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fluid/solids.h"
#include "liquid/contact/stop_at_solids.h"

namespace spindrift {

namespace {

constexpr float kFarAway = 1e6f;  // cells: where the dummies are

// Distance in cells from the corner of a tile to that of the neighbour whose cell `cell` lies at `local` of the tile:
// across a periodic side, not what their coordinates differ by.
template <int D>
VecF<D> corner_offset(const VecI<D>& local, int cell) {
  return VecF<D>::from(local - Tile<D>::cell_coord(cell));
}

}  // namespace

template <int D>
void ParticleBlock<D>::load(const TilesView<D>& tiles, const ParticlesView<D>& particles, int tile) {
  std::uint32_t count = 0;
  for (const int neighbor : tiles.neighbors(tile))
    count += neighbor ? particles.tile_end(neighbor) - particles.tile_begin(neighbor) : 0;
  for (std::size_t a = 0; a < D; ++a)
    if (x[a].size() < count + kDummies) x[a].resize(count + kDummies, 0.0f);
  if (column.size() < count + 8) column.resize(count + 8);
  count = 0;
  for_each_halo_run<D, 1, 1>(tiles, tile, [&](int from, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(from) + cell;
    const auto at = static_cast<std::size_t>(Cells::index(local));
    const std::uint32_t first = cell_begin[0], run = from ? cell_begin[length] - first : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length()); ++i) {
      begin.values[at + i] = from ? count + (cell_begin[i] - first) : count;
      end.values[at + i] = from ? count + (cell_begin[i + 1] - first) : count;
    }
    if (run == 0) return;
    const VecF<D> offset = corner_offset<D>(local, cell);
    for (int a = 0; a < D; ++a) {
      const float* position = particles.position[a] + first;
      float* to = x[a].data() + count;
      for (std::uint32_t i = 0; i < run; ++i) to[i] = position[i] + offset[a];
    }
    if constexpr (length() == Tile<D>::kSide)
      for (std::size_t c = 0; c < static_cast<std::size_t>(length()); ++c) {
        std::uint8_t* to =
            column.data() + begin.values[at + c];  // eight at once; the next cell takes back what is too much
        std::memset(to, static_cast<int>(c), 8);
        if (end.values[at + c] - begin.values[at + c] > 8)
          std::fill(to, column.data() + end.values[at + c], static_cast<std::uint8_t>(c));
      }
    count += run;
  });
  dummies = count;
  for (auto& axis : x) std::fill_n(axis.begin() + count, kDummies, kFarAway);
}

template <int D>
void ParticleBlock<D>::store(const WayView<D>& way, const ParticlesView<D>& particles, int tile) const {
  for_each_halo_run<D, 1, 1>(way.solids.tiles, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(to) + cell;
    const std::uint32_t first = cell_begin[0], run = to ? cell_begin[length] - first : 0;
    if (run == 0) return;
    const VecF<D> offset = corner_offset<D>(local, cell);
    const std::uint32_t first_in_block = begin.values[Cells::index(local)];
    if (!way.solids.empty() &&
        row_may_meet_solid(way, particles, to, cell, length(), {first, first + run}, first_in_block, offset))
      return store_beside_solids(way, particles, to, {first, first + run}, first_in_block, offset);
    for (int a = 0; a < D; ++a) {
      const float* from = x[a].data() + first_in_block;
      float* position = particles.position[a] + first;
      for (std::uint32_t i = 0; i < run; ++i)  // one that was not pushed must not lose a bit to the offset
        position[i] = from[i] == position[i] + offset[a] ? position[i] : from[i] - offset[a];
    }
  });
}

// Whether a solid is so near to a row of cells that some of their particles may have been pushed against it.
template <int D>
bool ParticleBlock<D>::row_may_meet_solid(const WayView<D>& way, const ParticlesView<D>& particles, int to, int cell,
                                          int length, const ParticleRange& range, std::uint32_t first_in_block,
                                          const VecF<D>& offset) const {
  const float* distance = way.solids.distance.tile(to) + cell;
  const auto reach = static_cast<float>(kTouchingDistance + way.path.farthest);
  const float nearest = *std::min_element(distance, distance + length);
  float longest = 0.0f;  // push along an axis
  for (int a = 0; a < D; ++a) {
    const float* position = particles.position[a] + range.first;
    const float* pushed = x[a].data() + first_in_block;
    for (std::uint32_t i = 0; i < range.last - range.first; ++i)
      longest = std::max(longest, std::abs(pushed[i] - offset[a] - position[i]));
  }
  return nearest < std::sqrt(static_cast<float>(D)) * (0.5f + longest) + reach;
}

// The same where solids may be in the way: none is pushed through a thin one.
template <int D>
void ParticleBlock<D>::store_beside_solids(const WayView<D>& way, const ParticlesView<D>& particles, int to,
                                           const ParticleRange& range, std::uint32_t first_in_block,
                                           const VecF<D>& offset) const {
  const Domain<D>& domain = way.solids.domain;
  const VecD<D> origin = VecD<D>::from(way.solids.tiles.first_cell(to));
  for (std::uint32_t p = range.first; p < range.last; ++p) {
    VecF<D> from, pushed;
    for (int a = 0; a < D; ++a) {
      from[a] = particles.position[a][p];
      const float now = x[a][first_in_block + p - range.first];
      pushed[a] = now == from[a] + offset[a] ? from[a] : now - offset[a];
    }
    if (pushed == from) continue;
    if (may_meet_solid(way, to, VecD<D>::from(from), static_cast<double>(length(pushed - from)))) {
      const VecD<D> start = domain.to_world(origin + VecD<D>::from(from));
      const VecD<D> goal = domain.to_world(origin + VecD<D>::from(pushed));
      pushed = VecF<D>::from(domain.to_cells(stop_at_solids(way, start, goal)) - origin);
    }
    for (int a = 0; a < D; ++a) particles.position[a][p] = pushed[a];
  }
}

template struct ParticleBlock<2>;
template struct ParticleBlock<3>;

}  // namespace spindrift
