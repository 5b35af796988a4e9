# Dear ImGui with its back end for SDL2: ImGui_FOUND, and the target ImGui::ImGui. If it is not found, ImGui_PROBLEM says why.
# The back end's header has another name since version 1.89.5. It lies beside imgui.h, or in `backends` there.
find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_path(IMGUI_BACKEND_DIR NAMES imgui_impl_sdl2.h imgui_impl_sdl.h PATHS ${IMGUI_INCLUDE_DIR} PATH_SUFFIXES backends
          NO_DEFAULT_PATH)
find_library(IMGUI_LIBRARY imgui)
find_library(STB_LIBRARY stb) # Debian's ImGui leaves its fonts to it
mark_as_advanced(IMGUI_INCLUDE_DIR IMGUI_BACKEND_DIR IMGUI_LIBRARY STB_LIBRARY)

set(ImGui_VERSION "")
set(ImGui_PROBLEM "")
set(found "")
if(EXISTS ${IMGUI_INCLUDE_DIR}/imgui.h)
  file(STRINGS ${IMGUI_INCLUDE_DIR}/imgui.h ImGui_VERSION REGEX "^#define IMGUI_VERSION +\"")
  string(REGEX REPLACE "^[^\"]*\"([0-9.]*).*" "\\1" ImGui_VERSION "${ImGui_VERSION}")
  set(found "found imgui.h in ${IMGUI_INCLUDE_DIR}, version ${ImGui_VERSION}")
endif()
if(NOT IMGUI_INCLUDE_DIR)
  set(ImGui_PROBLEM "found no imgui.h")
elseif(NOT found)
  set(ImGui_PROBLEM "found no imgui.h in ${IMGUI_INCLUDE_DIR}, where IMGUI_INCLUDE_DIR says it is")
elseif(ImGui_VERSION VERSION_LESS ImGui_FIND_VERSION)
  set(ImGui_PROBLEM "${found}, which is too old")
elseif(NOT IMGUI_BACKEND_DIR)
  set(ImGui_PROBLEM "${found}, but neither imgui_impl_sdl2.h nor imgui_impl_sdl.h")
elseif(NOT IMGUI_LIBRARY)
  set(ImGui_PROBLEM "${found}, but no library of that name")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ImGui REQUIRED_VARS IMGUI_LIBRARY IMGUI_INCLUDE_DIR IMGUI_BACKEND_DIR
                                  VERSION_VAR ImGui_VERSION)
if(ImGui_FOUND AND NOT TARGET ImGui::ImGui)
  add_library(ImGui::ImGui UNKNOWN IMPORTED)
  set_target_properties(ImGui::ImGui PROPERTIES IMPORTED_LOCATION "${IMGUI_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${IMGUI_INCLUDE_DIR};${IMGUI_BACKEND_DIR}")
  if(STB_LIBRARY)
    set_target_properties(ImGui::ImGui PROPERTIES INTERFACE_LINK_LIBRARIES "${STB_LIBRARY}")
  endif()
endif()
