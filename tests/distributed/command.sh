#!/usr/bin/env bash
# quadrille-mpi on so many ranks prints what quadrille prints, and says what quadrille says. This file has the inputs and
# how the two are compared; the comparisons are in the file that PART names: command_few.sh, command_some.sh, or
# command_rest.sh, of which one number of ranks is enough.
#   command.sh RUN MPIRUN RANKS QUADRILLE QUADRILLE_MPI MAN_PAGE PART
set -uo pipefail
# shellcheck disable=SC2034 # the comparisons use it
run=("$1" "$2" "$3") ranks=$3 quadrille=$4 mpi=$5 page=$6 comparisons=${0%/*}/command_$7.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "$ranks ranks: $1"
    failures=$((failures + 1))
}

# Rows with quotes, commas and line ends in fields, empty lines, and names that have to be quoted or that a
# terminal would obey; CRLF in the other.
awk 'BEGIN {
    srand(7)
    print "id,x,y,width,height,note"
    for (i = 0; i < 1200; i++) {
        note = i % 5 == 0 ? "\"two\nlines, \"\"quoted\"\"\"" : i % 5 == 1 ? "\"a, b\"" : "plain"
        id = i % 3 == 0 ? "\"b,\"\"" i "\"\"\"" : i % 7 == 1 ? "b\t" i : "b" i
        printf "%s,%.3f,%.3f,%.2f,%.2f,%s\n", id, rand() * 60, rand() * 60, rand() * 2, rand() * 2, note
        if (i % 97 == 0) print ""
    }
}' >a.csv
awk 'BEGIN {
    srand(8)
    printf "min_x;min_y;max_x;max_y\r\n"
    for (i = 0; i < 800; i++) { x = int(rand() * 60); y = int(rand() * 60); printf "%d;%d;%d;%d\r\n", x, y, x + 2, y + 1 }
}' >b.csv
tail -n +2 b.csv >headless.csv
printf 'min_x,min_y,max_x,max_y\n0,0,1,1\n1,1,2,2\n' >two.csv
printf 'min_x,min_y,max_x,max_y' >none.csv
cat >places.geojson <<'END'
{"type": "FeatureCollection", "features": [
{"type": "Feature", "id": "north, 1", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [2, 2]]}},
{"type": "Feature", "id": 7, "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 1]}},
{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2, 2]}}]}
END
gzip -k b.csv 2>/dev/null || cp b.csv b.csv.gz

in_files() { # in_files COMMAND ARGUMENT...: one behind the other they are what is in `wanted`
    rm -f out.*
    "${run[@]}" "$mpi" "$@" -o out >/dev/null 2>error || { fail "$* -o fails"; cat error; }
    for ((rank = 0; rank < ranks; rank++)); do cat "out.$rank"; done >got
    cmp -s wanted got || fail "$* -o differs"
}

same() { # same COMMAND ARGUMENT...: by rank 0, in files, counted
    "$quadrille" "$@" >wanted 2>/dev/null || fail "quadrille $* fails"
    "${run[@]}" "$mpi" "$@" >got 2>error || { fail "$* fails"; cat error; }
    cmp -s wanted got || fail "$* differs"
    in_files "$@"
    counts "$@"
}

counts() { # counts COMMAND ARGUMENT...: how many lines, or the lines with how many of each question
    [[ " $* " != *" --output "* ]] || return 0 # which --count refuses
    if [[ " $* " == *" --questions "* ]]; then
        "$quadrille" "$@" --count >wanted 2>/dev/null || fail "quadrille $* --count fails"
    else
        wc -l <wanted | tr -d ' ' >lines && mv lines wanted
    fi
    "${run[@]}" "$mpi" "$@" --count >got 2>error || { fail "$* --count fails"; cat error; }
    cmp -s wanted got || { fail "$* --count differs"; diff wanted got | head; }
}

answers() { # answers ARGUMENT...: one question, whatever is printed of it but times and work
    "$quadrille" query "$@" >wanted 2>/dev/null || fail "quadrille query $* fails"
    "${run[@]}" "$mpi" query "$@" >got 2>error || { fail "query $* fails"; cat error; }
    sed -i 's/ "time_ms": {[^}]*},//; s/"nodes": [0-9]*, "tests": [0-9]*//' wanted got
    cmp -s wanted got || fail "query $* differs"
}

