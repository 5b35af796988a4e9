#!/usr/bin/env bash
# Runs tools/check in a make-believe project: which checks run, what is said of those that fail, which long one is due, and what
# the record gets.
#   check.sh CHECK
set -euo pipefail

command -v git >/dev/null || exit 77 # commits are looked at

check=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# A project with two landing checks and three long ones. A check is passed by the command `true`; tests write other tables.
project() {
    rm -rf "$work/project" "$work/bin" && mkdir -p "$work/project/tools" "$work/project/docs" "$work/bin"
    cd "$work/project"
    cp "$check" tools/check
    printf '#!/bin/sh\necho "setup $*" >>%s/asked\n' "$work" >tools/setup
    chmod +x tools/setup
    : >"$work/asked"
    cat >tools/checks.txt <<'EOF'
# a comment
quick | landing | 2 |      | true | It builds
words | landing | 1 | docs | true | It reads well
neon  | long    | 9 | arm  | echo neon | ARM agrees
fuzz  | long    | 9 | fuzz | echo fuzz | Nothing breaks it
deb   | long    | 9 | deb  | echo deb | There are packages
ever  | hours   |   |      | echo ever | It goes on
EOF
    git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm first
}

recorded() { # recorded ROW...: the record has these rows
    printf '%s\n' '# Checks' '' '| check | seconds | result | day | commit | machine |' '| --- | --: | --- | --- | --- | --- |' "$@" '' '## More' '' \
        '| neon | is another table |' >docs/checks.md
}

