// A 64-bit checksum of a stream of bytes. Four lanes, each a chain of one-to-one maps: no single damaged word can go
// unnoticed, and several do with a chance of 2^-64. Not for secrets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"

namespace spindrift {

// What a file was written with.
struct FileSum {
  std::uint64_t hash = 0;
  std::uint64_t bytes = 0;

  bool operator==(const FileSum&) const = default;
};

class Checksum {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* in = static_cast<const unsigned char*>(data);
    length_ += bytes;
    while (bytes > 0) {
      if (filled_ == 0 && bytes >= kBlock) {  // whole blocks, straight from where they lie
        absorb(in);
        in += kBlock;
        bytes -= kBlock;
        continue;
      }
      const std::size_t part = bytes < kBlock - filled_ ? bytes : kBlock - filled_;
      std::memcpy(block_.data() + filled_, in, part);
      filled_ += part;
      in += part;
      bytes -= part;
      if (filled_ == kBlock) {
        absorb(block_.data());
        filled_ = 0;
      }
    }
  }
  void add(std::string_view text) { add(text.data(), text.size()); }

  std::uint64_t value() const {
    Checksum rest = *this;
    if (rest.filled_ > 0) {
      std::memset(rest.block_.data() + rest.filled_, 0, kBlock - rest.filled_);
      rest.absorb(rest.block_.data());
    }
    std::uint64_t sum = mix(length_);
    for (const std::uint64_t lane : rest.lanes_) sum = hash_combine(sum, lane);
    return sum;
  }
  FileSum file_sum() const { return {value(), length_}; }

 private:
  static constexpr std::size_t kBlock = 32;

  void absorb(const unsigned char* block) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      std::uint64_t word;
      std::memcpy(&word, block + 8 * i, 8);
      lanes_[i] = std::rotl((lanes_[i] ^ word) * 0x9e3779b97f4a7c15ULL, 29);
    }
  }

  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
  std::array<unsigned char, kBlock> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

inline std::uint64_t checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace spindrift
