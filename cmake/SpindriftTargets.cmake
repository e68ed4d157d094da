# spindrift_layer(name LINKS below... PRIVATE_LINKS packages... WITHOUT sub-folders... [WORDS] [RARE_IN_TAB]): the folder src/name,
# compiled on its own. The layers make up one library, spindrift; tools/check_includes holds them to what LINKS says. WORDS: it
# reads and writes text and waits for other layers; to optimise it far gains nothing. RARE_IN_TAB: little of a tab's time goes there.
function(spindrift_layer name)
  cmake_parse_arguments(ARG "WORDS;RARE_IN_TAB" "" "LINKS;PRIVATE_LINKS;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(folder IN LISTS ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/src/${name}/${folder}/")
  endforeach()
  list(TRANSFORM ARG_LINKS PREPEND spindrift_)
  add_library(spindrift_${name} OBJECT ${sources})
  target_include_directories(spindrift_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(spindrift_${name} PRIVATE spindrift_options ${ARG_LINKS} ${ARG_PRIVATE_LINKS})
  spindrift_batches(spindrift_${name} 16)
  if(ARG_WORDS OR (ARG_RARE_IN_TAB AND EMSCRIPTEN))
    spindrift_optimise_less(spindrift_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY SPINDRIFT_LAYERS spindrift_${name})
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

# All layers as one library, static or shared as BUILD_SHARED_LIBS says. Who links Spindrift::spindrift sees the public
# headers only; the packages come along where the library is static.
function(spindrift_whole_library)
  get_property(layers GLOBAL PROPERTY SPINDRIFT_LAYERS)
  set(objects)
  set(packages)
  foreach(layer IN LISTS layers)
    list(APPEND objects $<TARGET_OBJECTS:${layer}>)
    get_target_property(links ${layer} LINK_LIBRARIES)
    list(APPEND packages ${links})
  endforeach()
  list(REMOVE_ITEM packages ${layers} spindrift_options spindrift_openvdb spindrift_beast)
  list(REMOVE_DUPLICATES packages)
  add_library(spindrift ${objects})
  add_library(Spindrift::spindrift ALIAS spindrift)
  target_include_directories(spindrift PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(spindrift PUBLIC cxx_std_20)
  target_link_libraries(spindrift PRIVATE $<BUILD_INTERFACE:spindrift_options> ${packages})
  if(TARGET spindrift_openvdb)  # which has no package of its own that others could find
    target_link_libraries(spindrift PRIVATE $<BUILD_INTERFACE:spindrift_openvdb> $<INSTALL_INTERFACE:-lopenvdb> $<INSTALL_INTERFACE:TBB::tbb>)
  endif()
  set_target_properties(spindrift PROPERTIES
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
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
