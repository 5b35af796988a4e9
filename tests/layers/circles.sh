#!/usr/bin/env bash
# No circle among the files of the libraries: NAME.c and NAME.h together are one unit, a unit stands on those with
# functions that it calls or declares, and no unit stands on itself by way of others. What is left out is recursion that
# is meant:
#
#   pairs/walk, pairs/schedule, pairs/overlap    a walk over pairs hands pieces of itself to workers, which walk them
#
#   circles.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

meant='^src/pairs/(walk|schedule|overlap) src/pairs/(walk|schedule|overlap)$'
folders=()
for folder in src gravity oracle image distributed; do if [ -d "$folder" ]; then folders+=("$folder"); fi; done
edges=$(find "${folders[@]}" -name '*.[ch]' | sort | xargs awk '
    FNR == 1 { unit = FILENAME; sub(/\.[ch]$/, "", unit); header = FILENAME ~ /\.h$/ }
    { sub(/\/\/.*/, "") }
    match($0, /qd__?[a-z0-9_]+\(/) && (header ? /^static inline / : /^[a-zA-Z]/ && !/^(static|return|typedef) /) {
        name = substr($0, RSTART, RLENGTH - 1)
        if (!(name in home)) home[name] = unit
    }
    { text = $0
      while (match(text, /qd__?[a-z0-9_]+\(/)) {
          used[unit " " substr(text, RSTART, RLENGTH - 1)] = 1
          text = substr(text, RSTART + RLENGTH)
      } }
    END {
        for (use in used) {
            split(use, part, " ")
            if ((part[2] in home) && home[part[2]] != part[1]) edge[part[1] " " home[part[2]]] = 1
        }
        for (each in edge) print each
    }' | sort)
count=$(wc -l <<<"$edges")
if [ "$count" -lt 200 ]; then
    echo "only $count dependencies were found: this script no longer fits the sources" >&2
    exit 1
fi
if ! loops=$(grep -vE "$meant" <<<"$edges" | tsort 2>&1 >/dev/null) || [ -n "$loops" ]; then
    echo "Files depend on each other in a circle:" >&2
    sed 's/^tsort: //' <<<"$loops" >&2
    exit 1
fi
