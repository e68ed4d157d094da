# cmake --install: headers, library, scenes and program, and what find_package(Spindrift) and pkg-config need. No file
# of it names this machine's folders, so that the whole may be moved. --component Runtime leaves out what is for
# building on the library.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Spindrift)
set(libraries spindrift_core)
set(names core)
if(TARGET spindrift)
  set(libraries spindrift spindrift_app spindrift_io spindrift_core)
  set(names core io app spindrift)
endif()
install(TARGETS ${libraries} EXPORT SpindriftTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Runtime NAMELINK_COMPONENT Development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/spindrift DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/spindrift COMPONENT Runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/validation DESTINATION ${CMAKE_INSTALL_DATADIR}/spindrift COMPONENT Runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python DESTINATION ${CMAKE_INSTALL_DATADIR}/spindrift COMPONENT Runtime
  PATTERN __pycache__ EXCLUDE)
# The page, if it is built.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/spindrift/web COMPONENT Runtime
  OPTIONAL)
if(TARGET spindrift_cli)
  file(RELATIVE_PATH library_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  if(BUILD_SHARED_LIBS)
    set_target_properties(spindrift_cli PROPERTIES INSTALL_RPATH $ORIGIN/${library_from_program})
    set_target_properties(spindrift_app spindrift_io PROPERTIES INSTALL_RPATH $ORIGIN)
  endif()
  install(TARGETS spindrift_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Runtime)
endif()

# Users of static libraries link the packages that these need; shared ones bring them along.
foreach(part "" CORE_)
  get_property(find GLOBAL PROPERTY SPINDRIFT_${part}NEEDS_FIND)
  get_property(requires GLOBAL PROPERTY SPINDRIFT_${part}NEEDS_PKG_CONFIG)
  get_property(libs GLOBAL PROPERTY SPINDRIFT_${part}NEEDS_LIBS)
  if(BUILD_SHARED_LIBS)
    set(find)
    set(requires)
    set(libs)
  endif()
  list(TRANSFORM find REPLACE "(.+)" "  find_dependency(\\1)")
  list(JOIN find "\n" SPINDRIFT_${part}FIND)
  list(JOIN requires " " SPINDRIFT_${part}PC_REQUIRES)
  list(JOIN libs " " SPINDRIFT_${part}PC_LIBS)
endforeach()

set(generated ${PROJECT_BINARY_DIR}/package)
set(scenes_dir ${CMAKE_INSTALL_DATADIR}/spindrift/scenes)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/SpindriftConfig.cmake.in ${generated}/SpindriftConfig.cmake
  INSTALL_DESTINATION ${config_dir} PATH_VARS scenes_dir)
# Before 1.0 a new minor version may change anything.
write_basic_package_version_file(${generated}/SpindriftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/SpindriftConfig.cmake ${generated}/SpindriftConfigVersion.cmake
  DESTINATION ${config_dir} COMPONENT Development)
install(EXPORT SpindriftTargets NAMESPACE Spindrift:: DESTINATION ${config_dir} COMPONENT Development)

set(pc_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH SPINDRIFT_PC_INCLUDE ${pc_dir} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH SPINDRIFT_PC_SCENES ${pc_dir} ${CMAKE_INSTALL_FULL_DATADIR}/spindrift/scenes)
set(pc_name "Spindrift core")
set(pc_links -lspindrift_core)
set(pc_requires ${SPINDRIFT_CORE_PC_REQUIRES})
set(pc_libs ${SPINDRIFT_CORE_PC_LIBS})
configure_file(${PROJECT_SOURCE_DIR}/cmake/spindrift.pc.in ${generated}/spindrift_core.pc @ONLY)
install(FILES ${generated}/spindrift_core.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT Development)
if(TARGET spindrift)
  set(pc_name Spindrift)
  set(pc_links "-lspindrift_app -lspindrift_io -lspindrift_core")
  set(pc_requires ${SPINDRIFT_PC_REQUIRES})
  set(pc_libs ${SPINDRIFT_PC_LIBS})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/spindrift.pc.in ${generated}/spindrift.pc @ONLY)
  install(FILES ${generated}/spindrift.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT Development)
endif()
