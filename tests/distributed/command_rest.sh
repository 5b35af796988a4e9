# What takes minutes, on one number of ranks (command.sh).
# shellcheck shell=bash disable=SC2154
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
same join b.qds a.csv --nearest 2 --within 1
says join b.qds a.qds --nearest 2 --within 1 # of floats, rounded where it was made
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
same query a.csv --questions b.csv -q --output ndjson -k 2
answers a.csv --questions b.csv --output rows -k 2
in_files query a.csv --questions b.csv --output rows -k 2
answers b.csv --skip-bad --questions a.csv --output rows

# One question of each kind; of many boxes at whole numbers a lot are equally near.
for question in '--box 20,-inf,50,inf' '--circle 30,30,8' '--point 2,2' '--ray 0,0,1,0.9' '--segment 0,0,50,40' \
    '--polygon 10,10,40,10,30,50' '--box 20,20,50,50 --inside' '--circle 30,30,0.1 --contains' '--nearest 30,30 -k 40' \
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

moves --scene encounter --count 900
moves --count 500 --theta 0
moves disc.csv --direct --law plane
moves disc.csv --skip-bad --threads 2
moves --count 2 --order 1

draws svg --scene encounter --count 400
draws svg --count 2
if "$quadrille" gravity --count 2 --steps 0 --frames . >/dev/null 2>&1; then
    draws png --count 6000
    draws png disc.csv --skip-bad
fi

measures --count 900 --scene plummer --order 2
measures --count 600 --law plane --theta 0.4 --softening 0.01 --threads 2
"$quadrille" gravity --count 50001 --steps 0 -o many.csv >/dev/null
measures many.csv --theta 0.6 --order 2
"${run[@]}" "$mpi" gravity --accuracy --count 90 --theta 0.5 --json 2>/dev/null | grep -c '"sampled": 90,' | grep -qx 6 || fail "no object for each row"

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
OMPI_MCA_odls_base_sigkill_timeout=5 "${run[@]}" "$mpi" gravity disc.csv --steps 100000000 -o out >/dev/null 2>&1 &
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

# One precision on all ranks: one number of the last part, or two numbers of different parts that are one float, and what
# one rank alone reads.
for name in needs halves; do
    { echo x,y; for ((i = 0; i < 40; i++)); do echo "$i,3"; done; } >$name.csv
done
echo 500000.30,3 >>needs.csv
sed -i 's/^0,3$/0.1,3/' halves.csv
echo 0.10000000149011612,3 >>halves.csv
gzip -k needs.csv
"$quadrille" index halves.csv -o halves.qds --float 2>/dev/null
for file in needs.csv halves.csv needs.csv.gz; do
    same query $file --questions $file -k 2 --output boxes
    same pairs $file
    same join a.csv $file --nearest 2
    same join $file a.csv --float
    answers $file --nearest 0.1,3 -k 50 --output boxes
done
answers a.csv --point 16777217,2 --output boxes
says query a.qds --nearest 16777217,2
says pairs needs.csv
says pairs needs.csv --double --float
says join halves.qds needs.csv
says query halves.qds --point 16777217,2

# The plugins of Open MPI stay loaded: its thread may be in one when the program ends.
LD_DEBUG=files "${run[@]}" "$mpi" pairs two.csv 2>&1 >/dev/null | grep 'mca_pml_ob1.*destroying' && fail "a plugin is unloaded"
