# Puts the beginning of the README before the list of documents: its sentences and film, and its figures of speed.
#   awk -f opening.awk BUILD/readme.md BUILD/index.md
FNR == 1 { files++ }
files == 1 && FNR == 1 { print "# Quadrille {#mainpage}"; opening = 1; next }
files == 1 && opening {
    print
    if (/^<img /) { opening = 0; films++ }
    next
}
files == 1 && /^## How fast it is/ { print "\n## How fast it is {#index--how-fast-it-is}"; figures = 1; next }
files == 1 && /^(In Python|## )/ { figures = 0 }
files == 1 && figures { print; lines++; next }
files == 2 && FNR == 1 { print "## Documents {#index--documents}"; next }
files == 2 { print }
END {
    if (films == 1 && lines > 10) exit
    print "opening.awk: the README no longer begins with a film, or has no figures" >"/dev/stderr"
    exit 1
}
