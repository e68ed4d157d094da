// One block of RFC 1951 (deflate) with codes of its own, in the frame of RFC 1950 (zlib).
#include "formats/vtk/pack_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "bits and numbers are stored as they lie in memory");

constexpr std::size_t kWord = 4;                  // bytes of a number
constexpr std::size_t kFarthest = 32768 / kWord;  // numbers back
constexpr std::size_t kLongest = 256 / kWord;     // numbers; the format allows 258 bytes
constexpr int kMostBits = 12;                     // of a code: four fit between two flushes; the format allows 15
constexpr int kEndOfBlock = 256;                  // the symbol that ends a block
constexpr int kSymbols = 286, kDistances = 30;

// Numbers as they are, and then a repeat of earlier ones, except after the last.
struct LiteralsThenRepeat {
  std::uint32_t literals = 0;              // bytes
  std::uint16_t length = 0, distance = 0;  // bytes
};

// Lengths and distances are given by a class and some bits more.
struct Class {
  int symbol;
  unsigned bits;
  std::uint32_t rest;
};
Class distance_class(std::uint32_t distance) {
  const std::uint32_t d = distance - 1;
  if (d < 4) return {static_cast<int>(d), 0, 0};
  const int bits = std::bit_width(d) - 2;
  return {2 * bits + 2 + static_cast<int>(d >> bits & 1), static_cast<unsigned>(bits), d & ((1u << bits) - 1)};
}
Class length_class(std::uint32_t length) {  // of 3 to 257
  const std::uint32_t n = length - 3;
  if (n < 8) return {257 + static_cast<int>(n), 0, 0};
  const int bits = std::bit_width(n) - 3;
  return {257 + 4 * bits + static_cast<int>(n >> bits), static_cast<unsigned>(bits), n & ((1u << bits) - 1)};
}

struct Code {
  std::uint16_t bits = 0;  // the first one lowest
  std::uint8_t length = 0;
};

// Code lengths of Huffman's tree by the counts of symbols, cut to the longest that is allowed.
std::vector<std::uint8_t> code_lengths(const std::vector<std::uint32_t>& counts) {
  std::vector<std::uint16_t> used;  // rarest first
  for (std::size_t s = 0; s < counts.size(); ++s)
    if (counts[s] > 0) used.push_back(static_cast<std::uint16_t>(s));
  std::stable_sort(used.begin(), used.end(), [&](auto a, auto b) { return counts[a] < counts[b]; });
  std::vector<std::uint8_t> lengths(counts.size(), 0);
  const std::size_t n = used.size();
  if (n < 2) {
    lengths[n == 0 ? 0 : used[0]] = 1;
    return lengths;
  }
  // Leaves 0 to n-1, then inner nodes in the order they are made, which is that of their weights: the two lightest are
  // always first in one of the two rows.
  std::vector<std::uint64_t> weight(2 * n - 1);
  std::vector<std::size_t> parent(2 * n - 1, 0);
  for (std::size_t i = 0; i < n; ++i) weight[i] = counts[used[i]];
  for (std::size_t made = n, leaf = 0, inner = n; made < 2 * n - 1; ++made)
    for (int child = 0; child < 2; ++child) {
      const bool takes_leaf = leaf < n && (inner >= made || weight[leaf] <= weight[inner]);
      const std::size_t taken = takes_leaf ? leaf++ : inner++;
      weight[made] += weight[taken];
      parent[taken] = made;
    }
  std::vector<int> depth(2 * n - 1, 0);
  std::array<std::uint32_t, kMostBits + 1> with_length{};
  for (std::size_t i = 2 * n - 2; i-- > 0;) {
    depth[i] = depth[parent[i]] + 1;
    if (i < n) ++with_length[std::min(depth[i], kMostBits)];
  }
  // Cutting took too much room: longer codes for others make up for it.
  std::uint32_t room = 0;
  for (std::size_t l = 1; l <= kMostBits; ++l) room += with_length[l] << (kMostBits - l);
  for (; room > 1u << kMostBits; --room) {
    std::size_t l = kMostBits - 1;
    while (with_length[l] == 0) --l;
    --with_length[l];
    with_length[l + 1] += 2;
    --with_length[kMostBits];
  }
  std::size_t next = 0;
  for (std::size_t l = kMostBits; l > 0; --l)
    for (std::uint32_t k = 0; k < with_length[l]; ++k) lengths[used[next++]] = static_cast<std::uint8_t>(l);
  return lengths;
}

