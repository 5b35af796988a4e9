#!/usr/bin/env bash
# Looks at a built library as the linker does.
#   symbols.sh exports|state|imports STATIC_LIBRARY SHARED_LIBRARY HEADER_DIR index|gravity|oracle|image|threads
#   symbols.sh dll OBJDUMP DLL HEADER_DIR index|gravity|oracle|image|threads
#
# exports  the shared library exports exactly the functions that its headers mark QD_API and the shortcuts that they mark
#          QD_INLINE, and every external name of the static one starts with qd_, so that it cannot collide with names of
#          the program. The index has at most 75 functions, shortcuts not counted
# state    no writable variable, so that two trees never share anything
# imports  nothing of the C library beyond imports.txt, and imports_PART.txt if there is one: no printing, no files, no
#          clock, no environment. The other libraries may also call what the index exports
# dll      the DLL exports exactly these functions too
set -euo pipefail
export LC_ALL=C

check=$1 static=$2 shared=$3 headers=$4 part=$5
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "$1" >&2
    exit 1
}

headers_of() { # headers_of PART
    case $1 in
    index) ls "$headers"/*.h | grep -vE '/(gravity|oracle|image|threads)\.h$' ;;
    *) echo "$headers/$1.h" ;;
    esac
}

# marked PART MARK: names that its headers declare with the mark. Comments and directives go, then what stands before the
# parenthesis stays.
marked() {
    headers_of "$1" | xargs cat | sed -e 's|//.*||' -e '/^#/d' | tr '\n' ' ' | grep -oE "$2 [^;({]*\\(" |
        grep -oE 'qd_[a-z0-9_]+ *\(' | tr -d ' (' | sort
}

declared() {
    marked "$1" QD_API
    marked "$1" QD_INLINE || true # gravity has none
}

case $check in
dll)
    exported=$("$static" -p "$shared" | awk '/^\[Ordinal\/Name Pointer\] Table/ { on = 1; next } !NF { on = 0 } on { print $NF }' | sort)
    difference=$(diff <(declared "$part" | sort) <(echo "$exported")) ||
        fail "headers (<) and exports of $(basename "$shared") (>) differ:
$difference"
    echo "$(wc -l <<<"$exported") functions"
    ;;
exports)
    exported=$(nm -D --defined-only "$shared" | awk '{ print $NF }' | sed 's/@.*//' | sort)
    difference=$(diff <(declared "$part" | sort) <(echo "$exported")) ||
        fail "headers (<) and exports of $(basename "$shared") (>) differ:
$difference"
    strangers=$(nm -A -g --defined-only "$static" | awk 'NF > 2 && $NF !~ /^qd_/') || true
    [ -z "$strangers" ] || fail "external names without qd_ in $(basename "$static"):
$strangers"
    functions=$(marked "$part" QD_API | wc -l)
    if [ "$part" = index ] && [ "$functions" -gt 75 ]; then
        fail "the index has $functions functions that are not shortcuts; 75 is the most"
    fi
    echo "$(echo "$exported" | wc -l) exported functions, all declared; $functions are not shortcuts"
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
    lists=("$here/imports.txt")
    if [ -e "$here/imports_$part.txt" ]; then lists+=("$here/imports_$part.txt"); fi
    allowed=$(sed -e 's/#.*//' -e 's/ *$//' -e '/^$/d' "${lists[@]}")
    if [ "$part" != index ]; then
        allowed=$(echo "$allowed" && declared index)
    fi
    excess=$(comm -23 <(echo "$needed") <(echo "$allowed" | sort -u))
    [ -z "$excess" ] || fail "the library needs what tests/symbols/imports.txt does not list:
$excess"
    echo "needs of others:" $needed
    ;;
*) fail "usage: symbols.sh exports|state|imports|dll STATIC SHARED HEADERS PART" ;;
esac
