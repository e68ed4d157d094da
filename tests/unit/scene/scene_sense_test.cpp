// A scene whose keys are all right and that makes no sense is an error with its place, too.
#include <gtest/gtest.h>

#include <string>

#include "support/scene_texts.h"

namespace spindrift {
namespace {

using namespace testing;

TEST(scene_errors, surface_tension_needs_a_surface_that_can_bend) {
  const std::string message =
      "error: 'surface_tension' needs solver.free_surface = \"level_set\": a surface in steps of cells has no "
      "curvature";
  for (const char* cells : {"solver.free_surface=\"cells\"", "fluid.viscosity=1.0"})
    EXPECT_NE(error_of(scene_2d("[fluid]\nsurface_tension = 0.072\n"), {cells}).find(message), std::string::npos)
        << cells;
  EXPECT_EQ(error_of(scene_2d("[fluid]\nsurface_tension = 0.072\n")), "no error");
  EXPECT_EQ(error_of(scene_2d("[fluid]\nsurface_tension = 0.072\n"), {"solver.pressure=\"gauss_seidel\""}), "no error");
}

TEST(scene_errors, a_probe_outside_the_domain) {
  const auto probe = [](const char* kind, const char* position) {
    return error_of(scene_2d(std::string("[[probe]]\nname = \"a\"\nkind = \"") + kind + "\"\nposition = " + position));
  };
  EXPECT_EQ(probe("point", "[5, 0.1]"),
            "scene.toml:10:12: error: this probe lies outside the domain: 5 is not between 0 and 2 along x");
  EXPECT_EQ(probe("point", "[1, -0.1]"),
            "scene.toml:10:12: error: this probe lies outside the domain: -0.1 is not between 0 and 1 along y");
  EXPECT_EQ(probe("height", "[1, 7]"), "no error") << "y does not matter";
  EXPECT_EQ(probe("point", "[2, 1]"), "no error");
}

TEST(scene_errors, two_probes_of_one_name) {
  const std::string probe = "[[probe]]\nkind = \"point\"\nposition = [1, 0.5]\nname = ";
  EXPECT_EQ(error_of(scene_2d(probe + "\"a\"\n" + probe + "\"a\"\n")),
            "scene.toml:14:8: error: two probes have the name 'a'; it names their columns");
  EXPECT_EQ(error_of(scene_2d(probe + "\"a\"\n" + probe + "\"b\"\n")), "no error");
  EXPECT_EQ(
      error_of(scene_2d(probe + "\"a_b\"\n" + probe + "\"a,b\"\n")),
      "scene.toml:14:8: error: the probes 'a_b' and 'a,b' would have the same name in tables and files, where some "
      "signs become '_'");
  EXPECT_EQ(error_of(scene_2d(probe + "\"\"\n")), "scene.toml:10:8: error: a probe needs a name, for its columns");
}

// With the projection of the density, which removes the surplus once, more than the whole of it would make speed.
TEST(scene_errors, a_drift_term_that_would_explode) {
  const std::string stiff = "[drift]\ndensity_term = true\nstiffness = ";
  EXPECT_NE(error_of(scene_2d(stiff + "50\n")).find("'stiffness' in [drift] must be between 0 and 1.9, found 50"),
            std::string::npos)
      << error_of(scene_2d(stiff + "50\n"));
  EXPECT_EQ(error_of(scene_2d(stiff + "1.8\n")),
            "scene.toml:9:13: error: 'stiffness' must be at most 1 with drift.projection, which removes the surplus "
            "too; found 1.8");
  EXPECT_EQ(error_of(scene_2d(stiff + "1.8\nprojection = false\n")), "no error");
  EXPECT_EQ(error_of(scene_2d(stiff + "1.8\n[solver]\npressure = \"gauss_seidel\"\n")), "no error");
  EXPECT_EQ(error_of(scene_2d(stiff + "1\n")), "no error");
}

// Few sweeps leave a swing of over-relaxation, which more than the whole surplus would feed.
TEST(scene_errors, a_drift_term_that_few_sweeps_do_not_settle) {
  const auto stiff = [](const std::string& stiffness, const std::string& solver) {
    return error_of(scene_2d("[drift]\ndensity_term = true\nstiffness = " + stiffness +
                             "\n[solver]\npressure = \"gauss_seidel\"\n" + solver));
  };
  EXPECT_EQ(stiff("1.8", "sweeps = 10\n"),
            "scene.toml:9:13: error: 'stiffness' 1.8 removes more than the surplus, and 10 sweeps with over_relaxation "
            "1.9 do not settle that: use at least 36 sweeps, or a stiffness of at most 1");
  EXPECT_EQ(stiff("1.8", "sweeps = 36\n"), "no error");
  EXPECT_EQ(stiff("1.8", "sweeps = 10\nover_relaxation = 1.5\n"), "no error");
  EXPECT_EQ(stiff("1", "sweeps = 3\n"), "no error");
}

TEST(scene_errors, sizes_of_the_domain) {
  const auto with_size = [](const std::string& size) { return error_of("[domain]\nsize = " + size + "\n"); };
  EXPECT_EQ(with_size("[1, 0]"),
            "scene.toml:2:12: error: 'size' in [domain] must be between 1e-06 and 1000000, found 0");
  EXPECT_EQ(with_size("[1, -2.5]"),
            "scene.toml:2:12: error: 'size' in [domain] must be between 1e-06 and 1000000, found -2.5");
  EXPECT_EQ(with_size("[1]"),
            "scene.toml:2:8: error: 'size' in [domain] must be a list of 2 or 3 numbers, found a list of 1");
  EXPECT_EQ(with_size("3"), "scene.toml:2:8: error: 'size' in [domain] must be a list of 2 or 3 numbers, found 3");
}

TEST(scene_errors, periodic_axes) {
  const auto smoke = [](const std::string& keys) {
    return "[domain]\nsize = [2.0, 1.0]\n" + keys + "[[smoke]]\nshape = \"sphere\"\ncenter = [1, 0.5]\nradius = 0.1\n";
  };
  EXPECT_EQ(error_of(smoke("resolution = 64\nperiodic = [\"x\", \"y\"]\n")), "no error");
  EXPECT_EQ(
      error_of(smoke("resolution = 40\nperiodic = [\"x\"]\n")),
      "scene.toml:4:12: error: a 2D domain that is periodic along x needs a multiple of 16 cells there, not 40; the "
      "nearest is 48");
  EXPECT_EQ(error_of(smoke("periodic = [\"z\"]\n")), "scene.toml:3:12: error: a 2D scene has no axis 'z'");
  EXPECT_EQ(error_of(smoke("periodic = [\"x\"]\nopen = [\"left\"]\n")),
            "scene.toml:4:8: error: 'left' is no side: the domain is periodic along x");
}

TEST(scene_errors, liquid_in_a_domain_that_repeats_itself) {
  const auto liquid = [](const std::string& cells, const std::string& more) {
    return error_of("[domain]\nsize = [2, 1]\nresolution = " + cells +
                    "\nperiodic = [\"x\"]\n[[liquid]]\nshape = \"box\"\nmin = [1.5, 0]\nmax = [2.5, 0.5]\n" + more);
  };
  EXPECT_EQ(liquid("64", ""), "no error");
  EXPECT_EQ(liquid("16", ""),
            "scene.toml:4:12: error: liquid in a 2D domain that is periodic along x needs at least 32 cells there, not "
            "16");
  EXPECT_EQ(liquid("64", "[frame]\nkeyframes = [{time = 0, rotation_degrees = 0}, {time = 1, rotation_degrees = 5}]\n"),
            "scene.toml:10:13: error: the tank turns about z, but the domain is periodic along x: liquid there has a "
            "tank that only moves");
  EXPECT_EQ(liquid("64", "[frame]\nkeyframes = [{time = 0}, {time = 1, position = [0.1, 0]}]\n"), "no error");
  EXPECT_EQ(liquid("64", "[[probe]]\nkind = \"front\"\nname = \"f\"\ndirection = \"+x\"\n"),
            "scene.toml:12:13: error: liquid has no front along x: the domain is periodic there");
}

TEST(scene_errors, regions) {
  const auto region = [](const std::string& keys) {
    return error_of(
        "[domain]\nsize = [2, 1]\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n[[region]]\n"
        "name = \"a\"\n" +
        keys);
  };
  EXPECT_EQ(region("kind = \"box\"\nmin = [0, 0]\nmax = [1, 1]\nparticles = [\"ply\"]\nevery = 5\n"), "no error");
  EXPECT_EQ(region("kind = \"slice\"\naxis = \"x\"\nat = 0.5\nrate = 1000\n"), "no error");
  EXPECT_EQ(region("kind = \"column\"\nposition = [0.5, 0]\n"), "no error");
  EXPECT_EQ(
      region("kind = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n"),
      "scene.toml:9:8: error: this box writes nothing: name formats for its 'particles' or its 'volumes', such as "
      "particles = [\"ply\"]");
  EXPECT_EQ(region("kind = \"box\"\nmin = [0, 0]\nmax = [1, 1]\nvolumes = [\"vdb\"]\n"),
            "scene.toml:12:11: error: the volumes of a region are 'vti' or 'raw': 'vdb' holds the whole surface");
  EXPECT_EQ(region("kind = \"box\"\nmin = [0, 3]\nmax = [1, 4]\nvolumes = [\"vti\"]\n"),
            "scene.toml:10:7: error: this region lies outside the domain, which goes from 0 to 1 along y");
  EXPECT_EQ(region("kind = \"box\"\nmin = [0.5, 0]\nmax = [0.5, 1]\nvolumes = [\"vti\"]\n"),
            "scene.toml:11:7: error: 'max' must be above 'min': 0.5 is not above 0.5 along x");
  EXPECT_EQ(region("kind = \"slice\"\naxis = \"z\"\nat = 0.5\n"), "scene.toml:10:8: error: a 2D scene has no axis 'z'");
  EXPECT_EQ(region("kind = \"slice\"\naxis = \"y\"\nat = 1.5\n"),
            "scene.toml:11:6: error: this region lies outside the domain: 1.5 is not between 0 and 1 along y");
  EXPECT_EQ(region("kind = \"column\"\nposition = [0.5, 0]\nevery = 2\nrate = 10\n"),
            "scene.toml:12:8: error: give 'every' or 'rate', not both");
  EXPECT_EQ(region("kind = \"slice\"\naxis = \"y\"\nat = 0.5\nformat = \"vti\"\nrate = 100\n"),
            "scene.toml:13:8: error: these files come with frames, 60 in a second: 'rate' must be at most that; raise "
            "time.fps for more");
  EXPECT_EQ(
      region("kind = \"colum\"\nposition = [0.5, 0]\n"),
      "scene.toml:9:8: error: 'kind' in [[region]] must be box, slice or column, found the text 'colum'; did you mean "
      "'column'?");
  EXPECT_EQ(region("kind = \"column\"\nposition = [0.5, 0]\n[[region]]\nname = \"a\"\nkind = \"column\"\nposition = "
                   "[0.2, 0]\n"),
            "scene.toml:12:8: error: two regions have the name 'a'; it names their files");
  const std::string column = "kind = \"column\"\nposition = [0.5, 0]\n";
  EXPECT_EQ(
      error_of(scene_2d("[[region]]\nname = \"ä\"\n" + column + "[[region]]\nname = \"ö\"\n" + column)),
      "scene.toml:12:8: error: the regions 'ä' and 'ö' would have the same files, named '__': all but letters from "
      "a to z, digits and '-' becomes '_' in them");
  EXPECT_EQ(error_of(scene_2d("[[region]]\nname = \"\"\nkind = \"column\"\nposition = [0.5, 0]\n")),
            "scene.toml:8:8: error: a region needs a name, for its files");
}

TEST(scene_errors, cells_beyond_counting) {
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\ncell_size = 1e-10\n"),
            "scene.toml:3:13: error: 1e+10 cells along x are too many; at most 65536 are possible");
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\ncell_size = 0.1\nresolution = 10\n"),
            "scene.toml:3:13: error: give 'resolution' or 'cell_size', not both");
}

