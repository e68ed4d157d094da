// Conjugate gradients for the viscosity, with the diagonal as preconditioner: vectors in single precision, sums in
// double.
#include "linear/viscosity/viscosity_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "linear/conjugate_gradients.h"

namespace spindrift {

namespace {

// Row by row: stretches along the face's own axis, shears with the others. In thick liquid they are large and nearly
// cancel: Real is the precision of their sum.
template <int D, bool WithInertia, class Real>
double apply_tile(const TilesView<D>& tiles, const FaceViews<const float, D>& inertias,
                  const FaceViews<const float, D>& u, const FaceViews<float, D>& out, const ViscousTile<D>& wet) {
  using T = Tile<D>;
  using Block = HaloBlock<float, D, 1>;
  std::array<Block, D> velocity;
  for (int a = 0; a < D; ++a) load_halo(tiles, u[a], wet.tile, velocity[a]);
  double sums[T::kSide] = {};
  for (int a = 0; a < D; ++a) {
    const int sa = Block::stride(a);
    const float* inertia_of_tile = inertias[a].tile(wet.tile);
    float* out_of_tile = out[a].tile(wet.tile);
    for (int first = 0; first < T::kCells; first += T::kSide) {
      if (!wet.has_row(first)) continue;  // zero from the start
      const int at = Block::index(T::cell_coord(first));
      const float* own = velocity[a].values.data() + at;
      const float* s = wet.stretch.values.data() + at;
      const auto step = [](float to, float from) { return static_cast<Real>(to) - static_cast<Real>(from); };
      Real force[T::kSide];
      for (int x = 0; x < T::kSide; ++x)
        force[x] = static_cast<Real>(s[x - sa]) * step(own[x], own[x - sa]) -
                   static_cast<Real>(s[x]) * step(own[x + sa], own[x]);
      for (int b = 0; b < D; ++b) {
        if (b == a) continue;
        const int sb = Block::stride(b);
        const float* other = velocity[b].values.data() + at;
        const float* e = wet.shear[edge_field<D>(a, b)].values.data() + at;
        for (int x = 0; x < T::kSide; ++x)
          force[x] +=
              static_cast<Real>(e[x]) * (step(own[x], own[x - sb]) + step(other[x], other[x - sa])) -
              static_cast<Real>(e[x + sb]) * (step(own[x + sb], own[x]) + step(other[x + sb], other[x + sb - sa]));
      }
      const float* inertia = inertia_of_tile + first;
      float* result = out_of_tile + first;
      for (int x = 0; x < T::kSide; ++x) {
        if constexpr (WithInertia) force[x] += static_cast<Real>(inertia[x]) * static_cast<Real>(own[x]);
        result[x] = inertia[x] > 0.0f ? static_cast<float>(force[x]) : 0.0f;
        sums[x] += static_cast<double>(own[x]) * static_cast<double>(result[x]);
      }
    }
  }
  double sum = 0.0;
  for (const double part : sums) sum += part;
  return sum;
}

template <int D, bool WithInertia, class Real = float>
double apply(const char* name, const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
             FaceField<float, D>& out) {
  const TilesView<D> tiles = map;
  const FaceViews<const float, D> inertias = system.inertia, from = u;
  const FaceViews<float, D> to = out;
  const ViscousTile<D>* wet = system.wet_tiles.data();
  return parallel_sum(name, system.wet_tiles.size(), [&](std::size_t i) {
    return apply_tile<D, WithInertia, Real>(tiles, inertias, from, to, wet[i]);
  });
}

struct ResidualSums {
  double square = 0.0, preconditioned = 0.0;  // r . r and r . z
};

// Calls visit(axis, place of the first face) for the rows of a tile that have equations.
template <int D, class Visit>
void for_each_row(const ViscousTile<D>& wet, Visit&& visit) {
  using T = Tile<D>;
  for (int a = 0; a < D; ++a)
    for (int row = 0; row < T::kCells; row += T::kSide)
      if (wet.has_row(row)) visit(a, T::offset(wet.tile) + row);
}

// In the thickest liquids a restart gains little; several reach the rounding error.
constexpr RestartLimits kRestarts = {.most = 12, .most_left = 0.9};

constexpr std::size_t kGrain = 4;  // tiles: a pass over vectors is short

// Calls body(axis, place) for all faces of rows with equations.
template <int D, class Body>
void for_each_face(const char* name, const ViscositySystem<D>& system, Body&& body) {
  const ViscousTile<D>* wet = system.wet_tiles.data();
  parallel_for(
      name, system.wet_tiles.size(),
      [&](std::size_t i) {
        for_each_row(wet[i], [&](int a, std::size_t first) {
          for (std::size_t x = 0; x < Tile<D>::kSide; ++x) body(a, first + x);
        });
      },
      kGrain);
}

// Calls r = body(axis, place) for the same faces, and sums r r and r z, where z = r / diagonal.
template <int D, class Body>
ResidualSums sum_over_faces(const char* name, const ViscositySystem<D>& system, Body&& body) {
  using T = Tile<D>;
  const ViscousTile<D>* wet = system.wet_tiles.data();
  const FaceViews<const float, D> inverse_diagonal = system.inverse_diagonal;
  return parallel_reduce(
      name, system.wet_tiles.size(), ResidualSums{},
      [&](std::size_t i) {
        double squares[T::kSide] = {}, products[T::kSide] = {};  // by column: rows are vectorised
        for_each_row(wet[i], [&](int a, std::size_t first) {
          const float* inverse = inverse_diagonal[a].tile(0) + first;
          for (std::size_t x = 0; x < T::kSide; ++x) {
            const float r = body(a, first + x);
            squares[x] += static_cast<double>(r) * static_cast<double>(r);
            products[x] += static_cast<double>(r) * static_cast<double>(r * inverse[x]);
          }
        });
        ResidualSums sum;
        for (int x = 0; x < T::kSide; ++x) {
          sum.square += squares[x];
          sum.preconditioned += products[x];
        }
        return sum;
      },
      [](const ResidualSums& a, const ResidualSums& b) {
        return ResidualSums{a.square + b.square, a.preconditioned + b.preconditioned};
      },
      kGrain);
}

template <int D>
std::array<float*, D> pointers(FaceField<float, D>& faces) {
  std::array<float*, D> result;
  for (int a = 0; a < D; ++a) result[a] = faces[a].tile(0);
  return result;
}

// The passes of the iteration (conjugate_gradients.h). z = r / diagonal is not stored; r . z comes from the pass that
// computes r.
template <int D>
class ViscosityGradients {
 public:
  ViscosityGradients(const TileMap<D>& map, ViscositySystem<D>& system)
      : map_(map),
        system_(system),
        b_(pointers<D>(system.rhs)),
        d_(pointers<D>(system.change)),
        r_(pointers<D>(system.residual)),
        s_(pointers<D>(system.direction)),
        image_(pointers<D>(system.image)),
        inverse_(pointers<D>(system.inverse_diagonal)) {}

