#!/usr/bin/env bash
# The sessions in documents: each line after "$ " is run, among the files of examples/, and what it prints must follow.
#   sessions.sh REPOSITORY FOLDER_OF_THE_PROGRAM
set -euo pipefail

repository=$1
export PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$repository"/examples/*.csv "$repository"/examples/*.tmx "$repository"/examples/*.jpg "$work"

sessions=0
cd "$repository"
for document in README.md docs/guide/*.md; do
    awk '$0 == "```" { inside = 0 } inside { print } $0 == "```console" { inside = 1 }' "$document" >"$work/shown"
    [ -s "$work/shown" ] || continue
    sessions=$((sessions + 1))
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
    diff "$work/actual" "$work/shown" || {
        echo "$document (>) differs from what the program prints (<)" >&2
        exit 1
    }
done
[ $sessions -gt 0 ] || { echo "no document shows a session: is this test broken?" >&2 && exit 1; }
