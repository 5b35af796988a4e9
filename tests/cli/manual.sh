#!/bin/sh
# Every command has a page in the manual, and every option in its --help is on that page and the other way round.
# usage: manual.sh QUADRILLE MAN_FOLDER
set -u
program=$1
pages=$2
failures=0

complain() {
    echo "$1"
    failures=$((failures + 1))
}

commands=$("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
[ -n "$commands" ] || complain "quadrille --help names no command"
for command in $commands; do
    page=$pages/quadrille-$command.1
    if [ ! -r "$page" ]; then
        complain "there is no $page"
        continue
    fi
    grep -q "^\.Xr quadrille-$command 1" "$pages/quadrille.1" || complain "quadrille.1 does not name $command"
    # Those of the commands below it as well, where it has some.
    parts=$("$program" "$command" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    helped=$(for part in '' $parts; do "$program" "$command" $part --help; done |
        sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/\2/p' | sort -u)
    described=$(sed -n 's/^\.It Fl \(. , \)*-\([a-z-]*\).*/\2/p' "$page" | sort -u)
    [ -n "$helped" ] || complain "quadrille $command --help names no option"
    if [ "$helped" != "$described" ]; then
        complain "quadrille $command --help and $page differ in their options:"
        printf '%s\n' "$helped" "$described" | sort | uniq -u
    fi
done

if command -v mandoc >/dev/null; then
    for page in "$pages"/*.1; do
        mandoc -T lint -W warning "$page" || complain "mandoc warns of $page"
    done
fi
[ $failures -eq 0 ]
