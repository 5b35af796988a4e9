# Of each command something more, on every number of ranks (command.sh).
# shellcheck shell=bash disable=SC2154
same pairs b.csv
same pairs a.qds
same pairs two.csv
"${run[@]}" "$mpi" pairs two.csv --merged 2>/dev/null | cmp -s - <("$quadrille" pairs two.csv 2>/dev/null) || fail "--merged differs"
says pairs same.csv
says pairs psql.txt
says join noted.csv psql.txt
says gravity wrong.csv

# Wrong usage and files that cannot be written.
refuses 2 'exclude each other' pairs two.csv --count --merged
refuses 2 'on many ranks the quadtree is the only method' pairs two.csv --method brute
refuses 2 '-o spares bringing them' join two.csv two.csv --unsorted
refuses 2 'have an index of all of B' join two.csv two.csv --nearest 1 --memory 5
refuses 2 'exclude each other' query two.csv --point 1,1 --count --json
refuses 2 'is printed by rank 0' query two.csv --point 1,1 -o out
refuses 2 'give exactly one of' query two.csv --count
refuses 2 'can be standard input' join - - --count
refuses 2 'file of --output' gravity disc.csv --merged
cp two.csv spoiled.0
cp disc.csv merged_over
refuses 2 'this file is read and would be lost' join two.csv spoiled.0 -o spoiled
refuses 2 'this file is read and would be lost' gravity merged_over --merged -o merged_over
{ cmp -s spoiled.0 two.csv && cmp -s merged_over disc.csv; } || fail "a file that is read is lost"
if [ "$ranks" -gt 1 ]; then
    mkdir -p blocked.1
    refuses 1 'blocked.1: cannot write' gravity disc.csv -o blocked
    [ ! -e blocked.0 ] || fail "another rank has left its file"
fi

# What is for one process alone.
refuses 2 '--exists is for quadrille' query a.csv --box 0,0,1,1 --exists
refuses 2 '--output geojson is for quadrille' query a.csv --box 0,0,1,1 --output geojson
refuses 2 '--inside and --contains with --questions' query a.csv --questions b.csv --inside
refuses 2 '--output is for quadrille' join a.csv b.csv --output rows