// The codes that these lengths stand for: in order of length, then of symbol.
std::vector<Code> codes_of(const std::vector<std::uint8_t>& lengths) {
  std::vector<Code> codes(lengths.size());
  std::uint32_t next = 0;
  for (int length = 1; length <= kMostBits; ++length, next <<= 1)
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      if (lengths[s] != length) continue;
      std::uint32_t reversed = 0;
      for (int b = 0; b < length; ++b) reversed |= (next >> b & 1) << (length - 1 - b);
      codes[s] = {static_cast<std::uint16_t>(reversed), static_cast<std::uint8_t>(length)};
      ++next;
    }
  return codes;
}

// Bits in a row, the lowest first. There must be room for eight bytes more than are put.
class BitWriter {
 public:
  explicit BitWriter(char* out) : out_(out) {}
  void put(std::uint64_t bits, unsigned count) {  // up to 56 between calls of flush
    held_ |= bits << count_;
    count_ += count;
  }
  void put(const Code& code) { put(code.bits, code.length); }
  void flush() {
    std::memcpy(out_, &held_, sizeof held_);
    out_ += count_ / 8;
    held_ >>= count_ & ~7u;
    count_ &= 7u;
  }
  char* end() {
    flush();
    put(0, (8 - count_) & 7u);
    flush();
    return out_;
  }

 private:
  char* out_;
  std::uint64_t held_ = 0;
  unsigned count_ = 0;
};

std::uint32_t word_at(const unsigned char* bytes, std::size_t word) {
  std::uint32_t value;
  std::memcpy(&value, bytes + word * kWord, kWord);
  return value;
}

std::vector<LiteralsThenRepeat> find_repeats(const unsigned char* in, std::size_t bytes) {
  constexpr int kTableBits = 13;
  std::vector<std::uint16_t> last(std::size_t{1} << kTableBits, 0);  // where a number with this hash stood
  const std::size_t words = bytes / kWord;
  std::vector<LiteralsThenRepeat> steps;
  std::size_t begin = 0;  // of the literals, in bytes
  const auto repeat = [&](std::size_t at, std::size_t length, std::size_t distance) {
    steps.push_back({static_cast<std::uint32_t>(at - begin), static_cast<std::uint16_t>(length),
                     static_cast<std::uint16_t>(distance)});
    begin = at + length;
  };
  std::uint32_t previous = words > 0 ? ~word_at(in, 0) : 0;
  std::size_t misses = 0;  // since the last repeat: where there are none, only some numbers are looked at
  for (std::size_t w = 0; w < words;) {
    const std::uint32_t word = word_at(in, w);
    std::uint16_t& place = last[word * 0x9e3779b1u >> (32 - kTableBits)];
    const std::size_t before = place;
    place = static_cast<std::uint16_t>(w);
    std::size_t length = 1;
    if (before < w && w - before <= kFarthest && word_at(in, before) == word)
      while (length < kLongest && w + length < words && word_at(in, before + length) == word_at(in, w + length))
        ++length;
    if (length > 1) {  // repeats of single numbers would save an eighth of the room and cost as much time again
      repeat(w * kWord, length * kWord, (w - before) * kWord);
      misses = 0;
    } else if (word >> 8 == previous >> 8) {  // one that counts up: all but the lowest byte
      repeat(w * kWord + 1, kWord - 1, kWord);
      misses = 0;
    } else {
      length += ++misses / 64;
    }
    w += length;
    previous = word_at(in, std::min(w, words) - 1);
  }
  steps.push_back({static_cast<std::uint32_t>(bytes - begin), 0, 0});
  return steps;
}

// The head of a block with codes of its own. Their lengths are stored with four bits each.
void put_head(const std::vector<std::uint8_t>& symbols, const std::vector<std::uint8_t>& distances, BitWriter& out) {
  out.put(1, 1);  // the last block
  out.put(2, 2);  // with codes of its own
  out.put(kSymbols - 257, 5);
  out.put(kDistances - 1, 5);
  out.put(19 - 4, 4);
  for (int k = 0; k < 19; ++k, out.flush()) out.put(k < 3 ? 0 : 4, 3);  // all lengths alike, repeats are not used
  std::vector<std::uint8_t> four(16, 4);
  const std::vector<Code> codes = codes_of(four);
  for (const auto* lengths : {&symbols, &distances})
    for (const std::uint8_t length : *lengths) {
      out.put(codes[length]);
      out.flush();
    }
}

