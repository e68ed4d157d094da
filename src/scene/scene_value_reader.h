// Single values of a scene's tree, each of the right type and in its range: numbers, words, vectors, lists of these.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "scene/scene_hints.h"
#include "scene/scene_key.h"
#include "scene/scene_node.h"
#include "scene/scene_override.h"
#include "scene/scene_words.h"
#include "spindrift/scene_file.h"

namespace spindrift {

// What has been read so far.
struct SceneReadState {
  // Written out, since GCC 12 destroys what `Scene{}` has made so far twice if there is no memory for the rest.
  explicit SceneReadState(const SceneFiles& sources) : files(sources) {}

  const SceneFiles& files;
  Scene scene;
  std::optional<Error> error;  // the first one; nothing is read after it

  int dimension() const { return scene.dimension(); }
  void fail(const Place& place, std::string message) {
    if (!error) error = Error{.message = std::move(message), .place = place};
  }
};

// Of one table, which `where` names in messages, as `[solver]`; empty at the top of the file.
class SceneValueReader {
 public:
  SceneValueReader(std::string where, SceneReadState& state) : where_(std::move(where)), state_(state) {}

  bool read_number(const SceneKey& key, const SceneNode& node, double& number);
  void read(const SceneKey& key, const SceneNode& node, bool& member);
  void read(const SceneKey& key, const SceneNode& node, std::int64_t& member);
  void read(const SceneKey& key, const SceneNode& node, int& member);
  void read(const SceneKey& key, const SceneNode& node, double& member) { read_number(key, node, member); }
  void read(const SceneKey& key, const SceneNode& node, std::string& member);
  void read(const SceneKey& key, const SceneNode& node, Vec3d& member) {
    read_numbers(key, node, state_.dimension(), " like domain.size", member);
  }
  void read(const SceneKey& key, const SceneNode& node, StartVelocity& member);
  void read(const SceneKey& key, const SceneNode& node, Color& member) {
    Vec3d values{{member.red, member.green, member.blue}};
    read_numbers(key, node, 3, "", values);
    member = {values[0], values[1], values[2]};
  }
  template <class T>
  void read(const SceneKey& key, const SceneNode& node, std::optional<T>& member) {
    read(key, node, member.emplace());
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void read(const SceneKey& key, const SceneNode& node, Enum& member) {
    std::vector<std::string> words;
    for (const auto& word : words_of(member)) words.emplace_back(word.word);
    if (const auto index = find_word(key, node, words)) member = words_of(member)[*index].value;
  }
  template <class Enum>
  void read(const SceneKey& key, const SceneNode& node, std::vector<Enum>& members);
  void read(const SceneKey& key, const SceneNode& node, std::vector<std::string>& members);
  void read(const SceneKey& key, const SceneNode& node, std::vector<double>& members);

 protected:
  bool is_top() const { return where_.empty(); }
  std::string must_be(const SceneKey& key, std::string_view wanted, const SceneNode& found) const;

  std::string where_;
  SceneReadState& state_;

 private:
  void read_numbers(const SceneKey& key, const SceneNode& node, int wanted, std::string_view why, Vec3d& member);
  std::optional<std::size_t> find_word(const SceneKey& key, const SceneNode& node,
                                       const std::vector<std::string>& words);
};

// `top, left`, as --set domain.open takes it, as a list.
SceneNode listed(const SceneNode& text);

template <class Enum>
void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<Enum>& members) {
  if (node.kind == SceneNode::Kind::kText && node.place.file == kOverrideFile) return read(key, listed(node), members);
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of words", node) + hint_for_list(node));
  members.clear();
  for (const SceneNode& item : node.children) {
    Enum member{};
    read(key, item, member);
    if (state_.error) return;
    if (std::find(members.begin(), members.end(), member) != members.end()) {
      return state_.fail(item.place, fmt::format("'{}' in {} names '{}' twice", key.name, where_, item.text));
    }
    members.push_back(member);
  }
}

}  // namespace spindrift
