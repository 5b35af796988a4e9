#!/bin/sh
# How much memory the program takes at its peak for one feature of GeoJSON: with so many positions, with so many empty arrays in
# its properties, and with a text of so many bytes there.
# usage: memory_feature.sh PEAK QUADRILLE COUNT MEGABYTES
set -eu
peak=$1 program=$2 count=$3 most=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"
feature() {
    printf '{"type":"Feature","properties":{"a":%s' "$1"
    LC_ALL=C awk -v count="$count" -v part="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", part }'
    printf '%s},"geometry":{"type":"LineString","coordinates":[[1,2]' "$3"
    LC_ALL=C awk -v count="$count" -v part="$4" 'BEGIN { for (i = 0; i < count && part != ""; i++) printf "%s", part }'
    printf ']}}\n'
}
feature '[0' '' ']' ',[1.25,-2.5]' >positions.geojson
feature '[[]' ',[]' ']' '' >arrays.geojson
feature '"' 'x' '"' '' >text.geojson
feature '"' '\\ud83d\\ude00' '"' '' >escapes.geojson
failed=0
for file in positions arrays text escapes; do
    "$peak" "$most" "$program" query $file.geojson --point 1,2 || failed=1
done
exit $failed
