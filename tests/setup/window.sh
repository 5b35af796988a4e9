#!/usr/bin/env bash
# Configures the project where something of what the window needs is missing, old or in an unusual place, and looks at what
# CMake says of it. tools/run shows that line when there is no window.
#   window.sh PROJECT CMAKE GENERATOR
set -euo pipefail

project=$1 cmake=$2 generator=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# imgui VERSION FILE...: Dear ImGui of that version, with these files beside imgui.h
imgui() {
    rm -rf "$work/include" && mkdir -p "$work/include/imgui/backends"
    printf '#define IMGUI_VERSION       "%s"\n#define IMGUI_VERSION_NUM   12345\n' "$1" >"$work/include/imgui/imgui.h"
    shift
    for file in "$@"; do : >"$work/include/imgui/$file"; done
}

# expect WHAT SAID [OPTION]...: SAID is what the line about the window ends with; '' means that there is no such line.
expect() {
    local what=$1 wanted=$2 said
    shift 2
    "$cmake" -S "$project" -B "$work/build" -G "$generator" -U 'IMGUI*' -DIMGUI_INCLUDE_DIR="$work/include/imgui" \
        -DIMGUI_LIBRARY="$work/libimgui.a" -DQUADRILLE_TESTS=OFF -DQUADRILLE_EXAMPLES=OFF -DQUADRILLE_MPI=OFF "$@" \
        >"$work/out" 2>&1 || { cat "$work/out" >&2 && exit 1; }
    said=$(sed -n "s/^-- Quadrille: the demo's window is left out[.] //p" "$work/out")
    [ "$said" = "${wanted:+"Missing, with Debian's names: $wanted"}" ] && return
    echo "$what: CMake should say '$wanted', but said '$said'" >&2
    failures=$((failures + 1))
}

: >"$work/libimgui.a"
asks="Dear ImGui 1.86 or newer (libimgui-dev)"
nowhere=(-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF) # what the system has
found="found imgui.h in $work/include/imgui, version"

imgui 1.86
CXX=$work/no-compiler expect 'no C++ compiler, and no back end' \
    "a C++ compiler (g++): found none; $asks: $found 1.86, but neither imgui_impl_sdl2.h nor imgui_impl_sdl.h"
imgui 1.86 backends/imgui_impl_sdl.h
expect 'as Debian 12 has it, and a compiler that was installed since' ''
imgui 1.90.1 backends/imgui_impl_sdl2.h
expect 'as Debian 13 has it' ''
imgui 1.93.0 imgui_impl_sdl2.h
expect 'all headers in one folder' ''
imgui 1.90.1 backends/imgui_impl_sdl3.h
expect 'a back end for another SDL' "$asks: $found 1.90.1, but neither imgui_impl_sdl2.h nor imgui_impl_sdl.h"
imgui '1.79 WIP' backends/imgui_impl_sdl.h
expect 'an old one' "$asks: $found 1.79, which is too old"
imgui 1.93.0 backends/imgui_impl_sdl2.h
expect 'no library' "$asks: $found 1.93.0, but no library of that name" -DIMGUI_LIBRARY=NOTFOUND \
    "${nowhere[@]}"
rm "$work/include/imgui/imgui.h"
expect 'a folder without it' "$asks: found no imgui.h in $work/include/imgui, where IMGUI_INCLUDE_DIR says it is"

mkdir "$work/sdl" && echo 'set(SDL2_FOUND TRUE)' >"$work/sdl/sdl2-config.cmake"
printf 'set(PACKAGE_VERSION 2.0.14)\nset(PACKAGE_VERSION_COMPATIBLE FALSE)\n' >"$work/sdl/sdl2-config-version.cmake"
imgui 1.90.1 backends/imgui_impl_sdl2.h
expect 'no SDL' "SDL2 2.0.20 or newer (libsdl2-dev): found none" -USDL2_DIR "${nowhere[@]}"
expect 'an old SDL' "SDL2 2.0.20 or newer (libsdl2-dev): found 2.0.14" -USDL2_DIR -DCMAKE_PREFIX_PATH="$work/sdl" "${nowhere[@]}"
exit $((failures > 0))
