#!/bin/sh
# Runs a file of commands and compares what they do with what the file says.
#
#     # a remark
#     @needs runways.csv        skip the file (status 77) unless the data file is in the folder QUADRILLE_DATA; $DATA is it
#     @posix                    the next command is left out where wine runs the program: signals, limits, links, devices
#     $ quadrille pairs a.csv   a command, run by sh in an empty folder that the whole file shares
#     1,2                       what it prints on standard output, line by line
#     ! quadrille: ...          and on standard error; !3 for a line that comes three times in a row
#     2$ quadrille pairs        its exit status stands before the command where it is not 0
#
# usage: run.sh [--write] QUADRILLE FILE
# With --write it prints the file as it would have to be for every command to pass.
set -u

write=no
if [ "$1" = --write ]; then
    write=yes
    shift
fi
program=$1
tests=$2
DATA=${QUADRILLE_DATA:-}
export DATA

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/bin" "$work/folder"
if [ -n "${EMULATOR:-}" ]; then # what runs a program of another machine
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$EMULATOR" "$program" >"$work/bin/quadrille"
    chmod +x "$work/bin/quadrille"
else
    ln -s "$program" "$work/bin/quadrille"
fi
PATH=$work/bin:$PATH
LC_ALL=C
export PATH LC_ALL

command=
command_line=0
line_number=0
failures=0
count=0
posix=no
skips=0

# Runs the command read last; $work/expected is what it should do.
finish() {
    [ -n "$command" ] || return 0
    if [ $posix = yes ] && [ "${EMULATOR:-}" = wine ]; then
        command=
        skips=$((skips + 1))
        return 0
    fi
    count=$((count + 1))
    (cd "$work/folder" && exec sh -c "$command") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    {
        printf '%s$ %s\n' "${status#0}" "$command"
        # A last line without its end would stick to what follows.
        awk '{ print }' "$work/out"
        uniq -c "$work/err" | sed -e 's/^ *\([0-9]*\) /!\1 /' -e 's/^!1 /! /'
    } >"$work/actual"
    if [ $write = yes ]; then
        cat "$work/actual"
    elif ! cmp -s "$work/expected" "$work/actual"; then
        failures=$((failures + 1))
        printf '%s:%d: %s\n' "$tests" "$command_line" "$command"
        diff -u "$work/expected" "$work/actual" | sed '1,2d'
    fi
    command=
}

while IFS= read -r line || [ -n "$line" ]; do
    line_number=$((line_number + 1))
    case $line in
    '@posix')
        finish
        posix=next
        [ $write = no ] || printf '%s\n' "$line"
        ;;
    '$ '* | [1-9]'$ '* | [1-9][0-9]'$ '* | [1-9][0-9][0-9]'$ '*)
        finish
        [ $posix = next ] && posix=yes || posix=no
        command=${line#*'$ '}
        command_line=$line_number
        printf '%s\n' "$line" >"$work/expected"
        ;;
    '@needs '*)
        if [ -z "$DATA" ] || [ ! -r "$DATA/${line#@needs }" ]; then
            echo "skipped: ${line#@needs } is not in the folder that the variable QUADRILLE_DATA names (${DATA:-none})"
            exit 77
        fi
        [ $write = no ] || printf '%s\n' "$line"
        ;;
    '#'* | '')
        finish
        [ $write = no ] || printf '%s\n' "$line"
        ;;
    *)
        if [ -z "$command" ]; then
            echo "$tests:$line_number: a result without a command"
            exit 1
        fi
        printf '%s\n' "$line" >>"$work/expected"
        ;;
    esac
done <"$tests"
finish

[ $write = no ] || exit 0
if [ $count -eq 0 ]; then
    echo "$tests: no commands"
    exit 1
fi
[ $skips = 0 ] || echo "$skips commands are for POSIX systems alone"
echo "$((count - failures)) of $count commands did what $tests says"
[ $failures -eq 0 ]
