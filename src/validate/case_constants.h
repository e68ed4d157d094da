// The constants of one run of a case: those of the case, of its variant, of its quick version, and `n`, the size.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

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

// Evaluates a constant when it is first asked for, so that they may stand in any order.
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

}  // namespace spindrift
