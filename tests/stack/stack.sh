#!/usr/bin/env bash
# No public function keeps more than 16 KiB on the stack, whatever the data: compiles the one source file (tools/single, with
# the oracle and gravity) with gcc's call graph and sums the frames along it (deepest.awk). Functions of the caller's and of
# the C library are not counted. PATHS: names of functions, of which the deepest path is printed. FAULT: the name of one that
# gets an array of 20 KiB first, as a test of this test.
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
if [ -n "${FAULT:-}" ]; then
    awk -v name="$FAULT" '{ print } $0 ~ "^[a-z].* " name "\\(" && !/;$/ { due = 1 }
        due && /^{/ { print "    volatile char large[20480]; large[0] = 0;"; due = 0 }' \
        "$work/gravity/quadrille.c" >"$work/faulty.c"
    mv "$work/faulty.c" "$work/gravity/quadrille.c"
fi
"$cc" -std=c11 -DNDEBUG "$@" -S -fcallgraph-info=su -o "$work/quadrille.s" "$work/gravity/quadrille.c"
failed=0
awk -v most="$most" -v paths="${PATHS:-}" -f "$here/deepest.awk" "$here/pointers.txt" "$here/recursion.txt" \
    "$work/gravity/quadrille.c" "$work/quadrille.s" "$work/quadrille.ci" >"$work/depths" || failed=1
sort -rn "$work/depths"
exit $failed
