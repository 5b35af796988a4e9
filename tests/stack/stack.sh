#!/usr/bin/env bash
# No public function keeps more than 16 KiB on the stack, whatever the data: compiles the one source file (tools/single, with
# the oracle and gravity) with gcc's call graph and sums the frames along it (deepest.awk). Functions of the caller's and of
# the C library are not counted.
#   stack.sh ROOT CC FLAG...
set -euo pipefail
export LC_ALL=C
root=$1 cc=$2
shift 2
here=$root/tests/stack
most=16384
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/tools/single" "$work"
"$cc" -std=c11 -DNDEBUG "$@" -S -fcallgraph-info=su -o "$work/quadrille.s" "$work/gravity/quadrille.c"
awk -v most="$most" -v paths="${PATHS:-}" -f "$here/deepest.awk" "$here/pointers.txt" "$here/recursion.txt" "$here/exceptions.txt" \
    "$work/gravity/quadrille.c" "$work/quadrille.s" "$work/quadrille.ci" >"$work/depths"
sort -rn "$work/depths"
