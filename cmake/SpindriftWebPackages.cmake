# The core's packages for WebAssembly: headers alone, those of the system. They are linked into a folder of their own, since
# the one that they lie in has the headers of the system's C library, too.
set(package_dir ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${package_dir})
foreach(header fmt/format.h toml++/toml.h)
  get_filename_component(folder ${header} DIRECTORY)
  string(MAKE_C_IDENTIFIER SPINDRIFT_HOST_${folder} found)
  find_path(${found} ${header} HINTS ENV CPATH PATHS /usr/local/include /usr/include
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${${found}}/${folder} ${package_dir}/${folder} SYMBOLIC)
endforeach()

add_library(fmt::fmt INTERFACE IMPORTED)
target_include_directories(fmt::fmt SYSTEM INTERFACE ${package_dir})
# Without the standard library's locales, which nothing here uses and a page would have to fetch.
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1 "FMT_STATIC_THOUSANDS_SEPARATOR=','")
set(SPINDRIFT_TOML_INCLUDE_DIR ${package_dir})
