// Visits the description of the settings (scene_keys.h) and makes a table of it.
#include "spindrift/scene_file.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/no_throw.h"
#include "scene/scene_shape_keys.h"
#include "scene/scene_types.h"
#include "scene/scene_words.h"

namespace spindrift {

namespace {

constexpr const char* kIntroduction = R"(# Scene files

<!-- Made by the program. Do not edit: `spindrift scene-format > docs/scene-format.md`. -->

A scene is a TOML file: SI units, y up, a corner of the domain at the origin. Everything but the domain's size and one
thing to simulate has a default: a `[[liquid]]` or a `[[source]]` makes a scene of liquid, a `[[smoke]]` or a
`[[smoke_source]]` one of smoke. So a whole scene can be as short as

```toml
[domain]
size = [2.0, 1.0]   # two numbers: a 2D scene; three: a 3D scene

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.5, 0.8]
```

Every vector has as many entries as `domain.size`. Words are written in quotes. A whole number may stand where any
number may. Keys and words that are not on this page are errors, with the nearest right one in the message.

Any key can be set from the command line: `--set solver.flip=0.99`, `--set 'domain.size=[4, 1]'`. Words need no quotes there,
and lists of words no brackets: `--set domain.open=top,left`. Of several tables of a kind a number picks one, counted from 1:
`--set liquid.2.count=5000`.
)";

constexpr const char* kShapes = R"(
## Shapes

The tables `[[liquid]]`, `[[solid]]`, `[[source]]`, `[[drain]]`, `[[smoke]]` and `[[smoke_source]]` hold the keys of one
shape beside their own. The key `shape` says which, and with it which other keys there are. A shape inside `parts` is
written as `{shape = "sphere", center = [0.5, 0.5], radius = 0.1}`.
)";

constexpr const char* kFormulas = R"md(
## Formulas

A formula is a text such as `"0.5 + 0.05*cos(pi*x)"` of the coordinates `x`, `y` and, in 3D, `z`, in metres:

- numbers, `pi` and `e`; `+ - * /`, `^` for powers (`2^3^2` is `2^9`, `-x^2` is `-(x^2)`), brackets;
- `sin cos tan atan2 exp log sqrt abs sinh cosh tanh sech floor min max`, angles in radians;
- `< <= > >= == !=`, which are 1 or 0, and `if(condition, this, else that)`.

It has the same bits on every machine. A flow need not be free of divergence: the first step makes it so, but for what the
grid cannot hold.

```toml
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]   # Taylor-Green vortices
velocity = ["-2*(y - 0.5)", "2*(x - 0.5)"]       # turns as a whole, at 2 rad/s
```
)md";

std::string default_of(bool value) { return value ? "true" : "false"; }
std::string default_of(int value) { return std::to_string(value); }
std::string default_of(std::int64_t value) { return std::to_string(value); }
std::string default_of(double value) { return fmt::format("{}", value); }
std::string default_of(const std::string& value) { return value.empty() ? "none" : value; }
std::string default_of(const Vec3d& value) { return fmt::format("[{}, {}, {}]", value[0], value[1], value[2]); }
std::string default_of(const StartVelocity& velocity) { return default_of(velocity.value); }
template <class T>
std::string default_of(const std::optional<T>&) {
  return "none";
}
template <class Enum>
  requires std::is_enum_v<Enum>
std::string default_of(Enum value) {
  return fmt::format("`{}`", word_of(value));
}
template <class T>
std::string default_of(const std::vector<T>& values) {
  std::string out;
  for (const T& value : values) out += (out.empty() ? "" : ", ") + default_of(value);
  return out;
}

// Collects the rows of one table, and the words of its enumerations.
class TablePage {
 public:
  template <class T>
  void value(const SceneKey& key, T& member) {
    add_row(key, type_of(member).text, default_of(member));
    add_words(key, member);
  }
  template <class Enum>
  void kind(const SceneKey&, Enum&) {}  // told apart by headings
  void rotation(const SceneKey& key, Vec3d& member) { add_row(key, "vector; in 2D one number", default_of(member)); }
  void domain_size(const SceneKey& key, DomainSettings&) { add_row(key, "2 or 3 numbers", ""); }
  void shape(ShapeSettings&) {
    add_row(required(plain("shape", "and the keys of that shape, see [Shapes](#shapes)")), "word", "");
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    add_row(key, "list of tables", "none");
  }

