#!/usr/bin/env bash
# Does what the README says, as a newcomer would, in bare roots of Debian releases: `make run` without a display and with one,
# `make install`, a program that uses the library, and `make uninstall`. A root has what debootstrap calls minbase, make and
# certificates; all else must come from tools/setup. Everything is built without a warning of the compiler or of CMake. Some quick
# tests are run there, all examples, and all tests of the C++ header: Debian 13 brings g++ 14. Needs root, and debootstrap, Xvfb and xdotool on this machine (`tools/setup roots`).
#   bare_debian.sh [RELEASE]...        bookworm and trixie unless others are named, all at once
#   MIRROR=URL bare_debian.sh          from this mirror, else from that of this machine
# Logs and what the display showed go to out/roots. Exit status 75: something could not be downloaded, in three tries.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/out/roots
not_downloaded=75

complain() {
    echo "bare_debian.sh: $*" >&2
}

# part WHAT COMMAND...: its output goes to the log.
part() {
    local begin=$SECONDS
    now=$1
    shift
    printf '\n=== %s: %s\n' "$now" "$*" >>"$log"
    "$@" >>"$log" 2>&1
    echo "$release: $now: $((SECONDS - begin)) s"
    now=
}

# Runs a command of the newcomer's, who has no variables but these.
in_root() {
    chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        bash -euc "cd /root/quadrille && $1"
}

failed_download="^(Err:|[EW]: *(Failed to fetch|Unable to fetch|Some index files|Failed getting|Couldn't download|Invalid Release))"

# fetching COMMAND...: one that downloads. It is tried three times, unless it fails for another reason: then apt-get or
# debootstrap name no file that they did not get.
fetching() {
    local try
    for try in 1 2 3; do
        if "$@" >"$work/said" 2>&1; then
            cat "$work/said"
            return
        fi
        cat "$work/said"
        grep -qE "$failed_download" "$work/said" || return 1
        echo "--- a download failed, try $try of 3"
    done
    return $not_downloaded
}

