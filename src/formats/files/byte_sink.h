// A stream's end that takes what is written, at any place, into a string. A string stream would copy it all whenever it
// grows, and get its memory anew for every file.
#pragma once

#include <algorithm>
#include <streambuf>
#include <string>

namespace spindrift {

class ByteSink : public std::streambuf {
 public:
  explicit ByteSink(std::string& bytes) : bytes_(bytes) { bytes.clear(); }

 protected:
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    const auto n = static_cast<std::size_t>(count), over = std::min(n, bytes_.size() - at_);
    bytes_.replace(at_, over, data, over);
    bytes_.append(data + over, n - over);
    at_ += n;
    return count;
  }
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? traits_type::not_eof(c) : traits_type::eof();
  }
  pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode) override {
    const off_type start =
        from == std::ios::beg ? 0 : static_cast<off_type>(from == std::ios::cur ? at_ : bytes_.size());
    return seekpos(start + offset, std::ios::out);
  }
  pos_type seekpos(pos_type place, std::ios::openmode) override {
    const off_type offset = place;
    if (offset < 0 || static_cast<std::size_t>(offset) > bytes_.size()) return pos_type(off_type(-1));
    at_ = static_cast<std::size_t>(offset);
    return place;
  }

 private:
  std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace spindrift
