#!/usr/bin/env bash
# Builds the example of distributed.h against what is installed, by pkg-config and by find_package, and runs it on three
# ranks: it prints what its last comment says.
#   mpi.sh PREFIX PKGCONFIG_DIR MPIRUN
set -euo pipefail
prefix=$1 pkgconfig_dir=$2 mpirun=$3
here=$(cd "$(dirname "$0")" && pwd)
example=$(realpath "$here/../../examples/distributed.c")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export PKG_CONFIG_PATH=$pkgconfig_dir LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(dirname "$pkgconfig_dir")
# shellcheck disable=SC2046 # words
mpicc -std=c11 "$example" -o "$work/by_pkg_config" $(pkg-config --cflags --libs quadrille-mpi)

cat >"$work/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES C)
find_package(Quadrille 0.2 CONFIG REQUIRED COMPONENTS mpi)
add_executable(by_find_package "$example")
target_link_libraries(by_find_package PRIVATE Quadrille::mpi)
EOF
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" --log-level=WARNING >/dev/null
cmake --build "$work/build" >/dev/null

sed -n "/^\/\/ Output:/,\$p" "$example" | sed -n "2,\$s|^// ||p" >"$work/expected"
for program in by_pkg_config build/by_find_package; do
    "$here/../distributed/run.sh" "$mpirun" 3 "$work/$program" | LC_ALL=C sort | diff "$work/expected" -
done
