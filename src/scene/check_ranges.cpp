// Visits the description of the settings (scene_fields.h) and holds each number against its range.
#include "scene/check_ranges.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "scene/scene_checks.h"
#include "scene/scene_shape_fields.h"

namespace spindrift {
namespace {

class RangeChecker {
 public:
  explicit RangeChecker(int dimension) : dimension_(dimension) {}

  template <class T>
  void value(const Field& field, const T& member) {
    if (!(field.needs_3d && dimension_ == 2)) check(field, member);
  }
  template <class Enum>
  void kind(const Field&, const Enum&) {}
  void rotation(const Field& field, const Vec3d& member) {
    for (const double angle : member.at) check(field, angle);
  }
  void domain_size(const Field& field, const DomainSettings& domain) { check(field, domain.size); }
  void shape(ShapeSettings& member) { describe(member, *this); }
  template <class T>
  void table(const Field& field, T& member) {
    const std::string outside = std::exchange(where_, fmt::format("{}{}.", where_, field.key));
    describe(member, *this);
    where_ = outside;
  }
  template <class T>
  void tables(const Field& field, std::vector<T>& members) {
    for (T& member : members) table(field, member);
  }

  const Status& status() const { return status_; }

 private:
  template <class T>
  void check(const Field& field, const T& member) {
    if constexpr (std::is_same_v<T, bool>) {
      return;
    } else if constexpr (std::is_arithmetic_v<T>) {
      const auto number = static_cast<double>(member);
      if (status_ && !(std::isfinite(number) && field.range.contains(number)))
        status_ = Error{ErrorCode::kBadInput,
                        fmt::format("'{}{}' must be {}, found {}", where_, field.key,
                                    field.range.text().empty() ? "a finite number" : field.range.text(), member)};
    }
  }
  template <class T>
  void check(const Field& field, const std::optional<T>& member) {
    if (member) check(field, *member);
  }
  void check(const Field& field, const Vec3d& member) {
    for (int a = 0; a < dimension_; ++a) check(field, member[a]);
  }

  int dimension_;
  std::string where_;  // of the table, with a dot behind it
  Status status_ = Done{};
};

}  // namespace

Status check_ranges(const Scene& scene) {
  const int dimension = scene.dimension();
  if (dimension != 2 && dimension != 3)
    return Error{ErrorCode::kBadInput, fmt::format("'domain.dimension' must be 2 or 3, found {}", dimension)};
  RangeChecker checker(dimension);
  Scene copy = scene;  // descriptions are of what may be written
  describe(copy, checker);
  if (!checker.status()) return checker.status();
  if (auto mistake = check_settings(scene.domain, SceneNode{}, scene)) return *mistake;
  return Done{};
}

}  // namespace spindrift
