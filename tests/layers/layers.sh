#!/usr/bin/env bash
# Tries every private header from one layer, with the very include path that the layer is compiled with.
#   layers.sh CC SRC LAYER ALLOWED,LAYERS INCLUDE;DIRECTORIES
set -euo pipefail

cc=$1 src=$2 layer=$3 allowed=,$4, path=$5
status=0 tried=0

flags=()
IFS=';' read -ra directories <<<"$path"
for directory in "${directories[@]}"; do flags+=("-I$directory"); done

complain() {
    echo "$1" >&2
    status=1
}

# Not from a file in src/, so that the compiler looks along the path and not beside the file. What it takes must be ours:
# the system has a search.h and a memory.h too.
for header in "$src"/*/*.h; do
    owner=$(basename "$(dirname "$header")") name=$(basename "$header")
    tried=$((tried + 1))
    if message=$(echo "#include \"$name\"" | "$cc" -std=c11 -M "${flags[@]}" -x c - 2>&1) &&
        grep -qF "${header// /\\ }" <<<"$message"; then
        case $allowed in
        *",$owner,"*) ;;
        *) complain "$layer can include $name of $owner, which is above it" ;;
        esac
    else
        case $allowed in
        *",$owner,"*) complain "$layer cannot include $name of $owner, which is below it: $message" ;;
        esac
    fi
done
if [ "$tried" = 0 ]; then complain "no private headers found in $src"; fi

# A path in an include would walk around the wall.
around=$(grep -nE '^ *# *include +"[^"]*/' -r "$src/$layer" || true)
if [ -n "$around" ]; then complain "includes of $layer that name a path:
$around"; fi
exit $status
