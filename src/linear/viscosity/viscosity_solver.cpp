// Conjugate gradients for the viscosity, with the diagonal as preconditioner: vectors in single precision, sums in
// double.
#include "linear/viscosity/viscosity_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

constexpr int kRestarts = 4;

// Row by row: stretches along the face's own axis, shears with the other ones.
template <int D, bool WithInertia>
double apply_tile(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                  FaceField<float, D>& out, const ViscousTile<D>& wet) {
  using T = Tile<D>;
  using Block = HaloBlock<float, D, 1>;
  std::array<Block, D> velocity;
  for (std::size_t a = 0; a < D; ++a) load_halo(map, u[a], wet.tile, velocity[a]);
  double sums[T::kSide] = {};
  for (int a = 0; a < D; ++a) {
    const int sa = Block::stride(a);
    for (int first = 0; first < T::kCells; first += T::kSide) {
      if (!wet.has_row(first)) continue;  // zero from the start
      const int at = Block::index(T::cell_coord(first));
      const float* own = velocity[a].values.data() + at;
      const float* s = wet.stretch.values.data() + at;
      float force[T::kSide];
      for (int x = 0; x < T::kSide; ++x) force[x] = s[x - sa] * (own[x] - own[x - sa]) - s[x] * (own[x + sa] - own[x]);
      for (int b = 0; b < D; ++b) {
        if (b == a) continue;
        const int sb = Block::stride(b);
        const float* other = velocity[b].values.data() + at;
        const float* e = wet.shear[edge_field<D>(a, b)].values.data() + at;
        for (int x = 0; x < T::kSide; ++x)
          force[x] += e[x] * ((own[x] - own[x - sb]) + (other[x] - other[x - sa])) -
                      e[x + sb] * ((own[x + sb] - own[x]) + (other[x + sb] - other[x + sb - sa]));
      }
      const float* inertia = system.inertia[a].tile(wet.tile) + first;
      float* result = out[a].tile(wet.tile) + first;
      for (int x = 0; x < T::kSide; ++x) {
        if constexpr (WithInertia) force[x] += inertia[x] * own[x];
        result[x] = inertia[x] > 0.0f ? force[x] : 0.0f;
        sums[x] += static_cast<double>(own[x]) * static_cast<double>(result[x]);
      }
    }
  }
  double sum = 0.0;
  for (const double part : sums) sum += part;
  return sum;
}

template <int D, bool WithInertia>
double apply(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
             FaceField<float, D>& out) {
  return parallel_sum("apply", system.wet_tiles.size(), [&](std::size_t i) {
    return apply_tile<D, WithInertia>(map, system, u, out, system.wet_tiles[i]);
  });
}

struct Products {
  double square = 0.0, preconditioned = 0.0;  // r . r and r . z
};

// Calls r = body(axis, place) for all faces of rows with equations, and sums r r and r z, where z = r / diagonal.
template <int D, class Body>
Products for_each_face(const ViscositySystem<D>& system, Body&& body) {
  using T = Tile<D>;
  return parallel_reduce(
      "for each face", system.wet_tiles.size(), Products{},
      [&](std::size_t i) {
        const ViscousTile<D>& wet = system.wet_tiles[i];
        double squares[T::kSide] = {}, products[T::kSide] = {};
        for (std::size_t a = 0; a < D; ++a)
          for (int row = 0; row < T::kCells; row += T::kSide) {
            if (!wet.has_row(row)) continue;
            const std::size_t first = static_cast<std::size_t>(wet.tile) * T::kCells + static_cast<std::size_t>(row);
            const float* inverse = system.inverse_diagonal[a].tile(0) + first;
            for (std::size_t x = 0; x < T::kSide; ++x) {
              const float r = body(a, first + x);
              squares[x] += static_cast<double>(r) * static_cast<double>(r);
              products[x] += static_cast<double>(r) * static_cast<double>(r * inverse[x]);
            }
          }
        Products sum;
        for (int x = 0; x < T::kSide; ++x) {
          sum.square += squares[x];
          sum.preconditioned += products[x];
        }
        return sum;
      },
      [](const Products& a, const Products& b) {
        return Products{a.square + b.square, a.preconditioned + b.preconditioned};
      },
      4);
}

