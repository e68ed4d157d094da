// Turns the scene's dimension, a run-time choice, into a template instance; everything below is compiled for both.
#include "spindrift/simulation.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "base/no_throw.h"
#include "exec/parallel.h"
#include "keys/check_ranges.h"
#include "liquid/liquid_solver.h"
#include "probe/read_probes.h"
#include "sim/estimate.h"
#include "sim/scene_history.h"
#include "sim/snapshot.h"
#include "smoke/smoke_solver.h"

namespace spindrift {

namespace {

using AnySolver = std::variant<std::unique_ptr<LiquidSolver<2>>, std::unique_ptr<LiquidSolver<3>>,
                               std::unique_ptr<SmokeSolver<2>>, std::unique_ptr<SmokeSolver<3>>>;

// Runs work on the pool and returns its result.
template <class Work>
auto on_pool(ThreadPool& pool, const Work& work) {
  std::optional<decltype(work())> result;
  pool.run([&] { result.emplace(work()); });
  return std::move(*result);
}

}  // namespace

class Simulation::Model {
 public:
  explicit Model(int threads) : pool(threads) {}

  Status start(const Scene& scene, const Checkpoint* checkpoint) {
    auto resumed = checkpoint ? SceneHistory::resume(scene, *checkpoint) : Result<SceneHistory>(SceneHistory(scene));
    if (!resumed) return resumed.error();
    history = std::move(*resumed);
    if (scene.dimension() == 2)
      return scene.is_smoke() ? start<SmokeSolver<2>>(checkpoint) : start<LiquidSolver<2>>(checkpoint);
    return scene.is_smoke() ? start<SmokeSolver<3>>(checkpoint) : start<LiquidSolver<3>>(checkpoint);
  }
  // Calls work(solver) on this thread, or on the pool.
  template <class Work>
  auto visit(const Work& work) const {
    return std::visit([&](const auto& any) { return work(*any); }, solver);
  }
  template <class Work>
  auto run(const Work& work) {
    return on_pool(pool, [&] { return visit(work); });
  }
  Result<std::int64_t> edit(const std::vector<std::string>& edits, SceneHistory::ToCome to_come) {
    return run([&](auto& any) {
      return history.edit(any.state().step, edits, to_come, [&](const Scene& scene) { return any.change(scene); });
    });
  }
  template <class Solver>
  Status take_commands(Solver& any) {
    return history.take_commands(any.state().step, [&](const Scene& scene) { return any.change(scene); });
  }
  Result<StepReport> advance_substep(Observer* observer) {
    return run([&](auto& any) -> Result<StepReport> {
      if (Status taken = take_commands(any); !taken) return taken.error();
      return any.advance_substep(observer);
    });
  }
  // The simulation is intact between time steps, so `after_step` may read it.
  Result<FrameReport> advance_frame(Observer* observer, FunctionRef<Status()> after_step) {
    return visit([&](auto& any) -> Result<FrameReport> {
      const auto begin = any.begin_frame();
      bool interrupted = false;
      while (any.frame() == begin.frame && !interrupted) {
        const auto step = intact.change([&] { return advance_substep(observer); });
        if (!step) return step.error();
        if (Status looked = after_step(); !looked) return looked.error();
        interrupted = any.frame() == begin.frame && observer && observer->should_stop();
      }
      return on_pool(pool, [&] { return any.end_frame(begin, interrupted); });
    });
  }

  Intact intact{"simulating"};
  ThreadPool pool;
  SceneHistory history;
  AnySolver solver;

