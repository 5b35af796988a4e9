#!/usr/bin/env bash
# Each block of C in a guide stands, line by line, in an example.
#   snippets.sh GUIDE EXAMPLE
set -euo pipefail

guide=$1 example=$2
blocks=$(grep -c '^```c$' "$guide")
[ "$blocks" -gt 0 ] || { echo "$guide has no block of C" >&2; exit 1; }

status=0
for ((i = 1; i <= blocks; i++)); do
    block=$(awk -v want="$i" '/^```/ { if (inside) inside = 0; else if ($0 == "```c") inside = ++count == want; next } inside' "$guide")
    if ! block=$block awk 'BEGIN { n = split(ENVIRON["block"], lines, "\n") } { text[NR] = $0 }
        END { for (i = 1; i + n - 1 <= NR; i++) { for (k = 1; k <= n && text[i + k - 1] == lines[k]; k++); if (k > n) exit 0 } exit 1 }' "$example"; then
        printf '%s: this is not in %s:\n%s\n' "$guide" "$example" "$block" >&2
        status=1
    fi
done
exit "$status"
