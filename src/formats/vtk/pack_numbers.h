// Packs arrays of 4-byte numbers into zlib's format, which any inflate unpacks, several times faster than zlib does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spindrift {

inline constexpr std::size_t kMostPackedBytes = std::size_t{1} << 18;

// Looks for repeats of two whole numbers or more, and only where the same number stood last: on grids and particles
// that finds most there are. Takes at most kMostPackedBytes at once; any bytes are packed correctly, those of other
// types less tightly.
class NumberPacker {
 public:
  void append(std::string_view bytes, std::string& out);

 private:
  std::vector<char> block_;  // the one before: it stays in the cache, and is not filled with zeros again
};

}  // namespace spindrift
