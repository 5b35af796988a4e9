#!/usr/bin/env bash
# Writes the program of sections 1 to K: those sections of tree.h and own.c, and the lines of main that show them.
#   cut.sh K >FILE
set -euo pipefail
cd "$(dirname "$0")"

sections() { # sections FILE: its first comment and its sections 1 to K
    awk -v last="$1" '
        /^\/\/ ---- / { section = $3 == "Main" ? "Main" : $3 + 0 }
        section == "Main" ? !(match($0, /puts\("[0-9]+/) && substr($0, RSTART + 6, RLENGTH - 6) + 0 > last) : section <= last
    ' "$2"
}
sections "$1" own.c | while IFS= read -r line; do
    if [ "$line" = '#include "tree.h"' ]; then sections "$1" tree.h; else printf '%s\n' "$line"; fi
done
