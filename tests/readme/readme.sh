#!/usr/bin/env bash
# Compares README.md with the things it shows.
#   readme.sh REPOSITORY FOLDER_OF_THE_PROGRAM
set -euo pipefail

repository=$1
export PATH=$2:$PATH
readme=$repository/README.md hello=$repository/examples/hello.c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# block LANGUAGE: the first block of the README fenced as that language; blocks LANGUAGE: all of them, one after another.
blocks() {
    awk -v fence="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == fence { inside = 1 }' "$readme"
}
block() {
    awk -v fence="\`\`\`$1" '$0 == "```" && inside { exit } inside { print } $0 == fence { inside = 1 }' "$readme"
}

same() { # same WHAT WANTED SHOWN
    if [ ! -s "$2" ]; then
        echo "$1: nothing there to compare with" >&2
        exit 1
    fi
    diff "$2" "$3" || {
        echo "README.md (>) differs from $1 (<)" >&2
        exit 1
    }
}

# The example: the source up to its last comment, and the output which that comment holds.
sed '/^\/\/ Output:/,$d' "$hello" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' >"$work/source"
block c >"$work/shown"
same examples/hello.c "$work/source" "$work/shown"
sed -e '1,/^\/\/ Output:/d' -e 's|^// ||' "$hello" >"$work/output"
block text >"$work/shown"
same "the output of examples/hello.c" "$work/output" "$work/shown"

# The sessions: each line after "$ " is run, among the files of examples/, and what it prints must follow.
cp "$repository"/examples/*.csv "$work"
blocks console >"$work/shown"
(
    cd "$work"
    while IFS= read -r line; do
        case $line in
        '$ '*)
            echo "$line"
            eval "${line#??}" 2>&1 || true
            ;;
        esac
    done <shown >actual
)
same "what the program prints" "$work/actual" "$work/shown"
