#!/usr/bin/env bash
# Links and runs a C program that takes the address of every shortcut (QD_INLINE) of the headers, and calls some, so that
# the compiler cannot do without the libraries' copies.
#   shortcuts.sh CC -O0|-O2 INCLUDE_DIR LIBRARY...
set -euo pipefail
export LC_ALL=C

cc=$1 optimisation=$2 include=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat "$include"/quadrille/*.h | sed -e 's|//.*||' -e '/^#/d' | tr '\n' ' ' | grep -oE 'QD_INLINE [^;({]*\(' |
    grep -oE 'qd_[a-z0-9_]+ *\(' | tr -d ' (' | sort >"$work/names"
count=$(wc -l <"$work/names")
[ "$count" -ge 20 ] || { echo "only $count shortcuts were found: this script no longer fits the headers" >&2; exit 1; }
{
    for header in "$include"/quadrille/*.h; do echo "#include <quadrille/$(basename "$header")>"; done
    echo 'typedef void function(void);'
    echo 'static function *volatile all[] = {'
    sed 's/.*/    (function *)&,/' "$work/names"
    cat <<'C'
};
int main(void)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!all[i])
            return 1;
    qd_tree *tree = qd_tree_new(NULL);
    const qd_id id = qd_tree_add(tree, qd_box_xywh(0, 0, 2, 2), 7);
    qd_entry found = { 0, 0 };
    const size_t count = qd_tree_find_box(tree, qd_box_at((qd_vec2){ 1, 1 }), &found, 1);
    const int wrong = count != 1 || found.id != id || found.user != 7 || !qd_tree_has(tree, id);
    qd_tree_destroy(tree);
    return wrong;
}
C
} >"$work/all.c"
"$cc" -std=c11 -Wall -Wextra -Werror "$optimisation" -I"$include" "$work/all.c" "$@" -lm -o "$work/all"
folders=$(for library in "$@"; do case $library in /*) dirname "$library" ;; esac; done | sort -u | paste -sd:)
LD_LIBRARY_PATH=$folders "$work/all"
echo "$count shortcuts, each in a library"
