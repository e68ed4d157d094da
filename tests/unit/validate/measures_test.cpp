#include "validate/measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/temporary_folder.h"

namespace spindrift {
namespace {

// level + swing exp(-decay x) cos(omega x)
Series damped_wave(double omega, double decay, double level, double step) {
  Series s;
  for (double x = 0.0; x <= 12.0; x += step) s.add(x, level + 0.3 * std::exp(-decay * x) * std::cos(omega * x));
  return s;
}

double taken(const std::string& name, MeasureInput input) { return take_measure(name, input).value; }

TEST(Measures, frequency_and_loss_of_a_damped_wave_are_found_from_coarse_samples) {
  const double omega = 5.3, loss = 0.04, period = 2.0 * std::numbers::pi / omega;
  const MeasureInput wave{.of = damped_wave(omega, -std::log(1.0 - loss) / period, 0.5, 1.0 / 60.0)};
  EXPECT_NEAR(taken("angular_frequency", wave), omega, 1e-3 * omega);
  EXPECT_NEAR(taken("loss_per_period", wave), loss, 1e-3);
}

TEST(Measures, noise_at_the_level_adds_no_periods) {
  Series s = damped_wave(5.0, 0.0, 0.0, 0.01);
  for (std::size_t i = 0; i < s.size(); ++i) s.y[i] += 0.01 * (i % 2 ? 1.0 : -1.0);
  EXPECT_NEAR(taken("angular_frequency", {.of = s}), 5.0, 0.02);
}

TEST(Measures, extremes_means_and_slopes_use_the_window) {
  const MeasureInput in{.of = {{0.0, 1.0, 2.0, 3.0}, {1.0, 5.0, 2.0, 4.0}}};
  EXPECT_EQ(taken("max", in), 5.0);
  EXPECT_EQ(taken("max_at", in), 1.0);
  EXPECT_EQ(taken("min", in), 1.0);
  EXPECT_EQ(taken("min_at", in), 0.0);
  EXPECT_EQ(taken("first", in), 1.0);
  EXPECT_EQ(taken("last", in), 4.0);
  EXPECT_EQ(taken("integral", in), 9.5);
  EXPECT_DOUBLE_EQ(taken("mean", in), 9.5 / 3.0);
  EXPECT_EQ(taken("slope", {.of = {{0.0, 1.0, 2.0}, {1.0, 4.0, 7.0}}}), 3.0);
}

TEST(Measures, growth_and_exponent_fit_an_exponential_and_a_power) {
  Series grows, power;
  for (double x = 1.0; x < 4.0; x += 0.1) grows.add(x, -2.0 * std::exp(0.7 * x)), power.add(x, 5.0 * std::pow(x, -1.5));
  EXPECT_NEAR(taken("growth", {.of = grows}), 0.7, 1e-12);
  EXPECT_NEAR(taken("exponent", {.of = power}), -1.5, 1e-12);
}

TEST(Measures, crossings_lie_between_samples) {
  const Series s{{0.0, 1.0, 2.0}, {0.0, 4.0, 0.0}};
  EXPECT_EQ(taken("first_above", {.of = s, .level = 1.0}), 0.25);
  EXPECT_EQ(taken("first_below", {.of = between_x(s, 1.0, 2.0), .level = 1.0}), 1.75);
  EXPECT_TRUE(std::isnan(taken("first_above", {.of = s, .level = 5.0})));
}

TEST(Measures, best_shift_finds_the_delay_of_a_curve) {
  Series simulation, reference;
  for (double t = 0.0; t <= 3.0; t += 0.01) simulation.add(t, t * t);
  for (double t = 1.0; t <= 2.0; t += 0.1) reference.add(t, (t - 0.17) * (t - 0.17));
  MeasureInput in{.of = simulation, .against = reference, .low = -0.3, .high = 0.3};
  EXPECT_NEAR(taken("best_shift", in), 0.17, 1e-3);
  EXPECT_GT(taken("rms", in), 0.3);
  in.shift = 0.17;
  EXPECT_LT(taken("rms", in), 1e-3);
  in.high = 0.1;  // the bound is the nearest then
  EXPECT_NEAR(taken("best_shift", in), 0.1, 1e-9);
}

// The best of those shifts alone that have a number would be 0 here, whatever the curves are.
TEST(Measures, best_shift_is_nan_if_a_shift_leaves_the_simulation) {
  MeasureInput in{.of = {{0.0, 3.0}, {0.0, 3.0}}, .against = {{0.0, 1.0}, {-0.2, 0.8}}, .low = 0.0, .high = 0.3};
  const Measured measured = take_measure("best_shift", in);
  EXPECT_TRUE(std::isnan(measured.value));
  EXPECT_EQ(measured.note, "shifted by 0.3, the simulation has nothing at -0.3: compare less of it");
  in.against = {{0.5, 1.0}, {0.3, 0.8}};
  EXPECT_NEAR(taken("best_shift", in), 0.2, 1e-5);
}

TEST(Measures, differences_can_be_relative) {
  MeasureInput in{.of = {{0.0, 2.0}, {11.0, 11.0}}, .against = {{0.0, 1.0, 2.0}, {10.0, 10.0, 20.0}}};
  EXPECT_DOUBLE_EQ(taken("worst", in), 9.0);
  EXPECT_DOUBLE_EQ(taken("mean_error", in), 11.0 / 3.0);
  in.relative = true;
  EXPECT_DOUBLE_EQ(taken("worst", in), 0.45);
}

// A comparison that silently left points out would pass where there is nothing to compare.
TEST(Measures, a_reference_beyond_the_simulation_is_nan_with_a_reason) {
  const Measured measured = take_measure("rms", {.of = {{0.0, 1.0}, {0.0, 1.0}}, .against = {{0.5, 1.5}, {0.5, 1.5}}});
  EXPECT_TRUE(std::isnan(measured.value));
  EXPECT_EQ(measured.note, "the simulation has nothing at 1.5");
}

TEST(Measures, every_measure_of_an_empty_series_is_nan) {
  for (const std::string& name : measure_names()) {
    const Measured measured = take_measure(name, {});
    EXPECT_TRUE(std::isnan(measured.value)) << name;
    EXPECT_FALSE(measured.note.empty()) << name;
  }
}

Series line(int points, double slope) {
  Series s;
  for (int i = 0; i < points; ++i) s.add(0.1 * i, slope * 0.1 * i);
  return s;
}

TEST(Series, is_sorted_by_x_and_has_no_holes) {
  const Series s = sorted({{2.0, 1.0, std::nan(""), 3.0}, {20.0, 10.0, 5.0, std::nan("")}});
  EXPECT_EQ(s.x, (std::vector{1.0, 2.0}));
  EXPECT_EQ(s.y, (std::vector{10.0, 20.0}));
}

TEST(Series, is_linear_between_points_and_nan_beyond_them) {
  const Series s{{0.0, 1.0, 3.0}, {0.0, 2.0, 0.0}};
  EXPECT_EQ(value_at(s, 0.5), 1.0);
  EXPECT_EQ(value_at(s, 1.0), 2.0);
  EXPECT_EQ(value_at(s, 2.0), 1.0);
  EXPECT_EQ(value_at(s, 3.0), 0.0);
  EXPECT_TRUE(std::isnan(value_at(s, -0.1)));
  EXPECT_TRUE(std::isnan(value_at(s, 3.1)));
}

TEST(Series, part_of_a_line_has_the_area_of_its_trapezoid) {
  const Series part = between_x(line(101, 2.0), 0.33, 4.47);
  EXPECT_NEAR(integral(part), 4.47 * 4.47 - 0.33 * 0.33, 1e-12);
  EXPECT_EQ(part.x.front(), 0.33);
  EXPECT_EQ(part.x.back(), 4.47);
}

TEST(Series, smoothing_keeps_a_line_and_removes_a_ripple) {
  const Series s = smoothed(line(101, 3.0), 1.0);
  for (std::size_t i = 5; i + 5 < s.size(); ++i) EXPECT_NEAR(s.y[i], 3.0 * s.x[i], 1e-12);
  Series ripple;
  for (int i = 0; i <= 100; ++i) ripple.add(i, i % 2);
  const Series even = smoothed(ripple, 10.0);
  for (std::size_t i = 10; i + 10 < even.size(); ++i) EXPECT_NEAR(even.y[i], 0.5, 1e-12);
}

TEST(Series, accumulated_holds_the_sum_so_far) {
  EXPECT_EQ(accumulated({{0.0, 1.0, 2.0}, {1.0, 2.0, 3.0}}).y, (std::vector{1.0, 3.0, 6.0}));
}

TEST(Measures, every_one_is_in_the_manual) {
  const std::string page = testing::read_file(SPINDRIFT_SOURCE_DIR "/docs/validation.md");
  for (const std::string& name : measure_names()) EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name;
}

}  // namespace
}  // namespace spindrift
