#!/bin/sh
# Trap 17: the library has no writable data, so nothing that two trees or two threads could share.
#
#   no_globals.sh OBJDUMP LIBRARY
set -u
symbols=$("$1" -t "$2") || exit 1
if ! echo "$symbols" | grep -q qd_tree_create; then
    echo "$2 shows no qd_tree_create: is it the library?"
    exit 1
fi
# Constants that hold addresses lie in .data.rel.ro: written by the loader, never after.
found=$(echo "$symbols" | awk '/ O \.t?(data|bss)/ && !/\.data\.rel\.ro/ || / O \*COM\*/ { print "  " $NF }')
if [ -n "$found" ]; then
    printf '%s holds writable data; move it into the tree, or make it const:\n%s\n' "$2" "$found"
    exit 1
fi
echo "no writable data"
