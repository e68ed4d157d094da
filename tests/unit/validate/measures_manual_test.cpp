// The manual tells of every measure.
#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "validate/measures.h"

namespace spindrift {
namespace {

TEST(Measures, every_one_is_in_the_manual) {
  const std::string page = testing::read_file(SPINDRIFT_SOURCE_DIR "/docs/validation.md");
  for (const std::string& name : measure_names()) EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name;
}

}  // namespace
}  // namespace spindrift
