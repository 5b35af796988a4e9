#!/usr/bin/env bash
# The tables of src/README.md, libs/gravity/README.md, libs/oracle/README.md, libs/image/README.md and libs/threads/README.md name every source file there is, and no other:
# `NAME` stands for NAME.h and NAME.c.
#   sources.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

failures=0
complain() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# The files that a table names, one in a line: FLOOR/NAME. Rows without a floor belong to the one above; a table without
# floors has the files in its first column.
named() { # named DOCUMENT FLOORS
    awk -F'|' -v floors="$2" '
        /^## What always holds/ { exit }
        /^\|/ {
            cell = $2
            if (floors) {
                if (match($2, /`[a-z_]+\/`/)) folder = substr($2, RSTART + 1, RLENGTH - 2)
                cell = folder ? $3 : ""
            }
            while (match(cell, /`[a-z0-9_]+(\.[ch])?`/)) {
                name = substr(cell, RSTART + 1, RLENGTH - 2)
                cell = substr(cell, RSTART + RLENGTH)
                if (name ~ /\./) print folder name
                else print folder name ".c\n" folder name ".h"
            }
        }' "$1" | sort -u
}

check() { # check FOLDER FLOORS
    local there names name
    there=$(cd "$1" && find . -name '*.[ch]' -not -path './include/*' | sed 's|^\./||' | sort)
    names=$(named "$1/README.md" "$2")
    for name in $(comm -23 <(echo "$there") <(echo "$names")); do complain "$1/README.md does not name $name"; done
    for name in $(comm -13 <(echo "$there") <(echo "$names")); do complain "$1/README.md names $name, which is not there"; done
}

check src 1
check libs/gravity ''
check libs/oracle ''
check libs/image ''
check libs/threads ''
check libs/distributed ''
exit $((failures > 0))
