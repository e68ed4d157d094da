#include "validate/case_constants.h"

#include <fmt/format.h>

namespace spindrift {

CaseConstants::CaseConstants(const Case& owner, const CaseRun& run) {
  formulas_["e"] = {"exp(1)", {}};  // unless the case has another
  add(owner.constants);
  add(variant_of(owner, run).constants);
  if (run.is_quick) add(owner.quick_constants);
  set("n", run.size);
}

void CaseConstants::add(const std::vector<NamedFormula>& all) {
  for (const NamedFormula& constant : all) formulas_[constant.name] = constant.value;
}

std::vector<std::string> CaseConstants::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values_) all.push_back(name);
  for (const auto& [name, formula] : formulas_)
    if (!values_.contains(name)) all.push_back(name);
  return all;
}

Result<double> CaseConstants::value(const std::string& name, const Place& place) {
  if (const auto known = values_.find(name); known != values_.end()) return known->second;
  const auto formula = formulas_.find(name);
  if (formula == formulas_.end()) return unknown_name(name, place, names());
  if (!under_way_.insert(name).second)
    return Error{.message = fmt::format("'{}' is made of itself", name), .place = formula->second.place};
  const auto found = evaluate(formula->second, [&](const std::string& n, const Place& p) { return value(n, p); });
  under_way_.erase(name);
  if (found) values_[name] = *found;
  return found;
}

}  // namespace spindrift
