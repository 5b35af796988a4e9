#!/usr/bin/env bash
# The one header compiles as C11 and as C++11 and later, the one source file without a warning, and a program with both
# prints what the example says.
#   compiles.sh ROOT CC [CXX]
set -euo pipefail
root=$1 cc=$2 cxx=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

compiles() { # compiles FOLDER OPTIONS: header and source, with a program
    "$cc" -x c -std=c11 $warnings -fsyntax-only "-I$1" "$work/twice.c"
    if [ -n "$cxx" ]; then
        for standard in 11 14 17 20; do
            "$cxx" -x c++ "-std=c++$standard" $warnings -fsyntax-only "-I$1" "$work/twice.c"
        done
    fi
    "$cc" $2 $warnings -c -o "$work/single.o" "$1/quadrille.c"
    "$cc" $2 "-I$1" -o "$work/game" "$work/game.c" "$work/single.o" -lm
    "$work/game" | diff "$work/wanted" -
    # Names that begin with qd__ are not for use.
    if nm -g --defined-only "$work/single.o" | awk 'NF > 2 { print $3 }' | grep -v '^_\{0,1\}qd_'; then
        echo "These names of $1/quadrille.c do not begin with qd_" >&2
        exit 1
    fi
}

"$root/tools/single" "$work/single"
printf '#include "quadrille.h"\n#include "quadrille.h"\n' >"$work/twice.c"
sed 's|#include <quadrille/[a-z]*\.h>|#include "quadrille.h"|' "$root/examples/hello.c" >"$work/game.c"
sed '1,/^\/\/ Output:/d; s|^// ||' "$root/examples/hello.c" >"$work/wanted"

compiles "$work/single" '-std=c11 -O0'
compiles "$work/single/gravity" -O2
