#!/usr/bin/env bash
# Every file and every heading that a link in a document of this repository names is there.
#   links.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

failures=0 links=0

# The anchors of a document: its headings in lower case, spaces as hyphens, other signs left out.
anchors() {
    sed -nE 's/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' | tr -d '`' | sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'
}

documents=$(find . -name '*.md' -not -path './build*' -not -path './out/*' -not -path './.git/*' | sort)
for document in $documents; do
    while IFS= read -r link; do
        [ -n "$link" ] || continue
        case $link in http:* | https:* | mailto:*) continue ;; esac
        links=$((links + 1))
        file=${link%%#*} target=$document
        if [ -n "$file" ]; then target=$(dirname "$document")/$file; fi
        if [ ! -e "$target" ]; then
            echo "$document: there is no $link" >&2
            failures=$((failures + 1))
        elif [[ $link == *#* ]] && ! grep -qxF -- "${link#*#}" <<<"$(anchors "$target")"; then
            echo "$document: no heading makes $link" >&2
            failures=$((failures + 1))
        fi
    done < <(sed '/^```/,/^```/d' "$document" | grep -oE '\]\([^) ]+\)' | sed -e 's/^](//' -e 's/)$//')
done
[ "$links" -ge 50 ] || { echo "only $links links found: is this test broken?" >&2 && exit 1; }
[ $failures = 0 ] && echo "$links links"
exit $((failures > 0))
