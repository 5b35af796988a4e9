# Finds sentences in the patterns of plain.sh, in the prose of the files given: documents without their code, comments and
# strings of sources, text of pages and manuals. Prints pattern, file:line and text, separated by tabs.

function add(name, pattern)
{
    names[++patterns] = name
    regex[patterns] = pattern
}

BEGIN {
    b = "(^|[^a-z_])" # where a word begins
    e = "([^a-z_]|$)" # and ends
    add("told", b "(told|tells?)" e)
    add("of", "(^|[^A-Za-z] |[(])Of [a-z]") # the only pattern in which capitals count
    add("none", b "there (is|are|was|were) (none|no)" e)
    add("that-there", b "that there (is|are|was|were)" e)
    add("what-is", b "what (is|are|was) [^.:;?!,|]+ (is|are|was)" e)
    add("none-of", b "none of (the|these|those|its)" e)
    add("so-many", b "so (many|much) ([^.:;|]+ )?as" e)
    add("said", b "(is|are|was|were|be) (said|asked for)" e)
    add("all-that", b "all that (is|are|was|were)" e)
    add("turns", b "(by|in) turns" e)
    add("of-yours", b "of (yours|ours|the caller's($|[^a-z ]))")
    add("in-the-place", b "in the place of" e)
}

# The prose of a line; "" ends a paragraph.
function prose_of_document(line)
{
    if (line ~ /^ *```/)
        fenced = !fenced
    if (fenced || line ~ /^ *```/ || line ~ /^    /)
        return ""
    gsub(/`[^`]*`/, "CODE", line)
    gsub(/\]\([^)]*\)/, "]", line)
    return line
}

function prose_of_source(line,    at, text, strings)
{
    text = ""
    if (match(line, /(^|[ \t])\/\/\/?<?( |$)/))
        text = substr(line, RSTART + RLENGTH)
    else if (match(line, /^ *\/?\*\*?( |$)/))
        text = substr(line, RSTART + RLENGTH)
    else
        while (match(line, /"[^"]*"/)) {
            text = text " " substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
        }
    gsub(/`[^`]*`/, "CODE", text)
    return text
}

function prose(line)
{
    if (FILENAME ~ /\.md$/)
        return prose_of_document(line)
    if (FILENAME ~ /\.html$/) {
        gsub(/<[^>]*>/, "", line)
        return line
    }
    if (FILENAME ~ /\.[1-9]$/)
        return line ~ /^[.']/ ? "" : line
    return prose_of_source(line)
}

# Looks at a line together with the next, where a sentence may go on; what begins on the next is found with that one.
function look(next_text,    both, low, i, at)
{
    if (text == "")
        return
    sub(/^ +/, "", next_text)
    both = text " " next_text
    low = tolower(both)
    for (i = 1; i <= patterns; i++) {
        if (!match(names[i] == "of" ? both : low, regex[i]))
            continue
        at = RSTART
        while (substr(both, at, 1) !~ /[A-Za-z]/)
            at++
        if (at <= length(text))
            print names[i] "\t" file ":" number "\t" raw
    }
}

FNR == 1 {
    look("")
    text = ""
    fenced = 0
}

{
    after = prose($0)
    look(after)
    text = after
    file = FILENAME
    number = FNR
    raw = $0
    sub(/^[ \t]+/, "", raw)
}

END {
    look("")
}
