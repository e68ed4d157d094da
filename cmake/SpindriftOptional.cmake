# What is used if it is there. Each feature is one file of ours that is told so by SPINDRIFT_HAS_X.
#   spindrift_optional(target X package)

# zlib: compressed VTK files.
find_package(ZLIB QUIET)

# OpenVDB: .vdb files. Found by hand: Debian's own module stops the configuration where a Boost header is missing.
find_path(OPENVDB_INCLUDE_DIR openvdb/openvdb.h)
find_library(OPENVDB_LIBRARY openvdb)
find_path(BOOST_INCLUDE_DIR boost/interprocess/mapped_region.hpp)
if(OPENVDB_INCLUDE_DIR AND OPENVDB_LIBRARY AND BOOST_INCLUDE_DIR AND TARGET TBB::tbb)
  add_library(spindrift_openvdb INTERFACE)
  target_include_directories(spindrift_openvdb SYSTEM INTERFACE ${OPENVDB_INCLUDE_DIR} ${BOOST_INCLUDE_DIR})
  target_link_libraries(spindrift_openvdb INTERFACE ${OPENVDB_LIBRARY} TBB::tbb)
endif()

function(spindrift_optional target name package)
  if(TARGET ${package})
    target_link_libraries(${target} PRIVATE ${package})
    target_compile_definitions(${target} PRIVATE SPINDRIFT_HAS_${name})
    message(STATUS "Optional: ${name} for ${target}")
  else()
    message(STATUS "Optional: no ${name} for ${target}")
  endif()
endfunction()
