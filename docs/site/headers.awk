# Prepares a header for Doxygen: of declarations that share one comment, each gets a copy of it. Lines keep their numbers.
#   awk -v check=1   prints the declarations without a comment instead
function name(line) {
    if (line ~ /^#define/ || line ~ /^typedef (struct|enum)/) {
        sub(/^(#define|typedef (struct|enum)) /, "", line)
        sub(/[^A-Za-z0-9_].*/, "", line)
    } else {
        sub(/\(.*/, "", line)
        sub(/.*[ *]/, "", line)
    }
    return line
}
/^\/\/\// { comment = 1 }
/^$/ { comment = 0; first = "" }
/^(QD_API|QD_INLINE|typedef|#define QD_)/ {
    if (comment) first = name($0)
    else if (check && first == "" && $0 !~ /^#define (QD_API|QD_INLINE)/) print FILENAME ":" FNR ": " name($0) " has no comment"
    else if (first != "" && /^QD_/) $0 = "/** @copydoc " first " */ " $0
    comment = 0
}
!check