TEST(scene_errors, sides_that_are_not_there) {
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\nopen = [\"top\", \"back\"]\n"),
            "scene.toml:3:8: error: a 2D scene has no side 'back'");
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\nopen = [\"top\", \"top\"]\n"),
            "scene.toml:3:16: error: 'open' in [domain] names 'top' twice");
}

TEST(scene_errors, an_empty_scene_has_nothing_to_simulate) {
  EXPECT_EQ(
      error_of("[domain]\nsize = [1, 1]\n"),
      "scene.toml:1:1: error: nothing to simulate: the scene has no [[liquid]], no [[source]], no [[smoke]] and no "
      "[[smoke_source]]");
}

TEST(scene_errors, shapes_that_enclose_nothing) {
  EXPECT_EQ(error_of(liquid_2d("shape = \"box\"\nmin = [0, 0.5]\nmax = [1, 0.5]\n")),
            "scene.toml:5:7: error: 'min' must be less than 'max', found 0.5 and 0.5 along y");
  EXPECT_EQ(error_of(liquid_2d("shape = \"sphere\"\ncenter = [1, 1]\nradius = 0\n")),
            "scene.toml:6:10: error: 'radius' in [[liquid]] must be between 1e-09 and 10000000, found 0");
  EXPECT_EQ(error_of(liquid_2d("shape = \"plane\"\npoint = [1, 1]\nnormal = [0, 0]\n")),
            "scene.toml:6:10: error: 'normal' must not be zero");
  EXPECT_EQ(error_of(liquid_2d("shape = \"capsule\"\nfrom = [1, 1]\nto = [1, 1]\nradius = 1\n")),
            "scene.toml:6:6: error: 'from' and 'to' must be different points");
  EXPECT_EQ(error_of(liquid_2d("shape = \"union\"\nparts = []\n")),
            "scene.toml:5:9: error: a union needs at least 1 part, found 0");
  EXPECT_EQ(error_of(liquid_2d("shape = \"difference\"\nparts = [{shape = \"box\", min = [0, 0], max = [1, 1]}]\n")),
            "scene.toml:5:9: error: a difference needs at least 2 parts, found 1");
}

