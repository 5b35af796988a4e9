#!/usr/bin/env bash
# The table of tools/checks.txt is right: its commands are targets of the Makefile, no name appears twice, the landing checks
# keep to their time and so does each long one; CONTRIBUTING.md shows the table, and docs/checks.md has rows of checks alone.
#   checks.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

failures=0
complain() {
    echo "$1" >&2
    failures=$((failures + 1))
}

rows=$(sed -e '/^#/d' -e 's/ *| */|/g' tools/checks.txt)
names=$(cut -d'|' -f1 <<<"$rows")
[ "$(wc -l <<<"$names")" -ge 20 ] || complain "only $names: is this test broken?"
for name in $(sort <<<"$names" | uniq -d); do complain "tools/checks.txt has $name twice"; done
for target in $(cut -d'|' -f5 <<<"$rows" | sed 's/.*make //; s/ .*//'); do
    grep -qE "^$target:.*##" Makefile || complain "tools/checks.txt runs make $target, which the Makefile does not have"
done
for set in $(cut -d'|' -f4 <<<"$rows"); do
    grep -qE "^    $set\\)" tools/setup || complain "tools/checks.txt needs $set, which tools/setup does not know"
done
awk -F'|' '$2 == "landing" { sum += $3 } END { exit sum > 1200 }' <<<"$rows" || complain 'the landing checks take more than 20 minutes'
for name in $(awk -F'|' '$2 == "long" && $3 > 720 { print $1 }' <<<"$rows"); do complain "$name takes more than 12 minutes"; done
diff <(tools/check table) <(sed -n '/^| check |/,/^$/p' CONTRIBUTING.md | sed '/^$/d') >&2 ||
    complain 'CONTRIBUTING.md shows another table (>) than tools/check table prints (<)'
for name in $(sed -n '/^| check |/,/^$/s/^| \([a-z][a-z-]*\) |.*/\1/p' docs/checks.md | sed 1d); do
    grep -qxF -- "$name" <<<"$names" || complain "docs/checks.md has a row of $name, which is no check"
done
exit $((failures > 0))
