// Turns the scene's dimension, a run-time choice, into a template instance; everything below is compiled for both.
#include "spindrift/simulation.h"

#include <fmt/format.h>

#include "base/no_throw.h"
#include "exec/parallel.h"
#include "liquid/liquid_solver.h"
#include "probe/read_probes.h"
#include "scene/check_ranges.h"
#include "sim/estimate.h"
#include "sim/scene_history.h"
#include "sim/snapshot.h"
#include "smoke/smoke_solver.h"

namespace spindrift {

class Simulation::Model {
 public:
  explicit Model(int threads) : pool_(threads) {}
  virtual ~Model() = default;
  virtual Result<std::int64_t> edit(const std::vector<std::string>& edits, const SceneFiles& files,
                                    SceneHistory::ToCome to_come) = 0;
  virtual Result<FrameReport> advance_frame(Observer* observer) = 0;
  virtual Result<FrameReport> advance_frame(Observer* observer, FunctionRef<Status()> after_step) = 0;
  virtual Result<StepReport> advance_substep(Observer* observer) = 0;
  virtual Result<StepReport> advance_step(double dt, Observer* observer) = 0;
  virtual double next_step() = 0;
  virtual FrameReport measure() = 0;
  virtual Checkpoint save() const = 0;
  virtual ParticleFrame particles(ParticleFrame memory) = 0;
  virtual CellFrame cells(CellFrame memory) = 0;
  virtual CellFrame cells_in(const CellRange& range) = 0;
  virtual FluidCells fluid_cells() = 0;
  virtual ProbeReadings probe(const std::vector<ProbeSettings>& probes) = 0;
  virtual SurfaceProfile surface_profile(const ProbeSettings& probe) = 0;
  virtual double time() const = 0;
  virtual std::int64_t step() const = 0;
  virtual int frame() const = 0;
  virtual std::int64_t particle_count() const = 0;
  virtual std::int64_t fluid_cell_count() const = 0;
  int threads() const { return pool_.threads(); }
  const Scene& scene() const { return history_.scene(); }
  std::int64_t commands_to_come() const { return history_.commands_to_come(); }
  virtual Result<Scene> recording() const = 0;

  Intact intact{"simulating"};

 protected:
  ThreadPool pool_;
  SceneHistory history_;
};

namespace {

// Runs work on the pool and hands back its result.
template <class Work>
auto on_pool(ThreadPool& pool, Work&& work) {
  std::optional<decltype(work())> result;
  pool.run([&] { result.emplace(work()); });
  return std::move(*result);
}

}  // namespace

// Liquid and smoke differ in their solver; only liquid has particles.
template <class Solver>
class SolverModel final : public Simulation::Model {
 public:
  using Model::Model;