TEST(scene_errors, inside_parts_of_a_shape) {
  EXPECT_EQ(error_of(liquid_2d("shape = \"union\"\nparts = [{shape = \"sphere\", center = [0, 0], radios = 1}]\n")),
            "scene.toml:5:46: error: unknown key 'radios' in 'parts' of [[liquid]] with shape 'sphere'; did you mean "
            "'radius'?");
  EXPECT_EQ(error_of(liquid_2d("shape = \"union\"\nparts = [{shape = \"box\", min = [0, 0], max = [0, 1]}]\n")),
            "scene.toml:5:32: error: 'min' must be less than 'max', found 0 and 0 along x");
  EXPECT_EQ(error_of(liquid_2d("shape = \"union\"\nparts = [3]\n")),
            "scene.toml:5:10: error: 'parts' in [[liquid]] must be a list of tables, found 3");
}

TEST(scene_errors, meshes) {
  EXPECT_EQ(error_of(liquid_2d("shape = \"mesh\"\nfile = \"a.obj\"\n")),
            "scene.toml:4:9: error: a mesh needs a 3D scene");
  const std::string text = "[domain]\nsize = [1, 1, 1]\n[[liquid]]\nshape = \"mesh\"\nfile = \"no/such.obj\"\n";
  EXPECT_EQ(error_of(text), "no error");  // nobody was asked for the mesh
  const auto refusing = [](Place place) {
    return [place](const std::string& path) -> Result<std::shared_ptr<const Mesh>> {
      return Error{.message = "no " + path, .place = place};
    };
  };
  EXPECT_EQ(to_string(parse_scene(text, "scene.toml", {}, refusing({})).error()),
            "scene.toml:5:8: error: no no/such.obj");
  EXPECT_EQ(to_string(parse_scene(text, "scene.toml", {}, refusing({"such.obj", 7, 1})).error()),
            "such.obj:7:1: error: no no/such.obj");
}

