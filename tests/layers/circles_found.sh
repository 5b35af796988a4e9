#!/usr/bin/env bash
# circles.sh finds circles that are put into a copy of the sources, and says which files or folders they are of.
#   circles_found.sh ROOT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/root"
for folder in include src libs apps lab tests web fuzz; do
    if [ -d "$folder" ]; then find "$folder" \( -name '*.[ch]' -o -name '*.cpp' \) -exec cp --parents -t "$work/root" {} + ; fi
done

# finds NAME FILE TEXT EXPECTED: with the text at the end of the file, what is said has a line that matches.
finds() {
    local said
    cp "$work/root/$2" "$work/kept"
    printf '%s\n' "$3" >>"$work/root/$2"
    if said=$("$here/circles.sh" "$work/root" 2>&1); then
        echo "$1: no circle was found" >&2
        exit 1
    elif ! grep -qE "$4" <<<"$said"; then
        echo "$1: this was said, without a line as '$4':" >&2
        echo "$said" >&2
        exit 1
    fi
    cp "$work/kept" "$work/root/$2"
}

"$here/circles.sh" "$work/root"
finds 'a reader that calls the one that chooses readers' apps/items/items_map.c \
    'status items_again(items *list, input *in) { return items_read(list, in); }' \
    '^  apps/items/items_map apps/items/items_read items_read$'
finds 'what tasks stand on that knows the table of them' lab/bench/task.c \
    $'#include "tasks.h"\nconst task *task_first(void) { return tasks[0]; }' \
    '^  lab/bench/task lab/bench/tasks tasks$'
finds 'a function in a header' lab/baselines/grid_parts.h \
    $'static inline void grid_back(void)\n{\n    grid_window();\n}' \
    '^  lab/baselines/grid_parts lab/baselines/grid_ask grid_window$'
finds 'a header of a library that declares what stands on it' src/geometry/aabb.h \
    'qd_result qd_tree_create(const qd_tree_def *def, qd_tree **tree);' \
    '^  src/geometry/aabb src/tree/[a-z_]+ qd_tree_create$'
finds 'folders' apps/image/pixels.c \
    $'#include "image_bench.h"\nconst char *pixels_bench(void) { return image_bench_command.name; }' \
    '^  apps/image lab/pictures apps/image/pixels -> lab/pictures/image_bench$'
finds 'what tests share' tests/support/compare.c \
    'bool compare_back(struct compare *compare) { return compare_everything(compare); }' \
    '^  tests/support/compare tests/support/compare_everything compare_everything$'
