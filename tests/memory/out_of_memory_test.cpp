// Memory runs out at each place where the library asks for some: an Error comes back, no exception, and the process and
// its next calls are none the worse.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "memory/scarce_memory.h"
#include "spindrift/spindrift.h"
#include "support/frames.h"
#include "support/scenes.h"
#include "support/surfaces.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

template <class T>
Status status_of(const Result<T>& result) {
  return result ? Status(Done{}) : Status(result.error());
}

// The first that fails.
template <class... Calls>
Status all_of(Calls&&... calls) {
  Status status = Done{};
  const auto call_next = [&](auto& call) {
    if (status) status = status_of(call());
  };
  (call_next(calls), ...);
  return status;
}

Scene smoke(int dimension) {
  Scene scene = empty_box(dimension, vec(8, 8, 8));
  SmokeSettings ball;
  ball.shape = sphere(vec(4, 4, 4), 2.0);
  ball.temperature = 400.0;
  ball.fuel = 0.5;
  scene.smokes = {ball};
  return scene;
}

Scene liquid_with_a_solid(int dimension) {
  Scene scene = dam_break(dimension, 8);
  scene.solids = {solid(sphere(vec(6, 2, 4), 1.2), vec(0.1, 0, 0))};
  scene.particles.columns = testing::all_columns();
  scene.fluid.viscosity = 0.5;
  return scene;
}

// Every call of a simulation's, and a second one that goes on from the first. An error must leave nothing to look at.
Status use_simulation(const Scene& scene) {
  Result<Simulation> simulation = Simulation::create(scene, 2);
  if (!simulation) return simulation.error();
  const Result<FrameReport> report = simulation->advance_frame();
  if (!report) {
    refuse_nothing();
    EXPECT_FALSE(simulation->advance_frame() || simulation->particles() || simulation->save());
    return report.error();
  }
  const Status looked = all_of([&] { return simulation->measure(); }, [&] { return simulation->particles(); },
                               [&] { return simulation->cells(); }, [&] { return simulation->fluid_cells(); },
                               [&] { return simulation->next_step(); });
  if (!looked) return looked;
  const Result<Checkpoint> saved = simulation->save();
  if (!saved) return saved.error();
  return status_of(Simulation::resume(scene, *saved, 2));
}

IN_2D_AND_3D(OutOfMemory);

TYPED_TEST(OutOfMemory, is_an_error_of_a_liquid) {
  const Scene scene = liquid_with_a_solid(kD<TypeParam>);
  expect_errors_only([&] { return use_simulation(scene); });
}

TYPED_TEST(OutOfMemory, is_an_error_of_smoke) {
  const Scene scene = smoke(kD<TypeParam>);
  expect_errors_only([&] { return use_simulation(scene); });
}

TYPED_TEST(OutOfMemory, is_an_error_of_the_surface) {
  const Scene scene = liquid_with_a_solid(kD<TypeParam>);
  const ParticleFrame particles = *simulate(scene).particles();
  expect_errors_only([&]() -> Status {
    Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, 2);
    if (!mesher) return mesher.error();
    return all_of([&] { return mesher->build(particles, 0.0); }, [&] { return mesher->distance(); });
  });
}

TYPED_TEST(OutOfMemory, is_an_error_of_pictures) {
  for (Scene scene : {liquid_with_a_solid(kD<TypeParam>), smoke(kD<TypeParam>)}) {
    scene.output.width = scene.render.width = 64;
    scene.render.height = 48;
    scene.render.style = RenderStyle::kParticles;
    scene.output.arrows = kD<TypeParam> == 2 ? 2 : 0;
    const Simulation simulation = simulate(scene, 2);
    expect_errors_only([&]() -> Status {
      Result<FramePainter> painter = FramePainter::create(scene, 2);
      if (!painter) return painter.error();
      return status_of(painter->draw(simulation));
    });
  }
}

TEST(OutOfMemory, is_an_error_of_pictures_of_water) {
  Scene scene = liquid_with_a_solid(3);
  scene.render.width = scene.render.height = 16;
  scene.render.samples = 1;
  scene.render.style = RenderStyle::kWater;
  const Simulation simulation = simulate(scene, 2);
  if (!FramePainter::create(scene, 2)) GTEST_SKIP() << "built without Embree";
  expect_errors_only(
      [&]() -> Status {
        Result<FramePainter> painter = FramePainter::create(scene, 2);
        if (!painter) return painter.error();
        return status_of(painter->draw(simulation));
      },
      40);
}

TYPED_TEST(OutOfMemory, is_an_error_of_questions_about_a_scene) {
  const Scene scene = liquid_with_a_solid(kD<TypeParam>);
  expect_errors_only([&] {
    return all_of([&] { return estimate(scene); }, [&] { return stage_names(scene); },
                  [&] { return check_scene(scene); }, [&] { return scene_to_toml(scene); });
  });
}

TEST(OutOfMemory, is_an_error_of_reading_scenes) {
  const std::string folder = std::string(SPINDRIFT_SOURCE_DIR) + "/scenes";
  const std::string with_mesh = folder + "/mesh_obstacle_3d.toml", fire = folder + "/campfire_3d.toml";
  const std::vector<std::string> overrides{"domain.resolution=16", "time.fps=30"};
  expect_errors_only(
      [&] { return all_of([&] { return read_scene(with_mesh); }, [&] { return read_scene(fire, overrides); }); });
}

