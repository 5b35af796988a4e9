#!/usr/bin/env bash
# Compiles and runs the program of each section, compares what it prints with the guide, and brings each fault that the
# guide names: the program must notice it as the guide shows.
#   check.sh GUIDE COMPILER...
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
guide=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1" >&2
    exit 1
}

# Blocks of the guide: what section K prints begins with "K. "; a fault is a diff of one line, followed by what shows it.
awk -v work="$work" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```diff$/ { inside = shows = 1; file = work "/fault" ++faults; print section >(work "/state" faults); next }
    /^```text$/ {
        getline
        if (/^[1-7]\. /) { inside = 1; section = substr($0, 1, 1); file = work "/printed" section }
        else if (shows) { inside = 1; shows = 0; file = work "/seen" faults }
    }
    inside { print >file }
' "$guide"

sanitize=(-fsanitize=address,undefined -fno-sanitize-recover=all)
for section in 1 2 3 4 5 6 7; do
    [ -s "$work/printed$section" ] || fail "$guide does not show what section $section prints"
    cat "$work/printed$section" >>"$work/wanted"
    "$here/cut.sh" "$section" >"$work/own.c"
    for compiler; do
        # Where the compiler has no sanitizers, the program runs without them.
        "$compiler" "${sanitize[@]}" -x c - -o "$work/probe" <<<'int main(void) { return 0; }' 2>"$work/why" || sanitize=()
        "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror -O1 "${sanitize[@]}" "$work/own.c" -o "$work/own"
        "$work/own" >"$work/actual" || fail "section $section by $compiler disagrees with brute force: $(cat "$work/actual")"
        diff "$work/wanted" "$work/actual" || fail "$guide (<) does not show what section $section prints (>)"
    done
done

faults=0
while [ -e "$work/fault$((faults + 1))" ]; do
    faults=$((faults + 1))
    [ -s "$work/seen$faults" ] || fail "$guide does not show what fault $faults does"
    "$here/cut.sh" "$(cat "$work/state$faults")" >"$work/own.c"
    awk 'FNR == NR { line[substr($0, 1, 1)] = substr($0, 2); next }
         $0 == line["-"] { changed++; $0 = line["+"] }
         { print }
         END { exit changed != 1 }' "$work/fault$faults" "$work/own.c" >"$work/faulty.c" || fail "fault $faults changes no single line"
    "$1" -std=c11 -O1 "$work/faulty.c" -o "$work/faulty"
    if "$work/faulty" >"$work/actual"; then fail "the program does not notice fault $faults"; fi
    while IFS= read -r line; do
        grep -qxF -- "$line" "$work/actual" || fail "fault $faults does not print: $line; but $(cat "$work/actual")"
    done <"$work/seen$faults"
done
[ "$faults" -ge 7 ] || fail "$guide names only $faults faults"
echo "7 sections by $# compilers, $faults faults noticed"
