// What a hand does to a running scene, as edits of it: a drag becomes keyframes, pouring a source with a beginning and
// an end, a stroke a wall that appears. So what was played is an ordinary scene afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

using Edits = std::vector<std::string>;

// What a pouring hand pours.
struct Jet {
  Vec3d position{};
  double radius = 0.0;
  Vec3d velocity{};
  double density = 1.0;               // of smoke
  std::optional<double> temperature;  // of smoke, K
  std::optional<Vec3d> color;         // of liquid
};

class Hand {
 public:
  // Each asks for something; `take` makes the edits when they are due. Solids count from 0.
  void drag(std::size_t solid, const Vec3d& middle) { goal(solid).middle = middle; }
  void turn(std::size_t solid, const Vec3d& degrees) { goal(solid).degrees = degrees; }
  void tilt(const Vec3d& gravity) { gravity_ = gravity; }
  void pour(const Jet& jet) { pour_ = jet; }
  void drain(const Jet& jet) { drain_ = jet; }
  void push(const Jet& jet) { push_ = jet; }
  void let_go();

  // The edits that are due at this time of the scene. A motion goes on to where the hand is within a frame, so a hand
  // is asked once a frame; its speed is bounded by what the grid can follow.
  Result<Edits> take(const Scene& scene, double time);

 private:
  struct SolidGoal {
    std::size_t solid = 0;
    std::optional<Vec3d> middle, degrees;  // where it shall be
  };
  // Something that flows as long as the hand holds: which table it is, and since when.
  struct HandFlow {
    std::size_t number = 0;  // from 1
    Vec3d position{};
    double start = 0.0;
  };
  SolidGoal& goal(std::size_t solid);
  Status move_solids(const Scene& scene, double time, Edits& edits);
  void change_gravity(const Scene& scene, double time, Edits& edits);
  void let_flow(const Scene& scene, double time, const char* table, std::size_t count, const std::optional<Jet>& jet,
                std::optional<HandFlow>& flow, Edits& edits);
  void push_fluid(const Scene& scene, double time, Edits& edits);

  std::vector<SolidGoal> goals_;
  std::optional<Vec3d> gravity_;
  std::optional<Jet> pour_, drain_, push_;
  std::optional<HandFlow> pouring_, draining_;
  double pushed_until_ = 0.0;
};

// A wall between two points from this time on.
Edits draw_wall(const Scene& scene, double time, const Vec3d& from, const Vec3d& to, double radius);

// Whether a solid was drawn so, here or before the scene was saved.
bool is_drawn(const SolidSettings& solid);

// Takes away what was drawn and touches the ball.
Result<Edits> erase_walls(const Scene& scene, double time, const Vec3d& center, double radius);

// The middle of a solid's box at rest, as far as it lies in the domain.
Result<Vec3d> middle_at_rest(const Scene& scene, const SolidSettings& solid);

}  // namespace spindrift
