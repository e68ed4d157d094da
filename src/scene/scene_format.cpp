// Visits the description of the settings (scene_keys.h) and makes a table of it.
#include "spindrift/scene_file.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/no_throw.h"
#include "keys/scene_keys.h"
#include "keys/scene_words.h"

namespace spindrift {

namespace {

constexpr const char* kIntroduction = R"(# Scene files

<!-- Made by the program. Do not edit: `spindrift scene-format > docs/scene-format.md`. -->

A scene is a TOML file. Units are SI, y points up, and a corner of the domain is the origin. Only the domain's size and
something to simulate are required: `[[liquid]]` or `[[source]]` for a liquid scene, `[[smoke]]` or `[[smoke_source]]` for a
smoke scene. This is a complete scene:

```toml
[domain]
size = [2.0, 1.0]   # two numbers: a 2D scene; three: a 3D scene

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.5, 0.8]
```

Every vector has as many entries as `domain.size`. Words are written in quotes. Whole numbers are allowed wherever numbers are.
Ranges are intervals: `[0, 1)` excludes 1. An unknown key or word is an error that names the nearest known one.

Any key can be set on the command line: `--set solver.flip=0.99`, `--set 'domain.size=[4, 1]'`. There words need no quotes, and
lists of words no brackets: `--set domain.open=top,left`. A number selects one of several tables, counted from 1:
`--set liquid.2.count=5000`.
)";

constexpr const char* kShapes = R"(
## Shapes

The tables `[[liquid]]`, `[[solid]]`, `[[source]]`, `[[drain]]`, `[[smoke]]` and `[[smoke_source]]` contain a shape. The key
`shape` selects it and thereby its other keys. A shape inside `parts` is written as
`{shape = "sphere", center = [0.5, 0.5], radius = 0.1}`.
)";

constexpr const char* kFormulas = R"md(
## Formulas

A formula is a text such as `"0.5 + 0.05*cos(pi*x)"` of the coordinates `x`, `y` and, in 3D, `z`, in metres:

- numbers, `pi` and `e`; `+ - * /`, `^` for powers (`2^3^2` is `2^9`, `-x^2` is `-(x^2)`), parentheses;
- `sin cos tan atan2 exp log sqrt abs sinh cosh tanh sech floor min max`, with angles in radians;
- `< <= > >= == !=`, which are 1 or 0, and `if(condition, this, else that)`.

Formulas give the same bits on every machine. A velocity need not be free of divergence; the first time step removes it.

```toml
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]   # Taylor-Green vortices
velocity = ["-2*(y - 0.5)", "2*(x - 0.5)"]       # rigid rotation at 2 rad/s
```
)md";

constexpr const char* kExpert = R"(
## Expert keys

These keys serve the methods of older programs and experiments. The defaults suit every scene.
)";

constexpr const char* kHead = "\n| key | type | range | default | meaning |\n| --- | --- | --- | --- | --- |\n";

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

// Rows of keys, and the words of their enumerations.
struct Rows {
  std::string rows, words;

  std::string text() const { return rows.empty() ? "" : kHead + rows + (words.empty() ? "" : "\n" + words); }
};

// Collects the rows of one table; those of expert keys apart, with the name of the table.
class TablePage {
 public:
  TablePage(std::string_view name, Rows& expert) : name_(name), expert_(expert) {}

  template <class T>
  void value(const SceneKey& key, T& member) {
    add_row(key, type_of(member).text, default_of(member));
    add_words(key, member);
  }
  template <class Enum>
  void kind(const SceneKey&, Enum&) {}  // has headings
  void rotation(const SceneKey& key, Vec3d& member) { add_row(key, "vector; in 2D one number", default_of(member)); }
  void domain_size(const SceneKey& key, DomainSettings&) { add_row(key, "2 or 3 numbers", ""); }
  void shape(ShapeSettings&) {
    add_row(plain("shape", "and the keys of that shape, see [Shapes](#shapes)", kRequired), "word", "");
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    add_row(key, "list of tables", "none");
  }

  std::string text() const { return own_.text(); }

