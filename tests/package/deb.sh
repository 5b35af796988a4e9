#!/usr/bin/env bash
# Installs the packages that `make deb` has made in a bare Debian root, runs the program, builds examples against the
# libraries, removes it all, and sees that nothing is left. Needs root, debootstrap and a network: by hand, no test of CTest.
#   deb.sh FOLDER_OF_PACKAGES [MIRROR]      the mirror is that of this machine unless another is named
set -euo pipefail
packages=$(cd "$1" && pwd)
mirror=${2:-$("$(dirname "$0")/mirror.sh")}
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT

debootstrap --variant=minbase --include=gcc,libc6-dev,pkg-config,ca-certificates bookworm "$root" "$mirror" >/dev/null
for file in /etc/apt/apt.conf.d/* /etc/apt/sources.list.d/*; do
    if [ -f "$file" ]; then cp "$file" "$root${file%/*}/"; fi
done
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp "$packages"/*.deb "$examples"/hello.c "$examples"/gravity.c "$examples"/threads.c "$root/packages"
in_root() { chroot "$root" env DEBIAN_FRONTEND=noninteractive bash -euc "$1"; }

in_root 'apt-get update && apt-get install -y debsums && dpkg -l' >"$root/before" 2>&1
in_root 'find / -xdev \( -path /proc -o -path /var -o -path /packages -o -path /tmp -o -path /etc/ld.so.cache \) -prune -o -print | sort' >"$root/packages/files_before"
in_root 'cd /packages && rm -f *-dbgsym_*.deb && apt-get install -y --no-install-recommends ./*.deb' >"$root/packages/log" 2>&1 ||
    { tail -20 "$root/packages/log" >&2 && exit 1; }
in_root 'debsums --silent quadrille libquadrille0.2 libquadrille-dev'
in_root 'cd /packages && printf "x,y,width,height\n0,0,2,2\n1,1,2,2\n" | quadrille pairs - 2>/dev/null' | grep -qx '1,2'
in_root 'test -e /usr/share/man/man1/quadrille.1.gz -a -x /usr/bin/quadrille-demo'
for kind in '' --static; do
    for example in hello:quadrille gravity:quadrille-gravity threads:quadrille-threads; do
        in_root "cd /packages && gcc ${kind:+-static} -o game ${example%:*}.c \$(pkg-config $kind --cflags --libs ${example#*:}) -lm && ./game" |
            diff <(sed '1,/^\/\/ Output:/d; s|^// \{0,1\}||' "$examples/${example%:*}.c") - >&2
    done
done
in_root 'apt-get purge -y --autoremove quadrille libquadrille-dev libquadrille0.2 libquadrille-gravity0.2 libquadrille-oracle0.2 libquadrille-image0.2 libquadrille-threads0.2' \
    >"$root/packages/log" 2>&1
in_root 'find / -xdev \( -path /proc -o -path /var -o -path /packages -o -path /tmp -o -path /etc/ld.so.cache \) -prune -o -print | sort' >"$root/packages/files_after"
if grep -i quadrille "$root/packages/files_after"; then
    echo 'is left after the packages were removed' >&2
    exit 1
fi
echo "installed, used and removed: $(cd "$root/packages" && ls ./*.deb | wc -l) packages"
