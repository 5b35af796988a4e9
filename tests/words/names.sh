#!/usr/bin/env bash
# No two files of the libraries define the same name at file scope, static or not: each name says what it is wherever it
# is read. Names of the system, which begin with an underscore, are left out.
# Macros called LANES... are left out: they are the parameters of the kernels that are written once for all vectors; CODE... likewise, those of the order of
# decisions, written once for both ways; and
# QD_INLINE, which says where the shortcuts of a header are exported.
#   names.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"
folders=()
for folder in src libs; do if [ -d "$folder" ]; then folders+=("$folder"); fi; done

shared=$(find "${folders[@]}" -name '*.[ch]' | sort | xargs awk '
    FNR == 1 { in_enum = 0 }
    { line = $0; sub(/\/\/.*/, "", line) }
    in_enum && line ~ /^}/ { in_enum = 0; alias(line); next }
    in_enum { constants(line); next }
    line ~ /^(typedef )?enum/ && line ~ /{/ { begin_enum(line); next }
    line ~ /^(typedef )?(struct|union) [A-Za-z_0-9]+ {/ { n = split(line, w, " "); add(w[n - 1]); next }
    line ~ /^#define / { split(line, w, /[ (]/); add(w[2]); next }
    line ~ /^(static|LANES_TARGET static) / { sub(/[({=;\[].*/, "", line); n = split(line, w, /[ *]+/); add(w[n] == "" ? w[n - 1] : w[n]) }

    function begin_enum(text,   head, body) {
        head = text; sub(/{.*/, "", head); sub(/^(typedef )?enum */, "", head); sub(/ *$/, "", head)
        if (head != "") add(head)
        body = text; sub(/^[^{]*{/, "", body)
        if (body ~ /}/) { text = body; sub(/}.*/, "", body); constants(body); sub(/^[^}]*}/, "", text); alias(text) }
        else { constants(body); in_enum = 1 }
    }
    function constants(text,   i, n, c) {
        n = split(text, c, ",")
        for (i = 1; i <= n; i++) { sub(/=.*/, "", c[i]); gsub(/[ \t]/, "", c[i]); add(c[i]) }
    }
    function alias(text) { if (match(text, /[A-Za-z_][A-Za-z0-9_]*;/)) add(substr(text, RSTART, RLENGTH - 1)) }
    function add(name) {
        if (name !~ /^[A-Za-z][A-Za-z0-9_]*$/ || name ~ /^(LANES|CODE)/ || name == "QD_INLINE" || ((name, FILENAME) in seen)) return
        seen[name, FILENAME] = 1
        files[name] = files[name] " " FILENAME
        count[name]++
        total++
    }
    END {
        for (name in count) if (count[name] > 1) print name ":" files[name]
        if (total < 1000) print "only " total " names were found: this script no longer fits the sources"
    }' | sort)

if [ -n "$shared" ]; then
    echo "These names are defined at file scope in more than one file; give each file its own:" >&2
    echo "$shared" >&2
    exit 1
fi
