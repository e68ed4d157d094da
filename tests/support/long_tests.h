// Tests of about a minute of both cores each: left out unless they are asked for.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#define SPINDRIFT_LONG_TEST()                                                \
  if (!std::getenv("SPINDRIFT_LONG_TESTS"))                                  \
  GTEST_SKIP() << "takes about a minute: set SPINDRIFT_LONG_TESTS=1 to run " \
                  "it"
