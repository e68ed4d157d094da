// What the bits of results depend on beside the source: the compiler's family and the instructions it may use.
#pragma once

#include <string>

namespace spindrift::testing {

inline std::string build_kind() {
#if defined(__clang__)
  std::string kind = "clang";
#elif defined(__GNUC__)
  std::string kind = "gcc";
#else
  std::string kind = "other";
#endif
#if defined(__x86_64__) && defined(__AVX512F__)
  kind += " avx512";
#elif defined(__x86_64__) && defined(__AVX2__) && defined(__FMA__)
  kind += " x86-64-v3";
#elif defined(__x86_64__)
  kind += " x86-64";
#elif defined(__aarch64__)
  kind += " aarch64";
#else
  kind += " unknown";
#endif
  return kind;
}

}  // namespace spindrift::testing
