// Every mistake in a scene file gives its own message, with the place where it was made.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(text, "scene.toml", overrides);
  return scene ? "no error" : to_string(scene.error());
}

// A small scene in 2D with more lines behind it.
std::string scene_2d(const std::string& rest) {
  return "[domain]\n"
         "size = [2.0, 1.0]\n"
         "[[liquid]]\n"
         "shape = \"box\"\n"
         "min = [0, 0]\n"
         "max = [1, 1]\n" +
         rest;
}

std::string liquid_2d(const std::string& keys) { return "[domain]\nsize = [2, 1]\n[[liquid]]\n" + keys; }

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
  EXPECT_NE(error_of(scene_2d(probe + "\"a_b\"\n" + probe + "\"a,b\"\n")), "no error") << "one name in a table";
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

TEST(scene_errors, the_smallest_scene_has_none) { EXPECT_EQ(error_of(scene_2d("")), "no error"); }

TEST(scene_errors, missing_file) {
  EXPECT_EQ(to_string(read_scene("no/where.toml").error()), "no/where.toml: error: there is no such file");
}

TEST(scene_errors, a_folder_is_not_a_scene) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(to_string(read_scene(folder).error()), folder + ": error: this is a folder, not a scene file");
}

TEST(scene_errors, an_endless_file_is_refused) {
  EXPECT_EQ(to_string(read_scene("/dev/zero").error()), "/dev/zero: error: larger than 16 MB: not a scene file");
}

TEST(scene_errors, broken_toml_points_to_the_line) {
  EXPECT_EQ(error_of("[domain]\nsize = [1.0, 1.0\n[time]\n"),
            "scene.toml:3:1: error: broken TOML in this array: expected comma or closing ']', saw '['");
  EXPECT_EQ(error_of("a = 1\na = 2\n").substr(0, 34), "scene.toml:2:5: error: broken TOML");
  EXPECT_EQ(error_of("title = \"\xff\"\n").substr(0, 34), "scene.toml:1:9: error: broken TOML");
}

