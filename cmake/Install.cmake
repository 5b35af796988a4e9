# What `cmake --install` puts where: headers, the libraries, the program and its manual, the .pc files and the CMake
# package. All of it can be moved as a whole afterwards: paths are relative to where the files lie.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Quadrille)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.h" PATTERN "*.hpp")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(TARGETS quadrille_static quadrille_shared quadrille_gravity_static quadrille_gravity_shared
        quadrille_oracle_static quadrille_oracle_shared quadrille_image_static quadrille_image_shared EXPORT quadrille_targets)
if(TARGET quadrille_cli)
  install(TARGETS quadrille_cli)
  if(TARGET quadrille_demo)
    install(TARGETS quadrille_demo) # into the same folder: `quadrille demo` looks for it there
  endif()
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
  if(TARGET quadrille_mpi_cli)
    install(TARGETS quadrille_mpi_cli)
  else()
    list(FILTER pages EXCLUDE REGEX quadrille-mpi)
  endif()
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  if(NOT CMAKE_CROSSCOMPILING)
    set(QUADRILLE_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where completion for zsh is installed")
    install(FILES ${PROJECT_BINARY_DIR}/completions/quadrille DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${PROJECT_BINARY_DIR}/completions/_quadrille DESTINATION ${QUADRILLE_ZSH_DIR})
    install(FILES ${PROJECT_BINARY_DIR}/completions/quadrille.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()

if(TARGET quadrille_mpi) # a component of its own: find_package(Quadrille CONFIG COMPONENTS mpi) looks for MPI
  install(FILES ${PROJECT_SOURCE_DIR}/libs/distributed/include/quadrille/distributed.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quadrille)
  install(TARGETS quadrille_mpi_static quadrille_mpi_shared EXPORT quadrille_mpi_targets)
  install(EXPORT quadrille_mpi_targets FILE QuadrilleMpiTargets.cmake NAMESPACE Quadrille:: DESTINATION ${package_dir})
endif()

install(EXPORT quadrille_targets FILE QuadrilleTargets.cmake NAMESPACE Quadrille:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/QuadrilleConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/QuadrilleConfig.cmake INSTALL_DESTINATION ${package_dir})
# Until 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/QuadrilleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/QuadrilleConfig.cmake ${PROJECT_BINARY_DIR}/QuadrilleConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
file(RELATIVE_PATH pc_libdir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH pc_includedir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
set(packages quadrille quadrille-gravity quadrille-oracle quadrille-image)
if(TARGET quadrille_mpi)
  list(APPEND packages quadrille-mpi)
endif()
foreach(package IN LISTS packages)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
