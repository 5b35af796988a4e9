#!/usr/bin/env bash
# Each block of C or C++ in README.md and docs/guide/ stands in a file of examples/ in that language. C++ programs copy what
# the guides show of C, so it has no compound literal. The blocks stand there with all of its lines one after the other.
#   snippets.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"

mapfile -t examples < <(find examples -name '*.[ch]' -o -name '*.cpp' | sort)
mapfile -t guides < <(find README.md docs/guide -name '*.md' | sort)

# Reads the examples first, then the guides.
awk '
    FILENAME ~ /\.([ch]|cpp)$/ { text[FILENAME, FNR] = $0; lines[FILENAME] = FNR; next }
    FNR == 1 { finish(); guide = FILENAME }
    /^ *```/ {
        if (inside) { if (c) check(); inside = 0; next }
        inside = 1; c = $1 == "```c" || $1 == "```cpp"; language = $1 == "```c" ? "[.][ch]$" : "[.]cpp$"; begin = FNR; n = 0
        next
    }
    inside { block[++n] = $0 }
    END {
        finish()
        if (blocks < 4) complain("only " blocks + 0 " blocks of C found: is this test broken?")
        if (!failures) print blocks " blocks"
        exit failures > 0
    }

    function check(   file, i, k) {
        blocks++
        for (k = 1; k <= n; k++)
            if (block[k] ~ /\(qd_[a-z_0-9]+\) *{/)
                complain(guide ":" begin ": C++ has no compound literal: name a variable (" block[k] ")")
        if (!n) return complain(guide ":" begin ": an empty block")
        for (file in lines) {
            if (file !~ language) continue
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
