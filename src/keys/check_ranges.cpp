// Visits the description of the settings (scene_keys.h) and checks each number against its range.
#include "keys/check_ranges.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "keys/scene_checks.h"
#include "keys/scene_keys.h"
#include "settings/start_flow.h"
#include "settings/tables.h"

namespace spindrift {
namespace {

class RangeChecker {
 public:
  explicit RangeChecker(int dimension) : dimension_(dimension) {}

  template <class T>
  void value(const SceneKey& key, const T& member) {
    if (!(key.needs_3d && dimension_ == 2)) check(key, member);
  }
  template <class Enum>
  void kind(const SceneKey&, const Enum&) {}
  void rotation(const SceneKey& key, const Vec3d& member) {
    for (const double angle : member.at) check(key, angle);
  }
  void domain_size(const SceneKey& key, const DomainSettings& domain) {
    check(key, domain.size);
    if (!status_ && domain.dimension == 3 && domain.size[2] == 0.0)
      status_ = Error{ErrorCode::kBadInput, status_.error().message + "; set domain.dimension = 2 for a 2D scene"};
  }
  void shape(ShapeSettings& member) { describe(member, *this); }
  template <class T>
  void table(const SceneKey& key, T& member) {
    const std::string outside = std::exchange(where_, fmt::format("{}{}.", where_, key.name));
    describe(member, *this);
    where_ = outside;
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>& members) {
    for (T& member : members) table(key, member);
  }

  const Status& status() const { return status_; }

 private:
  template <class T>
  void check(const SceneKey& key, const T& member) {
    if constexpr (std::is_same_v<T, bool>) {
      return;
    } else if constexpr (std::is_arithmetic_v<T>) {
      const auto number = static_cast<double>(member);
      if (status_ && !(std::isfinite(number) && key.range.contains(number)))
        status_ = Error{ErrorCode::kBadInput,
                        fmt::format("'{}{}' must be {}, found {}", where_, key.name,
                                    key.range.text().empty() ? "a finite number" : key.range.text(), member)};
    }
  }
  template <class T>
  void check(const SceneKey& key, const std::optional<T>& member) {
    if (member)
      check(key, *member);
    else if (status_ && key.is_required)
      status_ = Error{ErrorCode::kBadInput, fmt::format("'{}{}' is missing: {}", where_, key.name, key.meaning)};
  }
  void check(const SceneKey& key, const Vec3d& member) {
    for (int a = 0; a < dimension_; ++a) check(key, member[a]);
  }
  void check(const SceneKey& key, const StartVelocity& member) {
    check(key, member.value);
    if (const auto flow = StartFlowAt::of(member, dimension_); status_ && !flow)
      status_ = Error{ErrorCode::kBadInput,
                      fmt::format("'{}{}' is not a valid formula: {}", where_, key.name, flow.error().message)};
  }
  void check(const SceneKey& key, const Color& member) {
    for (const double share : {member.red, member.green, member.blue}) check(key, share);
  }

  int dimension_;
  std::string where_;  // of the table, with a dot behind it
  Status status_ = Done{};
};

// The reader checks tables that come from files.
Status check_tables(const Scene& scene) {
  const auto check = [&](const std::shared_ptr<const NumberTable>& table, TableUse use) {
    return table ? check_table(*table, use, scene.dimension()) : Status(Done{});
  };
  for (const SolidSettings& solid : scene.solids)
    if (Status fits = check(solid.motion_table, TableUse::kMotion); !fits) return fits;
  if (Status fits = check(scene.frame.motion_table, TableUse::kMotion); !fits) return fits;
  return check(scene.forces.gravity_table, TableUse::kGravity);
}

}  // namespace

Status check_ranges(const Scene& scene) {
  if (Status fits = check_tables(scene); !fits) return fits;
  const int dimension = scene.dimension();
  if (dimension != 2 && dimension != 3)
    return Error{ErrorCode::kBadInput, fmt::format("'domain.dimension' must be 2 or 3, found {}", dimension)};
  RangeChecker checker(dimension);
  Scene copy = scene;  // describe() takes mutable settings
  describe(copy, checker);
  if (!checker.status()) return checker.status();
  if (auto mistake = check_settings(scene.domain, SceneNode{}, scene)) return *mistake;
  if (auto mistake = check_order(scene)) return *mistake;
  return Done{};
}

Status check_probes(const std::vector<ProbeSettings>& probes, const Scene& scene) {
  RangeChecker checker(scene.dimension());
  for (const ProbeSettings& probe : probes) {
    ProbeSettings copy = probe;
    checker.table(plain("probe", ""), copy);
    if (!checker.status()) return checker.status();
    if (auto mistake = check_probe(probe, SceneNode{}, scene)) return *mistake;
  }
  return Done{};
}

}  // namespace spindrift
