// Particles to grid: velocity and density.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_at.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::add_particle;
using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::for_each_particle;
using testing::kD;
using testing::linear_field;
using testing::liquid;
using testing::make_state;
using testing::random_at;
using testing::set_velocities;
using testing::sphere;
using testing::transfer_and_extend;
using testing::vec;

IN_2D_AND_3D(TransferParticlesToGridTest);

// A blob of water inside the domain, jittered so that no symmetry hides a mistake.
template <int D>
Scene blob(Kernel kernel, Transfer transfer, double cell_size = 1.0) {
  Scene scene = empty_box(D, vec(20, 24, 18), cell_size);
  scene.particles.packing = Packing::kJittered;
  scene.solver.kernel = kernel;
  scene.solver.transfer = transfer;
  scene.liquids = {liquid(sphere(vec(9, 12, 9) * cell_size, 5.0 * cell_size))};
  return scene;
}

TYPED_TEST(TransferParticlesToGridTest, a_uniform_velocity_survives_exactly) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
      auto state = make_state<D>(blob<D>(kernel, transfer));
      set_velocities(*state, [](const VecD<D>&) { return VecD<D>::from(vec(1.5, -2.25, 0.75)); });
      transfer_and_extend(*state);
      int reached = 0;
      for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
        for (int a = 0; a < D; ++a) {
          if (!state->known[static_cast<std::size_t>(a)].tile(tile)[c]) continue;
          ++reached;
          const double u = static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]);
          const double expected = vec(1.5, -2.25, 0.75)[a];
          EXPECT_NEAR(u, expected, 1e-6 * std::abs(expected));
        }
      });
      EXPECT_GT(reached, 100);
    }
}

TYPED_TEST(TransferParticlesToGridTest, one_particle_alone_reproduces_its_velocity) {
  constexpr int D = kD<TypeParam>;
  for (int i = 0; i < 200; ++i) {
    auto state = make_state<D>(empty_box(D, vec(9, 9, 9)));
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = 0.02 + 0.045 * ((i * (3 * a + 7)) % 199);
    add_particle<D>(*state, x, VecD<D>::from(vec(3.0, -1.0, 0.125)));
    sort_particles(*state);
    transfer_particles_to_grid(*state);
    for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
      for (int a = 0; a < D; ++a)
        if (state->known[static_cast<std::size_t>(a)].tile(tile)[c]) {
          EXPECT_FLOAT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c],
                          static_cast<float>(vec(3.0, -1.0, 0.125)[a]));
        }
    });
  }
}

TYPED_TEST(TransferParticlesToGridTest, affine_particles_reproduce_a_linear_field_on_every_face) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const double cell_size : {0.5, 1.0, 2.0}) {
      auto state = make_state<D>(blob<D>(kernel, Transfer::kApic, cell_size));
      set_velocities(*state, linear_field<D>);
      for (int a = 0; a < D; ++a)
        for (int b = 0; b < D; ++b)
          for (float& c : state->particles.affine[static_cast<std::size_t>(a * D + b)])
            c = static_cast<float>(1.0 + a - 2.0 * b);
      transfer_and_extend(*state);
      for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
        for (int a = 0; a < D; ++a)
          if (state->known[static_cast<std::size_t>(a)].tile(tile)[c]) {
            const double expected = linear_field(testing::face_center(*state, cell, a))[a];
            EXPECT_NEAR(static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]), expected,
                        2e-4);
          }
      });
    }
}

// A regular lattice lies evenly around every face inside the liquid, so plain averages are exact there too.
TYPED_TEST(TransferParticlesToGridTest, a_lattice_of_particles_reproduces_a_linear_field_inside) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 10, 11));
  scene.liquids = {liquid(box({}, vec(12, 10, 11)))};
  auto state = make_state<D>(scene);
  set_velocities(*state, linear_field<D>);
  transfer_and_extend(*state);
  int inside = 0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int b = 0; b < D; ++b)
      if (cell[b] < Domain<D>::kBorder + 2 || cell[b] >= Domain<D>::kBorder + state->domain.cells[b] - 2) return;
    ++inside;
    for (int a = 0; a < D; ++a) {
      const double expected = linear_field(testing::face_center(*state, cell, a))[a];
      EXPECT_NEAR(static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]), expected, 1e-4);
    }
  });
  EXPECT_GT(inside, 20);
}

TYPED_TEST(TransferParticlesToGridTest, a_particle_on_a_corner_reaches_all_faces_of_its_cell) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const double x : {3.0, 15.0, 16.0, 17.0}) {  // the cells of both sides of a tile's border
      Scene scene = empty_box(D, vec(24, 24, 24));
      scene.solver.kernel = kernel;
      auto state = make_state<D>(scene);
      add_particle<D>(*state, VecD<D>::filled(x), VecD<D>::filled(2.0));
      sort_particles(*state);
      classify_cells(*state);
      transfer_and_extend(*state);
      for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
        for (int a = 0; a < D; ++a) {
          VecI<D> low = cell;
          --low[a];
          const VecI<D> home = VecI<D>::filled(static_cast<int>(x) + Domain<D>::kBorder);
          if (!(cell == home) && !(low == home)) continue;
          EXPECT_TRUE(state->known[static_cast<std::size_t>(a)].tile(tile)[c]) << x << ' ' << a;
          EXPECT_FLOAT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], 2.0f);
        }
      });
    }
}

