// Packed numbers, unpacked by zlib itself.
#include "formats/vtk/pack_numbers.h"

#include <gtest/gtest.h>

#ifdef SPINDRIFT_HAS_ZLIB

#include <zlib.h>

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace spindrift {
namespace {

std::string packed(std::string_view bytes) {
  std::string out = "before";
  NumberPacker().append(bytes, out);
  EXPECT_TRUE(out.starts_with("before"));
  return out.substr(6);
}

std::string unpacked(const std::string& stream, std::size_t bytes) {
  std::string out(bytes + 16, '\0');
  auto length = static_cast<uLongf>(out.size());
  EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(stream.data()),
                         static_cast<uLong>(stream.size())),
            Z_OK);
  out.resize(length);
  return out;
}

template <class T, class ValueOf>
std::string bytes_of(std::size_t count, ValueOf&& value_of) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const T value = value_of(i);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

std::vector<std::string> kinds_of_arrays() {
  const auto noise = [](std::size_t i) { return random_unit(i); };
  return {bytes_of<float>(65536, noise), bytes_of<float>(65536, [](std::size_t) { return 0.0f; }),
          bytes_of<std::uint32_t>(65536, [](std::size_t i) { return static_cast<std::uint32_t>(i); }),
          bytes_of<float>(65536, [&](std::size_t i) { return noise(i % 8192); }),  // the farthest repeat there is
          bytes_of<float>(65536, [&](std::size_t i) { return noise(i % 8193); }),
          bytes_of<float>(65536, [&](std::size_t i) { return noise(i / 100) * static_cast<float>(i % 7); }),
          bytes_of<float>(65536, [](std::size_t i) { return std::sin(0.001f * static_cast<float>(i)); }),
          // Counts that grow like Fibonacci's numbers make codes too long, which are cut.
          bytes_of<std::uint8_t>(200000, [](std::size_t i) {
            int symbol = 0;
            for (std::uint64_t a = 1, b = 2; b < mix(i) % 200000; ++symbol) a = std::exchange(b, a + b);
            return static_cast<std::uint8_t>(255 - symbol);
          })};
}

TEST(PackNumbers, zlib_unpacks_what_was_packed) {
  for (const std::string& whole : kinds_of_arrays())
    for (const std::size_t bytes : {whole.size(), whole.size() - 1, std::size_t{4099}, std::size_t{12}, std::size_t{5},
                                    std::size_t{3}, std::size_t{1}, std::size_t{0}}) {
      const std::string part = whole.substr(0, bytes);
      EXPECT_EQ(unpacked(packed(part), bytes), part);
    }
}

TEST(PackNumbers, random_mixtures_of_runs_and_noise_come_back) {
  for (std::uint64_t key = 0; key < 200; ++key) {
    std::string bytes;
    for (std::uint64_t piece = 0; bytes.size() < 20000; ++piece) {
      const std::uint64_t draw = mix(1000 * key + piece);
      const std::size_t count = draw >> 8 & 127;
      if (draw % 4 == 0) bytes.append(count, static_cast<char>(draw >> 16));
      if (draw % 4 == 1) bytes += bytes_of<std::uint64_t>(count, [&](std::size_t i) { return mix(draw + i); });
      if (draw % 4 == 2 && bytes.size() > 4 * count) bytes += bytes.substr(bytes.size() - 4 * count, 3 * count);
      if (draw % 4 == 3)
        bytes += bytes_of<std::uint32_t>(count, [&](std::size_t i) { return std::uint32_t(draw + i); });
    }
    EXPECT_EQ(unpacked(packed(bytes), bytes.size()), bytes) << key;
  }
}

TEST(PackNumbers, repeats_and_counts_are_packed_tightly) {
  const auto kinds = kinds_of_arrays();
  EXPECT_LT(packed(kinds[1]).size(), kinds[1].size() / 100);
  EXPECT_LT(packed(kinds[2]).size(), kinds[2].size() / 2);
  EXPECT_LT(packed(kinds[0]).size(), kinds[0].size() + kinds[0].size() / 100) << "noise hardly grows";
}

}  // namespace
}  // namespace spindrift

#endif