TEST(OutOfMemory, is_an_error_of_finding_scenes) {
  const std::string folder = std::string(SPINDRIFT_SOURCE_DIR) + "/scenes";
  ::setenv("SPINDRIFT_SCENES", folder.c_str(), 1);
  const std::string name = "a_scene_that_is_not_there";
  expect_errors_only([&] { return all_of([] { return list_scenes(); }, [] { return scene_format_markdown(); }); }, 20);
  expect_errors_only([&]() -> Status {
    const Result<std::string> found = find_scene(name);
    if (found || found.error().code == ErrorCode::kBadInput) return Done{};  // as it should be
    return found.error();
  });
  ::unsetenv("SPINDRIFT_SCENES");
}

TEST(OutOfMemory, is_an_error_of_writing_and_reading_files) {
  const TemporaryFolder folder;
  const ParticleFrame particles = random_particles(40);
  const CellFrame cells = half_full_cells({{6, 4, 5}}, 0.5);
  const FluidCells fluid = fluid_box({{6, 4, 5}}, 0.5);
  const Scene scene = dam_break(3, 8);
  const ParticleFrame liquid = *simulate(scene).particles();
  const SurfaceMesh surface = surface_of(scene, liquid);
  const SurfaceDistance distance = distance_to_surface_of(scene, liquid);
  const Image image(8, 6, {});
  const Checkpoint state = *simulate(dam_break(2, 8)).save();
  const std::string ply = folder / "a.ply", vtp = folder / "a.vtp", vti = folder / "a.vti", raw = folder / "a.json",
                    png = folder / "a.png", checkpoint = folder / "a.checkpoint", points = folder / "p.vdb",
                    volume = folder / "v.vdb", pvd = folder / "a.pvd", mesh = folder / "m.ply", obj = folder / "m.obj";
  const std::vector<TimedFile> files{{0.0, "a.vtp"}, {0.5, "b.vtp"}};
  expect_errors_only([&] {
    return all_of([&] { return write_particles(ply, particles); }, [&] { return write_particles(vtp, particles); },
                  [&] { return write_cells(vti, cells); }, [&] { return write_cells(raw, cells); },
                  [&] { return write_surface(mesh, surface); }, [&] { return write_surface(obj, surface); },
                  [&] { return write_image(png, image); }, [&] { return write_checkpoint(checkpoint, state); },
                  [&] { return write_pvd(pvd, files); });
  });
  expect_errors_only([&] {
    return all_of([&] { return read_particles(ply); }, [&] { return read_mesh(mesh); }, [&] { return read_mesh(obj); },
                  [&] { return file_info(mesh); }, [&] { return file_info(obj); },
                  [&] { return read_checkpoint(checkpoint); }, [&] { return file_info(ply); },
                  [&] { return file_info(vtp); }, [&] { return file_info(raw); }, [&] { return file_info(checkpoint); },
                  [&] { return file_info(png); });
  });
  if (!has_openvdb()) return;
  expect_errors_only([&] {
    return all_of([&] { return write_particles(points, particles); },
                  [&] { return write_cells(volume, fluid, distance); });
  });
}

TEST(OutOfMemory, is_an_error_of_a_run) {
  const TemporaryFolder folder;
  Scene scene = liquid_with_a_solid(2);
  scene.time.frames = 2;
  scene.output.width = 64;
  scene.output.movie = false;
  scene.output.volumes = {VolumeFormat::kVti};
  scene.surface.write = SurfaceFormat::kPly;
  ProbeSettings probe;
  probe.name = "p";
  probe.position = vec(2, 2);
  scene.probes.push_back(probe);
  RunOptions options;
  options.folder = folder / "run";
  options.overwrite = true;
  options.threads = 2;
  const RenderOptions none;
  expect_errors_only([&] {
    return all_of([&] { return run_scene(scene, options); }, [&] { return render_run(options.folder, none); },
                  [&] { return check_folder(options.folder); });
  });
}

TEST(OutOfMemory, is_an_error_of_a_benchmark) {
  const Scene scene = dam_break(2, 8);
  BenchOptions options;
  options.steps = options.warmup = 1;
  options.bandwidth_bytes = 1 << 20;
  expect_errors_only([&]() -> Status {
    const Result<BenchReport> report = benchmark(scene, options);
    if (!report) return report.error();
    return all_of([&] { return to_json(*report); }, [&] { return to_table(*report); });
  });
}

TEST(OutOfMemory, leaves_texts_that_need_none) {
  const Error error{ErrorCode::kBadInput, "something that takes more than a few letters", {"scene.toml", 3, 4}};
  refuse_requests(0, kAll);
  const std::string text = to_string(error), number = grouped(-1234567890123456789), time = duration_text(1e9);
  refuse_nothing();
  EXPECT_EQ(text, "out of memory");
  EXPECT_EQ(number, "?");
  EXPECT_EQ(time, "277777 h 46 min");
}

}  // namespace
}  // namespace spindrift
