#!/usr/bin/env bash
# Runs tools/run on make-believe machines: what it installs, builds and starts, and what it says of it.
#   run.sh RUN
set -euo pipefail

run=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
unset DISPLAY WAYLAND_DISPLAY

fail() {
    echo "$1" >&2
    failures=$((failures + 1))
}

command_that() { # command_that PATH SCRIPT: it notes how it was called
    printf '#!/bin/bash\necho "${0##*/} $*" >>%s/asked\n%s\n' "$work" "$2" >"$work/$1"
    chmod +x "$work/$1"
}

# A project whose parts do as they are told by files: cannot-GROUP, left_out, unconfigured, broken, differs.
machine() {
    rm -rf "$work/bin" "$work/project" "$work/tell" && mkdir -p "$work/bin" "$work/project/tools" "$work/tell"
    cp "$run" "$work/project/tools/run"
    for name in bash cat grep mkdir tee; do ln -s "$(command -v $name)" "$work/bin/$name"; done
    ln -s "$(command -v cp)" "$work/bin/cp"
    command_that project/tools/setup "[ ! -e $work/tell/cannot-\$1 ] || { echo 'Could not install it' >&2; exit 1; }"
    command_that program "[ ! -e $work/tell/differs ] || exit 3"
    command_that bin/cmake "cd $work/tell
if [ \"\$1\" = -S ]; then
    echo '-- Configuring done'
    [ ! -e left_out ] || echo \"-- Quadrille: the demo's window is left out, since these were not found: SDL2\"
    [ ! -e unconfigured ] || { echo 'CMake Error: no compiler' >&2; exit 1; }
else
    echo '[ 50%] Building C object a-name-so-long-that-it-would-not-fit-into-the-eighty-columns-that-a-terminal-has.o'
    [ ! -e broken ] || { echo 'a.c:1: error: broken' >&2; echo 'gmake: *** [all] Error 2' >&2; exit 2; }
    echo '[100%] Built target'
    mkdir -p $work/project/build/apps/cli
    for name in quadrille quadrille-demo; do cp $work/program $work/project/build/apps/cli/\$name; done
fi"
}

start() { # start [NAME=VALUE]...: what it said is then in out and err
    : >"$work/asked"
    (cd "$work/project" && env PATH="$work/bin" "$@" bash tools/run build 3) >"$work/out" 2>"$work/err"
}

expect() { # expect WHAT STATUS ASKED [NAME=VALUE]: ASKED is all that was called, in order
    local what=$1 wanted=$2 asked=$3 status=0
    shift 3
    start "$@" || status=$?
    asked_of=$(sed 's/ -DCMAKE_BUILD_TYPE=Release//' "$work/asked" | tr '\n' ';')
    [ "$status" = "$wanted" ] || fail "$what: status $status, wanted $wanted: $(cat "$work/err")"
    [ "$asked_of" = "$asked" ] || fail "$what: called '$asked_of', wanted '$asked'"
}

says() { # says TEXT: the run before wrote it to standard error
    grep -qF -- "$1" "$work/err" || fail "should say '$1', but said: $(cat "$work/err")"
}

hides() {
    ! grep -qF -- "$1" "$work/err" || fail "should not say '$1', but said: $(cat "$work/err")"
}

configured='cmake -S . -B build;'
terminal="setup program;${configured}cmake --build build -j 3 --target quadrille_cli;"
simulated='quadrille simulate --scene drift --count 20000 --seed 1 --verify --svg out/simulate.svg;'
window="setup window;${configured}cmake --build build -j 3 --target quadrille_demo;"

machine
expect 'no display' 0 "$terminal$simulated"
says 'Building the command line'
says 'build/apps/cli/quadrille simulate'
says 'out/simulate.svg'
says 'With a display, make run opens a window'
hides 'Building C object'
hides 'Configuring'
! grep -q $'[\r\033]' "$work/err" || fail 'a pipe should get plain lines'
[ ! -s "$work/out" ] || fail 'standard output belongs to the program'

expect 'a display of X' 0 "${window}quadrille-demo ;" DISPLAY=:0
says "Building the demo's window"
expect 'a display of Wayland' 0 "${window}quadrille-demo ;" WAYLAND_DISPLAY=wayland-0
expect 'an empty one is none' 0 "$terminal$simulated" DISPLAY=

machine && : >"$work/tell/cannot-window"
expect 'a display, but no packages for the window' 0 "setup window;$terminal$simulated" DISPLAY=:0
says 'Could not install it'
says 'So there is no window'
hides 'With a display'

machine && : >"$work/tell/left_out"
expect 'a display, but a library is missing all the same' 0 "setup window;$configured$terminal$simulated" DISPLAY=:0
says 'since these were not found: SDL2'
says 'So there is no window'

machine && : >"$work/tell/cannot-program"
expect 'no packages for the program' 1 'setup program;'
says 'Could not install it'
expect 'and a display makes none' 0 "${window}quadrille-demo ;" DISPLAY=:0

machine && : >"$work/tell/unconfigured"
expect 'it cannot be configured' 1 "setup program;$configured"
says 'CMake Error: no compiler'
says 'Configuring done'
expect 'nor the window' 1 "setup window;$configured" DISPLAY=:0
says 'CMake Error: no compiler'

machine && : >"$work/tell/broken"
expect 'the build fails' 1 "$terminal"
says '[ 50%] Building C object a-name-so-long-that-it-would-not-fit-into-the-eighty-columns-that-a-terminal-has.o'
says 'a.c:1: error: broken'
says 'gmake: *** [all] Error 2'
expect 'that of the window too' 1 "$window" DISPLAY=:0
says 'a.c:1: error: broken'

machine && : >"$work/tell/differs"
expect "the program's status is that of all" 3 "$terminal$simulated"
hides 'The tree after the last tick'
expect "the window's as well" 3 "${window}quadrille-demo ;" DISPLAY=:0

# On a terminal one line shows how far it has come, is written over, and is gone at the end.
if command -v script >/dev/null; then
    machine
    : >"$work/asked"
    (cd "$work/project" && script -qec "env PATH=$work/bin bash tools/run build 3" /dev/null) <"$work/asked" >"$work/err"
    says $'\r\033[K[ 50%] Building C object a-name-so-long'
    says $'\r\033[K[100%] Built target\r\033[K'
    hides 'that-a-terminal-has.o'
    machine && : >"$work/tell/broken"
    status=0
    (cd "$work/project" && script -qec "env PATH=$work/bin bash tools/run build 3" /dev/null) <"$work/asked" >"$work/err" || status=$?
    [ $status = 1 ] || fail "a build that fails on a terminal: status $status"
    says 'that-a-terminal-has.o'
    says 'a.c:1: error: broken'
fi
exit $((failures > 0))