"$quadrille" index a.csv -o a.qds >/dev/null 2>&1 || fail "no index"
"$quadrille" index b.csv -o b.qds --double --edges open >/dev/null 2>&1 || fail "no index of doubles"

# Bodies that move: rows and places near those of quadrille, on one rank the very same; in files, one behind the other,
# what rank 0 writes alone.
moves() { # moves ARGUMENT...
    "$quadrille" gravity "$@" --steps 20 --every 5 -o ended >wanted 2>/dev/null || fail "quadrille gravity $* fails"
    "${run[@]}" "$mpi" gravity "$@" --steps 20 --every 5 -o merged --merged >got 2>error ||
        { fail "gravity $* --merged fails"; cat error; }
    if [ "$ranks" -eq 1 ]; then
        cmp -s wanted got || fail "gravity $*: other rows"
        cmp -s ended merged || fail "gravity $*: other bodies at the end"
    fi
    paste -d, wanted got | awk -F, -v most=1e-3 '
        NR == 1 { good = $0 == "'"$(printf '%s,%s' "$(head -1 wanted)" "$(head -1 wanted)")"'" }
        NR > 1 { if ($1 != $10 || $2 != $11) good = 0; for (i = 3; i <= 5; i++) { d = $i - $(i + 9); if (d * d > most * most * $i * $i) good = 0 } }
        END { exit !good }' || { fail "gravity $*: rows are not near"; paste -d, wanted got; }
    paste -d, ended merged | awk -F, '
        NR > 1 { d = ($1 - $6) ^ 2 + ($2 - $7) ^ 2; off += d; size += $1 ^ 2 + $2 ^ 2; if ($5 != $10) off = 1e300 }
        END { exit !(off <= 1e-6 * size) }' || fail "gravity $*: bodies are elsewhere at the end"
    rm -f out.*
    "${run[@]}" "$mpi" gravity "$@" --steps 20 --every 5 -o out --json >got 2>error || { fail "gravity $* -o fails"; cat error; }
    for ((rank = 0; rank < ranks; rank++)); do cat "out.$rank"; done | cmp -s - merged || fail "gravity $* -o differs"
    grep -q "\"ranks\": $ranks," got || fail "gravity $* --json does not name the ranks"
}
"$quadrille" gravity --scene disc --count 700 --steps 0 -o disc.csv >/dev/null

# Pictures: the first is that of quadrille, and the last shows the bodies as they are at the end, byte by byte.
draws() { # draws FORMAT ARGUMENT...
    # shellcheck disable=SC2054
    local format=$1 view=(--view -1,-1.5,1,1)
    shift
    rm -rf drawn shown
    mkdir drawn shown
    "${run[@]}" "$mpi" gravity "$@" --steps 12 --every 5 --frames drawn --format "$format" "${view[@]}" -o merged --merged >/dev/null 2>error ||
        { fail "gravity $* --frames fails"; cat error; }
    [ "$(cd drawn && echo *)" = "$(echo frame-0000{00,05,10,12}."$format")" ] || fail "gravity $*: other pictures: $(ls drawn)"
    "$quadrille" gravity "$@" --steps 0 --frames shown --format "$format" "${view[@]}" >/dev/null 2>&1
    cmp -s {drawn,shown}/frame-000000."$format" || fail "gravity $*: another picture at first"
    "$quadrille" gravity merged --steps 0 --frames shown --format "$format" "${view[@]}" >/dev/null
    cmp -s drawn/frame-000012."$format" shown/frame-000000."$format" || fail "gravity $*: another picture at the end"
    # Where bodies are at first says what all pictures show.
    "${run[@]}" "$mpi" gravity "$@" --steps 0 --frames drawn --format "$format" >/dev/null 2>&1
    "$quadrille" gravity "$@" --steps 0 --frames shown --format "$format" >/dev/null 2>&1
    cmp -s {drawn,shown}/frame-000000."$format" || fail "gravity $*: the picture shows something else"
}

