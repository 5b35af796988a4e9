# Of each command and each kind of comparison one, on every number of ranks (command.sh): the quick ones.
# shellcheck shell=bash disable=SC2154
same pairs a.csv
answers a.csv --box 10,10,40,30
answers b.csv --nearest 30,30 -k 40 --output boxes
moves disc.csv
draws svg disc.csv
measures disc.csv --theta 0.5
says pairs bad.csv
says pairs noted.csv

# Wrong usage and files that cannot be written.
refuses 2 'COMMAND is missing'
refuses 2 "unknown command 'p???airs'" "$(printf 'p\342\200\256airs')"
refuses 1 'cannot write' pairs two.csv -o missing/out
refuses 1 'body 2 would be beyond' gravity leaves.csv --dt 10 -o left
cp two.csv spoiled.0
refuses 2 'this file is read and would be lost' pairs spoiled.0 -o spoiled
cmp -s spoiled.0 two.csv || fail "a file that is read is lost"
[ -z "$(ls left.* 2>/dev/null)" ] || fail "a run that fails leaves a file"
if [ "$ranks" -gt 1 ]; then
    mkdir -p blocked.1
    refuses 1 'blocked.1: cannot write' pairs two.csv -o blocked
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
    sleep 0.2
    kill -9 "$victim"
    wait $job && fail "the others end well though a rank was killed"
    kill $sleeper 2>/dev/null
fi

# The manual has the options of the help, which is the same on any number of ranks.
helped=$(for c in pairs join query gravity; do "${run[0]}" "${run[1]}" 1 "$mpi" $c --help; done | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/\2/p' | sort -u)
described=$(sed -n 's/^\.It Fl \(. , Fl \)*-\([a-z-]*\).*/\2/p' "$page" | sort -u)
[ "$helped" = "$described" ] || { fail "the manual has other options"; printf '%s\n' "$helped" "$described" | sort | uniq -u; }
