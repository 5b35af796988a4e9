# Prepares Markdown documents for Doxygen 1.9.4: BUILD/ID.md for each. Links lead to pages of the site, headings get the
# anchors that such links name, and BUILD/linked gets the path of every other file and folder that a document links to.
# BUILD/sections.js gets a row for each section, for the search: title, page, text.
#   awk -v build=BUILD -f pages.awk DOCUMENT...      (paths from the root of the repository, without ./)

# docs/guide/checking.md is the page guide-checking.
function id(path) {
    if (path == "docs/README.md") return "index"
    if (path == "README.md") return "readme"
    sub(/^docs\//, "", path)
    sub(/\/README\.md$/, "", path)
    sub(/\.md$/, "", path)
    gsub(/[^A-Za-z0-9]/, "-", path)
    return path
}

function resolve(from, link,    n, parts, i, path, depth, stack) {
    if (sub(/\/?[^\/]*$/, "", from) && from != "") link = from "/" link
    n = split(link, parts, "/")
    for (i = 1; i <= n; i++) {
        if (parts[i] == "..") depth--
        else if (parts[i] != "" && parts[i] != ".") stack[++depth] = parts[i]
    }
    for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") stack[i]
    return path
}

function anchor(text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}

function href(link,    hash, path, page) {
    if (link ~ /^(http|https|mailto):/) return link
    hash = index(link, "#") ? substr(link, index(link, "#") + 1) : ""
    sub(/#.*/, "", link)
    path = link == "" ? FILENAME : resolve(FILENAME, link)
    if (path ~ /\.(png|svg|webp)$/) {
        print path >(build "/linked")
        sub(/.*\//, "", path)
        return path
    }
    if (path ~ /^include\/quadrille\/.*\.h$/) {
        gsub(/.*\/|\.h$/, "", path)
        return path "_8h.html"
    }
    if (path == "include/quadrille") return "files.html"
    if (path !~ /\./ && (getline ignored <(path "/README.md")) >= 0) path = path "/README.md"
    if (path !~ /\.md$/) print path >(build "/linked")
    page = id(path)
    return page ".html" (hash == "" ? "" : "#" page "--" hash)
}

# Names of the interface become links where they stand by themselves, `qd_tree_find`, and not within a link.
function linked(line,    done, piece, word) {
    while (match(line, /\[[^]]*\]\([^)]*\)|`(qd|QD)_[A-Za-z0-9_]+`/)) {
        piece = substr(line, RSTART, RLENGTH)
        word = substr(piece, 2, RLENGTH - 2)
        if (piece ~ /^`/ && word in known) piece = "<code>@ref " word " \"" word "\"</code>"
        done = done substr(line, 1, RSTART - 1) piece
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}

# A link's text may begin a line earlier; a picture is all in one line.
function rewrite(line,    done, link, alt) {
    while (match(line, /!\[[^]]*\]\([^) ]+\)/)) {
        link = substr(line, RSTART + 2, RLENGTH - 3)
        alt = link
        sub(/\]\(.*/, "", alt)
        sub(/.*\]\(/, "", link)
        line = substr(line, 1, RSTART - 1) "<img src=\"" href(link) "\" alt=\"" alt "\"/>" substr(line, RSTART + RLENGTH)
    }
    while (match(line, /\]\([^) ]+\)/)) {
        done = done substr(line, 1, RSTART + 1) href(substr(line, RSTART + 2, RLENGTH - 3)) ")"
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}

function quoted(text) {
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/[`*|"\\\t\[]/, " ", text)
    return "\"" text "\""
}

function begin_section(title, place) {
    if (section != "") print section ", " quoted(text) "]," >(build "/sections.js")
    section = "[" quoted(title) ", \"" place "\""
    text = ""
}

BEGIN { while ((getline word <(build "/names")) > 0) known[word] }
FNR == 1 { fenced = 0; page = id(FILENAME); output = build "/" page ".md" }
/^```/ { fenced = !fenced }
!fenced && !/^    / {
    $0 = rewrite($0)
    if (/^#+ /) {
        title = $0
        sub(/^#+ +/, "", title)
        if (/^# /) begin_section(title, page ".html")
        else begin_section(title, page ".html#" page "--" anchor(title))
        $0 = $0 " {#" (!/^# /  ? page "--" anchor(title) : page == "index" ? "mainpage" : page) "}"
    }
}
{
    print fenced || /^(    |#)/ ? $0 : linked($0) >output
    if (fenced || !/^#/) text = text " " $0
}
END { begin_section("", "") }
