# Packages for a build for another system: headers alone, taken from this system. They are linked into a folder of their own,
# because the folder that holds them has the headers of this system's C library, too.
set(package_dir ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${package_dir})
foreach(header fmt/format.h toml++/toml.h stb/stb_image_write.h)
  get_filename_component(folder ${header} DIRECTORY)
  string(MAKE_C_IDENTIFIER SPINDRIFT_HOST_${folder} found)
  find_path(${found} ${header} HINTS ENV CPATH PATHS /usr/local/include /usr/include
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(${found})
    file(CREATE_LINK ${${found}}/${folder} ${package_dir}/${folder} SYMBOLIC)
  elseif(NOT (folder STREQUAL "stb" OR (folder STREQUAL "toml++" AND SPINDRIFT_CORE_ONLY)))  # which the page and the core do without
    message(FATAL_ERROR "There is no ${header} on this system")
  endif()
endforeach()

add_library(fmt::fmt INTERFACE IMPORTED)
target_include_directories(fmt::fmt SYSTEM INTERFACE ${package_dir})
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1)
if(EMSCRIPTEN)  # without the standard library's locales, which the page does not use and would have to fetch
  target_compile_definitions(fmt::fmt INTERFACE "FMT_STATIC_THOUSANDS_SEPARATOR=','")
endif()
set(SPINDRIFT_TOML_INCLUDE_DIR ${package_dir})
set(SPINDRIFT_STB_INCLUDE_DIR ${package_dir}/stb)
