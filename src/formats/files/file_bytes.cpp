#include "formats/files/file_bytes.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace spindrift {

Result<std::string> read_file_bytes(const std::string& path) {
  const auto fail = [&](const std::string& why) { return Error{ErrorCode::kBadInput, why, {path}}; };
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) return fail("there is no such file");
  if (std::filesystem::is_directory(status)) return fail("this is a folder, not a file");
  if (!std::filesystem::is_regular_file(status)) return fail("this is not an ordinary file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return fail(std::string("cannot open this file: ") + std::strerror(errno));
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (failure) return fail("cannot read this file: " + failure.message());
  std::string bytes(static_cast<std::size_t>(size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0 || bytes.size() != size) return fail("cannot read the whole file");
  return bytes;
}

}  // namespace spindrift
