#include "picture/canvas.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace spindrift {
namespace {

constexpr Rgb kBlack{};
constexpr Rgb kWhite{1.0f, 1.0f, 1.0f};

double painted_area(const Image& image) {
  double area = 0.0;
  for (const Rgb& pixel : image.pixels) area += static_cast<double>(pixel.red);
  return area;
}

TEST(Canvas, disc_covers_its_area_wherever_it_lies) {
  for (const double shift : {0.0, 0.3, 0.5}) {
    Image image(40, 40, kBlack);
    Canvas(image).disc(20.0 + shift, 20.0, 6.0, kWhite);
    EXPECT_NEAR(painted_area(image), std::numbers::pi * 36.0, 0.02 * std::numbers::pi * 36.0);
  }
}

TEST(Canvas, disc_smaller_than_a_pixel_fades_but_stays) {
  for (const double shift : {0.0, 0.25, 0.5}) {
    Image image(10, 10, kBlack);
    Canvas(image).disc(5.0 + shift, 5.0 + shift, 0.2, kWhite);
    EXPECT_GT(painted_area(image), 0.05);
    EXPECT_LT(painted_area(image), 0.4);
  }
}

TEST(Canvas, rectangle_edges_are_shared_with_the_background) {
  Image image(4, 4, kBlack);
  Canvas(image).rectangle(0.5, 1.0, 2.25, 2.0, kWhite);
  EXPECT_FLOAT_EQ(image.at(0, 1).red, 0.5f);
  EXPECT_FLOAT_EQ(image.at(1, 1).red, 1.0f);
  EXPECT_FLOAT_EQ(image.at(2, 1).red, 0.25f);
  EXPECT_DOUBLE_EQ(painted_area(image), 1.75);
}

TEST(Canvas, drawing_outside_is_clipped) {
  Image image(8, 8, kBlack);
  Canvas canvas(image);
  canvas.disc(-1e9, 1e9, 3.0, kWhite);
  canvas.disc(-50.0, 4.0, 3.0, kWhite);
  canvas.rectangle(-5.0, -5.0, -1.0, 100.0, kWhite);
  canvas.line(-10.0, -3.0, 30.0, -3.0, 1.0, kWhite);
  canvas.text(-100.0, 4.0, 6.0, "0123", kWhite);
  EXPECT_EQ(painted_area(image), 0.0);
}

TEST(Canvas, every_letter_of_a_legend_has_a_shape) {
  for (const char letter : std::string_view("0123456789.,-+=/esdnityprukPaMmo")) {
    Image image(20, 20, kBlack);
    Canvas(image).text(5.0, 14.0, 9.0, std::string_view(&letter, 1), kWhite);
    EXPECT_GT(painted_area(image), 0.5) << letter;
  }
}

TEST(Canvas, text_is_as_wide_as_it_says) {
  Image image(200, 30, kBlack);
  Canvas(image).text(10.0, 20.0, 12.0, "density / rest", kWhite);
  int last = 0;
  for (int x = 0; x < image.width; ++x)
    for (int y = 0; y < image.height; ++y)
      if (image.at(x, y).red > 0.5f) last = x;
  EXPECT_NEAR(last - 10.0, text_width("density / rest", 12.0), 2.0);
}

}  // namespace
}  // namespace spindrift
