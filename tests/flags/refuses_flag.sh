#!/bin/sh
# Traps 5 and 16: with a flag that would change its arithmetic no source file of the library compiles that has any to be
# changed; each for the reason it states with #error, and not for another one. Without the flag the library was built.
#
#   refuses_flag.sh COMPILER SOURCE_DIR FLAG
set -u
compiler=$1 source_dir=$2 flag=$3
base="-I$source_dir/include -I$source_dir/libs/base" inside=$base
for layer in "$source_dir"/src/*/; do
    inside="$inside -I$layer"
done

# A compiler that does not know the flag (clang has no x87 switch) has nothing to be refused.
if ! echo 'int unused;' | "$compiler" -std=c11 "$flag" -Werror -fsyntax-only -x c - 2>/dev/null; then
    echo "skipped: $compiler does not know $flag"
    exit 77
fi

# Does the file, or a header of ours that it includes, deal in coordinates at all? Pools and sorting do not.
deals_in_floats() {
    # shellcheck disable=SC2086
    "$compiler" -std=c11 $includes -E "$1" | awk -v ours="^\"$source_dir/(src|libs)/" '
        /^# [0-9]/ { here = $3 ~ ours }
        here && /(^|[^a-z_])(float|double|qd_box|qd_vec2)([^a-z_]|$)|\.(min|max)\./ { found = 1 }
        END { exit !found }'
}

checked=0
for file in "$source_dir"/src/*/*.c "$source_dir"/libs/gravity/*.c; do
    case $file in
    "$source_dir"/libs/gravity/*) includes=$base ;;
    *) includes=$inside ;;
    esac
    # shellcheck disable=SC2086
    if message=$("$compiler" -std=c11 $includes "$flag" -fsyntax-only "$file" 2>&1); then
        deals_in_floats "$file" || continue
        echo "$file compiles with $flag; include the header that refuses it"
        exit 1
    fi
    case $message in
    *"#error"* | *"error: "*[Ff]ast*math* | *"error: "*FLT_EVAL_METHOD* | *"error: "*finite*) ;;
    *)
        printf '%s fails with %s, but not for its own reason:\n%s\n' "$file" "$flag" "$message"
        exit 1
        ;;
    esac
    checked=$((checked + 1))
done
echo "$checked source files refuse $flag"
test "$checked" -gt 0
