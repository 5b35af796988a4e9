#!/usr/bin/env bash
# docs/README.md links to every document below docs/.
#   index.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1/docs"

linked=$(grep -oE '\]\([^) #]+' README.md | sed 's/^](//' | sort -u)
documents=$(find . -name '*.md' -not -path ./README.md | sed 's|^\./||' | sort)
[ "$(wc -l <<<"$documents")" -ge 20 ] || { echo "only $documents: is this test broken?" >&2 && exit 1; }
missing=$(comm -23 <(echo "$documents") <(echo "$linked"))
if [ -n "$missing" ]; then
    echo "docs/README.md has no link to:" >&2
    echo "$missing" >&2
    exit 1
fi