TEST(scene_errors, liquid_wholly_outside_the_domain) {
  const std::string message = "scene.toml:3:1: error: this liquid lies wholly outside the domain";
  EXPECT_EQ(error_of(liquid_2d("shape = \"box\"\nmin = [2, 0]\nmax = [3, 1]\n")), message);
  EXPECT_EQ(error_of(liquid_2d("shape = \"sphere\"\ncenter = [-1, 0.5]\nradius = 0.9\n")), message);
  EXPECT_EQ(error_of(liquid_2d("shape = \"union\"\nparts = [{shape = \"sphere\", center = [9, 9], radius = 1}]\n")),
            message);
  EXPECT_EQ(error_of(liquid_2d("shape = \"sphere\"\ncenter = [-1, 0.5]\nradius = 1.1\n")), "no error");
}

TEST(scene_errors, motion_of_solids) {
  const std::string ball = "[[solid]]\nshape = \"sphere\"\ncenter = [1, 1]\nradius = 0.1\n";
  EXPECT_EQ(error_of(scene_2d(ball + "keyframes = [{time = 1}, {time = 0.5}]\n")),
            "scene.toml:11:34: error: keyframes must be in order of time, found 0.5 after 1");
  EXPECT_EQ(error_of(scene_2d(ball + "keyframes = [{time = 1}, {time = 1}]\n")), "no error") << "a jump";
  EXPECT_EQ(error_of(scene_2d(ball + "keyframes = [{position = [0, 1]}]\n")),
            "scene.toml:11:14: error: missing key 'time' in 'keyframes' of [[solid]]");
  EXPECT_EQ(error_of(scene_2d(ball + "velocity = [1, 0]\nkeyframes = [{time = 1}]\n")),
            "scene.toml:12:13: error: a solid moves by keyframes or at constant velocity, not both");
  EXPECT_EQ(error_of(scene_2d(ball + "keyframes = [{time = 0}, {time = 1e-9, position = [1, 0]}]\n")),
            "scene.toml:11:34: error: the solid would move too fast: at most 1000000 m/s or degrees/s are possible, "
            "found 1e+09");
  EXPECT_EQ(error_of(scene_2d(ball + "angular_velocity_degrees = 90\n")),
            "scene.toml:7:1: error: missing key 'pivot' in [[solid]]: the point this solid turns about");
  EXPECT_EQ(error_of(scene_2d(ball + "pivot = [1, 1]\nangular_velocity_degrees = [0, 0, 90]\n")),
            "scene.toml:12:28: error: 'angular_velocity_degrees' in [[solid]] must be a number, found a list of 3");
}

