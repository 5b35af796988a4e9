#!/usr/bin/env bash
# The worst words stay out of headers, sources, README, CONTRIBUTING, CHANGELOG and docs: persons where a thing is meant,
# and words that no reader searches for. docs/glossary.md has those to use, and names these; the bench prints its tables.
#   plain.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

words='who|whom|whose|whoever|nobody|somebody|anybody|himself|anew'
found=$(grep -rniwE "$words" include src gravity oracle image distributed README.md CONTRIBUTING.md CHANGELOG.md docs --include='*.[ch]' \
    --include='*.md' | grep -v -e '^docs/glossary.md:' -e '^docs/performance/tables.md:' || true)
if [ -n "$found" ]; then
    echo "A thing is the subject of a sentence, not a person (docs/glossary.md):" >&2
    echo "$found" >&2
    exit 1
fi