# The table of errors: on one rank that of quadrille but for times; on more the errors are of the same size.
measures() { # measures ARGUMENT...
    "$quadrille" gravity --accuracy "$@" | sed 's/ *[0-9.]*$//' >wanted
    "${run[@]}" "$mpi" gravity --accuracy "$@" 2>error | sed 's/ *[0-9.]*$//' >got || { fail "gravity --accuracy $* fails"; cat error; }
    [ "$ranks" -gt 1 ] || cmp -s wanted got || fail "gravity --accuracy $*: another table"
    paste wanted got | awk -v rows="$(grep -c '^[a-zF].* [12] ' wanted)" '
        $1 == "scene" || NF != 20 { next }
        { seen++; for (i = 1; i <= 4; i++) if ($i != $(i + 10)) bad = 1
          if ($3 == 0 && ($15 != $5 || $19 > 1e-12)) bad = 1
          if ($15 < $5 / 2 || $15 > $5 * 2) bad = 1
          for (i = 6; i <= 8; i += 2) if ($(i + 10) > 4 * $i + 1e-12 || $i > 4 * $(i + 10) + 1e-12) bad = 1 }
        END { exit bad || seen != rows || rows == 0 }' || { fail "gravity --accuracy $*: errors of another size"; paste -d'\n' wanted got; }
    diff <(sed -n '/^Law/,$p' wanted) <(sed -n '/^Law/,$p' got) >/dev/null || fail "gravity --accuracy $*: other notes"
}

# Messages: the rows that quadrille names, once, with its status.
says() { # says COMMAND ARGUMENT...
    local -a counted=(--count)
    [[ "$1" != gravity && " $* " != *" --output "* ]] || counted=()
    "$quadrille" "$@" >/dev/null 2>said
    local wanted=$?
    "${run[@]}" "$mpi" "$@" "${counted[@]}" >/dev/null 2>told
    local got=$?
    [ $wanted -eq $got ] || fail "$*: status $got in place of $wanted"
    sed -n 's/^quadrille: //p' said >wanted
    sed -n 's/^quadrille-mpi: //p' told >got
    cmp -s wanted got || { fail "$* says"; cat got; echo "in place of"; cat wanted; }
}
{ sed -n '1,900p' a.csv; echo 'x,1,2,three,4,plain'; sed -n '901,1000p' a.csv; echo '1,2'; sed -n '1001,$p' a.csv; } >bad.csv
{ sed -n '1,1100p' a.csv; printf '# one\n# two\n'; sed -n '1101,$p' a.csv; printf '# three\nM\374ller,1,2,3,4,plain\n'; } >noted.csv
{ printf '# above\na|min_x|min_y|max_x|max_y\n'; tail -n +2 b.csv | tr -d '\r' | sed 's/^/a|/; s/;/|/g'; echo '(800 rows)'; } >psql.txt
{ sed -n '1,300p' a.csv; echo 'x,1,2,3,4,"never closed'; sed -n '301,$p' a.csv; } >open.csv
: >empty.csv
{ sed -n '1,600p' disc.csv; echo '1,2,3,4'; sed -n '601,640p' disc.csv; echo '1,2,3,4,x'; } >wrong.csv
echo 'x,y,vx,vy,mass' >none_at_all.csv
printf 'x,y,vx,vy,mass\n0,0,0,0,1\n1,0,1e60,0,1\n' >leaves.csv
head -c 3000 a.qds >cut.qds
awk 'NR == 1 || NR % 7 { print; next } { sub(/^[^,]*,/, "twice" NR % 3 ","); print }' b.csv | tr ';' ',' |
    awk 'NR == 1 { print "id," $0 } NR > 1 { print (NR % 7 ? "b" NR : "twice" NR % 3) "," $0 }' >same.csv

# Wrong usage and files that cannot be written.
refuses() { # refuses STATUS TEXT ARGUMENT...
    local wanted=$1 text=$2
    shift 2
    "${run[@]}" "$mpi" "$@" >/dev/null 2>told
    local got=$?
    [ $got -eq "$wanted" ] || fail "$*: status $got in place of $wanted"
    [ "$(grep -c "^quadrille-mpi: .*$text" told)" = 1 ] || { fail "$* does not say once: $text"; cat told; }
}

[ -e "$comparisons" ] || { echo "there is no $comparisons" && exit 1; }
# shellcheck disable=SC1090
. "$comparisons"
[ $failures -eq 0 ]
