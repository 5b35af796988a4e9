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

# One text asks for all of them, and includes those that there are. It is no file in src/, so that the compiler looks along
# the path and not beside the file. What it takes must be ours: the system has a search.h and a memory.h too.
headers=("$src"/*/*.h)
text=''
for header in "${headers[@]}"; do
    name=\"${header##*/}\"
    text+="#if __has_include($name)"$'\n'"#include $name"$'\n#endif\n'
done
seen=$("$cc" -std=c11 -M "${flags[@]}" -x c - <<<"$text")

for header in "${headers[@]}"; do
    folder=${header%/*} name=${header##*/}
    owner=${folder##*/}
    tried=$((tried + 1))
    can=no may=no
    case $seen in *"${header// /\\ }"*) can=yes ;; esac
    case $allowed in *",$owner,"*) may=yes ;; esac
    case $can$may in
    yesno) complain "$layer can include $name of $owner, which is above it" ;;
    noyes) complain "$layer cannot include $name of $owner, which is below it" ;;
    esac
done
if [ "$tried" -lt 20 ]; then complain "only $tried private headers found in $src"; fi

# A path in an include would walk around the wall.
around=$(grep -nE '^ *# *include +"[^"]*/' -r "$src/$layer" || true)
if [ -n "$around" ]; then complain "includes of $layer that name a path:
$around"; fi
exit $status
