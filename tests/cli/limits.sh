#!/bin/sh
# What each reader takes from the heap, counted: a small file that claims much is refused before it has taken more than
# 256 MB and what is of a fixed size, with a line that names the option; the option allows less and more; and what is blank
# or packed well is read.
# usage: limits.sh ALLOCATIONS QUADRILLE
set -u
counter=$1 quadrille=$2
[ -e "$counter" ] || { echo "$counter is not built yet: build everything, as make test-slow does"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
failures=0

# Runs a command; sets $status, $peak and the files out and err.
run() {
    LD_PRELOAD=$counter QUADRILLE_PEAK=$work/peak "$quadrille" "$@" >out 2>err
    status=$?
    peak=$(cat peak)
}

fail() {
    echo "$1: status $status, $peak MB: $(tail -1 err | cut -c1-200)"
    failures=$((failures + 1))
}

# A trap: refused, having taken no more than 290 MB.
trapped() {
    name=$1
    shift
    run "$@"
    if [ "$status" -ne 2 ] || [ "$peak" -gt 290 ] || ! grep -q -e '--limit-memory [0-9]*[MG] allows it' err; then fail "trap $name"; fi
}

# Something honest: read, and refused where the option allows too little.
honest() {
    name=$1
    shift
    run "$@"
    [ "$status" -eq 0 ] || fail "honest $name"
    run "$@" --limit-memory 20K
    if [ "$status" -ne 2 ] || ! grep -q 'more than --limit-memory 20K allows' err; then fail "too little for $name"; fi
    run "$@" --limit-memory 3g
    [ "$status" -eq 0 ] || fail "enough for $name"
}

has() {
    "$quadrille" "$@" >/dev/null 2>err
    ! grep -q 'built without' err
}

map() { # WIDTH HEIGHT, tiles from standard input: base64 of gzip
    printf '<map orientation="orthogonal" width="%s" height="%s" tilewidth="16" tileheight="16">\n' "$1" "$2"
    printf '<layer id="1" width="%s" height="%s"><data encoding="base64" compression="gzip">' "$1" "$2"
    base64 | tr -d '\n'
    printf '</data></layer></map>\n'
}

# ---- Tables ----
rows() { # more points than 256 MB hold
    echo x,y
    yes 1,2 | head -n 8600000
}

LC_ALL=C awk 'BEGIN { print "id,x,y"; for (i = 0; i < 5000; i++) print "item" i "," i % 70 "," i % 71 }' >table.csv
awk 'BEGIN { print "wkt"; for (i = 0; i < 5000; i++) print "POINT(" i " 1)" }' >wkt.csv
awk 'BEGIN { print "x,y,vx,vy,mass"; for (i = 0; i < 3000; i++) print i ",0,0,0,1" }' >bodies.csv
honest CSV pairs table.csv --count
honest WKT stats wkt.csv
honest bodies gravity bodies.csv --steps 0
gzip -c table.csv >table.csv.gz
if has stats table.csv.gz; then
    honest gzip stats table.csv.gz
    rows | gzip -9 >trap.csv.gz
    trapped CSV stats trap.csv.gz
    (echo x,y; yes , | head -n 9000000 | tr -d '\n') | gzip -1 >row.csv.gz
    run stats row.csv.gz
    if [ "$status" -ne 2 ] || [ "$peak" -gt 310 ]; then fail "a row of commas"; fi
    (echo x,y,vx,vy,mass; yes 0,0,0,0,1 | head -n 4300000) | gzip -1 >bodies.csv.gz
    trapped bodies gravity bodies.csv.gz --steps 0
    "$quadrille" index table.csv -o table.index 2>/dev/null
    gzip -c table.index >table.index.gz
    honest index stats table.index.gz
    (head -c 4096 table.index; head -c 300000000 /dev/zero) | gzip -9 >trap.index.gz
    trapped index stats trap.index.gz
fi
if command -v zstd >/dev/null && zstd -q -c table.csv >table.csv.zst && has stats table.csv.zst; then
    honest zstd stats table.csv.zst
    rows | zstd -q >trap.csv.zst
    trapped zstd stats trap.csv.zst
fi

# ---- GeoJSON ----
awk 'BEGIN { printf "{\"type\":\"FeatureCollection\",\"features\":["
    for (i = 0; i < 3000; i++) printf "%s\n{\"type\":\"Feature\",\"id\":\"item%d\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%d,1]}}", (i > 0 ? "," : ""), i, i
    print "]}" }' >features.geojson
