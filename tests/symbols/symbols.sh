#!/usr/bin/env bash
# Looks at the built libraries as the linker does.
#   symbols.sh exports|state|imports STATIC_LIBRARY SHARED_LIBRARY HEADER_DIR
#
# exports  the shared library exports exactly the functions that the headers mark QD_API, and every external name of the
#          static one starts with qd_, so that it cannot collide with a user's own names
# state    no writable variable, so that two trees never share anything
# imports  nothing of the C library beyond imports.txt: no printing, no files, no clock, no environment
set -euo pipefail
export LC_ALL=C

check=$1 static=$2 shared=$3 headers=$4
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "$1" >&2
    exit 1
}

# Names that the headers declare with QD_API: comments and directives go, then what stands before the parenthesis stays.
declared() {
    cat "$headers"/*.h | sed -e 's|//.*||' -e '/^#/d' | tr '\n' ' ' | grep -oE 'QD_API [^(;]*\(' |
        grep -oE 'qd_[a-z0-9_]+ *\(' | tr -d ' (' | sort
}

case $check in
exports)
    exported=$(nm -D --defined-only "$shared" | awk '{ print $NF }' | sed 's/@.*//' | sort)
    difference=$(diff <(declared) <(echo "$exported")) ||
        fail "headers (<) and exports of $(basename "$shared") (>) differ:
$difference"
    strangers=$(nm -A -g --defined-only "$static" | awk '$NF !~ /^qd_/') || true
    [ -z "$strangers" ] || fail "external names without qd_ in $(basename "$static"):
$strangers"
    echo "$(echo "$exported" | wc -l) exported functions, all declared"
    ;;
state)
    # .data.rel.ro is read-only once the addresses in it are known.
    writable=$(objdump -h "$static" | awk '
        /file format/ { object = $1 }
        $2 ~ /^\.(t?data|t?bss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print object, $2, "0x" $3 }')
    [ -z "$writable" ] || fail "writable variables in $(basename "$static") (object, section, size):
$writable"
    common=$(nm -A "$static" | awk '$(NF - 1) == "C"')
    [ -z "$common" ] || fail "common symbols in $(basename "$static"):
$common"
    echo "no writable variables"
    ;;
imports)
    needed=$(comm -23 <(nm -u "$static" | awk '$1 == "U" { print $2 }' | sort -u) \
        <(nm --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u))
    excess=$(comm -23 <(echo "$needed") <(sed -e 's/#.*//' -e 's/ *$//' -e '/^$/d' "$here/imports.txt" | sort -u))
    [ -z "$excess" ] || fail "the library needs what tests/symbols/imports.txt does not list:
$excess"
    echo "needs of the C library:" $needed
    ;;
*) fail "usage: symbols.sh exports|state|imports STATIC SHARED HEADERS" ;;
esac
