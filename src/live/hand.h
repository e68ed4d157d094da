// Turns gestures of a viewer's hand into edits of the running scene. A drag becomes keyframes, pouring a source with a
// start and an end, a stroke a wall with a start. So the played scene is an ordinary scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

using Edits = std::vector<std::string>;

// What the hand pours, drains or pushes, and where.
struct HandAction {
  Vec3d position{};
  double radius = 0.0;
  Vec3d velocity{};
  double density = 1.0;               // of smoke
  std::optional<double> temperature;  // of smoke, K
  double fuel = 0.0;                  // in smoke
  std::optional<Vec3d> color;         // of liquid
};

class Hand {
 public:
  // Requests; `take` returns their edits when they are due. Solids count from 0.
  void drag(std::size_t solid, const Vec3d& middle) { goal(solid).middle = middle; }
  void turn(std::size_t solid, const Vec3d& degrees) { goal(solid).degrees = degrees; }
  void tilt(const Vec3d& gravity) { gravity_ = gravity; }
  void pour(const HandAction& action) { pour_ = action; }
  void drain(const HandAction& action) { drain_ = action; }
  void push(const HandAction& action) { push_ = action; }
  // Ends what flows from the hand. Solids and gravity still reach the hand's last place.
  void let_go();
  void forget();  // all that was requested and is not due yet

  // The edits that are due at this time of the scene. A motion reaches the hand's place after a frame or more: its
  // speed is bounded by what the grid resolves.
  Result<Edits> take(const Scene& scene, double time);

 private:
  struct SolidGoal {
    std::size_t solid = 0;
    std::optional<Vec3d> middle, degrees;  // the pose to reach
  };
  // A source or drain that the hand keeps open.
  struct OpenFlow {
    std::size_t number = 0;  // of its table, from 1
    Vec3d position{};
    double start = 0.0;
  };
  SolidGoal& goal(std::size_t solid);
  Status move_solids(const Scene& scene, double time, Edits& edits);
  void change_gravity(const Scene& scene, double time, Edits& edits);
  void apply_flow(const Scene& scene, double time, const char* table, std::size_t count,
                  const std::optional<HandAction>& action, std::optional<OpenFlow>& flow, Edits& edits);
  void push_fluid(const Scene& scene, double time, Edits& edits);

  std::vector<SolidGoal> goals_;
  std::optional<Vec3d> gravity_;
  std::optional<HandAction> pour_, drain_, push_;
  std::optional<OpenFlow> pouring_, draining_;
  double pushed_until_ = 0.0;
};

// What a hand pours in a scene of smoke unless its viewer chooses otherwise: the contents of the scene's first source,
// or of its smoke at the start.
HandAction smoke_to_pour(const Scene& scene);

// A wall between two points from this time on.
Edits draw_wall(const Scene& scene, double time, const Vec3d& from, const Vec3d& to, double radius);

// Whether a solid was made by draw_wall, in this session or in an earlier one.
bool is_drawn(const SolidSettings& solid);

// Ends the drawn walls that touch the ball.
Result<Edits> erase_walls(const Scene& scene, double time, const Vec3d& center, double radius);

// The middle of the part of a solid's box at rest that lies in the domain.
Result<Vec3d> middle_at_rest(const Scene& scene, const SolidSettings& solid);

}  // namespace spindrift
