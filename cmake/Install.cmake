# What `cmake --install` puts where, in components: library (the index), gravity, oracle, image, threads, mpi, cpp (the headers
# for C++ alone) and program. Without --component all of them are installed. All of it can be moved as a whole afterwards:
# paths are relative to where the files lie. The target `installed` builds what all of them install and no more,
# `installed_COMPONENT` that of one; `make install` and `make uninstall` (tools/install, tools/uninstall) use these.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Quadrille)
file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
file(RELATIVE_PATH pc_libdir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH pc_includedir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")

add_custom_target(installed)
function(quadrille_component name)
  add_custom_target(installed_${name})
  if(ARGN)
    add_dependencies(installed_${name} ${ARGN})
  endif()
  add_dependencies(installed installed_${name})
endfunction()

# A library: its archives of both kinds, its header if that is of its own, its file for pkg-config, and its targets.
function(quadrille_install_library component name package targets_file header)
  list(TRANSFORM QUADRILLE_KINDS PREPEND ${name}_ OUTPUT_VARIABLE targets)
  quadrille_component(${component} ${targets})
  if(header)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quadrille COMPONENT ${component})
  endif()
  install(TARGETS ${targets} EXPORT ${name}_targets
          RUNTIME COMPONENT ${component} LIBRARY COMPONENT ${component} ARCHIVE COMPONENT ${component})
  install(EXPORT ${name}_targets FILE ${targets_file} NAMESPACE Quadrille:: DESTINATION ${package_dir} COMPONENT ${component})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endfunction()

quadrille_install_library(library quadrille quadrille QuadrilleTargets.cmake "")
set(others "")
foreach(part gravity oracle image threads)
  string(SUBSTRING ${part} 0 1 first)
  string(SUBSTRING ${part} 1 -1 rest)
  string(TOUPPER ${first} first)
  quadrille_install_library(${part} quadrille_${part} quadrille-${part} Quadrille${first}${rest}Targets.cmake
                            ${PROJECT_SOURCE_DIR}/include/quadrille/${part}.h)
  list(APPEND others PATTERN ${part}.h EXCLUDE)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
        FILES_MATCHING PATTERN "*.h" ${others})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)

quadrille_component(cpp)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT cpp
        FILES_MATCHING PATTERN "*.hpp")

if(TARGET quadrille_mpi) # find_package(Quadrille CONFIG COMPONENTS mpi) looks for MPI
  quadrille_install_library(mpi quadrille_mpi quadrille-mpi QuadrilleMpiTargets.cmake
                            ${PROJECT_SOURCE_DIR}/libs/distributed/include/quadrille/distributed.h)
endif()

if(TARGET quadrille_cli)
  set(programs quadrille_cli)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
  if(TARGET quadrille_demo)
    list(APPEND programs quadrille_demo) # into the same folder: `quadrille demo` looks for it there
  endif()
  if(TARGET quadrille_mpi_cli)
    list(APPEND programs quadrille_mpi_cli)
  else()
    list(FILTER pages EXCLUDE REGEX quadrille-mpi)
  endif()
  quadrille_component(program ${programs})
  install(TARGETS ${programs} RUNTIME COMPONENT program)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  if(NOT CMAKE_CROSSCOMPILING)
    set(QUADRILLE_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where completion for zsh is installed")
    set(completions ${PROJECT_BINARY_DIR}/completions)
    install(FILES ${completions}/quadrille DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES ${completions}/_quadrille DESTINATION ${QUADRILLE_ZSH_DIR} COMPONENT program)
    install(FILES ${completions}/quadrille.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
  endif()
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/QuadrilleConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/QuadrilleConfig.cmake INSTALL_DESTINATION ${package_dir})
# Until 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/QuadrilleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/QuadrilleConfig.cmake ${PROJECT_BINARY_DIR}/QuadrilleConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT library)
