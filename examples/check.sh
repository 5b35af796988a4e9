#!/usr/bin/env bash
# Runs an example and compares what it prints with its source's last comment, which starts with "// Output:".
#   check.sh SOURCE PROGRAM...     or what runs the program, and the program
set -euo pipefail

source=$1
shift
lines=$(wc -l <"$source")
if [ "$lines" -gt 60 ]; then
    echo "$source has $lines lines; an example has 60 at most" >&2
    exit 1
fi

comment=$(awk '/^\/\//  { block = block $0 "\n"; next } { block = "" } END { printf "%s", block }' "$source")
if [ "${comment%%$'\n'*}" != "// Output:" ]; then
    echo "$source should end with a comment that starts with '// Output:'" >&2
    exit 1
fi
wanted=$(echo "$comment" | sed -e 1d -e 's|^// \{0,1\}||')

actual=$("$@" | tr -d '\r')
diff <(echo "$wanted") <(echo "$actual") || {
    echo "$source: its last comment (<) is not what it prints (>)" >&2
    exit 1
}
