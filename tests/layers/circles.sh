#!/usr/bin/env bash
# No circle among files, nor among folders: in the libraries, the programs, the lab, the tests, the page and the fuzzers.
# edges.awk says which file stands on which. A circle that is meant is left out here:
#
#   pairs/walk, pairs/schedule, pairs/overlap    a walk over pairs hands pieces of itself to workers, which walk them
#
#   circles.sh ROOT
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"

meant='^src/pairs/(walk|schedule|overlap) src/pairs/(walk|schedule|overlap) '
libraries=src,libs
folders=()
for folder in include ${libraries//,/ } apps lab tests web fuzz; do if [ -d "$folder" ]; then folders+=("$folder"); fi; done
mapfile -t files < <(find "${folders[@]}" -name node_modules -prune -o \( -name '*.[ch]' -o -name '*.cpp' \) -print | sort)
edges=$(awk -v strict="$libraries" -f "$here/edges.awk" "${files[@]}" | sort | grep -vE "$meant")
if [ "$(wc -l <<<"$edges")" -lt 3000 ]; then
    echo "only $(wc -l <<<"$edges") dependencies were found: this script no longer fits the sources" >&2
    exit 1
fi

# The pairs, of which the lines begin with two names, without what is not in a circle: what nothing stands on, or what
# stands on nothing, again and again until no such is left.
circles() {
    local now next=$1
    while [ "$next" != "${now-}" ]; do
        now=$next
        next=$(awk 'NR == FNR { above[$1] = below[$2] = 1; next } ($2 in above) && ($1 in below)' <(cat <<<"$now") <(cat <<<"$now"))
    done
    cat <<<"$now"
}

status=0
complain() {
    [ -n "$2" ] || return 0
    echo "$1 depend on each other in a circle; each line names two, and by what the first stands on the second:" >&2
    sed 's/^/  /' <<<"$2" >&2
    status=1
}

complain Files "$(circles "$edges")"
complain Folders "$(circles "$(awk '{
    first = $1; second = $2
    sub(/\/[^\/]*$/, "", first)
    sub(/\/[^\/]*$/, "", second)
    if (first == second) next
    pair = first " " second
    if (!(pair in why)) why[pair] = $1 " -> " $2
} END { for (pair in why) print pair, why[pair] }' <<<"$edges" | sort)")"
exit $status
