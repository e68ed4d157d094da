# cpack: a .deb and a tarball of all that is installed. For packages, build the preset `package`: with the shared
# library the .deb's dependencies follow from what the files are linked to.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME spindrift)
set(CPACK_PACKAGE_VENDOR "The Spindrift authors")
set(CPACK_PACKAGE_CONTACT "The Spindrift authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-numpy, python3-matplotlib")  # for `validate`
set(CPACK_DEBIAN_PACKAGE_SUGGESTS ffmpeg)  # for movies
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "PIC/FLIP fluid simulator: liquid and smoke, in 2D and 3D
 Simulates liquids with particles on a grid (PIC, FLIP and APIC), and smoke and
 fire on the grid alone, from a scene file. This package holds the program, its
 scenes, and the library with its headers for programs of your own.
 .
 It needs a processor with AVX2 and FMA.")
include(CPack)