 private:
  template <class Solver>
  Status start(const Checkpoint* checkpoint) {
    auto made = on_pool(pool, [&] {
      return checkpoint ? Solver::resume(history.scene(), *checkpoint) : Solver::create(history.scene());
    });
    if (!made) return made.error();
    solver = std::move(*made);
    return Done{};
  }
};

Simulation::Simulation(std::unique_ptr<Model> model) : model_(std::move(model)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Result<Simulation> Simulation::start(const Scene& scene, const Checkpoint* checkpoint, int threads) {
  const auto needed = estimate(scene);
  if (!needed) return needed.error();
  if (auto refused = refuse_if_too_large(scene, *needed)) return *refused;
  auto model = std::make_unique<Model>(threads);
  if (Status started = model->start(scene, checkpoint); !started) return started.error();
  return Simulation(std::move(model));
}

Result<Simulation> Simulation::create(const Scene& scene, int threads) {
  return no_throw("setting up a simulation", [&] { return start(scene, nullptr, threads); });
}
Result<Simulation> Simulation::resume(const Scene& scene, const Checkpoint& checkpoint, int threads) {
  return no_throw("resuming a simulation", [&] { return start(scene, &checkpoint, threads); });
}
Result<Checkpoint> Simulation::save() const {
  return model_->intact.look([&]() -> Result<Checkpoint> {
    Checkpoint checkpoint = model_->visit([](auto& solver) { return solver.save(); });
    model_->history.save(checkpoint);
    return checkpoint;
  });
}

Status Simulation::edit(const std::vector<std::string>& edits) {
  return model_->intact.change([&]() -> Status {
    const auto made = model_->edit(edits, SceneHistory::ToCome::kRefuse);
    return made ? Status(Done{}) : Status(made.error());
  });
}
Result<std::int64_t> Simulation::take_over(const std::vector<std::string>& edits) {
  return model_->intact.change([&] { return model_->edit(edits, SceneHistory::ToCome::kReplace); });
}
std::int64_t Simulation::commands_to_come() const { return model_->history.commands_to_come(); }
Result<Scene> Simulation::recording() const {
  return model_->intact.look([&]() -> Result<Scene> {
    if (model_->visit([](auto& solver) { return solver.was_stepped_by_hand(); }))
      return Error{ErrorCode::kBadInput, "a simulation advanced with advance_step() cannot be recorded"};
    return model_->history.recording();
  });
}
Result<StepReport> Simulation::advance_substep(Observer* observer) {
  return model_->intact.change([&] { return model_->advance_substep(observer); });
}
Result<FrameReport> Simulation::advance_frame(Observer* observer) {
  return model_->intact.change([&] {
    return model_->run(
        [&](auto& solver) { return solver.advance_frame(observer, [&] { return model_->take_commands(solver); }); });
  });
}
Result<FrameReport> Simulation::advance_frame(Observer* observer, const std::function<Status()>& after_step) {
  return model_->intact.look([&] { return model_->advance_frame(observer, after_step); });
}
Result<StepReport> Simulation::advance_step(double dt, Observer* observer) {
  return model_->intact.change([&]() -> Result<StepReport> {
    constexpr double kLongest = 1e4;  // s
    if (!(dt > 0.0 && dt <= kLongest))
      return Error{ErrorCode::kBadInput,
                   fmt::format("a step must be longer than 0 s and at most {} s, found {}", kLongest, dt)};
    return model_->run([&](auto& solver) { return solver.advance_step(dt, observer); });
  });
}
Result<double> Simulation::next_step() const {
  return model_->intact.look([&]() -> Result<double> {
    return model_->run([](auto& solver) { return solver.step_length(1.0 / solver.state().scene.time.fps); });
  });
}
Result<FrameReport> Simulation::measure() const {
  return model_->intact.look(
      [&]() -> Result<FrameReport> { return model_->run([](auto& solver) { return solver.measure_now(); }); });
}
Result<ParticleFrame> Simulation::particles(ParticleFrame memory) const {
  return model_->intact.look([&]() -> Result<ParticleFrame> {
    return model_->run([&](auto& solver) { return copy_particles(solver.state(), std::move(memory)); });
  });
}
Result<CellFrame> Simulation::cells(CellFrame memory) const {
  return model_->intact.look([&]() -> Result<CellFrame> {
    return model_->run([&](auto& solver) { return copy_cells(solver.state(), std::move(memory)); });
  });
}
Result<CellFrame> Simulation::cells_in(const CellRange& range) const {
  return model_->intact.look([&]() -> Result<CellFrame> {
    const Vec<int, 3> all = scene().domain.cells();
    for (int a = 0; a < 3; ++a)
      if (range.first[a] < 0 || range.cells[a] < 1 || range.cells[a] > all[a] - range.first[a])
        return Error{ErrorCode::kBadInput, "these cells are not all inside the domain"};
    return model_->run([&](auto& solver) { return copy_region(solver.state(), range); });
  });
}
const Scene& Simulation::scene() const { return model_->history.scene(); }
Result<FluidCells> Simulation::fluid_cells() const {
  return model_->intact.look([&]() -> Result<FluidCells> {
    return model_->run([](auto& solver) { return copy_fluid_cells(solver.state()); });
  });
}
Result<ProbeReadings> Simulation::probe() const { return probe(scene().probes); }
Result<ProbeReadings> Simulation::probe(const std::vector<ProbeSettings>& probes) const {
  return model_->intact.look([&]() -> Result<ProbeReadings> {
    if (Status possible = check_probes(probes, scene()); !possible) return possible.error();
    return model_->run([&](auto& solver) {
      ProbeReadings readings{solver.state().time, {}};
      read_probes(ProbedFluid(solver.state()), probes, readings.values);
      return readings;
    });
  });
}
Result<SurfaceProfile> Simulation::surface_profile(const ProbeSettings& probe) const {
  return model_->intact.look([&]() -> Result<SurfaceProfile> {
    if (probe.kind != ProbeSettings::Kind::kSurface)
      return Error{ErrorCode::kBadInput, "a profile needs a probe of kind 'surface'"};
    if (Status possible = check_probes({probe}, scene()); !possible) return possible.error();
    return model_->run([&](auto& solver) { return read_surface(ProbedFluid(solver.state()), probe); });
  });
}
double Simulation::time() const {
  return model_->visit([](auto& solver) { return solver.state().time; });
}
std::int64_t Simulation::step() const {
  return model_->visit([](auto& solver) { return solver.state().step; });
}
int Simulation::frame() const {
  return model_->visit([](auto& solver) { return solver.frame(); });
}
std::int64_t Simulation::particle_count() const {
  return model_->visit([](auto& solver) { return count_particles(solver.state()); });
}
std::int64_t Simulation::fluid_cell_count() const {
  return model_->visit([](auto& solver) -> std::int64_t { return solver.state().fluid_cells; });
}
int Simulation::threads() const { return model_->pool.threads(); }

Result<std::vector<StageRow>> stage_table(const Scene& scene) {
  return no_throw("listing the stages", [&]() -> Result<std::vector<StageRow>> {
    std::vector<StageRow> table;
    auto collect = [&](const auto& rows) {
      for (const auto& row : rows) table.push_back({row.name, row.reads, row.writes});
    };
    const bool is_2d = scene.dimension() == 2;
    if (scene.is_smoke())
      is_2d ? collect(smoke_step<2>(scene)) : collect(smoke_step<3>(scene));
    else
      is_2d ? collect(liquid_step<2>(scene)) : collect(liquid_step<3>(scene));
    return table;
  });
}

Result<std::vector<std::string>> stage_names(const Scene& scene) {
  return no_throw("listing the stages", [&]() -> Result<std::vector<std::string>> {
    const auto table = stage_table(scene);
    if (!table) return table.error();
    std::vector<std::string> names;
    for (const StageRow& row : *table) names.push_back(row.name);
    return names;
  });
}

}  // namespace spindrift