TEST(scene_errors, time_spans) {
  EXPECT_EQ(error_of(scene_2d("[[drain]]\nshape = \"sphere\"\ncenter = [0, 0]\nradius = 1\nstart = 2\nend = 1\n")),
            "scene.toml:12:7: error: 'end' must come after 'start', found 1 and 2");
}

TEST(scene_errors, force_fields) {
  EXPECT_EQ(error_of(scene_2d("[[force]]\nkind = \"point\"\naxis = [0, 1]\n")),
            "scene.toml:9:1: error: unknown key 'axis' in [[force]] with kind 'point'; it may hold kind, center, "
            "strength, radius, start or end");
  EXPECT_EQ(error_of(scene_2d("[[force]]\nkind = \"vortex\"\ncenter = [0, 1]\naxis = [0, 1]\nstrength = 1\n")),
            "scene.toml:10:1: error: 'axis' in [[force]] needs a 3D scene");
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1, 1]\n[[force]]\nkind = \"vortex\"\ncenter = [0, 1, 0]\naxis = [0, 0, 0]\n"
                     "strength = 1\n"),
            "scene.toml:6:8: error: 'axis' must not be zero");
}

TEST(scene_errors, of_smoke_are_as_clear) {
  const std::string smoke = "[domain]\nsize = [1, 1]\n[[smoke]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n";
  EXPECT_EQ(error_of(smoke), "no error");
  EXPECT_EQ(error_of(smoke + "density = -1\n"),
            "scene.toml:7:11: error: 'density' in [[smoke]] must be between 0 and 1000000, found -1");
  EXPECT_EQ(error_of(smoke + "[gas]\nadvection = \"macormack\"\n"),
            "scene.toml:8:13: error: 'advection' in [gas] must be semi_lagrangian, maccormack, bfecc or cubic, found "
            "the text 'macormack'; did you mean 'maccormack'?");
  EXPECT_EQ(error_of(smoke + "[particles]\nper_cell = 4\n"),
            "scene.toml:7:1: error: 'particles' is for liquids, and this scene has smoke; a scene is one or the other");
  EXPECT_EQ(error_of(scene_2d("[gas]\nlift = 1\n")),
            "scene.toml:7:1: error: [gas] is for smoke, and this scene has liquid; a scene is one or the other");
  EXPECT_EQ(error_of(scene_2d("[output]\ncolor = \"smoke\"\n")),
            "scene.toml:8:9: error: color 'smoke' is for smoke scenes");
}

