#include "lint/lint.h"

#include <fmt/format.h>

#include "exec/memory.h"
#include "keys/check_ranges.h"
#include "lint/rules.h"
#include "spindrift/simulation.h"

namespace spindrift {

namespace {

// The scene is refused only if the certain part of the estimate does not fit.
void lint_memory(const Estimate& estimate, Warnings& warnings) {
  const std::int64_t available = available_memory_bytes();
  if (available >= 0 && estimate.bytes_at_least <= available && estimate.bytes > available)
    warnings.push_back(fmt::format("the scene may need about {:.1f} GB, and {:.1f} GB are free; to avoid that, {}",
                                   static_cast<double>(estimate.bytes) * 1e-9, static_cast<double>(available) * 1e-9,
                                   estimate.advice));
}

Error explained(Error error, const Warnings& warnings) {
  if (!warnings.empty()) error.message += fmt::format("; {}", warnings.front());
  return error;
}

Result<LintedScene> lint_as_it_is(const Scene& scene) {
  if (Status possible = check_ranges(scene); !possible) return possible.error();
  Warnings of_shapes;
  if (Status possible = lint_shapes(scene, of_shapes); !possible) return possible.error();
  auto estimate = estimate_scene(scene);
  if (!estimate) return explained(estimate.error(), of_shapes);
  if (Status possible = lint_contents_of_solids(scene, of_shapes); !possible) return possible.error();
  LintedScene found{std::move(*estimate), {}};
  lint_physics(scene, found.estimate, found.warnings);
  lint_numbers(scene, found.warnings);
  lint_outputs(scene, found.warnings);
  lint_motions(scene, found.estimate, found.warnings);
  found.warnings.insert(found.warnings.end(), of_shapes.begin(), of_shapes.end());
  lint_memory(found.estimate, found.warnings);
  return found;
}

}  // namespace

// A recording is checked as its commands leave it. Settings without effect then may have had one before.
Result<LintedScene> lint(const Scene& scene) {
  if (!scene.commands.empty()) {
    const auto played = played_scene(scene);
    return played ? lint_as_it_is(*played) : Result<LintedScene>(played.error());
  }
  auto found = lint_as_it_is(scene);
  if (found) lint_idle_settings(scene, found->warnings);
  return found;
}

}  // namespace spindrift
