// Memory that runs out when a test says so. The program that includes scarce_memory.cpp has its own operator new.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "spindrift/error.h"

namespace spindrift::testing {

// Requests for memory since the last call of one of these, of all threads; from `first` on, `count` of them are
// refused.
void refuse_requests(long first, long count);
long requests_so_far();
void refuse_nothing();

inline constexpr long kAll = 1L << 60;  // of the requests that follow

// Calls work(), which returns a Status, again and again with the memory running out at one place after the other: once
// for a single request, once for good. Nothing may escape, and afterwards all must be as before. `places` bounds the
// cost of work that asks often; SPINDRIFT_MEMORY_PLACES in the environment takes its place, and a large one tries every
// request.
template <class Work>
void expect_errors_only(Work&& work, long places = 150) {
  if (const char* wanted = std::getenv("SPINDRIFT_MEMORY_PLACES")) places = std::atol(wanted);
  refuse_requests(0, 0);
  const Status first = work();
  const long requests = requests_so_far();
  refuse_nothing();
  ASSERT_TRUE(first) << to_string(first.error());
  const auto next = [&](long place) {
    return place < places / 2 ? place + 1 : place + std::max(1L, requests / places);
  };
  long refused = 0;
  for (const long count : {1L, kAll}) {
    for (long place = 0; place < requests; place = next(place)) {
      refuse_requests(place, count);
      const Status outcome = work();
      refuse_nothing();
      refused += !outcome;
      if (!outcome) {
        EXPECT_TRUE(outcome.error().message.starts_with("out of memory"))
            << "request " << place << ": " << outcome.error().message;
      }
    }
  }
  EXPECT_GT(refused, 0) << "of " << requests << " requests";
  const Status last = work();
  EXPECT_TRUE(last) << to_string(last.error());
}

}  // namespace spindrift::testing
