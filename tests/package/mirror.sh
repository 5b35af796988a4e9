#!/usr/bin/env bash
# Prints the first mirror that this machine's apt-get asks, or nothing.
set -euo pipefail
shopt -s nullglob
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list; do
    if [ ! -f "$file" ]; then continue; fi
    mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\) .*/\2/p' "$file" | head -1)
    if [ -n "$mirror" ]; then echo "$mirror" && exit; fi
done
