#!/usr/bin/env bash
# Runs tools/setup with a PATH of make-believe commands and looks at what it asks apt-get for.
#   setup.sh SETUP
set -euo pipefail

setup=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

command_that() { # command_that NAME SCRIPT
    printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

machine() { # machine USER_ID: one with all that is needed; a test then takes something away
    rm -rf "$work/bin" && mkdir "$work/bin" && : >"$work/asked"
    for name in bash cat rm mktemp env grep; do ln -s "$(command -v $name)" "$work/bin/$name"; done
    for name in cmake cc gcc c++ g++ nm objdump pkg-config Xvfb xdotool mpicc mpirun clang clang++ clang-format clang-tidy; do
        command_that $name 'exit 0'
    done
    command_that id "echo $1"
    command_that sudo 'exit 1'
    command_that apt-get "echo \"\$*\" >>$work/asked"
    command_that sleep "echo \"sleep \$*\" >>$work/asked"
}

expect() { # expect WHAT STATUS ASKED [SET...]: runs it; ASKED is what apt-get must have been asked, in order
    local what=$1 wanted=$2 asked=$3 status=0 really
    shift 3
    PATH=$work/bin "$setup" "$@" >"$work/out" 2>"$work/err" || status=$?
    really=$(sed 's/^-y -o DPkg::Lock::Timeout=300 //; s/ -o APT::Update::Error-Mode=any$//' "$work/asked" | tr '\n' ';')
    if [ "$status" != "$wanted" ] || [ "$really" != "$asked" ]; then
        echo "$what: status $status, wanted $wanted; apt-get was asked '$really', wanted '$asked'" >&2
        cat "$work/err" >&2
        failures=$((failures + 1))
    fi
}

says() { # says TEXT: the run before wrote it to standard error
    grep -qF -- "$1" "$work/err" || {
        echo "should say '$1', but said: $(cat "$work/err")" >&2
        failures=$((failures + 1))
    }
}

machine 0
expect 'nothing is missing' 0 ''
[ ! -s "$work/out" ] && [ ! -s "$work/err" ] || { echo "should be silent" >&2 && failures=$((failures + 1)); }

machine 0 && rm "$work/bin/cmake"
expect 'root, one package missing' 0 'install --no-install-recommends cmake;'

machine 0 && rm "$work/bin/cmake" "$work/bin/c++"
rm "$work/bin/g++"
expect 'root, two packages missing' 0 'install --no-install-recommends cmake g++;'

machine 0 && rm "$work/bin/cmake"
command_that apt-get "echo \"\$*\" >>$work/asked; [[ \$* == *update* || \$(<$work/asked) == *update* ]]"
expect 'package lists too old' 0 \
    'install --no-install-recommends cmake;sleep 0;update;install --no-install-recommends cmake;'

machine 0 && rm "$work/bin/cmake"
command_that apt-get "echo \"\$*\" >>$work/asked; echo no such network; exit 1"
expect 'no network: three tries' 75 'install --no-install-recommends cmake;sleep 0;update;sleep 10;update;'
says 'no such network'
says 'download failed: packages cmake'

machine 0 && rm "$work/bin/cmake"
command_that apt-get "echo \"\$*\" >>$work/asked; [[ \$* == *update* ]]"
expect 'packages that cannot be had: three tries' 75 "$(printf '%s;' 'install --no-install-recommends cmake' 'sleep 0' update \
    'install --no-install-recommends cmake' 'sleep 10' update 'install --no-install-recommends cmake')"
says 'download failed: packages cmake'

machine 0 && rm "$work/bin/cmake"
command_that apt-get "echo \"\$*\" >>$work/asked; [[ \$* == *update* ]] || { echo 'dpkg: error: no space left'; exit 100; }"
expect 'a package that cannot be installed is not tried again' 1 'install --no-install-recommends cmake;'
says 'Could not install cmake'

machine 0 && rm "$work/bin/cmake"
command_that apt-get "echo \"\$*\" >>$work/asked; [[ \$* == *update* ]] || { echo 'E: Unable to locate package cmake'; exit 100; }"
expect 'a package that this release does not have' 1 \
    'install --no-install-recommends cmake;sleep 0;update;install --no-install-recommends cmake;'
says 'Could not install cmake'

machine 1000 && rm "$work/bin/cmake"
expect 'no rights' 1 ''
says 'sudo apt-get install cmake'

machine 1000 && rm "$work/bin/cmake"
command_that sudo 'shift; "$@"'
expect 'rights by sudo without a password' 0 'install --no-install-recommends cmake;'

machine 0 && rm "$work/bin/cmake" "$work/bin/apt-get"
expect 'not a Debian' 1 ''
says 'Missing: cmake'

machine 0 && rm "$work/bin/cmake" "$work/bin/c++" "$work/bin/g++" "$work/bin/Xvfb" "$work/bin/pkg-config"
expect 'the program needs no C++ and nothing for tests' 0 'install --no-install-recommends cmake;' program
: >"$work/asked"
expect 'the window needs C++ and nothing for tests' 0 'install --no-install-recommends cmake g++;' window

machine 0 && rm "$work/bin/clang-tidy"
expect 'building does not need clang-tidy' 0 ''
expect 'linting does' 0 'install --no-install-recommends clang-tidy;' lint

machine 0 && rm "$work/bin/clang++"
command_that clang "echo $work"
ln -s "$(command -v ls)" "$work/bin/ls"
expect 'fuzzing needs the libraries of clang too' 0 'install --no-install-recommends clang libclang-rt-dev;' fuzz
mkdir -p "$work/lib/linux" && : >"$work/lib/linux/libclang_rt.fuzzer-any.a"
: >"$work/asked"
expect 'which may be there already' 0 'install --no-install-recommends clang;' fuzz
machine 0 && rm "$work/bin/clang-tidy"

machine 0 && rm "$work/bin/cmake" "$work/bin/clang-tidy"
expect 'two sets at once, each package once' 0 'install --no-install-recommends cmake clang-tidy;' program lint
: >"$work/asked"
expect 'a set that means nothing' 2 '' everything
says "no set is called 'everything'"
exit $((failures > 0))