  // From no change at all. Returns the square of the residual.
  double start() {
    return set_residual("first residual of change", [&](int a, std::size_t i) { return r_[a][i] = b_[a][i]; });
  }
  double precondition() const { return rz_; }
  void turn(double beta) {
    const auto share = static_cast<float>(beta);
    for_each_face<D>("turn direction of change", system_,
                     [&](int a, std::size_t i) { s_[a][i] = inverse_[a][i] * r_[a][i] + share * s_[a][i]; });
  }
  double apply_matrix() { return apply_viscosity_matrix<D>(map_, system_, system_.direction, system_.image); }
  double advance(double alpha) {
    const auto step = static_cast<float>(alpha);
    return set_residual("advance change", [&](int a, std::size_t i) {
      d_[a][i] += step * s_[a][i];
      return r_[a][i] -= step * image_[a][i];
    });
  }
  // In double precision: otherwise rounding of the sums would look like an error of the solution.
  double refresh_residual() {
    apply<D, true, double>("apply matrix to change", map_, system_, system_.change, system_.image);
    rounding_ = sum_over_faces<D>("rounding of change", system_, [&](int a, std::size_t i) {
                  return inverse_[a][i] > 0.0f ? kRounding * d_[a][i] / inverse_[a][i] : 0.0f;
                }).square;
    return set_residual("refresh residual of change",
                        [&](int a, std::size_t i) { return r_[a][i] = b_[a][i] - image_[a][i]; });
  }

  // The square of the residual due to rounding of the change, at the last refresh. No solution in single precision has
  // a smaller residual.
  double rounding() const { return rounding_; }

 private:
  static constexpr float kRounding = std::numeric_limits<float>::epsilon();

  template <class Body>
  double set_residual(const char* name, Body&& body) {
    const ResidualSums sums = sum_over_faces<D>(name, system_, body);
    rz_ = sums.preconditioned;
    return sums.square;
  }

  const TileMap<D>& map_;
  ViscositySystem<D>& system_;
  std::array<float*, D> b_, d_, r_, s_, image_, inverse_;
  double rz_ = 0.0, rounding_ = 0.0;
};

}  // namespace

template <int D>
double apply_viscosity_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                              FaceField<float, D>& out) {
  return apply<D, true>("apply viscosity matrix", map, system, u, out);
}

template <int D>
double apply_strain_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                           FaceField<float, D>& out) {
  return apply<D, false>("apply strain matrix", map, system, u, out);
}

template <int D>
ViscosityReport solve_viscosity(const TileMap<D>& map, ViscositySystem<D>& system, double tolerance,
                                int max_iterations) {
  for (auto* faces : {&system.change, &system.residual, &system.direction, &system.image})
    for (auto& field : *faces) {
      field.resize(map.count());
      field.fill(0.0f);
    }
  ViscosityGradients<D> gradients(map, system);
  const double rhs_square = gradients.start(), goal = tolerance * tolerance * rhs_square;
  const auto done = restarted_conjugate_gradients(gradients, rhs_square, goal, max_iterations, kRestarts);
  return {done.iterations, done.relative_residual(rhs_square),
          done.residual_square <= std::max(goal, gradients.rounding())};
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
