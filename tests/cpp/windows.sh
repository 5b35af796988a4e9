#!/usr/bin/env bash
# The C++ header on Windows, by mingw-w64: programs in C++17, 20 and 23, without a warning and without optimisation, linked to
# the one source file of `make single`. Where wine is installed they run, and an example prints what its comment says.
#   windows.sh ROOT CC CXX WINE SOURCE...        WINE is - where there is no wine
set -euo pipefail
root=$1 cc=$2 cxx=$3 wine=${4#-}
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WINEDEBUG=-all
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

"$root/tools/single" "$work"
"$cc" -std=c11 -fexcess-precision=fast -c -o "$work/quadrille.o" "$work/quadrille.c"

for standard in 17 20 2b; do
    for source in "$@"; do
        program=$work/$(basename "$source" .cpp).exe
        # shellcheck disable=SC2086 # words
        "$cxx" "-std=c++$standard" $warnings "-I$root/include" "$root/$source" "$work/quadrille.o" -static -o "$program"
        [ -n "$wine" ] || continue
        "$wine" "$program" 2>"$work/complaint" | tr -d '\r' >"$work/said" || { cat "$work/complaint" >&2 && exit 1; }
        if grep -q '^// Output:' "$root/$source"; then
            sed '1,/^\/\/ Output:/d; s|^// \{0,1\}||' "$root/$source" | diff - "$work/said"
        fi
    done
    echo "C++$standard: $# compiled and linked${wine:+, and ran}"
done
