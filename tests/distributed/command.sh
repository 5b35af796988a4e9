#!/usr/bin/env bash
# quadrille-mpi on so many ranks prints what quadrille prints, and says what quadrille says.
#   command.sh RUN MPIRUN RANKS QUADRILLE QUADRILLE_MPI MAN_PAGE
set -uo pipefail
run=("$1" "$2" "$3") ranks=$3 quadrille=$4 mpi=$5 page=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "$ranks ranks: $1"
    failures=$((failures + 1))
}

# Rows with quotes, commas and line ends in fields, empty lines, and names that have to be quoted; CRLF in the other.
awk 'BEGIN {
    srand(7)
    print "id,x,y,width,height,note"
    for (i = 0; i < 1200; i++) {
        note = i % 5 == 0 ? "\"two\nlines, \"\"quoted\"\"\"" : i % 5 == 1 ? "\"a, b\"" : "plain"
        id = i % 3 == 0 ? "\"b,\"\"" i "\"\"\"" : "b" i
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

counts() { # counts COMMAND ARGUMENT...
    [ "$("${run[@]}" "$mpi" "$@" --count 2>/dev/null)" = "$(wc -l <wanted | tr -d ' ')" ] || fail "$* --count differs"
}

answers() { # answers ARGUMENT...: one question, whatever is printed of it but times and work
    "$quadrille" query "$@" >wanted 2>/dev/null || fail "quadrille query $* fails"
    "${run[@]}" "$mpi" query "$@" >got 2>error || { fail "query $* fails"; cat error; }
    sed -i 's/ "time_ms": {[^}]*},//; s/"nodes": [0-9]*, "tests": [0-9]*//' wanted got
    cmp -s wanted got || fail "query $* differs"
}

"$quadrille" index a.csv -o a.qds >/dev/null 2>&1 || fail "no index"
"$quadrille" index b.csv -o b.qds --double --edges open >/dev/null 2>&1 || fail "no index of doubles"
same pairs a.csv
same pairs b.csv
same pairs a.qds
same pairs two.csv
"${run[@]}" "$mpi" pairs two.csv --merged 2>/dev/null | cmp -s - <("$quadrille" pairs two.csv 2>/dev/null) || fail "--merged differs"
answers a.csv --box 10,10,40,30
answers b.csv --nearest 30,30 -k 40 --output boxes
if [ "${QUICK:-}" = "" ]; then
    same join a.csv b.csv
    same join b.csv a.csv --edges open
    same pairs b.csv --edges open --double
    same pairs headless.csv --columns 1,2,3,4
    same pairs b.csv.gz
    same pairs none.csv
    same pairs places.geojson
    same pairs b.qds
    same join a.qds b.csv
    same join b.qds a.csv --double
    same join b.qds a.csv
    same join a.csv b.csv --columns-b min_x,min_y --id-b max_y
    same join a.csv b.csv --nearest 3
    same join b.qds a.qds --nearest 2 --within 1
    same join b.csv b.csv --within 1 --edges open
    same join b.csv a.csv --within 1.3 --double
    same join a.csv b.qds --within 0.7
    same join none.csv b.csv --within 3
    "${run[@]}" "$mpi" join a.csv b.csv --within 1 --json 2>/dev/null | grep -q "\"count\": $("$quadrille" join a.csv b.csv --within 1 --count 2>/dev/null)," ||
        fail "no object for what is near"
    same query a.qds --questions b.csv
    same query a.csv --questions b.qds -k 3 --double
    same pairs a.csv --memory 1 --threads 2
    same query a.csv --questions b.csv --edges open
    same query b.csv --questions a.csv -k 4 --double
    same query a.csv --questions two.csv -k 5000
    same query a.csv --questions b.csv --output boxes
    same query a.csv --questions b.qds -k 2
    same query b.csv --questions a.csv --within 3
    same query b.csv --questions b.csv --within 2 --edges open
    same query b.csv --questions b.csv --within 2 -k 5 --output boxes --double
    answers a.csv --questions b.csv --output rows -k 2
    in_files query a.csv --questions b.csv --output rows -k 2
    answers b.csv --skip-bad --questions a.csv --output rows

    # One question of each kind; of many boxes at whole numbers a lot are equally near.
    for question in '--box 20,-inf,50,inf' '--circle 30,30,8' '--point 2,2' '--ray 0,0,1,0.9' '--nearest 30,30 -k 40' \
        '--nearest 29,29,31,32 --within 5' '--nearest 30,30 --within 5 --edges open'; do
        # shellcheck disable=SC2086
        for file in a.qds b.csv; do answers $file $question; done
    done
    for file in b.csv.gz b.qds places.geojson none.csv; do
        answers $file --box 20,-inf,50,inf
        answers $file --nearest 2,2 -k 40 --output boxes
    done
    answers a.csv --ray 0,0,1,0.9 --json
    answers a.qds --circle 30,30,8 --json
    answers b.csv --nearest 30,30 --within 9 -k 50 --json --double
    answers a.csv --box 20,20,50,50 --output rows
    answers b.csv --nearest 30,30 -k 12 --output rows
    answers places.geojson --box 0,0,1,1 --output boxes
    for question in '--box 0,0,30,30' '--nearest 30,30' '--nearest 30,30 -k 9' '--nearest 30,30 -k 9000 --within 3'; do
        # shellcheck disable=SC2086
        "$quadrille" query b.csv $question >wanted 2>/dev/null
        # shellcheck disable=SC2086
        counts query b.csv $question
    done
fi

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
moves disc.csv
if [ "${QUICK:-}" = "" ]; then
    moves --scene encounter --count 900
    moves --count 500 --theta 0
    moves disc.csv --direct --law plane
    moves disc.csv --skip-bad --threads 2
    moves --count 2 --order 1
fi

# Pictures: the first is that of quadrille, and the last shows the bodies as they are at the end, byte by byte.
draws() { # draws FORMAT ARGUMENT...
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
draws svg disc.csv
if [ "${QUICK:-}" = "" ]; then
    draws svg --scene encounter --count 400
    draws svg --count 2
    if "$quadrille" gravity --count 2 --steps 0 --frames . >/dev/null 2>&1; then
        draws png --count 6000
        draws png disc.csv --skip-bad
    fi
fi

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
measures disc.csv --theta 0.5
if [ "${QUICK:-}" = "" ]; then
    measures --count 900 --scene plummer --order 2
    measures --count 600 --law plane --theta 0.4 --softening 0.01 --threads 2
    "$quadrille" gravity --count 50001 --steps 0 -o many.csv >/dev/null
    measures many.csv --theta 0.6 --order 2
    "${run[@]}" "$mpi" gravity --accuracy --count 90 --theta 0.5 --json 2>/dev/null | grep -c '"sampled": 90,' | grep -qx 6 || fail "no object for each row"
fi

# Messages: the rows that quadrille names, once, with its status.
says() { # says COMMAND ARGUMENT...
    local -a counted=(--count)
    [ "$1" != gravity ] || counted=()
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
{ sed -n '1,300p' a.csv; echo 'x,1,2,3,4,"never closed'; sed -n '301,$p' a.csv; } >open.csv
: >empty.csv
says pairs bad.csv
{ sed -n '1,600p' disc.csv; echo '1,2,3,4'; sed -n '601,640p' disc.csv; echo '1,2,3,4,x'; } >wrong.csv
echo 'x,y,vx,vy,mass' >none_at_all.csv
printf 'x,y,vx,vy,mass\n0,0,0,0,1\n1,0,1e60,0,1\n' >leaves.csv
head -c 3000 a.qds >cut.qds
awk 'NR == 1 || NR % 7 { print; next } { sub(/^[^,]*,/, "twice" NR % 3 ","); print }' b.csv | tr ';' ',' |
    awk 'NR == 1 { print "id," $0 } NR > 1 { print (NR % 7 ? "b" NR : "twice" NR % 3) "," $0 }' >same.csv
says pairs same.csv
says gravity wrong.csv
if [ "${QUICK:-}" = "" ]; then
    says pairs open.csv
    says pairs empty.csv
    says pairs missing.csv
    says pairs cut.qds
    says pairs a.qds --double
    says pairs a.qds --columns 1,2,3,4
    says pairs bad.csv --skip-bad
    says pairs b.csv --columns min_x,oops
    says query a.csv --box 3,3,2,2
    says query a.csv --box 3,3,2e300,2e300
    says query a.csv --questions b.csv --output rows --within -1
    says query b.csv.gz --point 1,1 --output rows
    says query a.qds --point 1,1 --output rows
    says query missing.csv --point 1,1
    says query bad.csv --point 1,1
    says join two.csv bad.csv
    says join a.csv a.qds --columns-b 1,2
    says join a.csv b.csv --layer x
    says join a.csv b.csv --within -1
    says join a.csv bad.csv --bad-rows listed
    "$quadrille" join a.csv bad.csv --bad-rows wanted --count >/dev/null 2>&1
    cmp -s wanted listed || fail "other bad rows are listed"
    says gravity wrong.csv --skip-bad --steps 2
    says gravity none_at_all.csv
    says gravity missing.csv
    says gravity leaves.csv --dt 10
    says gravity disc.csv --scene disc
    says gravity disc.csv --frames nowhere --format svg --steps 20
    says gravity disc.csv --view 0,0,1,1
    says gravity disc.csv --accuracy --direct
    says gravity disc.csv --accuracy -o out
    says gravity none_at_all.csv --accuracy
    says gravity disc.csv -o -
fi

# Wrong usage and files that cannot be written.
refuses() { # refuses STATUS TEXT ARGUMENT...
    local wanted=$1 text=$2
    shift 2
    "${run[@]}" "$mpi" "$@" >/dev/null 2>told
    local got=$?
    [ $got -eq "$wanted" ] || fail "$*: status $got in place of $wanted"
    [ "$(grep -c "^quadrille-mpi: .*$text" told)" = 1 ] || { fail "$* does not say once: $text"; cat told; }
}
refuses 2 'exclude each other' pairs two.csv --count --merged
refuses 2 'on many ranks there is the quadtree alone' pairs two.csv --method brute
refuses 2 '-o spares bringing them' join two.csv two.csv --unsorted
refuses 2 'have an index of all of B' join two.csv two.csv --nearest 1 --memory 5
refuses 2 'exclude each other' query two.csv --point 1,1 --count --json
refuses 2 'is printed by rank 0' query two.csv --point 1,1 -o out
refuses 2 'COMMAND is missing'
refuses 2 'give exactly one of' query two.csv --count
refuses 2 'can be standard input' join - - --count
refuses 1 'cannot write' pairs two.csv -o missing/out
refuses 2 'file of --output' gravity disc.csv --merged
refuses 1 'body 2 would be beyond' gravity leaves.csv --dt 10 -o left
cp two.csv spoiled.0
cp disc.csv merged_over
refuses 2 'this file is read and would be lost' pairs spoiled.0 -o spoiled
refuses 2 'this file is read and would be lost' join two.csv spoiled.0 -o spoiled
refuses 2 'this file is read and would be lost' gravity merged_over --merged -o merged_over
{ cmp -s spoiled.0 two.csv && cmp -s merged_over disc.csv; } || fail "a file that is read is lost"
[ -z "$(ls left.* 2>/dev/null)" ] || fail "a run that fails leaves a file"
if [ "$ranks" -gt 1 ]; then
    mkdir -p blocked.1
    refuses 1 'blocked.1: cannot write' pairs two.csv -o blocked
    refuses 1 'blocked.1: cannot write' gravity disc.csv -o blocked
    [ ! -e blocked.0 ] || fail "another rank has left its file"
fi
if [ "$ranks" -gt 1 ] && command -v pgrep >/dev/null; then
    # A rank that is killed ends all of them: rank 0 waits for its input, the others for it.
    mkfifo pipe
    sleep 60 >pipe &
    sleeper=$!
    "${run[@]}" "$mpi" pairs - --count <pipe >/dev/null 2>&1 &
    job=$!
    for ((tries = 0; tries < 200; tries++)); do
        victim=$(pgrep -f "^$mpi pairs - --count" | tail -1)
        [ -n "$victim" ] && break
        sleep 0.05
    done
    sleep 0.5
    kill -9 "$victim"
    wait $job && fail "the others end well though a rank was killed"
    kill $sleeper 2>/dev/null
fi

if [ "${QUICK:-}" = "" ]; then
    # Too little memory on rank 1: whatever fails first, the files are whole or there are none.
    awk 'BEGIN { srand(9); print "min_x,min_y,max_x,max_y"; for (i = 0; i < 300000; i++) { x = rand() * 900; y = rand() * 900
        printf "%.3f,%.3f,%.3f,%.3f\n", x, y, x + 1, y + 1 } }' >large.csv
    "$quadrille" pairs large.csv >wanted 2>/dev/null || fail "quadrille pairs large.csv fails"
    cat >little.sh <<'END'
#!/usr/bin/env bash
[ "${OMPI_COMM_WORLD_RANK:-0}" != 1 ] || ulimit -v "$1" || exit 1
shift
exec "$@"
END
    for limit in 100000 150000 200000 240000; do
        rm -f out.*
        if "${run[@]}" bash ./little.sh $limit "$mpi" pairs large.csv -o out >/dev/null 2>told; then
            for ((rank = 0; rank < ranks; rank++)); do cat "out.$rank"; done | cmp -s - wanted || fail "memory of $limit KiB: another result"
        else
            [ -z "$(ls out.* 2>/dev/null)" ] || { fail "memory of $limit KiB: a file is left"; ls -l out.*; }
        fi
    done

    # What is interrupted leaves no file under its name.
    rm -f out.*
    "${run[@]}" "$mpi" gravity disc.csv --steps 100000000 -o out >/dev/null 2>&1 &
    job=$!
    for ((tries = 0; tries < 200; tries++)); do
        [ -z "$(ls out.0.* 2>/dev/null)" ] || break
        sleep 0.05
    done
    [ -n "$(ls out.0.* 2>/dev/null)" ] || fail "nothing is being written"
    kill -INT $job
    wait $job && fail "what was interrupted ends well"
    for ((rank = 0; rank < ranks; rank++)); do
        [ ! -e "out.$rank" ] || fail "what was interrupted has left out.$rank"
    done
fi

# The manual has the options of the help.
helped=$(for c in pairs join query gravity; do "${run[@]}" "$mpi" $c --help; done | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/\2/p' | sort -u)
described=$(sed -n 's/^\.It Fl \(. , Fl \)*-\([a-z-]*\).*/\2/p' "$page" | sort -u)
[ "$helped" = "$described" ] || { fail "the manual has other options"; printf '%s\n' "$helped" "$described" | sort | uniq -u; }
[ $failures -eq 0 ]