make_root() {
    rm -rf --one-file-system "${root:?}"/*
    debootstrap --variant=minbase --include=make,ca-certificates "$release" "$root" "$mirror"
}

furnish_root() {
    local file
    for file in /etc/apt/apt.conf.d/*; do
        if [ -f "$file" ]; then cp "$file" "$root/etc/apt/apt.conf.d/"; fi
    done
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast" # nobody needs the root after a power cut
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t devpts devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mkdir -p "$root/root/quadrille"
    tar xf "$checkout" -C "$root/root/quadrille"
}

run_without_display() {
    in_root 'make run' || return
    grep -q 'verified: quadtree and brute found the same pairs' "$work/said" &&
        grep -q '</svg>' "$root/root/quadrille/out/simulate.svg"
}

# A display of this machine that the root sees too. Its picture is a file.
start_display() {
    mkdir -p /tmp/.X11-unix "$root/tmp/.X11-unix"
    mount -t tmpfs -o mode=1777 tmpfs /tmp/.X11-unix
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset -fbdir "$work" 3>"$work/number" >"$work/display" 2>&1 &
    local tries=0
    until [ -s "$work/number" ] || [ $tries = 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    [ -s "$work/number" ]
    DISPLAY=:$(cat "$work/number")
    export DISPLAY
}

# The picture of the display as colours, a row of pixels on each line. It begins with numbers of four bytes, high ones first.
display_rows() {
    local numbers
    read -r -a numbers <<<"$(od -An -v -tu4 --endian=big -N 100 -w100 "$work/Xvfb_screen0")"
    od -An -v -tx4 -w"${numbers[12]}" -j $((numbers[0] + 12 * numbers[19])) "$work/Xvfb_screen0"
}

# Are there a scene and a panel? The scene has boxes that touch others and boxes that do not, on a ground. The panel is 300
# pixels wide; it has buttons, sliders and text. Letters have many shades, and leave most of the panel free of white.
looks_right() {
    display_rows | awk '
        { for (i = 1; i <= NF; i++) if (i <= NF - 300) scene[substr($i, 3)]++; else panel[substr($i, 3)]++ }
        function count(colours, least,   n, one) { for (one in colours) n += colours[one] >= least; return n + 0 }
        END {
            white = panel["ffffff"] / (NR * 300)
            printf "%d colours are large in the scene, %d in the panel, which has %d in all; %.4f of it is white\n",
                count(scene, 5000), count(panel, 500), count(panel, 1), white
            exit !(count(scene, 5000) >= 3 && count(panel, 500) >= 4 && count(panel, 1) >= 300 && white > 0.001 && white < 0.04)
        }'
}

# The window is there, moves, looks right, and ends by Ctrl+Q.
run_with_display() {
    local window run tries=0
    rm -f "$root/tmp/trace"
    in_root "DISPLAY=$DISPLAY QUADRILLE_TRACE=/tmp/trace make run" &
    run=$!
    until grep -qs 'tick=[1-9]' "$root/tmp/trace"; do
        if ! kill -0 $run 2>/dev/null; then
            wait $run || true
            echo 'make run ended without a window'
            return 1
        fi
        sleep 0.2
    done
    window=$(timeout 10 xdotool search --sync --onlyvisible --name Quadrille | tail -1)
    xdotool windowmove "$window" 0 0 windowfocus "$window"
    until looks_right; do
        tries=$((tries + 1))
        [ $tries -lt 40 ] || break
        sleep 0.5
    done
    cp "$work/Xvfb_screen0" "$out/$release.xwd"
    xdotool key ctrl+q
    wait $run && [ $tries -lt 40 ]
}

# What `make run` has built is built again where that had no -Werror. CMake warns in words.
install_it() {
    in_root 'find /usr/local | sort >/root/before && make install && ldconfig' || return
    ! grep -iE 'warning:|CMake .*warning|left out' "$work/said"
}

uninstall_it() {
    in_root 'make uninstall && ldconfig && find /usr/local | sort | diff /root/before -'
}

build_all() {
    in_root make || return
    ! grep -iE 'warning:|CMake .*warning|left out' "$work/said"
}

use_it() {
    cp examples/hello.c "$root/root/game.c"
    # shellcheck disable=SC2016 # the newcomer's shell
    in_root 'cd /root && cc game.c $(pkg-config --cflags --libs quadrille) && ./a.out' |
        diff <(sed '1,/^\/\/ Output:/d; s|^// \{0,1\}||' examples/hello.c) -
}

run_tests() {
    in_root "cd build/release && ctest --output-on-failure --timeout 600 -j \$((\$(nproc) + 1)) --label-exclude slow -R '$tests'"
}

tests='^(tree|query|ranked|pairs|contacts|totals|snapshots)[.][a-z_]*$|^demo[.](window|pictures)$|^(platforms|setup|symbols|package[.]mpi)'

# In C++17, 20 and 23: the last is among the slow tests, so the log must name it.
run_cpp_tests() {
    local status=0
    in_root 'c++ --version && cd build/release && ctest --output-on-failure --timeout 600 -j $(($(nproc) + 1)) -R "^(cpp|example)[.]"' \
        >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ $status = 0 ] && grep -qE ': cpp[.]questions[.]23 .* Passed' "$work/said"
}

tell_end() { # tell_end STATUS
    if [ "$1" = 0 ]; then
        echo "$release: all of it: $SECONDS s"
        return
    fi
    tail -40 "$log" >&2
    if [ "$1" = $not_downloaded ]; then
        complain "$release: a download failed three times, in the part: $now. The whole log is $log"
    else
        complain "$release: FAILED in the part: $now. The whole log is $log"
    fi
}

try() { # try RELEASE WORK MIRROR CHECKOUT
    release=$1 work=$2 mirror=$3 checkout=$4 root=$2/root log=$out/$1.log now='the beginning'
    trap 'tell_end $?' EXIT
    mkdir -p "$root"
    : >"$log"
    part 'a bare root' fetching make_root
    part 'the checkout in it' furnish_root
    part 'make run, no display' fetching run_without_display
    part 'from here on warnings are errors' in_root 'cmake -S . -B build/release -DQUADRILLE_WERROR=ON'
    part 'a display' start_display
    part 'make run, a display' fetching run_with_display
    part 'make install' fetching install_it
    part 'a program that uses the library' use_it
    part 'make uninstall' uninstall_it
    part 'make, which builds everything' fetching build_all
    part 'quick tests' run_tests
    part 'examples, and all tests of the C++ header' run_cpp_tests
}

# The end of these namespaces takes mounts and processes along.
if [ "${1:-}" = --within ]; then
    shift
    try "$@"
    exit
fi

releases=("$@")
[ $# -gt 0 ] || releases=(bookworm trixie)
mirror=${MIRROR:-$(tests/package/mirror.sh)}
if [ "$(id -u)" != 0 ]; then complain 'this needs root, for chroot and mounts' && exit 1; fi
if [ -z "$mirror" ]; then complain 'which mirror? MIRROR=URL names one' && exit 1; fi
for tool in debootstrap Xvfb xdotool; do
    if ! command -v $tool >/dev/null; then complain "$tool is not there; tools/setup roots installs it" && exit 1; fi
done
for release in "${releases[@]}"; do
    if [ ! -e "/usr/share/debootstrap/scripts/$release" ]; then complain "debootstrap knows no release '$release'" && exit 1; fi
done

all=$(mktemp -d)
running=()
end() {
    if [ ${#running[@]} -gt 0 ]; then kill -KILL "${running[@]}" 2>/dev/null || true; fi
    wait
    rm -rf --one-file-system "$all" || { sleep 1 && rm -rf --one-file-system "$all"; } # what was killed may still have been writing
}
trap end EXIT
trap 'exit 130' INT TERM HUP

mkdir -p "$out"
git ls-files -z | tar cf "$all/checkout.tar" --null -T -
for release in "${releases[@]}"; do
    mkdir "$all/$release"
    unshare --mount --pid --fork --kill-child bash tests/package/bare_debian.sh --within "$release" "$all/$release" "$mirror" "$all/checkout.tar" &
    running+=($!)
done
result=0
for process in "${running[@]}"; do
    status=0
    wait "$process" || status=$?
    # A test that failed says more than a download that did.
    if [ $status != 0 ] && { [ $result = 0 ] || [ $status != $not_downloaded ]; }; then result=$status; fi
done
running=()
exit $result
