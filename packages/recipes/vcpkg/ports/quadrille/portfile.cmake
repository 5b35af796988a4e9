# An overlay port: it builds the checkout that it lies in. For a registry, vcpkg_from_git replaces the first line.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../../.." ABSOLUTE)

if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
  set(kinds shared)
else()
  set(kinds static)
endif()
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DQUADRILLE_APPS=OFF -DQUADRILLE_EXAMPLES=OFF -DQUADRILLE_TESTS=OFF -DQUADRILLE_MPI=OFF -DQUADRILLE_KINDS=${kinds}
)
vcpkg_cmake_build(TARGET installed)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Quadrille CONFIG_PATH lib/cmake/Quadrille)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
