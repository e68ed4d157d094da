// One table of a case's file, key by key. Remembers the first mistake, and which keys were asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene_node.h"
#include "validate/case_file.h"

namespace spindrift {

class CaseTable {
 public:
  // `where` names the table in messages, as `[[score]]`. The mistake is shared by all tables of a file.
  CaseTable(const SceneNode& table, std::string where, std::optional<Error>& mistake)
      : table_(table), where_(std::move(where)), mistake_(mistake) {}

  std::string text(std::string_view key, bool is_required = false);
  bool truth(std::string_view key);
  std::optional<double> number(std::string_view key);
  int whole(std::string_view key, int fallback, int least, int most);
  std::vector<int> wholes(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  std::optional<Formula> formula(std::string_view key);
  Formula needed_formula(std::string_view key);
  std::vector<NamedFormula> formulas(std::string_view key);
  std::vector<FormulaPoint> points(std::string_view key);      // [[x, y], ...]
  const SceneNode* table(std::string_view key);                // null if there is none
  std::vector<const SceneNode*> tables(std::string_view key);  // of [[key]]

  void finish();  // complains about keys that nobody asked for
  void fail(const Place& place, std::string message);
  Place place() const { return table_.place; }

 private:
  const SceneNode* take(std::string_view key, bool is_required = false);
  void must_be(const SceneNode& found, std::string_view wanted);

  const SceneNode& table_;
  std::string where_;
  std::optional<Error>& mistake_;
  std::vector<std::string> asked_;
};

// A number as it is, a text as a formula.
std::optional<Formula> formula_of(const SceneNode& node);

}  // namespace spindrift
