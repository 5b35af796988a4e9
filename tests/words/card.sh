#!/usr/bin/env bash
# docs/card.md names every function and shortcut of the index, names nothing that is not in a header, and there are at
# most 75 functions.
#   card.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# marked MARK: the names of what the index's headers declare with it
marked() {
    cat $(ls include/quadrille/*.h | grep -v -e gravity.h -e oracle.h -e image.h -e threads.h) | sed 's,//.*,,' | tr '\n' ' ' |
        grep -oE "$1 [^;{(]*\\(" | grep -oE 'qd_[a-z0-9_]+\($' | tr -d '(' | sort -u
}

marked QD_API >"$scratch/functions"
marked QD_INLINE >"$scratch/shortcuts"
grep -oE 'qd_[a-z0-9_]+' docs/card.md | sort -u >"$scratch/card"
failed=0
missing=$(sort -u "$scratch/functions" "$scratch/shortcuts" | comm -23 - "$scratch/card")
if [ -n "$missing" ]; then
    printf 'docs/card.md does not name:\n%s\n' "$missing" >&2
    failed=1
fi
for name in $(cat "$scratch/card"); do
    if ! grep -qw "$name" include/quadrille/*.h; then
        echo "docs/card.md names $name, which no header has" >&2
        failed=1
    fi
done
count=$(wc -l <"$scratch/functions")
if [ "$count" -gt 75 ] || [ "$count" -lt 60 ] || ! grep -q "The index has $count functions" docs/card.md; then
    echo "The index has $count functions; docs/card.md must say so, and there must be at most 75" >&2
    failed=1
fi
exit $failed
