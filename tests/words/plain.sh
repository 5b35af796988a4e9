#!/usr/bin/env bash
# Keeps out words and sentences that a reader must read twice: persons where a thing is meant, and inverted clauses
# (plain.awk has the patterns). Documents, headers and manuals have none or a few; sources and programs have a limit for
# each pattern, which may only fall. docs/glossary.md has the words to use; the bench prints its tables.
#   plain.sh ROOT
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"

words='who|whom|whose|whoever|nobody|somebody|anybody|himself|anew'
found=$(grep -rniwE "$words" include src libs README.md CONTRIBUTING.md CHANGELOG.md docs \
    --include='*.[ch]' --include='*.md' 2>/dev/null |
    grep -v -e '^docs/glossary.md:' -e '^docs/performance/tables.md:' || true)
if [ -n "$found" ]; then
    echo "A thing is the subject of a sentence, not a person (docs/glossary.md):" >&2
    echo "$found" >&2
    exit 1
fi

# Most hits of each pattern. Lower a number when a change takes some away; never raise one.
limits='
pattern      guide include readme docs manual src programs
told         0     0       0      0    0      0    2
of           0     0       0      0    0      0    2
none         0     0       0      0    0      0    0
that-there   0     0       0      0    0      0    1
what-is      0     0       0      0    0      0    3
none-of      0     0       0      0    0      0    2
so-many      0     0       0      0    0      0    1
said         0     0       0      1    0      0    2
all-that     0     0       0      0    0      0    3
turns        0     0       0      0    0      0    0
of-yours     0     0       0      0    0      0    1
in-the-place 0     0       0      0    0      0    0
'

remedy() {
    case $1 in
    told) echo "'told', 'tells': reports, returns, prints, names, distinguishes" ;;
    of) echo "'Of X the Y': in X each Y; the Y of X" ;;
    none) echo "'there is none', 'there is no X': no X does it; without X; X has no Y" ;;
    that-there) echo "'an X that there is': an existing X" ;;
    what-is) echo "'what is X is Y': name the thing: the X is Y" ;;
    none-of) echo "'none of the X': no X" ;;
    so-many) echo "'so many X as': as many X as" ;;
    said) echo "'is said', 'is asked for': is printed, is reported; the call asks for" ;;
    all-that) echo "'all that is X': everything X, all Xs" ;;
    turns) echo "'in turns', 'by turns': alternating" ;;
    of-yours) echo "'an X of yours', 'of the caller's': your X, the caller's X" ;;
    in-the-place) echo "'in the place of': instead of" ;;
    esac
}

# Prose of a group. A folder that moves between programs stays in its group.
files() {
    local group=$1
    shift
    for place in "$@"; do
        [ ! -e "$place" ] || find "$place" -name node_modules -prune -o -type f \
            \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.md' -o -name '*.html' -o -name '*.ts' -o -name '*.js' -o -name '*.mjs' -o -name '*.1' \) \
            -print
    done | case $group in
    guide | include | manual) cat ;;
    readme) grep '\.md$' ;;
    docs) grep '\.md$' | grep -v -e '^docs/guide/' -e '^docs/performance/tables.md' ;;
    src | programs) grep -v '\.md$' ;;
    esac | sort
}

failed=0
check() {
    local group=$1 column hits name limit count
    shift
    column=$(awk -v g="$group" '$1 == "pattern" { for (i = 2; i <= NF; i++) if ($i == g) print i }' <<<"$limits")
    hits=$(files "$group" "$@" | xargs awk -f "$here/plain.awk")
    while read -r name limit; do
        count=$(grep -c "^$name	" <<<"$hits" || true)
        if [ "$count" -gt "$limit" ]; then
            echo "$group: $count sentences, at most $limit, with $(remedy "$name")" >&2
            grep "^$name	" <<<"$hits" | cut -f2- | tr '\t' ' ' >&2
            failed=1
        elif [ "$count" -lt "$limit" ]; then
            echo "$group: $name has $count, the limit may fall from $limit"
        fi
    done < <(awk -v c="$column" 'NF && $1 != "pattern" { print $1, $c }' <<<"$limits")
}

check guide docs/guide
check include include
check readme README.md CONTRIBUTING.md CHANGELOG.md src apps lab libs packages web examples fuzz tests
check docs docs
check manual docs/man
check src src
check programs apps lab libs packages web
exit $failed