// Crowds of 0 to 20 in neighbouring cells, over the border of a tile, against a sum over all particles.
TYPED_TEST(TransferParticlesToGridTest, any_number_of_particles_in_a_cell_gives_the_mean_over_all_of_them) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(24, 24, 12));
  scene.drift.density_term = true;
  auto state = make_state<D>(scene);
  std::uint64_t key = 0;
  for (int cell = 0; cell < power(6, D); ++cell)
    for (int n = static_cast<int>(random_at(7, static_cast<std::uint64_t>(cell)) * 21.0); n > 0; --n, ++key) {
      VecD<D> x, v;
      for (int a = 0; a < D; ++a) {
        x[a] = (D == 2 ? 12.0 : 4.0) + (cell / power(6, a)) % 6 + 0.001 +
               0.998 * random_at(key, static_cast<std::uint64_t>(a));
        v[a] = random_at(key, static_cast<std::uint64_t>(a) + 5) - 0.5;
      }
      add_particle<D>(*state, x, v);
    }
  sort_particles(*state);
  classify_cells(*state);
  transfer_and_extend(*state);
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = -1; a < D; ++a) {  // -1: the density
      double weights = 0.0, momentum = 0.0;
      for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
        double w = 1.0;
        for (int b = 0; b < D; ++b) {
          const double node = cell[b] - Domain<D>::kBorder + (b == a ? 0.0 : 0.5);
          w *= std::max(0.0, 1.0 - std::abs(x[b] - node));
        }
        weights += w;
        if (a >= 0) momentum += w * testing::velocity_of<D>(*state, p)[a];
      });
      if (a < 0) {
        EXPECT_NEAR(static_cast<double>(state->density.tile(tile)[c]), weights, 1e-4);
      } else if (weights > 1e-6) {
        EXPECT_NEAR(static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]), momentum / weights,
                    1e-4);
      }
    }
  });
}

TYPED_TEST(TransferParticlesToGridTest, faces_that_no_particle_reaches_stay_unknown) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(empty_box(D, vec(9, 9, 9)));
  add_particle<D>(*state, VecD<D>::filled(4.3), VecD<D>::filled(1.0));
  sort_particles(*state);
  transfer_and_extend(*state);
  int known = 0;
  for (auto& field : state->known)
    for_each_cell(*state, [&](const VecI<D>&, int tile, int c) { known += field.tile(tile)[c]; });
  EXPECT_EQ(known, D * power(2, D));
}

// Weights of one particle sum to one at any cell size and position, walls included.
TYPED_TEST(TransferParticlesToGridTest, a_particle_adds_one_to_the_density_wherever_it_is) {
  constexpr int D = kD<TypeParam>;
  for (const double cell_size : {0.5, 1.0, 2.0})
    for (int i = 0; i < 100; ++i) {
      Scene scene = empty_box(D, vec(5, 6, 7), cell_size);
      scene.drift.density_term = true;
      auto state = make_state<D>(scene);
      VecD<D> x;
      for (int a = 0; a < D; ++a)
        x[a] = (0.01 + (state->domain.cells[a] - 0.02) * ((i * (2 * a + 5)) % 97) / 96.0) * cell_size;
      add_particle(*state, x);
      sort_particles(*state);
      classify_cells(*state);
      transfer_and_extend(*state);
      double sum = 0.0;
      for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
        if (state->domain.contains(cell)) sum += static_cast<double>(state->density.tile(tile)[c]);
      });
      EXPECT_NEAR(sum, 1.0, 1e-6) << i;
    }
}

// Largest deviation of a fluid cell's density from that of rest, as a share.
template <int D>
double uneven_density(const Scene& scene) {
  auto state = make_state<D>(scene);
  classify_cells(*state);
  transfer_and_extend(*state);
  double largest = 0.0;
  for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    if (state->type.tile(tile)[c] == CellType::kFluid)
      largest = std::max(largest, std::abs(static_cast<double>(state->density.tile(tile)[c]) / power(2, D) - 1.0));
  });
  return largest;
}

TYPED_TEST(TransferParticlesToGridTest, density_beside_walls_edges_and_corners_is_that_of_the_middle) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 10, 9));
  scene.liquids = {liquid(box({}, vec(12, 10, 9)))};
  EXPECT_LT(uneven_density<D>(scene), 1e-5);
}

TYPED_TEST(TransferParticlesToGridTest, density_beside_a_solid_is_about_that_of_the_middle) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 10, 9));
  scene.liquids = {liquid(box({}, vec(12, 10, 9)))};
  scene.solids = {testing::solid(box(vec(5, 4, 3), vec(8, 6, 5)))};  // its outer corners share out unevenly
  EXPECT_LT(uneven_density<D>(scene), 0.1);
}

}  // namespace
}  // namespace spindrift