TEST(scene_errors, endless_nesting_is_refused) {
  const auto repeated = [](const std::string& part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  const std::string message = "error: broken TOML: nested too deeply";
  EXPECT_EQ(error_of("\n" + repeated("a.", 500000) + "a = 1\n"), "scene.toml:2:1: " + message);
  EXPECT_EQ(error_of("[" + repeated("a.", 100) + "a]\n").substr(0, 14), "scene.toml:1:1");
  EXPECT_NE(error_of(repeated("a.", 9999) + "a = 1\n"), "no error");
  EXPECT_NE(error_of("a = " + repeated("[", 500000)), "no error");
  EXPECT_NE(error_of("a = " + repeated("{a = ", 500000)), "no error");
  EXPECT_NE(error_of(scene_2d(""), {repeated("a.", 50000) + "a=1"}), "no error");
}

TEST(scene_errors, unknown_key_names_the_nearest) {
  EXPECT_EQ(error_of(scene_2d("[solver]\npresure = \"pcg\"\n")),
            "scene.toml:8:1: error: unknown key 'presure' in [solver]; did you mean 'pressure'?");
}

TEST(scene_errors, unknown_key_far_from_any_lists_them) {
  EXPECT_EQ(
      error_of(scene_2d("[fluid]\ncolour = 1\n")),
      "scene.toml:8:1: error: unknown key 'colour' in [fluid]; it may hold density, viscosity or surface_tension");
}

TEST(scene_errors, unknown_tables) {
  EXPECT_EQ(error_of(scene_2d("[solvr]\n")), "scene.toml:7:2: error: unknown table [solvr]; did you mean [solver]?");
  EXPECT_EQ(error_of(scene_2d("[[soild]]\nx = 1\n")),
            "scene.toml:7:3: error: unknown table [[soild]]; did you mean [[solid]]?");
  EXPECT_EQ(error_of("titel = \"x\"\n" + scene_2d("")),
            "scene.toml:1:1: error: unknown key 'titel'; did you mean 'title'?");
}

TEST(scene_errors, keys_of_another_shape_are_unknown) {
  EXPECT_EQ(error_of(scene_2d("radius = 0.2\n")),
            "scene.toml:7:1: error: unknown key 'radius' in [[liquid]] with shape 'box'; it may hold shape, min, max, "
            "velocity, viscosity, count or spacing");
}

TEST(scene_errors, missing_keys_and_tables) {
  EXPECT_EQ(error_of("title = \"x\"\n"), "scene.toml:1:1: error: missing table [domain]");
  EXPECT_EQ(error_of("[domain]\nresolution = 3\n"), "scene.toml:1:1: error: missing key 'size' in [domain]");
  EXPECT_EQ(error_of(liquid_2d("min = [0, 0]\n")), "scene.toml:3:1: error: missing key 'shape' in [[liquid]]");
  EXPECT_EQ(error_of(liquid_2d("shape = \"box\"\nmin = [0, 0]\n")),
            "scene.toml:3:1: error: missing key 'max' in [[liquid]] with shape 'box'");
}

TEST(scene_errors, a_misspelt_key_is_reported_before_the_one_it_leaves_missing) {
  EXPECT_EQ(error_of(liquid_2d("shape = \"box\"\nmin = [0, 0]\nmaxx = [1, 1]\n")),
            "scene.toml:6:1: error: unknown key 'maxx' in [[liquid]] with shape 'box'; did you mean 'max'?");
}

TEST(scene_errors, wrong_types) {
  EXPECT_EQ(error_of(scene_2d("[time]\nfps = \"fast\"\n")),
            "scene.toml:8:7: error: 'fps' in [time] must be a number, found the text 'fast'");
  EXPECT_EQ(error_of(scene_2d("[time]\nframes = 2.5\n")),
            "scene.toml:8:10: error: 'frames' in [time] must be a whole number, found 2.5");
  EXPECT_EQ(error_of(scene_2d("[output]\nmovie = 1\n")),
            "scene.toml:8:9: error: 'movie' in [output] must be true or false, found 1");
  EXPECT_EQ(error_of("title = 3\n" + scene_2d("")), "scene.toml:1:9: error: 'title' must be a text in quotes, found 3");
  EXPECT_EQ(error_of(scene_2d("[forces]\ngravity = -9.81\n")),
            "scene.toml:8:11: error: 'gravity' in [forces] must be a list of 2 numbers, found -9.81");
  EXPECT_EQ(error_of(scene_2d("[solver]\ntransfer = 1979-05-27\n")),
            "scene.toml:8:12: error: 'transfer' in [solver] must be pic, flip or apic, found a date or time");
  EXPECT_EQ(error_of(scene_2d("[particles]\ncolumns = \"id\"\n")),
            "scene.toml:8:11: error: 'columns' in [particles] must be a list of words, found the text 'id'");
  EXPECT_EQ(error_of("domain = 3\n"), "scene.toml:1:10: error: 'domain' must be a table, found 3");
  EXPECT_EQ(error_of("[domain]\nsize = [2, 1]\n[liquid]\nshape = \"box\"\n"),
            "scene.toml:3:1: error: 'liquid' must be a list of tables, found a table; write [[liquid]]");
}

TEST(scene_errors, a_whole_number_may_stand_for_any_number) {
  EXPECT_EQ(error_of(scene_2d("[time]\nfps = 24\n")), "no error");
}

TEST(scene_errors, out_of_range_says_the_range) {
  EXPECT_EQ(error_of(scene_2d("[solver]\nflip = 1.5\n")),
            "scene.toml:8:8: error: 'flip' in [solver] must be between 0 and 1, found 1.5");
  EXPECT_EQ(error_of(scene_2d("[solver]\nover_relaxation = 2\n")),
            "scene.toml:8:19: error: 'over_relaxation' in [solver] must be greater than 0 and less than 2, found 2");
  EXPECT_EQ(error_of(scene_2d("[time]\nfps = 0\n")),
            "scene.toml:8:7: error: 'fps' in [time] must be between 0.001 and 1000000, found 0");
  EXPECT_EQ(error_of(scene_2d("[time]\nframes = -3\n")),
            "scene.toml:8:10: error: 'frames' in [time] must be between 1 and 1000000, found -3");
  EXPECT_EQ(error_of(scene_2d("[particles]\nseed = -1\n")),
            "scene.toml:8:8: error: 'seed' in [particles] must be between 0 and 9e+18, found -1");
}

// What is not given has its default; no number stands for it in secret.
TEST(scene_errors, nothing_is_no_number_of_particles_and_no_distance) {
  EXPECT_EQ(error_of(scene_2d("count = 0\n")),
            "scene.toml:7:9: error: 'count' in [[liquid]] must be between 1 and 2000000000, found 0");
  EXPECT_EQ(error_of(scene_2d("spacing = 0\n")),
            "scene.toml:7:11: error: 'spacing' in [[liquid]] must be between 0.01 and 100, found 0");
  EXPECT_EQ(error_of(scene_2d("[drift]\nseparation = 0\n")),
            "scene.toml:8:14: error: 'separation' in [drift] must be between 0.01 and 1, found 0");
}

TEST(scene_errors, numbers_that_single_precision_cannot_hold) {
  EXPECT_EQ(error_of(scene_2d("velocity = [0, 1e200]\n")),
            "scene.toml:7:16: error: 'velocity' in [[liquid]] must be between -1000000 and 1000000, found 1e+200");
  EXPECT_EQ(error_of(scene_2d(""), {"forces.gravity=[1e30, 0]"}),
            "--set: error: 'gravity' in [forces] must be between -1000000 and 1000000, found 1e+30");
  EXPECT_EQ(error_of(scene_2d(""), {"domain.size=[1e-300, 1e-300]"}),
            "--set: error: 'size' in [domain] must be between 1e-06 and 1000000, found 1e-300");
  EXPECT_EQ(error_of(scene_2d(""), {"liquid.max=[1e30, 1]"}),
            "--set: error: 'max' in [[liquid]] must be between -10000000 and 10000000, found 1e+30");
  EXPECT_EQ(error_of(liquid_2d("shape = \"plane\"\npoint = [1, 1]\nnormal = [0, 1e-200]\n")),
            "scene.toml:6:10: error: 'normal' must not be zero");
  EXPECT_EQ(error_of(liquid_2d("shape = \"capsule\"\nfrom = [1, 1]\nto = [1, 1.0000000000001]\nradius = 1\n")),
            "scene.toml:6:6: error: 'from' and 'to' must be different points");
}

TEST(scene_errors, a_whole_number_beyond_any_integer_is_out_of_range) {
  EXPECT_EQ(error_of(scene_2d(""), {"liquid.1.count=99999999999999999999"}),
            "--set: error: 'count' in [[liquid]] must be between 1 and 2000000000, found 1e+20");
  EXPECT_EQ(error_of(scene_2d(""), {"liquid.1.count=1e3"}),
            "--set: error: 'count' in [[liquid]] must be a whole number, found 1000.0");
}

TEST(scene_errors, nan_and_infinity) {
  EXPECT_EQ(error_of(scene_2d("[time]\nfps = nan\n")),
            "scene.toml:8:7: error: 'fps' in [time] must be a finite number, found nan");
  EXPECT_EQ(error_of(scene_2d("velocity = [0, -inf]\n")),
            "scene.toml:7:16: error: 'velocity' in [[liquid]] must be a finite number, found -inf");
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
  EXPECT_EQ(
      error_of(
          "[domain]\nsize = [2, 1]\nperiodic = [\"x\"]\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n"),
      "scene.toml:3:12: error: periodic sides are for smoke; liquids need walls or open sides");
}

TEST(scene_errors, cells_beyond_counting) {
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\ncell_size = 1e-10\n"),
            "scene.toml:3:13: error: 1e+10 cells along x are too many; at most 65536 are possible");
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1]\ncell_size = 0.1\nresolution = 10\n"),
            "scene.toml:3:13: error: give 'resolution' or 'cell_size', not both");
}

