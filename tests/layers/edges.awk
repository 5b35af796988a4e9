# Which file stands on which. NAME.c, NAME.h and what stands in for NAME.c where a library is missing (NAME_none.c,
# NAME_plain.c) are one unit. A unit stands on another if it names a function or a table that the other defines, and sees
# a header that declares it: names are not unique among programs and tests, but a file includes what it means. In the
# folders of `strict` it also stands on what its header only declares.
#
#   awk -v strict=FOLDER,... -f edges.awk FILE...
#
# Prints a line for each pair, the names behind it: "apps/items/items_csv apps/items/items_list items_add items_add_span".
function unit_of(file) {
    sub(/\.(c|h|cpp)$/, "", file)
    sub(/_(none|plain)$/, "", file)
    return file
}

function folder_of(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}

function base_of(path) {
    sub(/.*\//, "", path)
    return path
}

# The name at the start of what matches; "": nothing does.
function name_in(text, pattern,    name) {
    if (!match(text, pattern)) return ""
    name = substr(text, RSTART, RLENGTH)
    gsub(/^[^A-Za-z_]+|[^A-Za-z_0-9].*/, "", name)
    return name
}

function define(name) {
    if (name !~ /^[a-z]/ || name == "main" || ((name, unit) in defined)) return
    defined[name, unit] = 1
    homes[name] = homes[name] " " unit
}

function declare(name) {
    if (name == "" || ((name, FILENAME) in declared)) return
    declared[name, FILENAME] = 1
    headers[name] = headers[name] " " FILENAME
}

FNR == 1 {
    unit = unit_of(FILENAME)
    header = FILENAME ~ /\.h$/
    files[++file_count] = FILENAME
    files_of[unit] = files_of[unit] " " FILENAME
    if (header) paths[base_of(FILENAME)] = paths[base_of(FILENAME)] " " FILENAME
    listing = 0
    top = ""
    only_declares = strict !~ ("(^|,)" substr(FILENAME, 1, index(FILENAME, "/") - 1) "(,|$)")
}

/^#include/ {
    name = $2
    gsub(/[<>"]/, "", name)
    includes[FILENAME] = includes[FILENAME] " " name
    next
}

# Without texts and comments. What begins at the left edge is declared or defined there.
{
    line = $0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
    gsub(/'([^'\\]|\\.)'/, "0", line)
    sub(/\/\/.*/, "", line)
    if (line ~ /^[a-zA-Z}]/) top = line
}

header && line ~ /^[a-zA-Z]/ && line !~ /^(typedef|enum|union)/ && (line !~ /^static/ || line ~ /^static inline/) {
    name = name_in(line, "[A-Za-z_0-9]+\\(")
    declare(name)
    if (line ~ /^static inline|INLINE/) define(name)
}

header && line ~ /^extern / {
    listing = 1
}

listing {
    text = line
    while (match(text, /[A-Za-z_0-9]+(\[[^\]]*\])?[,;]/)) {
        declare(name_in(substr(text, RSTART, RLENGTH), "[A-Za-z_0-9]+"))
        text = substr(text, RSTART + RLENGTH)
    }
    if (line ~ /;/) listing = 0
    next
}

!header && line ~ /^static / {
    name = name_in(line, "[A-Za-z_0-9]+(\\(|\\[[^\\]]*\\]| =|;)")
    if (name != "") own[name, FILENAME] = 1
}

!header && line ~ /^[a-zA-Z]/ && line !~ /^(static|typedef|return|extern|enum|union|using|namespace|template|class)/ {
    name = name_in(line, "[A-Za-z_0-9]+\\(")
    define(name != "" ? name : name_in(line, "[a-z_0-9]+(\\[[^\\]]*\\])* ="))
}

# Public headers only shorten calls for others.
FILENAME ~ /(^|\/)include\// { next }

header && top !~ /^static inline|INLINE/ && line !~ /^#define|\\$/ && (only_declares || line !~ /^[a-z]/ || line ~ /^typedef/) {
    next
}

# Calls, and names where a value may be.
{
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        before = substr(line, 1, RSTART - 1)
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (before ~ /(\.|->)$/) continue
        value = before ~ /[(,=&?:{*] *$|return $|^ *$/ && line ~ /^ *([,;)}:?]|\[|$|->|\.)/
        if (value || line ~ /^\(/) uses[FILENAME, name] = 1
    }
}

# All headers that the file sees, by way of `from`. Of several with one name it is the one beside, or any.
function see(file, from,    list, found, i, k, n, m, name, beside) {
    n = split(includes[from], list, " ")
    for (i = 1; i <= n; i++) {
        name = base_of(list[i])
        m = split(paths[name], found, " ")
        beside = folder_of(from) "/" list[i]
        for (k = 1; k <= m; k++) {
            if (index(paths[name] " ", " " beside " ") && found[k] != beside) continue
            if ((list[i] ~ /^quadrille\//) != (found[k] ~ /include\/quadrille\//)) continue
            if ((file, found[k]) in sees) continue
            sees[file, found[k]] = 1
            see(file, found[k])
        }
    }
}

# Does the unit see the header, which declares what it defines?
function knows(home, one,    list, i, n) {
    if (unit_of(one) == home) return 1
    n = split(files_of[home], list, " ")
    for (i = 1; i <= n; i++)
        if ((list[i], one) in sees) return 1
    return 0
}

# Where what the file names is defined; "": nowhere among these files.
function home_of(name, file,    declaring, defining, i, k, n, m) {
    n = split(headers[name], declaring, " ")
    m = split(homes[name], defining, " ")
    for (i = 1; i <= n; i++) {
        if (declaring[i] != file && !((file, declaring[i]) in sees)) continue
        for (k = 1; k <= m; k++)
            if (knows(defining[k], declaring[i])) return defining[k]
    }
    return ""
}

END {
    for (i = 1; i <= file_count; i++) see(files[i], files[i])
    for (use in uses) {
        split(use, part, SUBSEP)
        unit = unit_of(part[1])
        if (!(part[2] in homes) || ((part[2], unit) in defined) || ((part[2], part[1]) in own)) continue
        to = home_of(part[2], part[1])
        if (to != "" && to != unit) edge[unit " " to] = edge[unit " " to] " " part[2]
    }
    for (each in edge) print each edge[each]
}
