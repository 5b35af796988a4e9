#!/usr/bin/env bash
# What tools/install puts under a prefix, whole or in components, tools/uninstall takes away again, and nothing else.
#   install.sh ROOT BUILD_FOLDER GENERATOR
set -euo pipefail
root=$1 build=$2 generator=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DESTDIR

fail() {
    echo "$1" >&2
    exit 1
}
install() { "$root/tools/install" "$build" "$@" >"$work/log" || { cat "$work/log" >&2 && exit 1; }; }
uninstall() { "$root/tools/uninstall" "$@" >"$work/log" 2>&1; }
list() { (cd "$1" && find . | sort); }

# All of it, into a folder that is not there, and twice.
for times in 1 2; do
    for ((i = 0; i < times; i++)); do install "$work/new folder/prefix"; done
    for file in include/quadrille/{tree,gravity,threads}.h share/doc/quadrille/LICENSE share/doc/quadrille/installed.txt; do
        [ -e "$work/new folder/prefix/$file" ] || fail "make install left out $file"
    done
    uninstall "$work/new folder/prefix" || fail "$(cat "$work/log")"
    [ ! -e "$work/new folder/prefix" ] || fail "After make uninstall there is still: $(list "$work/new folder/prefix")"
done

# Beside files of others, one of them in a folder of ours, and an empty folder.
mkdir -p "$work/shared/lib/pkgconfig" "$work/shared/bin"
touch "$work/shared/lib/pkgconfig/other.pc"
list "$work/shared" >"$work/before"
install "$work/shared"
touch "$work/shared/include/quadrille/mine.h"
uninstall "$work/shared" || fail "$(cat "$work/log")"
printf './include\n./include/quadrille\n./include/quadrille/mine.h\n' | sort "$work/before" - | diff - <(list "$work/shared") >&2 ||
    fail 'make uninstall should leave what it has not installed (<), and left other files (>)'

# Below DESTDIR.
DESTDIR=$work/stage install /usr
[ -e "$work/stage/usr/include/quadrille/tree.h" ] || fail 'DESTDIR was not used'
DESTDIR=$work/stage uninstall /usr || fail "$(cat "$work/log")"
[ ! -e "$work/stage/usr" ] || fail "After make uninstall there is still: $(list "$work/stage/usr")"

# A component alone: the index is found, and gravity is not.
cmake_finds() { # cmake_finds COMPONENT...
    rm -rf "$work/project" && mkdir "$work/project"
    cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(game LANGUAGES C)
find_package(Quadrille CONFIG REQUIRED ${*:+COMPONENTS $*})
add_executable(game "$root/examples/hello.c")
target_link_libraries(game PRIVATE Quadrille::quadrille)
foreach(part $*)
  target_link_libraries(game PRIVATE Quadrille::\${part})
endforeach()
END
    cmake -G "$generator" -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/part" >"$work/log" 2>&1 &&
        cmake --build "$work/project/build" >>"$work/log" 2>&1 && "$work/project/build/game" >>"$work/log"
}
install "$work/part" library
[ ! -e "$work/part/include/quadrille/gravity.h" ] || fail 'the component library has the header of gravity'
[ ! -e "$work/part/bin" ] || fail 'the component library has programs'
cmake_finds || fail "$(cat "$work/log")"
if cmake_finds gravity; then fail 'find_package found a component that is not installed'; fi
grep -q gravity "$work/log" || fail "the message does not name the missing component: $(cat "$work/log")"
install "$work/part" gravity threads
cmake_finds gravity threads || fail "$(cat "$work/log")"
[ ! -e "$work/part/include/quadrille/oracle.h" ] || fail 'other components came along'
uninstall "$work/part" || fail "$(cat "$work/log")"
[ ! -e "$work/part" ] || fail "After make uninstall there is still: $(list "$work/part")"

# Without a list, or with one that names other places, nothing is removed.
mkdir -p "$work/none/share/doc/quadrille"
if uninstall "$work/none"; then fail 'a prefix without a list should be refused'; fi
grep -q 'nothing is removed' "$work/log" || fail "$(cat "$work/log")"
touch "$work/precious"
for line in 'file ../precious' "file $work/precious" 'file include/../../precious' 'precious'; do
    echo "$line" >"$work/none/share/doc/quadrille/installed.txt"
    if uninstall "$work/none"; then fail "the list may not have the line: $line"; fi
    [ -e "$work/precious" ] || fail "make uninstall removed a file outside its prefix: $line"
done
