#include "formats/vtk/pvd_list.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "formats/files/checksum.h"
#include "formats/vtk/read_vtk.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::SmallDisk;
using testing::TemporaryFolder;

Status nobody(const std::string&, const std::optional<FileSum>&, const FileSum&) { return Done{}; }

std::string name_of(std::size_t frame) { return "particles/frame_" + std::to_string(frame) + ".vtp"; }

// Between two brackets no third, and each text in quotes ends in its tag: a reader of XML asks for no more here, where
// neither comments nor entities are.
bool is_well_formed(std::string_view xml) {
  while (true) {
    const std::size_t begin = xml.find('<');
    if (begin == std::string_view::npos) return true;
    const std::size_t end = xml.find('>', begin);
    if (end == std::string_view::npos) return false;
    const std::string_view tag = xml.substr(begin + 1, end - begin - 1);
    if (tag.find('<') != std::string_view::npos || std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    xml.remove_prefix(end + 1);
  }
}

void expect_list_of(std::size_t frames, const std::string& file) {
  const std::string text = read_file(file);
  EXPECT_TRUE(is_well_formed(text)) << text;
  EXPECT_TRUE(text.ends_with("</Collection>\n</VTKFile>\n")) << text;
  const auto list = read_vtk(text, file);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->files.size(), frames);
  for (std::size_t i = 0; i < frames; ++i) {
    EXPECT_EQ(list->files[i].time, 0.5 * static_cast<double>(i));
    EXPECT_EQ(list->files[i].file, name_of(i));
  }
}

TEST(PvdList, is_whole_after_every_frame_and_tight_at_the_end) {
  const TemporaryFolder folder;
  PvdList list(folder / "a.pvd");
  EXPECT_TRUE(list.is_empty());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.pvd"));
  for (std::size_t i = 0; i < 40; ++i) {
    ASSERT_TRUE(list.add(0.5 * static_cast<double>(i), name_of(i), nobody));
    EXPECT_FALSE(list.is_empty());
    expect_list_of(i + 1, folder / "a.pvd");
  }
  const auto sum = list.close(nobody);
  ASSERT_TRUE(sum);
  expect_list_of(40, folder / "a.pvd");
  const std::string text = read_file(folder / "a.pvd");
  EXPECT_EQ(text.find("  "), std::string::npos) << "blanks are left over";
  EXPECT_EQ(sum->bytes, text.size());
  EXPECT_EQ(sum->hash, checksum(text));
}

// Whoever is told knows the file at any moment, also in the midst of a line.
TEST(PvdList, tells_what_it_will_be_before_it_is) {
  const TemporaryFolder folder;
  const std::string file = folder / "a.pvd";
  PvdList list(file);
  list.add_earlier(0.0, name_of(0));
  std::optional<FileSum> last;
  int changes = 0;
  const auto look = [&](const std::string& path, const std::optional<FileSum>& was, const FileSum& will_be) -> Status {
    EXPECT_EQ(path, file);
    EXPECT_EQ(was, last);
    if (was) {
      EXPECT_EQ(checksum(read_file(file)), was->hash);
    }
    if (++changes == 8) std::filesystem::remove(file);  // as one does who sets it aside
    last = will_be;
    return Done{};
  };
  for (std::size_t i = 1; i < 10; ++i) {
    ASSERT_TRUE(list.add(0.5 * static_cast<double>(i), name_of(i), look));
    EXPECT_EQ(checksum(read_file(file)), last->hash);
    expect_list_of(i + 1, file);
  }
  EXPECT_GT(changes, 9) << "a line in two steps";
  EXPECT_EQ(*list.close(look), *last);
}

// A file that is written anew is another one, with another number.
TEST(PvdList, of_many_frames_is_seldom_written_anew) {
  const TemporaryFolder folder;
  PvdList list(folder / "a.pvd");
  ino_t number = 0;
  int times = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    ASSERT_TRUE(list.add(0.5 * static_cast<double>(i), name_of(i), nobody));
    struct stat status{};
    ASSERT_EQ(::stat((folder / "a.pvd").c_str(), &status), 0);
    times += status.st_ino != number ? 1 : 0;
    number = status.st_ino;
  }
  EXPECT_LE(times, 15);
  expect_list_of(3000, folder / "a.pvd");
}

TEST(PvdList, cut_at_any_byte_of_a_new_line_is_still_a_list) {
  const TemporaryFolder folder;
  const std::string file = folder / "a.pvd";
  PvdList list(file);
  for (std::size_t i = 0; i < 4; ++i) ASSERT_TRUE(list.add(0.5 * static_cast<double>(i), name_of(i), nobody));
  const std::size_t end = read_file(file).rfind("/>\n") + 3;
  int failures = 0;
  for (std::size_t cut = end; cut < end + 100; ++cut) {
    const bool is_written = [&] {
      const SmallDisk disk(cut);
      return static_cast<bool>(list.add(2.0, name_of(4), nobody));
    }();
    expect_list_of(is_written ? 5 : 4, file);
    if (is_written) break;
    ++failures;
  }
  EXPECT_GT(failures, 50);
}

}  // namespace
}  // namespace spindrift