template <int D>
std::array<float*, D> pointers(FaceField<float, D>& faces) {
  std::array<float*, D> result;
  for (std::size_t a = 0; a < D; ++a) result[a] = faces[a].tile(0);
  return result;
}

// residual = rhs - A change, from scratch; with the square of what rounding the change alone makes of it.
template <int D>
Products refresh_residual(const TileMap<D>& map, ViscositySystem<D>& system, double& rounding) {
  apply_viscosity_matrix<D>(map, system, system.change, system.image);
  const auto b = pointers<D>(system.rhs), q = pointers<D>(system.image), r = pointers<D>(system.residual),
             d = pointers<D>(system.change), inverse = pointers<D>(system.inverse_diagonal);
  rounding = for_each_face<D>(system, [&](std::size_t a, std::size_t i) {
               return inverse[a][i] > 0.0f ? 0x1p-23f * d[a][i] / inverse[a][i] : 0.0f;
             }).square;
  return for_each_face<D>(system, [&](std::size_t a, std::size_t i) { return r[a][i] = b[a][i] - q[a][i]; });
}

}  // namespace

template <int D>
double apply_viscosity_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                              FaceField<float, D>& out) {
  return apply<D, true>(map, system, u, out);
}

template <int D>
double apply_strain_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                           FaceField<float, D>& out) {
  return apply<D, false>(map, system, u, out);
}

template <int D>
ViscosityReport solve_viscosity(const TileMap<D>& map, ViscositySystem<D>& system, double tolerance,
                                int max_iterations) {
  for (auto* faces : {&system.change, &system.residual, &system.direction, &system.image})
    for (auto& field : *faces) {
      field.resize(map.count());
      field.fill(0.0f);
    }
  const auto b = pointers<D>(system.rhs), d = pointers<D>(system.change), r = pointers<D>(system.residual),
             s = pointers<D>(system.direction), q = pointers<D>(system.image),
             inverse = pointers<D>(system.inverse_diagonal);
  Products now = for_each_face<D>(system, [&](std::size_t a, std::size_t i) { return r[a][i] = b[a][i]; });
  const double rhs_square = now.square, goal = tolerance * tolerance * rhs_square;
  ViscosityReport report;
  // As in the pressure: the recursion for r drifts, so its success is checked, and if need be it starts again.
  double rounding = 0.0, before = std::numeric_limits<double>::infinity();
  for (int restart = 0; restart < kRestarts && now.square > goal && now.square < 0.25 * before; ++restart) {
    before = now.square;
    float beta = 0.0f;
    while (now.square > goal && report.iterations < max_iterations) {
      for_each_face<D>(system, [&](std::size_t a, std::size_t i) {
        s[a][i] = inverse[a][i] * r[a][i] + beta * s[a][i];
        return 0.0f;
      });
      const double curvature = apply_viscosity_matrix<D>(map, system, system.direction, system.image);
      if (!(curvature > 0.0)) break;
      const auto alpha = static_cast<float>(now.preconditioned / curvature);
      const double last = now.preconditioned;
      now = for_each_face<D>(system, [&](std::size_t a, std::size_t i) {
        d[a][i] += alpha * s[a][i];
        return r[a][i] -= alpha * q[a][i];
      });
      beta = static_cast<float>(now.preconditioned / last);
      ++report.iterations;
    }
    now = refresh_residual(map, system, rounding);
  }
  report.residual = rhs_square == 0.0 ? 0.0 : std::sqrt(now.square / rhs_square);
  report.converged = now.square <= std::max(goal, rounding);  // no solution in single precision is better
  return report;
}

#define SPINDRIFT_INSTANTIATE(D)                                                                                      \
  template double apply_viscosity_matrix<D>(const TileMap<D>&, const ViscositySystem<D>&, const FaceField<float, D>&, \
                                            FaceField<float, D>&);                                                    \
  template double apply_strain_matrix<D>(const TileMap<D>&, const ViscositySystem<D>&, const FaceField<float, D>&,    \
                                         FaceField<float, D>&);                                                       \
  template ViscosityReport solve_viscosity<D>(const TileMap<D>&, ViscositySystem<D>&, double, int)
SPINDRIFT_INSTANTIATE(2);
SPINDRIFT_INSTANTIATE(3);
#undef SPINDRIFT_INSTANTIATE

}  // namespace spindrift
