// Packs arrays of 4-byte numbers into zlib's format, which any inflate unpacks, several times faster than zlib does.
#pragma once

#include <string>
#include <string_view>

namespace spindrift {

// Looks for repeats of two whole numbers or more, and only where the same number stood last: on grids and particles
// that finds most there are. At most 2^18 bytes; any bytes are packed correctly, those of other types less tightly.
inline constexpr std::size_t kMostPackedBytes = std::size_t{1} << 18;
void append_packed_numbers(std::string_view bytes, std::string& out);

}  // namespace spindrift