  Status start(const Scene& scene, const Checkpoint* checkpoint) {
    auto history = checkpoint ? SceneHistory::resume(scene, *checkpoint) : Result<SceneHistory>(SceneHistory(scene));
    if (!history) return history.error();
    history_ = std::move(*history);
    auto solver = on_pool(pool_, [&] {
      return checkpoint ? Solver::resume(history_.scene(), *checkpoint) : Solver::create(history_.scene());
    });
    if (!solver) return solver.error();
    solver_ = std::move(*solver);
    return Done{};
  }
  Result<std::int64_t> edit(const std::vector<std::string>& edits, const SceneFiles& files,
                            SceneHistory::ToCome to_come) override {
    const auto change = [&](const Scene& scene) { return solver_->change(scene); };
    return on_pool(pool_, [&] { return history_.edit(step(), edits, files, to_come, change); });
  }
  Result<FrameReport> advance_frame(Observer* observer) override {
    return on_pool(pool_, [&] { return solver_->advance_frame(observer, [&] { return take_commands(); }); });
  }
  // Between the sub-steps nothing is being changed.
  Result<FrameReport> advance_frame(Observer* observer, FunctionRef<Status()> after_step) override {
    const auto begin = solver_->begin_frame();
    bool interrupted = false;
    while (frame() == begin.frame && !interrupted) {
      const auto step = intact.change([&] { return advance_substep(observer); });
      if (!step) return step.error();
      if (Status looked = after_step(); !looked) return looked.error();
      interrupted = frame() == begin.frame && observer && observer->should_stop();
    }
    return on_pool(pool_, [&] { return solver_->end_frame(begin, interrupted); });
  }
  Result<StepReport> advance_substep(Observer* observer) override {
    return on_pool(pool_, [&]() -> Result<StepReport> {
      if (Status taken = take_commands(); !taken) return taken.error();
      return solver_->advance_substep(observer);
    });
  }
  Result<StepReport> advance_step(double dt, Observer* observer) override {
    return on_pool(pool_, [&] { return solver_->advance_step(dt, observer); });
  }
  double next_step() override {
    return on_pool(pool_, [&] { return solver_->step_length(1.0 / solver_->state().scene.time.fps); });
  }
  FrameReport measure() override {
    return on_pool(pool_, [&] { return solver_->measure_now(); });
  }
  Result<Scene> recording() const override {
    if (solver_->was_stepped_by_hand())
      return Error{ErrorCode::kBadInput,
                   "steps of a length of one's own (advance_step) are in no recording: a scene that runs makes the "
                   "sub-steps of its frames"};
    return history_.recording();
  }
  Checkpoint save() const override {
    Checkpoint checkpoint = solver_->save();
    history_.save(checkpoint);
    return checkpoint;
  }
  ParticleFrame particles(ParticleFrame memory) override {
    return on_pool(pool_, [&] { return copy_particles(solver_->state(), std::move(memory)); });
  }
  CellFrame cells(CellFrame memory) override {
    return on_pool(pool_, [&] { return copy_cells(solver_->state(), std::move(memory)); });
  }
  CellFrame cells_in(const CellRange& range) override {
    return on_pool(pool_, [&] { return copy_region(solver_->state(), range); });
  }
  FluidCells fluid_cells() override {
    return on_pool(pool_, [&] { return copy_fluid_cells(solver_->state()); });
  }
  ProbeReadings probe(const std::vector<ProbeSettings>& probes) override {
    return on_pool(pool_, [&] {
      ProbeReadings readings{time(), {}};
      read_probes(ProbedFluid(solver_->state()), probes, readings.values);
      return readings;
    });
  }
  SurfaceProfile surface_profile(const ProbeSettings& probe) override {
    return on_pool(pool_, [&] { return read_surface(ProbedFluid(solver_->state()), probe); });
  }
  double time() const override { return solver_->state().time; }
  std::int64_t step() const override { return solver_->state().step; }
  int frame() const override { return solver_->frame(); }
  std::int64_t particle_count() const override { return count_particles(solver_->state()); }
  std::int64_t fluid_cell_count() const override { return solver_->state().fluid_cells; }

 private:
  Status take_commands() {
    const auto change = [&](const Scene& scene) { return solver_->change(scene); };
    return history_.take_commands(step(), change);
  }

