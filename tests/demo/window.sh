#!/bin/sh
# The window: every key and every tool, by a person who is xdotool, in a display that nobody sees. The program tells what
# it is like in a file of lines KEY=VALUE (apps/demo/trace.h), the last of which is looked at.
# usage: window.sh QUADRILLE_DEMO
set -u
program=$1
for tool in Xvfb xdotool; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not there (Debian: xvfb, xdotool)"
        exit 77
    fi
done

work=$(mktemp -d) || exit 1
failures=0
display=
demo=
finish() {
    for process in $demo $display; do kill "$process" 2>/dev/null; done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

# Xvfb chooses a display and writes its number. Without -noreset it would start again whenever its last client leaves, and
# drop whichever is just connecting.
start_display() {
    : >"$work/number"
    Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp -noreset 3>"$work/number" >"$work/display" 2>&1 &
    display=$!
    tries=0
    while [ ! -s "$work/number" ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    [ -s "$work/number" ] || {
        echo "skipped: Xvfb does not start"
        exit 77
    }
    DISPLAY=:$(cat "$work/number")
    export DISPLAY
}

# A display that wrote its number and then answers no client is no fault of the window: another one is started, twice.
starts=1
start_display
until xdotool getdisplaygeometry >/dev/null 2>&1; do
    echo "Xvfb at $DISPLAY takes no client: $(cat "$work/display")"
    [ $starts -lt 3 ] || exit 1
    starts=$((starts + 1))
    kill "$display" 2>/dev/null
    start_display
done
QUADRILLE_TRACE=$work/trace
# What SDL's helpers leave behind at the end is not ours; pictures.sh looks for our own leaks.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export QUADRILLE_TRACE ASAN_OPTIONS
unset SDL_VIDEODRIVER GDK_SCALE

# find_window NAME: waits until there is one, and puts it into $window. (xdotool waits by itself, in steps of half a second.)
# SDL may make the window once more for what draws in it: by the third tick it is the one that stays.
find_window() {
    tries=0
    until grep -qs 'tick=[3-9]' "$work/trace" && window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -1) &&
        [ -n "$window" ]; do
        tries=$((tries + 1))
        [ $tries -le 500 ] || return 1
        sleep 0.02
    done
}

# start OPTIONS...: a window of 1000x700, whose view is 700x700 at the left.
start() {
    rm -f "$work/trace"
    (cd "$work" && exec "$program" --window 1000x700 --font none "$@") 2>"$work/errors" &
    demo=$!
    find_window Quadrille || {
        fail "no window opens, or the scene does not move: $(cat "$work/errors")"
        exit 1
    }
    xdotool windowmove "$window" 0 0 windowfocus "$window" mousemove 350 350
}

stop() {
    xdotool key ctrl+q
    wait "$demo"
    status=$?
    demo=
    [ $status -eq 0 ] || fail "it ends with status $status: $(cat "$work/errors")"
}

fail() {
    echo "FAILED: $1"
    [ ! -f "$work/trace" ] || tail -1 "$work/trace"
    failures=$((failures + 1))
}

# A busy machine draws a frame, and so takes a key, when it comes to it. Whatever is wanted is therefore waited for, and is
# something that was not so before.
within_seconds() { # COMMAND...
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -le 500 ] || return 1
        sleep 0.02
    done
}

matches() {
    tail -1 "$work/trace" 2>/dev/null | grep -qE -- "$1"
}

value() {
    tail -1 "$work/trace" | sed "s/.*\\b$1=\\([^ ]*\\).*/\\1/"
}

differs() {
    [ "$(value "$1")" != "$2" ]
}

fewer() {
    [ "$(value items)" -lt "$1" ]
}

# expect PATTERN WHAT: the state comes to be like that.
expect() {
    within_seconds matches "$1" || fail "$2 ($1)"
}

# changes KEY OLD WHAT: KEY comes to be something else.
changes() {
    within_seconds differs "$1" "$2" || fail "$3 ($1=$2)"
}

# press KEY PATTERN WHAT
press() {
    xdotool key "$1"
    expect "$2" "$3"
}

# drag X Y X Y: with the left button
drag() {
    xdotool mousemove "$1" "$2" sleep 0.05 mousedown 1 sleep 0.05 mousemove "$3" "$4" sleep 0.05 mouseup 1
}

start --count 500
expect 'overlays=cells ' "cells are shown at once"
press F2 'overlays=none' "F2 puts them away"
press space 'paused=1' "space pauses"
before=$(value tick)
press period "tick=$((before + 1)) .*paused=1" "a point is a tick"
press r 'tick=1 ' "R starts again, and shows the first tick while paused"

