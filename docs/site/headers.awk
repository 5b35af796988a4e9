# Prepares a header for Doxygen: of declarations that share one comment each gets a copy of it, names in comments become
# links, and QD_API and QD_INLINE give way to what the preprocessor makes of them. Lines keep their numbers.
#   awk -v names=FILE  FILE has the names to link, one in a line
#   awk -v check=1     prints the declarations without a comment instead
#   awk -v list=1      prints the names that headers declare instead
function name(line) {
    if (line ~ /^#define/ || line ~ /^typedef (struct|enum)/) {
        sub(/^(#define|typedef (struct|enum)) /, "", line)
        sub(/[^A-Za-z0-9_].*/, "", line)
    } else {
        sub(/\(.*/, "", line)
        sub(/;$/, "", line)
        sub(/.*[ *]/, "", line)
    }
    return line
}
function linked(line,    done, word) {
    while (match(line, /[A-Za-z0-9_]+/)) {
        word = substr(line, RSTART, RLENGTH)
        done = done substr(line, 1, RSTART - 1) (word in known ? "#" : "") word
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}
# Constants without a comment get their number as one, so that they are listed and can be linked to.
function numbered(line,    done, piece) {
    while (match(line, /QD_[A-Z_]+ = [0-9]+/)) {
        piece = substr(line, RSTART, RLENGTH)
        if (list) print substr(piece, 1, index(piece, " ") - 1)
        done = done substr(line, 1, RSTART - 1) piece " /**< Value " substr(piece, index(piece, "=") + 2) ". */"
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}
BEGIN { while (names && (getline word <names) > 0) known[word] }

list && /^    QD_[A-Z_]+ = .*\/\/\/</ { print $1 }
/^typedef enum .*\}/ || /^    QD_[A-Z_]+ = [0-9]+,$/ { $0 = numbered($0) }
/^\/\/\// { comment = 1 }
/^$/ { comment = 0; first = "" }
/^(QD_API|QD_INLINE|typedef|#define QD_)/ && !/^#define QD_(API|INLINE|EXPERIMENTAL)/ {
    if (list) print name($0)
    if (comment) first = name($0)
    else if (check && first == "") print FILENAME ":" FNR ": " name($0) " has no comment"
    else if (first != "" && /^QD_/) $0 = "/** @copydoc " first " */ " $0
    comment = 0
}
!check && !list {
    if (/^    (union \{|\};)$/) $0 = "" # fields of a union without a name are fields of the struct
    sub(/QD_API /, "")
    sub(/QD_EXPERIMENTAL /, "")
    sub(/QD_INLINE /, "inline ")
    at = index($0, "///")
    print at ? substr($0, 1, at - 1) linked(substr($0, at)) : $0
}