command_that() { # command_that NAME SCRIPT
    printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

expect() { # expect WHAT STATUS LAST_LINE ARGUMENT...: runs tools/check with them; the last line begins after its time
    local what=$1 wanted=$2 line=$3 status=0 last
    shift 3
    PATH=$work/bin:$PATH tools/check "$@" >"$work/out" 2>&1 || status=$?
    last=$(tail -1 "$work/out" | sed 's/^[0-9]* min [0-9]* s[.] //')
    if [ "$status" != "$wanted" ] || [ "$last" != "$line" ]; then
        fail "$what: status $status, wanted $wanted; the last line is '$last', wanted '$line'"
        cat "$work/out" >&2
    fi
}

says() { # says TEXT: the run before printed it
    grep -qF -- "$1" "$work/out" || fail "should say '$1', but said: $(cat "$work/out")"
}

becomes() { # becomes NAME COMMAND: the check NAME has this command
    sed -i "s/^\($1 *|[^|]*|[^|]*|[^|]*|\)[^|]*|/\1 $2 |/" tools/checks.txt
}

# The days since 1970 choose among those that have never passed: 30000 is divisible by 3.
day() { command_that date "if [ \"\$*\" = '-u +%s' ]; then echo $((86400 * (30000 + $1))); elif [ \"\$*\" = '-u +%Y-%m-%d' ]; then echo 2052-02-20; fi"; }

project
day 0
expect 'all pass, no record' 0 \
    'Passed: quick, words, neon. Failed: none. Left out: fuzz (not its turn), deb (not its turn).' landing
says 'checks: 3 passed, 0 failed, 2 skipped'
says 'docs/checks.md has no pass of it'
[ "$(cat "$work/asked")" = 'setup build arm docs' ] || fail "all packages should be asked for at once, but: $(cat "$work/asked")"
[ "$(cat out/checks/neon.log)" = neon ] || fail 'the output of a check should be in its log'
day 1
expect 'by the day' 0 'Passed: quick, words, fuzz. Failed: none. Left out: neon (not its turn), deb (not its turn).' landing

recorded '| neon | 5 | passed | 2052-01-02 | abc | here |' '| fuzz | 5 | passed | 2052-01-01 | abc | here |' '| deb | 5 | passed | 2052-01-03 | abc | here |'
expect 'the oldest pass is due' 0 'fuzz it passed last on 2052-01-01' due
recorded '| neon | 5 | failed: the disk is full | 2052-01-09 | abc | here |' '| fuzz | 5 | passed | 2052-01-01 | abc | here |' '| deb | 5 | passed | 2052-01-03 | abc | here |'
expect 'a failure is no pass' 0 'neon docs/checks.md has no pass of it' due
recorded '| neon | 5 | passed | 2052-01-01 | abc | here |' '| fuzz | 5 | passed | 2052-01-01 | abc | here |' '| deb | 5 | passed | 2052-01-03 | abc | here |'
expect 'of two on one day the day chooses' 0 'fuzz it passed last on 2052-01-01, nor a later one of 1 others; today is its turn' due

becomes quick 'exit 3'
expect 'a failure does not hide others, and leaves the long check out' 1 \
    'Passed: words. Failed: quick. Left out: fuzz (a landing check failed), neon (not its turn), deb (not its turn).' landing
says 'checks: 1 passed, 1 failed, 3 skipped'
says 'To see it again: make check NAME=quick'
becomes quick true
CHECK_MOST_SECONDS=-1 expect 'a slow machine' 0 \
    'Passed: quick, words. Failed: none. Left out: fuzz (the landing checks took more than 0 minutes), neon (not its turn), deb (not its turn).' landing

# Why a check did not pass. Make says of all of them that it failed.
printf 'killed:\n\tkill -9 $$$$\nfull:\n\techo No space left on device; false\nnet:\n\techo; echo "download failed: packages x"; exit 75\n' >Makefile
becomes words 'make killed'
expect 'a killed command' 1 'Passed: none. Failed: words (was killed; is there enough memory?). Left out: none.' run words
becomes words 'kill -9 $$'
expect 'a killed check' 1 'Passed: none. Failed: words (was killed; is there enough memory?). Left out: none.' run words
becomes words 'make full'
expect 'a full disk' 1 'Passed: none. Failed: words (the disk is full). Left out: none.' run words
becomes words 'make net'
expect 'no network' 1 'Passed: none. Failed: words (download failed: packages x). Left out: none.' run words
becomes words false
command_that df "echo; echo '/dev/x 1000 999 1 99% /'"
expect 'a disk that is full afterwards' 1 'Passed: quick. Failed: words (the disk is full). Left out: none.' run quick words
rm "$work/bin/df"
command_that timeout 'exit 124'
expect 'a check that hangs' 1 'Passed: none. Failed: neon (took too long and was ended). Left out: none.' run neon
rm "$work/bin/timeout"
printf '#!/bin/sh\nexit 75\n' >tools/setup
becomes words true
expect 'packages fail where they are needed' 0 'Passed: words. Failed: none. Left out: none.' run words

project
recorded '| neon | 5 | passed | 2052-01-02 | abc | here |' '| fuzz | 7 | passed | 2051-01-02 | abc | here |' '| ever | 9 | passed | 2051-01-01 | abc | there |'
becomes fuzz false
day 0
expect 'a record of some' 1 'Passed: quick. Failed: fuzz. Left out: none.' record fuzz quick
# Seconds, commit and machine of the new rows are those of this run.
rows=$(grep -E '^[|] [a-z]+ [|] [0-9]+ ' docs/checks.md | sed 's/^\(| [a-z]* |\) [0-9]* \(| [a-z]* |\) 2052-02-20 | [0-9a-f]* | .* [0-9]* x .* |$/\1 \2 now/')
[ "$rows" = '| quick | | passed | now
| neon | 5 | passed | 2052-01-02 | abc | here |
| fuzz | | failed | now
| ever | 9 | passed | 2051-01-01 | abc | there |' ] || fail "other rows: $(cat docs/checks.md)"
grep -qxF '| neon | is another table |' docs/checks.md || fail 'what stands below the record should stay'
expect 'a record of all' 1 'Passed: quick, words, neon, deb. Failed: fuzz. Left out: none.' record
grep -q '^| deb | [0-9]* | passed | 2052-02-20 | ' docs/checks.md || fail "no row of deb: $(cat docs/checks.md)"

expect 'no such check' 2 "check: no check is called 'nothing'. There are quick words neon fuzz deb ever." run nothing
expect 'no such call' 2 'tools/check due               the long check that is due, and why' everything
exit $((failures > 0))