TEST(scene_errors, vectors_have_as_many_entries_as_the_domain) {
  EXPECT_EQ(error_of(scene_2d("velocity = [0, 0, 1]\n")),
            "scene.toml:7:12: error: 'velocity' in [[liquid]] must be a list of 2 numbers like domain.size, found a "
            "list of 3");
  EXPECT_EQ(error_of("[domain]\nsize = [1, 1, 1]\n[forces]\ngravity = [0, -9.81]\n"),
            "scene.toml:4:11: error: 'gravity' in [forces] must be a list of 3 numbers like domain.size, found a list "
            "of 2");
}

TEST(scene_errors, unknown_words_name_the_nearest) {
  EXPECT_EQ(
      error_of(scene_2d("[solver]\npressure = \"pgc\"\n")),
      "scene.toml:8:12: error: 'pressure' in [solver] must be gauss_seidel, pcg or multigrid, found the text 'pgc'; "
      "did you mean 'pcg'?");
  EXPECT_EQ(error_of(scene_2d("[solver]\npressure = \"jacobi\"\n")),
            "scene.toml:8:12: error: 'pressure' in [solver] must be gauss_seidel, pcg or multigrid, found the text "
            "'jacobi'");
  EXPECT_EQ(error_of(liquid_2d("shape = \"Sphere\"\n")),
            "scene.toml:4:9: error: 'shape' in [[liquid]] must be box, sphere, capsule, cylinder, plane, wave, union, "
            "difference or mesh, found the text 'Sphere'; did you mean 'sphere'?");
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

TEST(scene_errors, texts_in_messages_are_short_and_printable) {
  EXPECT_EQ(error_of(scene_2d("[solver]\nkernel = \"a\\nb\\u0001\\u007f" + std::string(100, 'x') + "\"\n")),
            "scene.toml:8:10: error: 'kernel' in [solver] must be linear or quadratic, found the text 'a?b??" +
                std::string(35, 'x') + "...'");
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
  EXPECT_EQ(error_of(smoke + "[render]\nsamples = 4\n"),
            "scene.toml:8:11: error: 'samples' in [render] is for liquids, and this scene has smoke");
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

}  // namespace
}  // namespace spindrift
