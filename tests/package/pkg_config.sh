#!/usr/bin/env bash
# Builds and runs the consumer by pkg-config alone, against the shared or the static library.
#   pkg_config.sh PREFIX PKGCONFIG_DIR shared|static CC CXX
set -euo pipefail

prefix=$1 pkgconfig_dir=$2 kind=$3 cc=$4 cxx=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export PKG_CONFIG_PATH=$pkgconfig_dir
unset PKG_CONFIG_LIBDIR
how=()
if [ "$kind" = static ]; then how=(--static); fi

build() { # build PROGRAM COMPILER SOURCE PACKAGE...
    local program=$1 compiler=$2 source=$3 cflags libs
    shift 3
    # Without -r, so that a space which pkg-config escapes stays inside its word.
    # shellcheck disable=SC2162
    read -a cflags <<<"$(pkg-config "${how[@]}" --cflags "$@")"
    # shellcheck disable=SC2162
    read -a libs <<<"$(pkg-config "${how[@]}" --libs "$@")"
    if [ "$kind" = static ]; then libs=(-static "${libs[@]}"); fi
    # shellcheck disable=SC2086 # the compiler comes with its standard
    $compiler "${cflags[@]}" "$here/consumer/$source" -o "$work/$program" "${libs[@]}"
}
build c "$cc -std=c11" main.c quadrille-oracle quadrille-gravity quadrille-image quadrille-threads
build cpp "$cxx -std=c++17" main.cpp quadrille

for program in c cpp; do
    if readelf -d "$work/$program" | grep -q 'libquadrille\.so'; then linked=shared; else linked=static; fi
    if [ "$linked" != "$kind" ]; then
        echo "$program should link the $kind library, but it linked the $linked one" >&2
        exit 1
    fi
    LD_LIBRARY_PATH=$(dirname "$pkgconfig_dir") "$work/$program"
done

# The package may be moved: every path it names lies below where it was found.
for variable in libdir includedir; do
    named=$(pkg-config --variable=$variable quadrille)
    named=$(realpath "${named//\\/}")
    case $named in
    "$(realpath "$prefix")"/*) ;;
    *)
        echo "quadrille.pc names $variable=$named, which is outside $prefix" >&2
        exit 1
        ;;
    esac
done