void put_steps(const unsigned char* in, const std::vector<LiteralsThenRepeat>& steps, const std::vector<Code>& symbols,
               const std::vector<Code>& distances, BitWriter& out) {
  for (const LiteralsThenRepeat& step : steps) {
    const unsigned char* const end = in + step.literals;
    for (; end - in >= 4; in += 4) {  // joined two by two: none waits for all before it
      const Code a = symbols[in[0]], b = symbols[in[1]], c = symbols[in[2]], d = symbols[in[3]];
      const std::uint64_t low = a.bits | std::uint64_t{b.bits} << a.length,
                          high = c.bits | std::uint64_t{d.bits} << c.length;
      const unsigned of_low = a.length + b.length;
      out.put(low | high << of_low, of_low + c.length + d.length);
      out.flush();
    }
    while (in < end) out.put(symbols[*in++]);
    out.flush();
    if (step.length == 0) continue;
    in += step.length;
    const Class length = length_class(step.length), distance = distance_class(step.distance);
    out.put(symbols[length.symbol]);
    out.put(length.rest, length.bits);
    out.flush();
    out.put(distances[distance.symbol]);
    out.put(distance.rest, distance.bits);
    out.flush();
  }
  out.put(symbols[kEndOfBlock]);
}

// Adds the literals. Four tables: counting equal bytes in one would wait for the count before.
void count_literals(const unsigned char* in, const std::vector<LiteralsThenRepeat>& steps,
                    std::vector<std::uint32_t>& counts) {
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  for (const LiteralsThenRepeat& step : steps) {
    const unsigned char* const end = in + step.literals;
    for (; end - in >= 4; in += 4)
      for (std::size_t k = 0; k < 4; ++k) ++tables[k][in[k]];
    while (in < end) ++tables[0][*in++];
    in += step.length;
  }
  for (const auto& table : tables)
    for (std::size_t s = 0; s < table.size(); ++s) counts[s] += table[s];
}

std::uint32_t adler32(const unsigned char* in, std::size_t bytes) {
  constexpr std::uint32_t kPrime = 65521;
  constexpr std::size_t kStretch = 5552;  // bytes after which the sums could overflow
  std::uint32_t a = 1, b = 0;
  while (bytes > 0) {
    std::size_t stretch = std::min(bytes, kStretch);
    bytes -= stretch;
    for (; stretch >= 16; stretch -= 16, in += 16) {  // b gains 16 times the old a, and the bytes by their places
      std::uint32_t sum = 0, weighted = 0;
      for (std::uint32_t k = 0; k < 16; ++k) {
        sum += in[k];
        weighted += (16 - k) * in[k];
      }
      b += 16 * a + weighted;
      a += sum;
    }
    for (; stretch > 0; --stretch) {
      a += *in++;
      b += a;
    }
    a %= kPrime;
    b %= kPrime;
  }
  return b << 16 | a;
}

}  // namespace

void NumberPacker::append(std::string_view bytes, std::string& out) {
  const auto* in = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::vector<LiteralsThenRepeat> steps = find_repeats(in, bytes.size());
  std::vector<std::uint32_t> symbol_counts(kSymbols, 0), distance_counts(kDistances, 0);
  symbol_counts[kEndOfBlock] = 1;
  count_literals(in, steps, symbol_counts);
  for (const LiteralsThenRepeat& step : steps) {
    if (step.length == 0) continue;
    ++symbol_counts[length_class(step.length).symbol];
    ++distance_counts[distance_class(step.distance).symbol];
  }
  const std::vector<std::uint8_t> symbols = code_lengths(symbol_counts), distances = code_lengths(distance_counts);
  constexpr std::size_t kHead = 512;                                 // of the block; more than it takes
  block_.resize(std::max(block_.size(), 2 * bytes.size() + kHead));  // no code is longer than two bytes
  BitWriter writer(block_.data());
  put_head(symbols, distances, writer);
  put_steps(in, steps, codes_of(symbols), codes_of(distances), writer);
  out += "\x78\x01";  // deflate with a window of 32 kB; fast
  out.append(block_.data(), writer.end());
  const std::uint32_t sum = adler32(in, bytes.size());
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(sum >> shift & 0xff));
}

}  // namespace spindrift