 private:
  Rows& rows_of(const SceneKey& key) { return key.is_expert ? expert_ : own_; }
  std::string name_of(const SceneKey& key) const {
    return key.is_expert ? fmt::format("{}.{}", name_, key.name) : std::string(key.name);
  }
  void add_row(const SceneKey& key, std::string_view type, std::string_view default_text) {
    const std::string_view shown = key.is_required        ? std::string_view("required")
                                   : key.fallback.empty() ? default_text
                                                          : key.fallback;
    rows_of(key).rows +=
        fmt::format("| `{}` | {} | {}{}{} | {} | {}{}{}{} |\n", name_of(key), type, key.range.interval(),
                    key.unit.empty() ? "" : " ", key.unit, shown, key.meaning, key.needs_3d ? "; 3D only" : "",
                    key.condition ? fmt::format("; only with {}", key.condition->text) : "",
                    key.is_fixed ? "; fixed during a run" : "");
  }

  template <class T>
  void add_words(const SceneKey&, const T&) {}
  template <class Enum>
    requires std::is_enum_v<Enum>
  void add_words(const SceneKey& key, const Enum& value) {
    std::string& words = rows_of(key).words;
    words += fmt::format("- `{}`\n", name_of(key));
    for (const auto& word : words_of(value)) words += fmt::format("  - `{}`: {}\n", word.word, word.meaning);
  }
  template <class T>
  void add_words(const SceneKey& key, const std::vector<T>&) {
    add_words(key, T{});
  }
  template <class T>
  void add_words(const SceneKey& key, const std::optional<T>&) {
    add_words(key, T{});
  }

  std::string name_;
  Rows own_;
  Rows& expert_;
};

std::string capitalised(std::string_view text) {
  std::string out(text);
  if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

template <class T>
std::string page_of(T settings, std::string_view name, Rows& expert) {
  TablePage page(name, expert);
  describe(settings, page);
  return page.text();
}

// One table of keys for each kind there is.
template <class T>
std::string pages_by_kind(std::string_view key, Rows& expert) {
  std::string out;
  T settings;
  for (const auto& word : words_of(settings.kind)) {
    settings.kind = word.value;
    out += fmt::format("\n### `{} = \"{}\"`\n\n{}.\n{}", key, word.word, capitalised(word.meaning),
                       page_of(settings, word.word, expert));
  }
  return out;
}

// Walks the whole scene and writes a section for each table.
class ScenePage {
 public:
  void value(const SceneKey& key, std::string&) {
    text_ += fmt::format("\n## At the top\n\n- `{}`: {}\n", key.name, key.meaning);
  }
  template <class T>
  void table(const SceneKey& key, T& member) {
    begin(fmt::format("[{}]", key.name), key, "");
    text_ += page_of(member, key.name, expert_);
    if constexpr (std::is_same_v<T, ForceSettings>) {
      text_ +=
          "\n### A keyframe of gravity\n\nGravity is interpolated linearly between keyframes and constant before the "
          "first "
          "and after the last. Two keyframes at the same time make a jump.\n" +
          page_of(GravityKeyframe{}, "", expert_);
    }
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    constexpr bool has_kinds =
        std::is_same_v<T, ForceFieldSettings> || std::is_same_v<T, ProbeSettings> || std::is_same_v<T, RegionSettings>;
    begin(fmt::format("[[{}]]", key.name), key, has_kinds ? " The key `kind` selects the other keys." : "");
    if constexpr (has_kinds)
      text_ += pages_by_kind<T>("kind", expert_);
    else
      text_ += page_of(T{}, key.name, expert_);
    if constexpr (std::is_same_v<T, SolidSettings>) {
      text_ +=
          "\n### A keyframe\n\nThe motion is interpolated between keyframes. The solid rests before the first and "
          "after the "
          "last. Two keyframes at the same time make a jump.\n" +
          page_of(Keyframe{}, "", expert_);
    }
  }
  std::string text() {
    std::string shapes = kShapes + pages_by_kind<ShapeSettings>("shape", expert_);
    return text_ + kFormulas + shapes + kExpert + expert_.text();
  }

 private:
  void begin(const std::string& heading, const SceneKey& key, std::string_view more) {
    text_ +=
        fmt::format("\n## `{}`\n\n{}{}{}\n", heading, key.meaning, more, key.is_fixed ? " Fixed during a run." : "");
  }

  std::string text_;
  Rows expert_;
};

}  // namespace

Result<std::string> scene_format_markdown() {
  return no_throw("describing the keys of a scene", []() -> Result<std::string> {
    ScenePage page;
    Scene scene;
    describe(scene, page);
    return kIntroduction + page.text();
  });
}

}  // namespace spindrift
