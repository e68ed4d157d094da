// The constants of one run of a case, and its scene: formulas evaluated, with the settings that all cases share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "keys/scene_node.h"
#include "spindrift/scene.h"
#include "validate/case_file.h"
#include "validate/formulas.h"

namespace spindrift {

// One of the runs that a case consists of.
struct CaseRun {
  int variant = 0;
  int size = 0;
  bool is_quick = false;
};

inline const Variant& variant_of(const Case& owner, const CaseRun& run) { return owner.variants[run.variant]; }

// Evaluates constants on first use, so that they may be in any order.
class CaseConstants {
 public:
  CaseConstants(const Case& owner, const CaseRun& run);

  bool has(const std::string& name) const { return formulas_.contains(name) || values_.contains(name); }
  Result<double> value(const std::string& name, const Place& place);
  void set(const std::string& name, double value) { values_[name] = value; }
  std::vector<std::string> names() const;

 private:
  void add(const std::vector<NamedFormula>& all);

  std::map<std::string, Formula> formulas_;
  std::map<std::string, double> values_;
  std::set<std::string> under_way_;
};

// Solver settings of all liquids and of all smoke: validation/settings.toml with changes of the command line.
struct SharedSettings {
  SceneNode liquid, smoke;  // tables of a scene
};
Result<SharedSettings> read_shared_settings(const SceneNode& root);

// Whether a key is a solver setting, which all cases share.
bool is_solver_key(std::string_view table, std::string_view key);

Result<Scene> scene_of_run(const Case& owner, const SharedSettings& settings, CaseConstants& constants);

// Keys of `over` win over keys of `under`; tables are merged.
SceneNode merged(const SceneNode& under, const SceneNode& over);

}  // namespace spindrift
