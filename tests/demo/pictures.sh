#!/bin/sh
# Pictures without a display: the right size, the same from the same seed, and of what was asked for.
# usage: pictures.sh QUADRILLE_DEMO
set -u
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# shot FILE OPTIONS...
shot() {
    file=$1
    shift
    "$program" --count 300 --tick 20 --screenshot "$file" "$@" || fail "a picture with $*"
}

# Width and height are the first two numbers of a PNG's header.
size_of() {
    od -An -tu1 -j16 -N8 "$1" | awk '{ print (($1*256+$2)*256+$3)*256+$4 "x" (($5*256+$6)*256+$7)*256+$8 }'
}

shot a.png
shot b.png
shot c.png --seed 2
shot d.png --window 640x480
shot e.png --no-panel --overlay cells,bounds,visited,candidates,heat,path,quadrants
shot f.png --split brute --verify --times --text 2
[ "$(size_of a.png)" = 1280x720 ] || fail "1280x720 unless told otherwise, not $(size_of a.png)"
[ "$(size_of d.png)" = 640x480 ] || fail "--window says how large, not $(size_of d.png)"
cmp -s a.png b.png || fail "the same seed gives the same picture"
if cmp -s a.png c.png; then fail "another seed gives another one"; fi

shot g.png --overlay cells
shot h.png --overlay none
cmp -s a.png g.png || fail "cells are shown unless told otherwise"
if cmp -s a.png h.png; then fail "and none are with --overlay none"; fi

for overlay in path quadrants; do
    shot $overlay.png --overlay $overlay
    shot $overlay-again.png --overlay $overlay
    cmp -s $overlay.png $overlay-again.png || fail "the same seed gives the same $overlay"
    if cmp -s $overlay.png h.png; then fail "$overlay are seen"; fi
done

shot i.png --font none
shot j.png --font none --no-panel
shot k.png --no-panel
if cmp -s i.png j.png; then fail "a picture without a panel is another one"; fi
cmp -s j.png k.png || fail "where there is no text the font does not matter"
if "$program" --font no/such.ttf --screenshot x.png 2>errors; then fail "a font that is not there is an error"; fi
grep -q 'no/such.ttf: cannot read: No such file' errors || fail "and is named: $(cat errors)"
if "$program" --font "$0" --screenshot x.png 2>errors; then fail "a file that is no font is an error"; fi
grep -q 'pictures.sh: not a TrueType or OpenType font, or a damaged one; --font none' errors || fail "and is said: $(cat errors)"
if "$program" --font . --screenshot x.png 2>errors; then fail "a folder is no font"; fi
grep -q '^quadrille: .: cannot read: ' errors || fail "and is said: $(cat errors)"
shot small.png --window 200x150
[ "$(size_of small.png)" = 200x150 ] || fail "a small picture"
"$program" --count 300 --tick 20 --screenshot scene.png --window 200x150 --no-panel
cmp -s small.png scene.png || fail "a picture without room for the panel is that of the scene"

mkdir frames
"$program" --count 50 --tick 3 --window 320x240 --frames frames || fail "frames"
[ "$(ls frames | tr '\n' ' ')" = "frame-000001.png frame-000002.png frame-000003.png " ] || fail "a frame for each tick"
if cmp -s frames/frame-000001.png frames/frame-000003.png; then fail "things move from frame to frame"; fi

"$program" --count 50 --tick 3 --overlay cells --svg out.svg || fail "SVG"
grep -q '^<svg ' out.svg && grep -q '^</svg>' out.svg && [ "$(grep -c '<rect' out.svg)" -gt 50 ] || fail "SVG holds the boxes"

"$program" --scene pile --count 50000 --tick 60 --overlay none --svg pile.svg || fail "SVG of a pile"
rects=$(grep -c '<rect' pile.svg)
[ "$rects" -gt 3000 ] && [ "$rects" -lt 4100 ] || fail "SVG of a pile holds some of its boxes, not $rects"

if "$program" --screenshot no/such/folder.png 2>errors; then fail "a file that cannot be written is an error"; fi
grep -q 'no/such/folder.png: cannot write' errors || fail "and is named: $(cat errors)"

# Bad options: status 2, and what would be right.
# wrong MESSAGE OPTIONS...
wrong() {
    message=$1
    shift
    "$program" "$@" >out 2>errors
    [ $? -eq 2 ] || fail "$* is wrong usage"
    grep -q -- "$message" errors || fail "$* says $message, not $(cat errors)"
}
wrong 'needs drift.*, not .nowhere' --scene nowhere
wrong 'needs quadtree|brute.*, not .magic' --method magic
wrong 'needs none, or names of cells, bounds, .*, not .colours' --overlay cells,colours
wrong 'both whole numbers from 64 to 8192' --window 10x10
wrong 'needs another --method' --method brute --verify
wrong 'needs --screenshot' --tick 3
wrong 'did you mean --scene' --scnee drift
wrong 'unexpected argument' drift

# A record that cannot be written to its end is a failure; one that can is none.
if [ -c /dev/full ]; then
    "$program" --count 5000 --tick 20 --record /dev/full --screenshot full.png 2>errors && fail "a full disk is a failure"
    grep -q '/dev/full: cannot write' errors || fail "and is said: $(cat errors)"
fi
"$program" --count 50 --tick 3 --record whole.qdr --screenshot whole.png || fail "a record is written"
[ -s whole.qdr ] || fail "and is not empty"

# A file is what it was until there is a whole one in its place, on a disk that is full as after a signal.
mkdir keep keep/frames
for f in keep/a.png keep/a.svg keep/frames/frame-000001.png; do echo old >$f; done
for what in "--screenshot keep/a.png" "--svg keep/a.svg" "--frames keep/frames"; do
    (ulimit -f 4 && "$program" --count 300 --tick 2 $what) 2>errors && fail "a file that cannot be whole is a failure: $what"
    grep -q 'cannot write: File too large' errors || fail "and is said: $(cat errors)"
done
# So few that nothing is written before the first tick is.
env --default-signal=TERM "$program" --count 50 --tick 1000000 --screenshot keep/a.png --record keep/a.qdr 2>errors &
started=$!
until [ -s keep/a.qdr.partial ]; do
    kill -0 $started || break
    sleep 0.05
done
kill -TERM $started
wait $started 2>/dev/null
[ $? = 143 ] || fail "a signal ends it"
[ "$(cat keep/a.png keep/a.svg keep/frames/*)" = "$(printf 'old\nold\nold')" ] || fail "files stay what they were"
[ "$(ls keep keep/frames | tr '\n' ' ')" = "keep: a.png a.qdr.partial a.svg frames  keep/frames: frame-000001.png " ] ||
    fail "and nothing is left of what is not whole but a recording: $(ls keep keep/frames)"

# The manual's guide names every key.
"$program" --keys | sed 's/  .*//' >keys
[ "$(wc -l <keys)" -gt 30 ] || fail "--keys lists the keys"
while IFS= read -r key; do
    grep -qF -- "| $key |" "$2" || fail "the guide does not name the key $key"
done <keys
[ $failures -eq 0 ]
