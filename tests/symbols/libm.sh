#!/usr/bin/env bash
# Lists what built libraries ask of libm; fails if that is more than is named: functions that IEEE 754 rounds correctly, or
# that do not round, so that answers and scenes are the same bits with any libm.
#   libm.sh CC "NAME..." STATIC_LIBRARY...
set -euo pipefail
export LC_ALL=C
cc=$1 named=$2
shift 2
libm=$("$cc" -print-file-name=libm.so.6)
# Not what a program's start or the C library itself also has.
nm -D --defined-only "$libm" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u >"${TMPDIR:-/tmp}/libm.$$"
trap 'rm -f "${TMPDIR:-/tmp}/libm.$$"' EXIT
[ "$(grep -cxE 'sin|fminf|sqrt' "${TMPDIR:-/tmp}/libm.$$")" = 3 ] || { echo "no list of what libm has" >&2; exit 1; }
asked=$(nm -u "$@" | awk '$1 == "U" { print $2 }' | sort -u | comm -12 - "${TMPDIR:-/tmp}/libm.$$")
excess=$(comm -23 <(echo "$asked" | sed '/^$/d') <(tr ' ' '\n' <<<"$named" | sort -u))
[ -z "$excess" ] || { echo "asks libm for $excess" >&2; exit 1; }
echo "of libm:" $asked
