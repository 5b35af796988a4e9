#!/bin/sh
# How much memory the program takes at its peak for a table of so many rows, with an id column and without.
# usage: memory.sh PEAK QUADRILLE ROWS MEGABYTES
set -eu
peak=$1 program=$2 rows=$3 most=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"
LC_ALL=C awk -v rows="$rows" 'BEGIN {
    print "id,x,y,width,height"
    for (i = 0; i < rows; i++)
        printf "item%d,%.3f,%.3f,%.3f,%.3f\n", i, rand() * 10000, rand() * 10000, rand() * 2, rand() * 2
}' >named.csv
failed=0
for columns in 1-5 2-5; do
    cut -d, -f$columns named.csv >table.csv
    "$peak" "$most" "$program" pairs table.csv --count || failed=1
    "$peak" "$most" "$program" query table.csv --nearest 5000,5000 || failed=1
    "$peak" "$most" "$program" index table.csv -o table.index || failed=1
done
exit $failed
