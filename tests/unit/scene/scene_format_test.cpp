// The manual's page on scene files is what the program says.
#include "spindrift/scene_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <type_traits>

#include "keys/scene_keys.h"
#include "keys/scene_words.h"

namespace spindrift {
namespace {

// Looks for the words of every key that takes words, in the section of its table.
class WordFinder {
 public:
  explicit WordFinder(const std::string& page) : page_(page) {}

  template <class T>
  void value(const SceneKey& key, const T& member) {
    look_for(key, member);
  }
  template <class Enum>
  void kind(const SceneKey&, const Enum&) {}  // told apart by headings
  void rotation(const SceneKey&, const Vec3d&) {}
  void domain_size(const SceneKey&, const DomainSettings&) {}
  void shape(const ShapeSettings&) {}
  template <class T>
  void table(const SceneKey& key, T& member) {
    look_into("[" + std::string(key.name) + "]", member);
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    T member{};
    if constexpr (!std::is_same_v<T, Keyframe> && !std::is_same_v<T, GravityKeyframe>)
      look_into("[[" + std::string(key.name) + "]]", member);
  }
  int keys() const { return keys_; }

 private:
  template <class T>
  void look_into(const std::string& heading, T& member) {
    const auto begin = page_.find("\n## `" + heading + "`");
    ASSERT_NE(begin, std::string::npos) << heading;
    section_ = page_.substr(begin, page_.find("\n## ", begin + 1) - begin);
    describe(member, *this);
  }
  template <class T>
  void look_for(const SceneKey& key, const T& member) {
    if constexpr (std::is_enum_v<T>) {
      ++keys_;
      if (key.is_expert) return;  // which the section at the end describes
      EXPECT_NE(section_.find("\n- `" + std::string(key.name) + "`\n"), std::string::npos) << key.name;
      for (const auto& word : words_of(member)) {
        const std::string line = "\n  - `" + std::string(word.word) + "`: " + std::string(word.meaning) + "\n";
        EXPECT_NE(section_.find(line), std::string::npos) << key.name << ": " << word.word;
        EXPECT_FALSE(word.meaning.empty()) << key.name << ": " << word.word;
      }
    }
  }
  template <class T>
  void look_for(const SceneKey& key, const std::optional<T>&) {
    look_for(key, T{});
  }
  template <class T>
  void look_for(const SceneKey& key, const std::vector<T>&) {
    look_for(key, T{});
  }

  const std::string& page_;
  std::string section_;
  int keys_ = 0;
};

TEST(scene_format, every_word_of_every_key_is_explained) {
  const std::string page = *scene_format_markdown();
  WordFinder finder(page);
  Scene scene;
  describe(scene, finder);
  EXPECT_GE(finder.keys(), 20);
  EXPECT_NE(page.find("  - `level_set`: "), std::string::npos);
}

TEST(scene_format, the_short_example_is_a_scene) {
  const std::string page = *scene_format_markdown();
  const auto begin = page.find("```toml\n") + 8;
  const auto scene = parse_scene(page.substr(begin, page.find("```", begin) - begin), "example");
  EXPECT_TRUE(scene) << to_string(scene.error());
}

}  // namespace
}  // namespace spindrift
