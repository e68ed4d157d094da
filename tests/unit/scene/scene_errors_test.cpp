// Every mistake in a scene file gives its own message, with the place where it was made: keys, types, words, ranges.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/scene_texts.h"

namespace spindrift {
namespace {

using namespace testing;

TEST(scene_errors, the_smallest_scene_has_none) { EXPECT_EQ(error_of(scene_2d("")), "no error"); }

TEST(scene_errors, missing_file) {
  EXPECT_EQ(to_string(read_scene("no/where.toml").error()), "no/where.toml: error: there is no such file");
}

TEST(scene_errors, a_folder_is_not_a_scene) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(to_string(read_scene(folder).error()), folder + ": error: this is a folder, not a scene file");
}

TEST(scene_errors, an_endless_file_is_refused) {
  EXPECT_EQ(to_string(read_scene("/dev/zero").error()),
            "/dev/zero: error: this is not an ordinary file; a scene may also come from /dev/stdin");
  const int zero = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);  // as the shell gives it
  const std::string opened = "/dev/fd/" + std::to_string(zero);
  EXPECT_EQ(to_string(read_scene(opened).error()), opened + ": error: larger than 16 MB: not a scene file");
  ::close(zero);
}

TEST(scene_errors, broken_toml_points_to_the_line) {
  EXPECT_EQ(error_of("[domain]\nsize = [1.0, 1.0\n[time]\n"),
            "scene.toml:3:1: error: broken TOML in this array: expected comma or closing ']', saw '['; the list "
            "above is not closed with ]");
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
      error_of(scene_2d("[fluid]\nfragrance = 1\n")),
      "scene.toml:8:1: error: unknown key 'fragrance' in [fluid]; it may hold density, viscosity, surface_tension, "
      "walls, friction, roughness or color");
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
            "velocity, viscosity, color, count or spacing");
}

TEST(scene_errors, missing_keys_and_tables) {
  const std::string no_domain =
      "error: missing table [domain]; a scene needs the two lines [domain] and size = [2.0, 1.0], in metres";
  EXPECT_EQ(error_of("title = \"x\"\n"), "scene.toml:1:1: " + no_domain);
  EXPECT_EQ(error_of("[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 1]\n"), "scene.toml:1:1: " + no_domain);
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
            "scene.toml:8:9: error: 'movie' in [output] must be true or false, found 1; write true");
  EXPECT_EQ(error_of("title = 3\n" + scene_2d("")), "scene.toml:1:9: error: 'title' must be a text in quotes, found 3");
  EXPECT_EQ(error_of(scene_2d("[forces]\ngravity = -9.81\n")),
            "scene.toml:8:11: error: 'gravity' in [forces] must be a list of 2 numbers, found -9.81");
  EXPECT_EQ(error_of(scene_2d("[solver]\ntransfer = 1979-05-27\n")),
            "scene.toml:8:12: error: 'transfer' in [solver] must be pic, flip or apic, found a date or time");
  EXPECT_EQ(
      error_of(scene_2d("[particles]\ncolumns = \"id\"\n")),
      "scene.toml:8:11: error: 'columns' in [particles] must be a list of words, found the text 'id'; write [\"id\"]");
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
            "--set: error: 'count' in [[liquid]] must be a whole number, found 1000.0; write 1000");
}

TEST(scene_errors, nan_and_infinity) {
  EXPECT_EQ(error_of(scene_2d("[time]\nfps = nan\n")),
            "scene.toml:8:7: error: 'fps' in [time] must be a finite number, found nan");
  EXPECT_EQ(error_of(scene_2d("velocity = [0, -inf]\n")),
            "scene.toml:7:16: error: 'velocity' in [[liquid]] must be a finite number, found -inf");
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
            "scene.toml:4:9: error: 'shape' in [[liquid]] must be box, sphere, capsule, cylinder, plane, wave, below, "
            "implicit, union, "
            "difference or mesh, found the text 'Sphere'; did you mean 'sphere'?");
}

TEST(scene_errors, texts_in_messages_are_short_and_printable) {
  EXPECT_EQ(error_of(scene_2d("[solver]\nkernel = \"a\\nb\\u0001\\u007f" + std::string(100, 'x') + "\"\n")),
            "scene.toml:8:10: error: 'kernel' in [solver] must be linear or quadratic, found the text 'a?b??" +
                std::string(35, 'x') + "...'");
}

}  // namespace
}  // namespace spindrift
