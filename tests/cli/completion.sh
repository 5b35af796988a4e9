#!/usr/bin/env bash
# What shells complete with the scripts of `quadrille completion`: bash; zsh and fish where they are.
#   completion.sh QUADRILLE
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" && ln -s "$program" "$work/bin/quadrille"
PATH=$work/bin:$PATH
cd "$work"
touch boxes.csv
mkdir game
failures=0

expect() { # expect SHELL TYPED WANTED: the first words that it offers, by their order in the alphabet
    local offered
    offered=$("complete_$1" "$2" | LC_ALL=C sort | head -3 | tr '\n' ' ')
    if [ "$offered" != "$3 " ]; then
        echo "$1 offers '$offered' for '$2', wanted '$3 '" >&2
        failures=$((failures + 1))
    fi
}

for shell in bash zsh fish; do quadrille completion $shell >"$work/$shell"; done

complete_bash() { # the words are parted as bash does, which takes = for a word
    bash -c 'source ./bash
        IFS=" " read -ra COMP_WORDS <<<"${1//=/ = }"
        if [ "${1% }" != "$1" ] || [ "${1%=}" != "$1" ]; then COMP_WORDS+=(""); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _quadrille
        printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
complete_fish() {
    HOME=$work fish --no-config -c 'source ./fish; complete -C "$argv[1]"' "$1" | cut -f1
}

for shell in bash fish; do
    command -v $shell >/dev/null || continue
    expect $shell 'quadrille pai' pairs
    expect $shell 'quadrille help jo' join
    expect $shell 'quadrille pairs --meth' --method
    expect $shell 'quadrille pairs --method swe' sweep
    expect $shell 'quadrille pairs box' boxes.csv
    expect $shell 'quadrille simulate --scene=dri' "$([ $shell = fish ] && echo --scene=drift || echo drift)"
    expect $shell 'quadrille draw --output box' boxes.csv
    expect $shell 'quadrille pairs --root ga' "$([ $shell = fish ] && echo game/ || echo game)"
    expect $shell 'quadrille image enc' encode
    expect $shell 'quadrille image encode --qual' --quality
    expect $shell 'quadrille image tree --lev' --levels
    expect $shell 'quadrille image compare boxes.csv box' boxes.csv
done
expect bash 'quadrille ' '--help --version bench'
if command -v zsh >/dev/null; then
    zsh -f -n ./zsh
    zsh -f -c 'autoload -U compinit && compinit -u -D && source ./zsh && [[ $_comps[quadrille] == _quadrille ]]'
fi
[ $failures = 0 ]
