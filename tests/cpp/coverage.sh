#!/usr/bin/env bash
# Lists the lines of the C++ headers that no test here runs: none. g++ counts them by gcov, without optimisation.
# A closing brace counts as run: where it has a count of its own, it is what runs when something before it throws.
# The lines of detail::misuse without exceptions run in a child that aborts before it writes its counts.
#   coverage.sh REPOSITORY QUADRILLE.a ORACLE.a
set -euo pipefail

root=$(cd "$1" && pwd) index=$(realpath "$2") oracle=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for source in questions changes throwing objects outside rtree ids returning; do
    flags=
    if [ $source = returning ]; then flags=-fno-exceptions; fi
    g++ -std=c++17 -O0 -DNDEBUG $flags --coverage -I"$root/include" "$root/tests/cpp/${source}_test.cpp" "$oracle" "$index" -lm -o $source
    ./$source
    gcov --stdout ./*-${source}_test.gcda 2>gcov.log >>lines || gcov --stdout ./*.gcda >>lines
done
awk -F: '
    $2 ~ /^ *0$/ && $3 == "Source" { file = $4; inside = file ~ /include\/quadrille\/.*\.hpp$/; next }
    !inside || NF < 3 || $1 ~ /-$/ { next }
    { line = file ":" ($2 + 0); text[line] = $0; sub(/^[^:]*:[^:]*:/, "", text[line]) }
    $1 ~ /[0-9]/ { run[line] = 1 }
    $1 ~ /#|=/ { missed[line] = 1 }
    END {
        for (line in missed) {
            all++
            if ((line in run) || text[line] ~ /^ *}$/ || text[line] ~ /fprintf\(stderr|std::abort\(\);/) continue
            print line ": not run: " text[line]
            bad++
        }
        for (line in run) count++
        print count + 0 " lines run, " bad + 0 " not"
        exit bad > 0 || count < 500
    }' lines
