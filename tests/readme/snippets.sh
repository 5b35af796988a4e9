#!/usr/bin/env bash
# Each block of C or C++ in README.md and docs/guide/ stands in a file of examples/ in that language, and each block of Python,
# there and in the README of the package, in a file of packages/python/examples/. C++ programs copy what the guides show of C,
# so it has no compound literal. The blocks stand there with all of their lines one after the other.
#   snippets.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

mapfile -t examples < <(find examples packages/python/examples -name '*.[ch]' -o -name '*.cpp' -o -name '*.py' | sort)
mapfile -t guides < <(find README.md docs/guide packages/python/README.md -name '*.md' | sort)

# Reads the examples first, then the guides.
awk '
    FILENAME ~ /\.([ch]|cpp|py)$/ { text[FILENAME, FNR] = $0; lines[FILENAME] = FNR; next }
    FNR == 1 { finish(); guide = FILENAME }
    /^ *```/ {
        if (inside) { if (checked) check(); inside = 0; next }
        inside = 1; language = substr($1, 4); begin = FNR; n = 0
        checked = language == "c" || language == "cpp" || language == "python"
        suffix = language == "python" ? "[.]py$" : language == "c" ? "[.][ch]$" : "[.]cpp$"
        next
    }
    inside { block[++n] = $0 }
    END {
        finish()
        for (suffix in found) kinds++
        if (blocks < 4 || kinds < 3) complain("only " blocks + 0 " blocks of " kinds + 0 " languages found: is this test broken?")
        if (!failures) print blocks " blocks"
        exit failures > 0
    }

    function check(   file, i, k) {
        blocks++
        found[suffix]
        for (k = 1; k <= n; k++)
            if (block[k] ~ /\(qd_[a-z_0-9]+\) *{/)
                complain(guide ":" begin ": C++ has no compound literal: name a variable (" block[k] ")")
        if (!n) return complain(guide ":" begin ": an empty block")
        for (file in lines) {
            if (file !~ suffix) continue
            for (i = 1; i + n - 1 <= lines[file]; i++) {
                for (k = 1; k <= n && text[file, i + k - 1] == block[k]; k++) continue
                if (k > n) return
            }
        }
        complain(guide ":" begin ": this stands in no example:")
        for (k = 1; k <= n; k++) complain(block[k])
    }
    function finish() {
        if (inside) complain(guide ":" begin ": this block has no end")
        inside = 0
    }
    function complain(line) { print line >"/dev/stderr"; failures++ }
' "${examples[@]}" "${guides[@]}"
