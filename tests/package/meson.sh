#!/usr/bin/env bash
# meson.build names every source file and the version; then, unless names are all that is asked, a project that has the libraries as a
# subproject builds with it and runs.
#   meson.sh ROOT [names]        `make meson` does all of it
set -euo pipefail
root=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

version=$(sed -n 's/^#define QD_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' include/quadrille/base.h | paste -sd.)
grep -qF "version: '$version'" meson.build || { echo "meson.build is not of version $version" >&2 && exit 1; }

ls src/*/*.c libs/gravity/*.c libs/oracle/*.c libs/image/*.c libs/threads/*.c | sort >"$work/there"
grep -oE "'[a-z_]+(/[a-z_]+)*\.c'" meson.build | tr -d "'" | sort >"$work/named"
diff "$work/there" "$work/named" >&2 || { echo "meson.build names other sources than there are (<)" >&2 && exit 1; }

if [ "${2:-}" = names ]; then exit 0; fi
mkdir -p "$work/game/subprojects"
ln -s "$root" "$work/game/subprojects/quadrille"
cp examples/hello.c examples/gravity.c examples/threads.c "$work/game"
cat >"$work/game/meson.build" <<'END'
project('game', 'c')
executable('hello', 'hello.c', dependencies: dependency('quadrille', fallback: 'quadrille'))
executable('gravity', 'gravity.c', dependencies: [dependency('quadrille-gravity', fallback: 'quadrille'),
  meson.get_compiler('c').find_library('m', required: false)])
executable('threads', 'threads.c', dependencies: dependency('quadrille-threads', fallback: 'quadrille'))
END
meson setup "$work/build" "$work/game" --default-library=static >"$work/log" 2>&1 &&
    meson compile -C "$work/build" >>"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }
for example in hello gravity threads; do
    "$work/build/$example" | diff <(sed '1,/^\/\/ Output:/d; s|^// \{0,1\}||' "examples/$example.c") - >&2
done
