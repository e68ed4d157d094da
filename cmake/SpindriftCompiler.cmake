# Compiler settings shared by every target of ours. Variables reach no further than this folder; what is for the one
# who works on Spindrift itself is left alone inside of another project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(BUILD_SHARED_LIBS)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

option(SPINDRIFT_NATIVE "Optimise for the machine that builds (-march=native)" OFF)
option(SPINDRIFT_CHECKED "Check the invariants of every stage while running" OFF)
option(SPINDRIFT_BATCHES "Compile several files at once: half of the time for all, more for one that changed" ON)
set(SPINDRIFT_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined or thread")

add_library(spindrift_options INTERFACE)
target_compile_options(spindrift_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  find_program(SPINDRIFT_CCACHE ccache)
  if(SPINDRIFT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT EMSCRIPTEN)  # which calls it itself
    # which keeps what uses precompiled headers only if told that it may
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${SPINDRIFT_CCACHE})
  endif()
  target_compile_options(spindrift_options INTERFACE -Werror)
endif()
# GCC 12 warns of an overlap inside std::string itself (GCC bug 105651).
target_compile_options(spindrift_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# libstdc++ 12 uses a function of its own that it calls deprecated, in std::stable_sort.
target_compile_options(spindrift_options INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
# In a batch, GCC takes a source for a header, where types of an anonymous namespace would be a mistake.
if(SPINDRIFT_BATCHES)
  target_compile_options(spindrift_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
# The same bits from every compiler and on every processor: no optimisation that changes values, and no multiplication that is
# fused with an addition, which not all of them can do.
target_compile_options(spindrift_options INTERFACE -fno-math-errno -fno-trapping-math -ffp-contract=off)
# A shared library calls its own functions: inlined alike, it has the bits of the static one.
if(CMAKE_POSITION_INDEPENDENT_CODE)
  target_compile_options(spindrift_options INTERFACE -fno-semantic-interposition)
endif()

# The default build targets x86-64-v3 (AVX2 and FMA, every desktop and server processor since about 2015).
include(CheckCXXSourceRuns)
if(EMSCRIPTEN)
  # What all browsers have that have SIMD: copies of memory, and conversions to integers that need no test before them.
  target_compile_options(spindrift_options INTERFACE -msimd128 -mbulk-memory -mnontrapping-fptoint -fwasm-exceptions)
  target_link_options(spindrift_options INTERFACE -mbulk-memory -mnontrapping-fptoint -fwasm-exceptions)
elseif(SPINDRIFT_NATIVE)
  target_compile_options(spindrift_options INTERFACE -march=native)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
                        SPINDRIFT_HAS_X86_64_V3)
  if(SPINDRIFT_HAS_X86_64_V3)
    target_compile_options(spindrift_options INTERFACE -march=x86-64-v3)
  else()
    message(STATUS "This processor is older than x86-64-v3: building for it with -march=native")
    target_compile_options(spindrift_options INTERFACE -march=native)
  endif()
endif()

if(SPINDRIFT_CHECKED)
  target_compile_definitions(spindrift_options INTERFACE SPINDRIFT_CHECKED)
endif()
if(SPINDRIFT_FUZZ)
  target_compile_definitions(spindrift_options INTERFACE SPINDRIFT_FUZZ)
endif()
if(SPINDRIFT_SANITIZE)
  target_compile_options(spindrift_options INTERFACE -fsanitize=${SPINDRIFT_SANITIZE} -fno-sanitize-recover=all -g1 -fno-omit-frame-pointer)
  target_link_options(spindrift_options INTERFACE -fsanitize=${SPINDRIFT_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # instrumented, gcc 12 sees the 3D body of a template run with 2D vectors
    target_compile_options(spindrift_options INTERFACE -Wno-array-bounds)
  endif()
endif()