# Tools. Still it is, so that answers stay what they are.
press n 'tool=add' "N is the tool to add"
items=$(value items)
xdotool mousemove 300 300 click 1
expect "items=$((items + 1)) " "a click adds one"
press m 'tool=drag' "M drags"
press period 'tick=2' "the next tick sees it"
drag 300 300 500 300
press x 'tool=erase' "X erases"
xdotool mousemove 500 300 click 1
expect "items=$items " "what was dragged there is gone by a click"
press b 'tool=box' "B is a box"
drag 100 100 600 600
expect 'question=box found=[1-9]' "a box finds something"
xdotool click 3
expect 'question=nothing' "the right button lets go of it"
press c 'tool=circle' "C is a circle"
drag 350 350 500 350
expect 'question=circle found=[1-9]' "a circle finds something"
press k 'tool=nearest.*found=8 ' "K has the eight nearest"
press e 'question=nearest found=8 explained=1/' "E explains the nearest"
press Next 'explained=2/' "step by step"
press Escape 'explained=0/0' "until Esc"
press y 'tool=ray' "Y is a ray"
drag 50 350 650 350
expect 'question=ray found=1 ' "a ray finds the first one"
press e 'question=ray found=1 explained=1/' "E explains a ray"
press Escape 'explained=0/0' "until Esc"
press v 'tool=scene .*question=nothing' "V gives the mouse to the scene"
items=$(value items)
xdotool mousemove 350 350 click 1
expect "items=$((items + 10)) " "a click on the scene is the scene's"

# Overlays, and what is asked at the mouse.
for overlay in F2:cells F3:bounds F4:visited F5:candidates F6:heat o:path z:quadrants; do
    press "${overlay%:*}" "overlays=[a-z,]*${overlay#*:}" "${overlay%:*} shows ${overlay#*:}"
done
expect 'question=box' "visited cells are those of a box at the mouse"
for key in F2 F3 F4 F5 F6 o z; do xdotool key $key; done
expect 'overlays=none' "and the same keys put overlays away"

# Explanations.
press e 'explained=1/([2-9]|[0-9]{2})' "E explains a question"
press Next 'explained=2/' "PageDown is the next step"
press Prior 'explained=1/' "PageUp is a step back"
press Escape 'explained=0/0' "Esc ends it"
press i 'explained=1/[1-9]' "I explains an insert"
press space 'paused=0 .*explained=0/0' "and it ends when time goes on"

# Methods, scenes, splits, verifying.
press Tab 'method=brute' "Tab is the next method"
press shift+Tab 'method=quadtree' "Shift+Tab the one before"
press space 'paused=1' "while nothing moves"
tick=$(value tick) items=$(value items) pairs=$(value pairs)
press F7 "tick=$tick .*split=brute items=$items pairs=$pairs .*paused=1" "F7 shows two, from where the scene is"
press period "tick=$((tick + 1)) " "both go on"
press space 'paused=0' "and on"
press F7 'split=none' "and one again"
press F8 'verify=1' "F8 verifies"
expect 'tick=[0-9]{2,} .*verify=1 differ=0' "and finds nothing wrong"
press F8 'verify=0' "F8 again does not"
press 2 'scene=particles' "2 is the second scene"
press 1 'scene=drift' "1 is the first one"

# Camera, panel, text, help.
scale=$(value scale)
xdotool key plus
changes scale "$scale" "plus goes nearer"
near=$(value scale)
xdotool click 5
changes scale "$near" "the wheel goes farther"
press Home "scale=$scale " "Home shows all again"
center=$(value center)
xdotool keydown d
changes center "$center" "D moves the camera"
xdotool keyup d
press Home "center=$center " "Home comes back"
xdotool mousemove 300 300 mousedown 2 mousemove 400 400 mouseup 2
changes center "$center" "the middle button drags the world"
press Home "center=$center " "Home comes back again"
xdotool mousemove 300 300 keydown shift mousedown 1 mousemove 250 330 mouseup 1 keyup shift
changes center "$center" "Shift and the left button drag it too"
press F9 'panel=0 .*view=1000x700' "F9 hides the panel"
press F9 'panel=1 .*view=700x700' "and shows it"
press ctrl+plus 'text=1.25' "Ctrl and plus make text larger"
press ctrl+minus 'text=1.00' "Ctrl and minus smaller"
press h 'help=1' "H lists the keys"
press F1 'help=0' "F1 puts the list away"
xdotool windowsize "$window" 800 600
expect 'view=500x600' "the window can have another size"
xdotool windowsize "$window" 1000 700
expect 'view=700x700' "and its old one"

# A window without room for the panel shows the scene.
xdotool windowsize "$window" 280 240
expect 'panel=0 .*view=280x240' "a small window is the scene's"
press F9 'panel=1 .*view=280x240' "F9 lays the panel over it"
press F9 'panel=0 .*view=280x240' "and takes it away"
xdotool mousemove 250 22 sleep 0.1 click 1
expect 'panel=1 .*view=280x240' "a button in the corner does so too"
xdotool windowsize "$window" 1000 700
expect 'panel=1 .*view=700x700' "a large one has both"