  std::string text() const {
    const std::string head =
        "\n| key | type | unit | range | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
    return head + rows_ + (words_.empty() ? "" : "\n" + words_);
  }

 private:
  void add_row(const SceneKey& key, std::string_view type, std::string_view default_text) {
    const std::string_view shown = key.is_required        ? std::string_view("required")
                                   : key.fallback.empty() ? default_text
                                                          : key.fallback;
    rows_ += fmt::format("| `{}` | {} | {} | {} | {} | {}{}{} |\n", key.name, type, key.unit, key.range.text(), shown,
                         key.meaning, key.needs_3d ? "; 3D scenes only" : "",
                         key.is_fixed ? "; cannot change while the scene runs" : "");
  }

  template <class T>
  void add_words(const SceneKey&, const T&) {}
  template <class Enum>
    requires std::is_enum_v<Enum>
  void add_words(const SceneKey& key, const Enum& value) {
    words_ += fmt::format("- `{}`\n", key.name);
    for (const auto& word : words_of(value)) words_ += fmt::format("  - `{}`: {}\n", word.word, word.meaning);
  }
  template <class T>
  void add_words(const SceneKey& key, const std::vector<T>&) {
    add_words(key, T{});
  }
  template <class T>
  void add_words(const SceneKey& key, const std::optional<T>&) {
    add_words(key, T{});
  }

  std::string rows_, words_;
};

std::string capitalised(std::string_view text) {
  std::string out(text);
  if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

template <class T>
std::string page_of(T settings) {
  TablePage page;
  describe(settings, page);
  return page.text();
}

// One table of keys for each kind there is.
template <class T>
std::string pages_by_kind(std::string_view key) {
  std::string out;
  T settings;
  for (const auto& word : words_of(settings.kind)) {
    settings.kind = word.value;
    out += fmt::format("\n### `{} = \"{}\"`\n\n{}.\n{}", key, word.word, capitalised(word.meaning), page_of(settings));
  }
  return out;
}

std::string meaning_of(const SceneKey& key) {
  return std::string(key.meaning) + (key.is_fixed ? " Cannot change while the scene runs." : "");
}

// Walks the whole scene and writes a section for each table.
class ScenePage {
 public:
  void value(const SceneKey& key, std::string&) {
    text_ += fmt::format("\n## At the top\n\n- `{}`: {}\n", key.name, key.meaning);
  }
  template <class T>
  void table(const SceneKey& key, T& member) {
    text_ += fmt::format("\n## `[{}]`\n\n{}\n{}", key.name, meaning_of(key), page_of(member));
    if constexpr (std::is_same_v<T, ForceSettings>) {
      text_ +=
          "\n### A keyframe of gravity\n\nBetween keyframes gravity changes evenly; before the first it is that of the "
          "first, after the last that of the last. Two at the same time make it jump.\n" +
          page_of(GravityKeyframe{});
    }
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    text_ += fmt::format("\n## `[[{}]]`\n\n{}\n{}", key.name, meaning_of(key), page_of(T{}));
    if constexpr (std::is_same_v<T, SolidSettings>) {
      text_ +=
          "\n### A keyframe\n\nBetween keyframes the motion is interpolated; before the first and after the last the "
          "solid rests. Two keyframes at the same time make it jump.\n" +
          page_of(Keyframe{});
    }
  }
  void tables(const SceneKey& key, std::vector<ForceFieldSettings>&) { tables_by_kind<ForceFieldSettings>(key); }
  void tables(const SceneKey& key, std::vector<ProbeSettings>&) { tables_by_kind<ProbeSettings>(key); }
  void tables(const SceneKey& key, std::vector<RegionSettings>&) { tables_by_kind<RegionSettings>(key); }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void tables_by_kind(const SceneKey& key) {
    text_ += fmt::format("\n## `[[{}]]`\n\n{} The key `kind` says which other keys there are.\n{}", key.name,
                         key.meaning, pages_by_kind<T>("kind"));
  }

  std::string text_;
};

}  // namespace

Result<std::string> scene_format_markdown() {
  return no_throw("describing the keys of a scene", []() -> Result<std::string> {
    ScenePage page;
    Scene scene;
    describe(scene, page);
    return kIntroduction + page.text() + kFormulas + kShapes + pages_by_kind<ShapeSettings>("shape");
  });
}

}  // namespace spindrift