TEST(scene_errors, name_keys_that_smoke_would_ignore) {
  const std::string smoke = "[domain]\nsize = [1, 1]\n[[smoke]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n";
  EXPECT_EQ(error_of(smoke + "[solver]\ntransfer = \"apic\"\n"),
            "scene.toml:8:12: error: 'transfer' in [solver] is for liquids, and this scene has smoke");
  EXPECT_EQ(error_of(smoke + "[solver]\nstepping = \"leapfrog\"\n"),
            "scene.toml:8:12: error: 'stepping' in [solver] is for liquids, and this scene has smoke");
  EXPECT_EQ(error_of(smoke + "[solver]\nwalls_pull = true\n"),
            "scene.toml:8:14: error: 'walls_pull' in [solver] is for liquids, and this scene has smoke");
  EXPECT_EQ(error_of(smoke + "[render]\nduring_run = true\n"),
            "scene.toml:8:14: error: 'during_run' in [render] is for liquids, and this scene has smoke");
  EXPECT_EQ(error_of(smoke + "[output]\nformats = [\"vdb\"]\n"),
            "scene.toml:8:11: error: 'formats' in [output] is for liquids, and this scene has smoke");
  EXPECT_EQ(error_of(smoke + "[render]\nsamples = 4\n"), "no error");
  EXPECT_EQ(
      error_of(smoke + "[[probe]]\nkind = \"height\"\nname = \"h\"\nposition = [0.5, 0.5]\n"),
      "scene.toml:8:8: error: a probe of kind 'height' looks for the surface of a liquid, and this scene has smoke; "
      "'point' serves both");
  EXPECT_EQ(error_of(smoke + "[[probe]]\nkind = \"point\"\nname = \"h\"\nposition = [0.5, 0.5]\n"), "no error");
  EXPECT_EQ(error_of(smoke + "[gas]\nadvection = \"bfecc\"\nconserve = true\n"),
            "scene.toml:9:12: error: advection 'bfecc' cannot hold totals: leave 'conserve' out, or choose advection = "
            "\"maccormack\"");
  EXPECT_EQ(error_of(smoke + "[gas]\nadvection = \"bfecc\"\n"), "no error");
  EXPECT_EQ(error_of(smoke + "[gas]\nadvection = \"bfecc\"\nconserve = false\n"), "no error");
}

TEST(scene_errors, fire_that_needs_air_needs_soot_to_know_what_is_left_of_it) {
  const std::string fire =
      "[domain]\nsize = [1.0, 1.0]\n[[smoke]]\nshape = \"sphere\"\ncenter = [0.5, 0.5]\nradius = 0.2\nfuel = "
      "0.5\n[fire]\n";
  EXPECT_EQ(error_of(fire + "air = 3.0\nsoot = 0.0\n"),
            "scene.toml:9:7: error: 'air' needs a 'soot' above 0: the soot tells how much of the air is used up");
  EXPECT_EQ(error_of(fire + "air = 3.0\n"), "no error");
  EXPECT_EQ(error_of(fire + "soot = 0.0\n"), "no error");
}

}  // namespace
}  // namespace spindrift