# From where nothing is to be seen there is a way back.
home='empty=0 .*center=256,256 ' # the middle of the world
press Home "$home" "the whole world is no empty view"
xdotool mousemove 10 300 keydown shift mousedown 1 mousemove 690 300 mouseup 1 sleep 0.1 mousemove 10 300 mousedown 1 mousemove 690 300 mouseup 1 keyup shift
expect 'empty=1' "the world is dragged out of view"
xdotool mousemove 350 361 sleep 0.2 click 1
expect "$home" "the note's button brings it back"
for i in 1 2 3 4 5 6 7 8 9 10; do xdotool key minus minus; done
expect 'empty=1' "a world that is too small to be seen is out of view"
press Home "$home" "and Home brings it back"
press F12 'message=written' "F12 writes a picture"
ls "$work"/quadrille-*.png >/dev/null 2>&1 || fail "the picture is there"

# The panel answers the mouse: its first button pauses, and its first slider says how many.
xdotool mousemove 730 78 sleep 0.1 click 1
expect 'paused=1' "the panel's button pauses"
before=$(value items)
xdotool mousemove 790 277 sleep 0.1 click 1
within_seconds fewer "$before" || fail "a click at the left of a slider makes fewer items"
expect 'tick=1 ' "and starts the scene again"

# A number can be typed into it; meanwhile Tab and the function keys do what they always do.
type_into_slider() {
    xdotool keydown ctrl mousemove 790 277 sleep 0.1 click 1 keyup ctrl sleep 0.1 key ctrl+a type --delay 60 "$1"
}
type_into_slider 123
press Return 'items=123 ' "a number is typed"
press Tab 'method=brute' "Tab is the next method after that"
type_into_slider 64
press F2 'overlays=cells' "F2 is no letter of a number"
press Tab 'method=sweep' "and Tab is the next method at once"
expect 'items=64 ' "the number is taken"
press shift+Tab 'method=brute' "the field is left"
press c 'tool=circle' "keys are keys again"
stop

start --method grid --split quadtree --verify --ticks 30 --count 200
wait "$demo"
[ $? -eq 0 ] || fail "--ticks ends it: $(cat "$work/errors")"
demo=
expect 'tick=30 .*method=grid split=quadtree .*verify=1 differ=0' "after 30 ticks"

# Text is as large as the display says, unless told otherwise.
export GDK_SCALE=2
start
expect 'text=2.00' "a display of twice as many dots gets letters twice as large"
stop
start --text 1.5
expect 'text=1.50' "--text says how large"
stop
unset GDK_SCALE

# An article's configuration: the title, the size and the frame cap of its window, and the tree. The mouse makes no more
# frames, and the command line wins.
cat >"$work/article.xml" <<'END'
<config>
  <app framerate_cap="20"><title>Point-Region Quadtree</title><organization>UPC</organization></app>
  <window><resolution width="900" height="500" scale="1"/></window>
  <collision><quadtree capacity="4" depth="4"/></collision>
</config>
END
configured() { # TITLE OPTIONS...: runs for 90 ticks, and leaves in $geometry what the window of that title is like
    title=$1
    shift
    rm -f "$work/trace"
    (cd "$work" && exec "$program" --font none --config article.xml --ticks 90 "$@") >"$work/out" 2>"$work/errors" &
    demo=$!
    find_window "^$title\$" || fail "no window of that title opens: $title"
    geometry=$(xdotool getwindowgeometry --shell "$window" | grep -E 'WIDTH|HEIGHT' | tr '\n' ' ')
    # Until it ends, but no longer than a minute.
    tries=0
    while [ $tries -lt 600 ] && kill -0 "$demo" 2>/dev/null; do
        tries=$((tries + 1))
        xdotool mousemove_relative -- 1 $((tries % 2 * 2 - 1)) sleep 0.02 mousemove_relative -- -1 0
        sleep 0.02
    done
    wait "$demo" || fail "it ends well: $(cat "$work/errors")"
    demo=
    frames=$(sed -n 's/.* and \([0-9]*\)[.0-9]* frames a second.*/\1/p' "$work/out")
}
configured 'Point-Region Quadtree'
[ "$geometry" = 'WIDTH=900 HEIGHT=500 ' ] || fail "the file says how large the window is: $geometry"
{ [ -n "$frames" ] && [ "$frames" -le 20 ]; } || fail "and how many frames a second there are at most: $(cat "$work/out")"
grep -q 'article.xml: ignored settings: organization$' "$work/errors" ||
    fail "and what is passed over is said: $(cat "$work/errors")"
configured 'Two words' --title 'Two words' --window 640x400 --fps 5
[ "$geometry" = 'WIDTH=640 HEIGHT=400 ' ] || fail "the command line says how large the window is: $geometry"
{ [ -n "$frames" ] && [ "$frames" -le 5 ]; } || fail "and how many frames there are: $(cat "$work/out")"

# Without a display it says what to do.
if env -u DISPLAY -u WAYLAND_DISPLAY timeout 10 "$program" --ticks 60 2>"$work/errors"; then fail "without a display it fails"; fi
grep -q 'no display .*--screenshot' "$work/errors" || fail "and says what to do: $(cat "$work/errors")"

[ $failures -eq 0 ]
