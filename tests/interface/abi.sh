#!/usr/bin/env bash
# Compares the libraries with the binary interface that abi/*.abi has written down: exported symbols, the types of their
# parameters, the layout of public structs, each once: with the library whose header it is. abidw knows headers by
# the file's name alone, so private.suppr names what is private in an interest.h of src. abidiff looks at debug
# information; needs Debian's abigail-tools, on x86-64.
#   abi.sh BUILD_DIR [--write]
#
# BUILD_DIR has the shared libraries, compiled with -g. With --write the files are made from them.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

build=$1 write=${2:-}
kept=tests/interface/abi
form=(--drop-private-types --exported-interfaces-only --no-parameter-names --no-show-locs --no-corpus-path --no-comp-dir-path
    --no-elf-needed --no-write-default-sizes --suppressions tests/interface/private.suppr)
failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$(uname -m)" != x86_64 ]; then
    echo "The binary interface is written down for x86-64; this is $(uname -m)"
    exit 0
fi
for library in src/libquadrille libs/gravity/libquadrille-gravity libs/oracle/libquadrille-oracle libs/image/libquadrille-image \
    libs/threads/libquadrille-threads; do
    name=$(basename "$library") headers=include
    if [ "$name" != libquadrille ]; then
        mkdir "$work/$name"
        cp "include/quadrille/${name#*-}.h" "$work/$name"
        headers=$work/$name
    fi
    abidw "${form[@]}" --headers-dir "$headers" --out-file "$work/$name.abi" "$build/$library.so"
    sed -i "s|='$PWD/|='|" "$work/$name.abi"
    if [ "$write" = --write ]; then cp "$work/$name.abi" "$kept"; fi
    # 4: something differs; 8: in a way that breaks programs. New functions differ too, so that they are written down.
    status=0
    abidiff "$kept/$name.abi" "$work/$name.abi" || status=$?
    if [ "$status" -ne 0 ]; then
        echo "$name differs from $kept/$name.abi: status $status" >&2
        failures=$((failures + 1))
    else
        echo "$name: $(grep -c '<elf-symbol ' "$kept/$name.abi") symbols, as written down"
    fi
done
if [ "$failures" -gt 0 ]; then
    echo "If that is intended: make abi WRITE=1, and what docs/stability.md says of such a change." >&2
    exit 1
fi
