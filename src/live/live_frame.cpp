#include "live/live_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "exec/parallel.h"

namespace spindrift {

namespace {

constexpr std::size_t kAlignment = 8;
constexpr std::size_t kGrain = 8192;

void pad(std::string& bytes) { bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment, '\0'); }

std::string ranges_text(const std::vector<NumberRange>& ranges) {
  std::vector<double> low, high;
  for (const NumberRange& range : ranges) {
    low.push_back(range.low);
    high.push_back(range.high);
  }
  return fmt::format(",\"low\":{},\"high\":{}", json_array(low), json_array(high));
}

}  // namespace

template <class Number>
void LiveFrame::add_bytes(const std::string& name, const char* type, std::span<const Number> values,
                          std::size_t components, const std::string& more) {
  arrays_.push_back(fmt::format("{{\"name\":{},\"type\":\"{}\",\"components\":{},\"count\":{}{}}}", json_string(name),
                                type, components, values.size() / components, more));
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  pad(bytes_);
}

template <class Number>
void LiveFrame::add(const std::string& name, std::span<const float> values, std::size_t stride,
                    const std::vector<NumberRange>& ranges, std::span<const std::uint8_t> is_there) {
  constexpr float kMost = std::numeric_limits<Number>::max();
  const std::size_t components = ranges.size(), count = values.size() / stride;
  std::vector<float> scale, low;
  for (const NumberRange& range : ranges) {
    low.push_back(static_cast<float>(range.low));
    scale.push_back(static_cast<float>(range.high > range.low ? 1.0 / (range.high - range.low) : 0.0));
  }
  const bool has_gaps = !is_there.empty();
  const float least = has_gaps ? 1.0f : 0.0f;  // 0 then stands for no value
  std::vector<Number> packed(count * components);
  parallel_for(
      "pack numbers", count,
      [&](std::size_t i) {
        for (std::size_t c = 0; c < components; ++c) {
          const float share = (values[i * stride + c] - low[c]) * scale[c];
          const float number = least + std::clamp(std::isfinite(share) ? share : 0.0f, 0.0f, 1.0f) * (kMost - least);
          packed[i * components + c] = has_gaps && !is_there[i] ? 0 : static_cast<Number>(number + 0.5f);
        }
      },
      kGrain);
  const char* type = sizeof(Number) == 1 ? "u8" : "u16";
  add_bytes<Number>(name, type, packed, components, ranges_text(ranges) + (has_gaps ? ",\"empty\":true" : ""));
}

void LiveFrame::add(const std::string& name, std::span<const std::uint8_t> values, std::size_t components) {
  add_bytes(name, "u8", values, components, "");
}
void LiveFrame::add(const std::string& name, std::span<const std::int8_t> values, std::size_t components) {
  add_bytes(name, "i8", values, components, "");
}
void LiveFrame::add(const std::string& name, std::span<const std::uint32_t> values, std::size_t components) {
  add_bytes(name, "u32", values, components, "");
}
void LiveFrame::add(const std::string& name, std::span<const float> values, std::size_t components) {
  add_bytes(name, "f32", values, components, "");
}

void LiveFrame::note_cells(int x, int y, int z) {
  arrays_.back().pop_back();
  arrays_.back() += fmt::format(",\"cells\":[{},{}{}]}}", x, y, z > 0 ? fmt::format(",{}", z) : "");
}

void LiveFrame::note(const char* word) {
  arrays_.back().pop_back();
  arrays_.back() += fmt::format(",\"{}\":true}}", word);
}

void LiveFrame::note_quantity(const std::string& word) {
  arrays_.back().pop_back();
  arrays_.back() += fmt::format(",\"quantity\":{}}}", json_string(word));
}

std::string LiveFrame::take() {
  std::string arrays;
  for (const std::string& array : arrays_) arrays += (arrays.empty() ? "" : ",") + array;
  const std::string text = head_.add_json("arrays", "[" + arrays + "]").text();
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string out(sizeof length, '\0');
  std::memcpy(out.data(), &length, sizeof length);
  out += text;
  pad(out);
  return out + bytes_;
}

template void LiveFrame::add<std::uint8_t>(const std::string&, std::span<const float>, std::size_t,
                                           const std::vector<NumberRange>&, std::span<const std::uint8_t>);
template void LiveFrame::add<std::uint16_t>(const std::string&, std::span<const float>, std::size_t,
                                            const std::vector<NumberRange>&, std::span<const std::uint8_t>);

}  // namespace spindrift
