# The packages that the libraries are made with. spindrift_needs notes how users of an installed static library, which have
# to link them too, find each: with find_dependency (SpindriftConfig.cmake) and with pkg-config (spindrift.pc, spindrift_core.pc).
#   spindrift_needs([CORE] FIND "fmt CONFIG" PKG_CONFIG fmt)      or LIBS -lname, where a package has no .pc file
# CORE: the library core needs it.
function(spindrift_needs)
  cmake_parse_arguments(ARG "CORE" "FIND;PKG_CONFIG;LIBS" "" ${ARGN})
  foreach(kind FIND PKG_CONFIG LIBS)
    if(ARG_${kind})
      set_property(GLOBAL APPEND PROPERTY SPINDRIFT_NEEDS_${kind} "${ARG_${kind}}")
      if(ARG_CORE)
        set_property(GLOBAL APPEND PROPERTY SPINDRIFT_CORE_NEEDS_${kind} "${ARG_${kind}}")
      endif()
    endif()
  endforeach()
endfunction()

# What spreads loops over threads: a folder of src/exec.
if(CMAKE_CROSSCOMPILING)
  set(usual_threads serial)
else()
  set(usual_threads tbb)
endif()
set(SPINDRIFT_THREADS ${usual_threads} CACHE STRING
  "What loops run on: tbb; std, without any dependency; serial, on one thread")
set_property(CACHE SPINDRIFT_THREADS PROPERTY STRINGS tbb std serial)
if(NOT SPINDRIFT_THREADS MATCHES "^(tbb|std|serial)$")
  message(FATAL_ERROR "SPINDRIFT_THREADS is '${SPINDRIFT_THREADS}'; it must be tbb, std or serial")
endif()
set(other_threads tbb std serial)
list(REMOVE_ITEM other_threads ${SPINDRIFT_THREADS})
set(thread_links)
if(SPINDRIFT_THREADS STREQUAL "tbb")
  find_package(TBB CONFIG REQUIRED)
  set(thread_links TBB::tbb)
  spindrift_needs(CORE FIND "TBB CONFIG" PKG_CONFIG tbb)
elseif(SPINDRIFT_THREADS STREQUAL "std")
  target_compile_options(spindrift_options INTERFACE -pthread)
  target_link_options(spindrift_options INTERFACE -pthread)
  spindrift_needs(CORE LIBS -pthread)
else()
  list(APPEND other_threads threads)  # what the other two share
endif()

if(CMAKE_CROSSCOMPILING)
  include(SpindriftHeaderPackages)
else()
  find_package(fmt CONFIG REQUIRED)
  spindrift_needs(CORE FIND "fmt CONFIG" PKG_CONFIG fmt)
endif()
if(EMSCRIPTEN)
  return()
endif()

if(SPINDRIFT_CORE_ONLY)
  return()
endif()
find_path(SPINDRIFT_TOML_INCLUDE_DIR toml++/toml.h REQUIRED)  # without its library: src/scene/toml_tree.cpp says why
find_path(SPINDRIFT_STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)

# Optional packages. SPINDRIFT_HAS_X tells one or two source files that X was found:
#   spindrift_optional(target X package [version])
function(spindrift_optional target name package)
  if(TARGET ${package})
    target_link_libraries(${target} PRIVATE ${package})
    list(APPEND ARGN 1)
    list(GET ARGN 0 value)
    target_compile_definitions(${target} PRIVATE SPINDRIFT_HAS_${name}=${value})
    message(STATUS "Optional: ${name} for ${target}")
  else()
    message(STATUS "Optional: no ${name} for ${target}")
  endif()
endfunction()

# zlib: compressed VTK files.
find_package(ZLIB QUIET)
if(ZLIB_FOUND)
  spindrift_needs(FIND ZLIB PKG_CONFIG zlib)
endif()

# oneTBB, which OpenVDB uses.
find_package(TBB CONFIG QUIET)
if(TARGET TBB::tbb AND NOT SPINDRIFT_THREADS STREQUAL "tbb")
  spindrift_needs(FIND "TBB CONFIG" PKG_CONFIG tbb)
endif()

# OpenVDB: .vdb files. Found by hand: Debian's own module stops the configuration where a Boost header is missing.
find_path(SPINDRIFT_OPENVDB_INCLUDE_DIR openvdb/openvdb.h)
find_library(SPINDRIFT_OPENVDB_LIBRARY openvdb)
find_path(SPINDRIFT_BOOST_INCLUDE_DIR boost/interprocess/mapped_region.hpp)
if(SPINDRIFT_OPENVDB_INCLUDE_DIR AND SPINDRIFT_OPENVDB_LIBRARY AND SPINDRIFT_BOOST_INCLUDE_DIR AND TARGET TBB::tbb)
  add_library(spindrift_openvdb INTERFACE)
  target_include_directories(spindrift_openvdb SYSTEM INTERFACE
    ${SPINDRIFT_OPENVDB_INCLUDE_DIR} ${SPINDRIFT_BOOST_INCLUDE_DIR})
  target_link_libraries(spindrift_openvdb INTERFACE ${SPINDRIFT_OPENVDB_LIBRARY} TBB::tbb)
  # Boost before 1.81, which OpenVDB includes, makes values of enumerations that they do not have.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 16)
    target_compile_options(spindrift_openvdb INTERFACE -Wno-enum-constexpr-conversion)
  endif()
  spindrift_needs(LIBS -lopenvdb)
endif()

# Embree 3 or 4: pictures of water; without it there is the view of particles.
find_package(embree 4 CONFIG QUIET)
if(NOT embree_FOUND)
  find_package(embree 3 CONFIG QUIET)
endif()
if(embree_FOUND)
  spindrift_needs(FIND "embree ${embree_VERSION_MAJOR} CONFIG" LIBS -lembree${embree_VERSION_MAJOR})
endif()

# Boost.Beast, headers alone: the server of `spindrift view`.
find_path(SPINDRIFT_BEAST_INCLUDE_DIR boost/beast/websocket.hpp)
if(SPINDRIFT_BEAST_INCLUDE_DIR)
  add_library(spindrift_beast INTERFACE)
  target_include_directories(spindrift_beast SYSTEM INTERFACE ${SPINDRIFT_BEAST_INCLUDE_DIR})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(spindrift_beast INTERFACE -Wno-tsan)  # of a fence in Asio that the sanitizer does not see
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 16)
    target_compile_options(spindrift_beast INTERFACE -Wno-enum-constexpr-conversion)  # as for OpenVDB
  endif()
endif()
