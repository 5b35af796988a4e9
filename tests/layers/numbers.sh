#!/usr/bin/env bash
# Only src/store/quad.h knows that a node's number is its quad's number and two bits for the lane: every other file uses
# qd__node_quad, qd__node_lane, qd__node_in.
#   numbers.sh ROOT
set -euo pipefail
cd "$1"
found=$(grep -rnE '\b(node|parent|from|to|last|next|near)\b(\)|\]| )*(>> 2|& 3)\b|\b(child|quad|index) << 2\b' src --include='*.[ch]' |
    grep -v '^src/store/quad\.h:' || true)
if [ -n "$found" ]; then
    echo "Take a node apart by qd__node_quad and qd__node_lane, and make it by qd__node_in (src/store/quad.h):" >&2
    echo "$found" >&2
    exit 1
fi