  std::unique_ptr<Solver> solver_;
};

Simulation::Simulation(std::unique_ptr<Model> model) : model_(std::move(model)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Result<Simulation> Simulation::start(const Scene& scene, const Checkpoint* checkpoint, int threads) {
  auto needed = estimate(scene);
  if (!needed) return needed.error();
  if (auto refused = refuse_if_too_large(scene, *needed)) return *refused;
  auto start_model = [&](auto model) -> Result<Simulation> {
    if (Status status = model->start(scene, checkpoint); !status) return status.error();
    return Simulation(std::move(model));
  };
  const bool is_2d = scene.dimension() == 2;
  if (scene.is_smoke())
    return is_2d ? start_model(std::make_unique<SolverModel<SmokeSolver<2>>>(threads))
                 : start_model(std::make_unique<SolverModel<SmokeSolver<3>>>(threads));
  return is_2d ? start_model(std::make_unique<SolverModel<LiquidSolver<2>>>(threads))
               : start_model(std::make_unique<SolverModel<LiquidSolver<3>>>(threads));
}

Result<Simulation> Simulation::create(const Scene& scene, int threads) {
  return no_throw("setting up a simulation", [&] { return start(scene, nullptr, threads); });
}
Result<Simulation> Simulation::resume(const Scene& scene, const Checkpoint& checkpoint, int threads) {
  return no_throw("resuming a simulation", [&] { return start(scene, &checkpoint, threads); });
}
Result<Checkpoint> Simulation::save() const {
  return model_->intact.look([&]() -> Result<Checkpoint> { return model_->save(); });
}

Status Simulation::edit(const std::vector<std::string>& edits, const SceneFiles& files) {
  return model_->intact.change([&]() -> Status {
    const auto made = model_->edit(edits, files, SceneHistory::ToCome::kRefuse);
    return made ? Status(Done{}) : Status(made.error());
  });
}
Result<std::int64_t> Simulation::take_over(const std::vector<std::string>& edits, const SceneFiles& files) {
  return model_->intact.change([&] { return model_->edit(edits, files, SceneHistory::ToCome::kReplace); });
}
std::int64_t Simulation::commands_to_come() const { return model_->commands_to_come(); }
Result<Scene> Simulation::recording() const {
  return model_->intact.look([&] { return model_->recording(); });
}
Result<StepReport> Simulation::advance_substep(Observer* observer) {
  return model_->intact.change([&] { return model_->advance_substep(observer); });
}
Result<FrameReport> Simulation::advance_frame(Observer* observer) {
  return model_->intact.change([&] { return model_->advance_frame(observer); });
}
Result<FrameReport> Simulation::advance_frame(Observer* observer, const std::function<Status()>& after_step) {
  return model_->intact.look([&] { return model_->advance_frame(observer, after_step); });
}
Result<StepReport> Simulation::advance_step(double dt, Observer* observer) {
  return model_->intact.change([&]() -> Result<StepReport> {
    constexpr double kLongest = 1e4;  // s; particles follow the flow in steps of cells, however long it takes
    if (!(dt > 0.0 && dt <= kLongest))
      return Error{ErrorCode::kBadInput,
                   fmt::format("a step must be longer than 0 s and at most {} s, found {}", kLongest, dt)};
    return model_->advance_step(dt, observer);
  });
}
Result<double> Simulation::next_step() const {
  return model_->intact.look([&]() -> Result<double> { return model_->next_step(); });
}
Result<FrameReport> Simulation::measure() const {
  return model_->intact.look([&]() -> Result<FrameReport> { return model_->measure(); });
}
Result<ParticleFrame> Simulation::particles(ParticleFrame memory) const {
  return model_->intact.look([&]() -> Result<ParticleFrame> { return model_->particles(std::move(memory)); });
}
Result<CellFrame> Simulation::cells(CellFrame memory) const {
  return model_->intact.look([&]() -> Result<CellFrame> { return model_->cells(std::move(memory)); });
}
Result<CellFrame> Simulation::cells_in(const CellRange& range) const {
  return model_->intact.look([&]() -> Result<CellFrame> {
    const Vec<int, 3> all = scene().domain.cells();
    for (int a = 0; a < 3; ++a)
      if (range.first[a] < 0 || range.cells[a] < 1 || range.cells[a] > all[a] - range.first[a])
        return Error{ErrorCode::kBadInput, "these cells are not all in the domain"};
    return model_->cells_in(range);
  });
}
const Scene& Simulation::scene() const { return model_->scene(); }
Result<FluidCells> Simulation::fluid_cells() const {
  return model_->intact.look([&]() -> Result<FluidCells> { return model_->fluid_cells(); });
}
Result<ProbeReadings> Simulation::probe() const { return probe(scene().probes); }
Result<ProbeReadings> Simulation::probe(const std::vector<ProbeSettings>& probes) const {
  return model_->intact.look([&]() -> Result<ProbeReadings> {
    if (Status possible = check_probes(probes, scene()); !possible) return possible.error();
    return model_->probe(probes);
  });
}
Result<SurfaceProfile> Simulation::surface_profile(const ProbeSettings& probe) const {
  return model_->intact.look([&]() -> Result<SurfaceProfile> {
    if (probe.kind != ProbeSettings::Kind::kSurface)
      return Error{ErrorCode::kBadInput, "a profile is read by a probe of the kind 'surface'"};
    if (Status possible = check_probes({probe}, scene()); !possible) return possible.error();
    return model_->surface_profile(probe);
  });
}
double Simulation::time() const { return model_->time(); }
std::int64_t Simulation::step() const { return model_->step(); }
int Simulation::frame() const { return model_->frame(); }
std::int64_t Simulation::particle_count() const { return model_->particle_count(); }
std::int64_t Simulation::fluid_cell_count() const { return model_->fluid_cell_count(); }
int Simulation::threads() const { return model_->threads(); }

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
