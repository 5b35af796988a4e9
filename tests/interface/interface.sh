#!/usr/bin/env bash
# The interface as it is written down in this folder, beside the headers.
#   interface.sh names|layout ROOT [--write]
#
# names   names.txt has every function, shortcut and type of the headers, with parameters, and marks what is experimental
# layout  layout.txt has every public struct, field and constant; layout_test.c compares sizes, offsets and values
#
# With --write the file is made from the headers: for an intended change, which also needs a line in CHANGELOG.md and, from 1.0 on,
# a new major version where docs/stability.md says so.
set -euo pipefail
export LC_ALL=C

check=$1 root=$2 write=${3:-}
here=$root/tests/interface
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bare() { # the headers' text without comments, directives and the opening of extern "C"
    sed -e 's|//.*||' -e '/^#/d' -e '/^extern "C" {/d' "$@"
}

names() { # a line each, header after header: [experimental] [shortcut] TYPE NAME(PARAMETERS), typedef TYPE NAME
    for header in "$root"/include/quadrille/*.h; do
        found=$(bare "$header" | tr '\n' ' ' | sed 's/  */ /g' | grep -oE '(QD_API|QD_INLINE|typedef) [^;{]*[;{]' |
            sed -e 's/ *[;{]$//' -e 's/QD_API //' -e 's/QD_INLINE /shortcut /' -e 's/^\(.*\)QD_EXPERIMENTAL /experimental \1/' | sort) || true
        if [ -n "$found" ]; then printf '%s\n%s\n' "# $(basename "$header")" "$found"; fi
    done
}

structs() { # those whose layout the caller's compiler must know, and their fields
    bare "$root"/include/quadrille/*.h | awk -f "$here/structs.awk"
}

enumerators() { # of all enums, in order, and the numbers that are macros
    cat "$root"/include/quadrille/*.h | sed -n '/QD_VERSION/!s/^#define \(QD_[A-Z_0-9]*\) [0-9].*/\1/p'
    bare "$root"/include/quadrille/*.h | tr '\n' ' ' | grep -oE 'typedef enum qd_[a-z_]+ *\{[^}]*\}' |
        sed -e 's/[^{]*{//' -e 's/}//' | tr ',' '\n' | grep -oE 'QD_[A-Z_0-9]+'
}

case $check in
names)
    names >"$work/names.txt"
    if [ "$write" = --write ]; then cp "$work/names.txt" "$here/names.txt"; fi
    if ! diff "$here/names.txt" "$work/names.txt"; then
        echo "The headers (>) differ from the names written down in tests/interface/names.txt (<)." >&2
        echo "If that is intended: tests/interface/interface.sh names . --write, and a line in CHANGELOG.md." >&2
        exit 1
    fi
    echo "$(grep -c '(' "$work/names.txt") functions and shortcuts, as written down"
    ;;
layout)
    {
        structs | awk '$1 == "struct" { print "SIZE", $2; next } { print "FIELD", $1, $2 }'
        enumerators | sed 's/^/VALUE /'
    } >"$work/named"
    if [ "$write" = --write ]; then
        {
            cat "$here/print_layout.h"
            echo 'int main(void)'
            echo '{'
            awk '$1 == "SIZE" { print "    PRINT_SIZE(" $2 ");" }
                 $1 == "FIELD" { print "    PRINT_FIELD(" $2 ", " $3 ");" }
                 $1 == "VALUE" { print "    PRINT_VALUE(" $2 ");" }' "$work/named"
            echo '    return 0;'
            echo '}'
        } >"$work/print.c"
        "${CC:-cc}" -std=c11 -I"$root/include" "$work/print.c" -o "$work/print"
        {
            echo '// Sizes of public structs, offsets and sizes of their fields, in bytes, where pointers and size_t have eight; values of'
            echo '// constants. Made by tests/interface/interface.sh layout . --write'
            echo '// NOLINTBEGIN(bugprone-sizeof-expression): some fields are pointers'
            "$work/print"
            echo '// NOLINTEND(bugprone-sizeof-expression)'
        } >"$here/layout.txt"
    fi
    written=$(sed -n -e 's/^\(SIZE\|VALUE\)(\([A-Za-z_0-9]*\),.*/\1 \2/p' -e 's/^FIELD(\([a-z_0-9]*\), \([a-z_0-9]*\),.*/FIELD \1 \2/p' "$here/layout.txt")
    if ! diff <(echo "$written") "$work/named"; then
        echo "The headers (>) differ from the structs and constants written down in tests/interface/layout.txt (<)." >&2
        echo "If that is intended: tests/interface/interface.sh layout . --write, and a line in CHANGELOG.md." >&2
        exit 1
    fi
    [ "$(grep -c '^SIZE' <<<"$written")" -ge 40 ] || { echo "Too few structs were found: structs.awk no longer fits the headers" >&2; exit 1; }
    echo "$(grep -c '^SIZE' <<<"$written") structs, $(grep -c '^FIELD' <<<"$written") fields, $(grep -c '^VALUE' <<<"$written") constants, as written down"
    ;;
*)
    echo "usage: interface.sh names|layout ROOT [--write]" >&2
    exit 2
    ;;
esac