if has stats features.geojson; then
    honest GeoJSON stats features.geojson
    (printf '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":[[]'
        yes ',[]' | head -n 3000000 | tr -d '\n'
        printf ']}}') | gzip >trap.geojson.gz
    run stats trap.geojson.gz
    [ "$peak" -le 290 ] || fail "empty arrays in properties"
fi

# ---- Maps ----
head -c 1000000 /dev/zero | tr '\000' '\001' | gzip | map 500 500 >tiles.tmx
if has stats tiles.tmx; then
    honest TMX stats tiles.tmx
    honest demo simulate --scene tiles --map tiles.tmx --ticks 1 --no-brute
    head -c 300000000 /dev/zero | gzip -9 | map 7500 10000 >blank.tmx # packed well
    run stats blank.tmx
    [ "$status" -eq 0 ] || fail "blank TMX"
    gzip -9 -c blank.tmx >trap.tmx.gz # packed twice
    trapped TMX stats trap.tmx.gz
    run stats trap.tmx.gz --limit-memory 1G
    [ "$status" -eq 0 ] || fail "TMX with a limit"
    (printf '<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8"><objectgroup>'
        yes '<object/>' | head -n 1500000
        printf '</objectgroup></map>') | gzip >objects.tmx.gz
    trapped objects stats objects.tmx.gz
fi
tmj() { # WIDTH HEIGHT NUMBER
    printf '{"type":"map","orientation":"orthogonal","width":%d,"height":%d,"tilewidth":8,"tileheight":8,' "$1" "$2"
    printf '"layers":[{"type":"tilelayer","id":1,"width":%d,"height":%d,"data":[%d' "$1" "$2" "$3"
    yes ",$3" | head -n $(($1 * $2 - 1)) | tr -d '\n'
    printf ']}]}\n'
}
tmj 50 40 1 >tiles.tmj
if has stats tiles.tmj; then
    honest TMJ stats tiles.tmj
    tmj 3000 2000 0 | gzip >trap.tmj.gz
    trapped TMJ stats trap.tmj.gz
fi

# ---- Pictures ----
printf 'QDI\001\003\010\020\000\000\100\000\000\000\100\000\000' >trap.qdi
trapped QDI image decode trap.qdi -o out.png
printf 'QDI\001\001\000\020\000\000\040\000\000\000\020\000\000' >blank.qdi # 8192 x 4096
printf 'QDI\001\003\010\020\000\000\002\000\000\000\002\000\000' >small.qdi
printf '\211PNG\015\012\032\012\000\000\000\015IHDR\000\000\100\000\000\000\100\000\010\002\000\000\000\046\252\207\323\000\000\000\014IDATx\332c\140\240\075\000\000\000d\000\001\270\231\357\231\000\000\000\000IEND\256B\140\202' >trap.png
if has image decode small.qdi -o small.png; then
    honest QDI image decode small.qdi -o small.png
    run image decode blank.qdi -o blank.png
    [ "$status" -eq 0 ] || fail "blank QDI"
    trapped PNG image encode trap.png -o out.qdi
    honest PNG image compare small.png small.png
    run image compare blank.png blank.png
    [ "$status" -eq 0 ] || fail "blank PNG"
fi
printf '\377\330\377\300\000\021\010\352\140\076\200\003\001\021\000\002\021\000\003\021\000\377\332\000\014\003\001\000\002\000\003\000\000\077\000\377\331' >trap.jpg
if has image decode small.qdi -o small.jpg && has image compare small.jpg small.jpg; then
    trapped JPEG image encode trap.jpg -o out.qdi
    honest JPEG image compare small.jpg small.jpg
fi
[ $failures -eq 0 ]
