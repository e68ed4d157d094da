# spindrift_layer(name LINKS below... PRIVATE_LINKS packages... WITHOUT sub-folders... [WORDS] [RARE_IN_TAB]): the folder src/name,
# compiled on its own; tools/check_includes checks that it includes only what LINKS names. WORDS: it handles text and waits for
# other layers, so optimising it gains nothing. RARE_IN_TAB: takes little of the time in a browser tab.
function(spindrift_layer name)
  cmake_parse_arguments(ARG "WORDS;RARE_IN_TAB" "" "LINKS;PRIVATE_LINKS;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(folder IN LISTS ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/src/${name}/${folder}/")
  endforeach()
  list(TRANSFORM ARG_LINKS REPLACE "(.+)" "spindrift_\\1_layer")
  set(target spindrift_${name}_layer)
  add_library(${target} OBJECT ${sources})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE spindrift_options ${ARG_LINKS} ${ARG_PRIVATE_LINKS})
  spindrift_batches(${target} 16)
  if(ARG_WORDS OR (ARG_RARE_IN_TAB AND EMSCRIPTEN))
    spindrift_optimise_less(${target})
  endif()
endfunction()

# spindrift_batches(target size): compiles so many files at once if SPINDRIFT_BATCHES says so. Most of a compiler's time here goes
# into reading headers and into templates that many files use.
function(spindrift_batches target size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SPINDRIFT_BATCHES} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# spindrift_optimise_less(target): for what takes longer to optimise than it will ever run, but under a fuzzer.
function(spindrift_optimise_less target)
  if(SPINDRIFT_FUZZ)
    return()
  endif()
  if(SPINDRIFT_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    # A page has to be fetched before it can run: there the smaller code is the quicker one.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O1>>)
  endif()
  # At -O1 GCC 12 warns of branches inside of std::string that are never taken.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
endfunction()

# spindrift_library(name [USES library] LAYERS layers...): the layers as the library Spindrift::name, static or shared as
# BUILD_SHARED_LIBS says. Who links it sees the public headers, and where it is static, the packages that it needs.
function(spindrift_library name)
  cmake_parse_arguments(ARG "" "USES" "LAYERS" ${ARGN})
  list(TRANSFORM ARG_LAYERS REPLACE "(.+)" "spindrift_\\1_layer")
  set(objects)
  set(packages)
  foreach(layer IN LISTS ARG_LAYERS)
    list(APPEND objects $<TARGET_OBJECTS:${layer}>)
    get_target_property(links ${layer} LINK_LIBRARIES)
    list(APPEND packages ${links})
  endforeach()
  list(FILTER packages EXCLUDE REGEX "_layer$")
  list(REMOVE_ITEM packages spindrift_options spindrift_openvdb spindrift_beast)
  list(REMOVE_DUPLICATES packages)
  set(target spindrift_${name})
  add_library(${target} ${objects})
  add_library(Spindrift::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:spindrift_options> ${packages})
  if(ARG_USES)
    target_link_libraries(${target} PUBLIC spindrift_${ARG_USES})
  endif()
  if(TARGET spindrift_openvdb AND spindrift_formats_layer IN_LIST ARG_LAYERS)  # OpenVDB has no package that others could find
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:spindrift_openvdb> $<INSTALL_INTERFACE:-lopenvdb> $<INSTALL_INTERFACE:TBB::tbb>)
  endif()
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

# Spindrift::spindrift, the name that users link: all libraries.
function(spindrift_all_libraries)
  add_library(spindrift INTERFACE)
  add_library(Spindrift::spindrift ALIAS spindrift)
  target_link_libraries(spindrift INTERFACE spindrift_app)
endfunction()

# spindrift_data_folder(target NAME folder source): tells the target where share/spindrift/folder lies, seen from the
# program and from a shared library as they are installed, so that all can be moved: SPINDRIFT_<NAME>_FROM_PROGRAM and
# ..._FROM_LIBRARY, which is empty where the library is static. The build folder has the same layout, with a link to the source.
function(spindrift_data_folder target name folder source)
  set(installed ${CMAKE_INSTALL_FULL_DATADIR}/spindrift/${folder})
  file(RELATIVE_PATH from_program ${CMAKE_INSTALL_FULL_BINDIR} ${installed})
  file(RELATIVE_PATH from_library ${CMAKE_INSTALL_FULL_LIBDIR} ${installed})
  target_compile_definitions(${target} PRIVATE
    SPINDRIFT_${name}_FROM_PROGRAM="${from_program}"
    SPINDRIFT_${name}_FROM_LIBRARY="$<$<BOOL:${BUILD_SHARED_LIBS}>:${from_library}>")
  get_filename_component(link ${PROJECT_BINARY_DIR}/bin/${from_program} ABSOLUTE)
  get_filename_component(parent ${link} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${source} ${link} SYMBOLIC)
endfunction()
