#!/usr/bin/env bash
# The one header compiles as C11 and as C++11 and later, the one source file as C11 and as C++17 and later without a warning,
# and a program with both prints what the example says.
#   compiles.sh ROOT PART CC [CXX]
# PART is `compiles`: of the file with gravity, without optimisation, a program too; of the other the syntax alone.
# Or `optimised`: of both a program, with gravity optimised, and every standard.
set -euo pipefail
root=$1 part=$2 cc=$3 cxx=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

header() { # header FOLDER STANDARD...: as C, and as C++ by those standards
    local folder=$1 standard
    shift
    "$cc" -x c -std=c11 $warnings -fsyntax-only "-I$folder" "$work/twice.c"
    for standard in ${cxx:+"$@"}; do
        "$cxx" -x c++ "-std=c++$standard" $warnings -fsyntax-only "-I$folder" "$work/twice.c"
    done
}

program() { # program FOLDER OPTIONS: one with the source, and the names in that
    "$cc" $2 $warnings -c -o "$work/single.o" "$1/quadrille.c"
    "$cc" $2 "-I$1" -o "$work/game" "$work/game.c" "$work/single.o" -lm
    "$work/game" | diff "$work/wanted" -
    # Names that begin with qd__ are not for use.
    if nm -g --defined-only "$work/single.o" | awk 'NF > 2 { print $3 }' | grep -v '^_\{0,1\}qd_'; then
        echo "These names of $1/quadrille.c do not begin with qd_" >&2
        exit 1
    fi
}

# The source as C++, in a program of C++.
plus_plus() { # plus_plus STANDARD OPTION
    if [ -z "$cxx" ]; then return; fi
    "$cxx" -x c++ "-std=c++$1" "$2" $warnings -Wno-pedantic -c -o "$work/single.o" "$work/single/gravity/quadrille.c"
    "$cc" "-I$work/single/gravity" -c -o "$work/game.o" "$work/game.c"
    "$cxx" -o "$work/game" "$work/game.o" "$work/single.o" -lm
    "$work/game" | diff "$work/wanted" -
}

"$root/tools/single" "$work/single"
printf '#include "quadrille.h"\n#include "quadrille.h"\n' >"$work/twice.c"
sed 's|#include <quadrille/[a-z]*\.h>|#include "quadrille.h"|' "$root/examples/hello.c" >"$work/game.c"
sed '1,/^\/\/ Output:/d; s|^// ||' "$root/examples/hello.c" >"$work/wanted"

if [ "$part" = compiles ]; then
    header "$work/single" 11
    header "$work/single/gravity" 11 20
    "$cc" -std=c11 $warnings -fsyntax-only "$work/single/quadrille.c"
    program "$work/single/gravity" '-std=c11 -O0'
    plus_plus 17 -O0
else
    header "$work/single" 11 14 17 20
    header "$work/single/gravity" 11 14 17 20
    program "$work/single" '-std=c11 -O0'
    program "$work/single/gravity" -O2
    plus_plus 17 -O2
    plus_plus 20 -O2
fi
