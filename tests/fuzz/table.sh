#!/usr/bin/env bash
# The table in fuzz/README.md has every function of the public headers, shortcuts too, and nothing else; and each fuzzer
# that it names is there and calls the function.
#   table.sh ROOT
set -euo pipefail
export LC_ALL=C

root=$1
readme=$root/fuzz/README.md
failures=0

fail() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# "name header" for each function: comments and directives go, then what stands before a parenthesis.
declared() {
    local header
    for header in "$root"/include/quadrille/*.h; do
        sed -e 's|//.*||' -e '/^#/d' "$header" | tr '\n' ' ' | grep -oE '(QD_API|QD_INLINE) [^(;{]*\(' |
            grep -oE 'qd_[a-z0-9_]+ *\(' | tr -d ' (' | sed "s|\$| $(basename "$header")|" || true
    done | sort
}

# "name fuzzer" for each row.
tabled() {
    sed -nE 's/^\| `(qd_[a-z0-9_]+)` *\| *([a-z0-9_]+) *\|.*/\1 \2/p' "$readme" | sort
}

# The files of a fuzzer: its own, and those of the tests it leans on: where it includes "model/...", tests/model
# and tests/support.
sources() {
    echo "$root/fuzz/$1_fuzz.c"
    local folder
    for folder in $(sed -nE 's|^#include "([a-z0-9_]+)/.*|\1|p' "$root/fuzz/$1_fuzz.c" | sort -u); do
        find "$root/tests/support" "$root/tests/$folder" -maxdepth 1 -name '*.[ch]'
    done
}

# Whole words of a text, one a line.
words() {
    grep -oE '[A-Za-z0-9_]+' | sort -u
}

has() { # has LINES LINE
    [[ $'\n'$1$'\n' == *$'\n'$2$'\n'* ]]
}

all=$(declared)
rows=$(tabled | cut -d' ' -f1)
while read -r name header; do
    has "$rows" "$name" || fail "$name ($header) has no row in the table of fuzz/README.md.
    Let a fuzzer call it: a new op of the model test (tests/model/script.h, decoder.c, runner.c) is fuzzed by 'model',
    and 'value' has the shortcuts. Then add to the table:
    | \`$name\` | model |"
done <<<"$all"

functions=$(cut -d' ' -f1 <<<"$all")
last='' named='' # a fuzzer, and all words of its sources
while read -r name fuzzer; do
    has "$functions" "$name" || fail "fuzz/README.md has a row for $name, which no header declares: take it out."
    if [ ! -e "$root/fuzz/${fuzzer}_fuzz.c" ]; then
        fail "fuzz/README.md says that '$fuzzer' fuzzes $name, but there is no fuzz/${fuzzer}_fuzz.c."
        continue
    fi
    if [ "$fuzzer" != "$last" ]; then
        last=$fuzzer
        named=$(sources "$fuzzer" | xargs cat | words)
    fi
    has "$named" "$name" || fail "fuzz/README.md says that '$fuzzer' fuzzes $name, but its sources do not name it."
done < <(tabled | sort -k2)

twice=$(tabled | cut -d' ' -f1 | uniq -d)
[ -z "$twice" ] || fail "more than one row in fuzz/README.md: $twice"
[ "$(wc -l <<<"$all")" -ge 40 ] || fail "only $(wc -l <<<"$all") functions found in the headers: is this test broken?"
[ $failures = 0 ] && echo "$(wc -l <<<"$all") functions, each with its fuzzer"
exit $((failures > 0))
