# Sums frames along a call graph, as gcc -fcallgraph-info=su writes it, and prints for every public function how many bytes
# of stack its deepest call keeps, the deepest first.
#   awk -v most=BYTES -f deepest.awk pointers.txt recursion.txt SOURCE.c ASSEMBLY.s GRAPH.ci
# Fails, naming the path, if one keeps more than `most`; if a frame has no bound; if functions call each other in a circle
# that recursion.txt does not bound; if a pointer is called that pointers.txt does not list, or the address of a function
# is taken that no pointer there calls. Functions of the C library count nothing, and so do those of the caller's.

function wrong(text) {
    if (!(text in said))
        print text > "/dev/stderr"
    said[text] = failed = 1
}

# A function's name without what the compiler adds when it makes a copy of it: NAME.part.0, NAME.constprop.1.
function plain(name) {
    sub(/\..*/, "", name)
    return name
}

function matches(name, pattern,    at) {
    at = index(pattern, "*")
    if (!at)
        return name == pattern
    return length(name) >= length(pattern) - 1 && substr(name, 1, at - 1) == substr(pattern, 1, at - 1) &&
           substr(name, length(name) - length(pattern) + at + 1) == substr(pattern, at + 1)
}

# ---- Reading ----

FNR == 1 { file++ }
file <= 2 && (/^#/ || !NF) { next }

# pointers.txt: POINTER FUNCTION..., where `caller` stands for functions of the caller's, and handed:NAME for those of the
# row that begins with handed:NAME. POINTER? may be called nowhere, where what calls it is inlined.
file == 1 {
    if (sub(/\?$/, "", $1))
        inlined[$1]
    row = ($1 in row_of) ? row_of[$1] : row_of[$1] = ++pointers
    for (i = 2; i <= NF; i++)
        target[row, ++targets[row]] = $i
    next
}

# recursion.txt: LEVELS FUNCTION... : WHY
file == 2 {
    levels[++rows] = $1
    for (i = 2; i <= NF && $i != ":"; i++)
        cut[rows, ++cuts[rows]] = $i
    if (i > NF - 1)
        wrong("recursion.txt says no reason for " $2)
    next
}

file == 3 { source[FNR] = $0; next }

# The assembly: where a function's name stands in anything but a call or a jump, its address is taken.
file == 4 && /^[A-Za-z_][A-Za-z0-9_.]*:/ {
    inside_of = $1
    sub(/:.*/, "", inside_of)
}

# Where a frame is aligned to more than the stack is, up to so many bytes are lost.
file == 4 && match($0, /and[lq]?[ \t]+\$-[0-9]+, %[er]sp/) {
    text = substr($0, RSTART, RLENGTH)
    sub(/.*\$-/, "", text)
    aligned[inside_of] = text + 0
    next
}
file == 4 && !/^[ \t]*(call|jmp|j[a-z]+)[ \t]/ && !/^[ \t]*\.(type|size|globl|local|hidden|set|file|section|ident)/ {
    text = $0
    while (match(text, /[A-Za-z_][A-Za-z0-9_.]*/)) {
        before = substr(text, 1, RSTART - 1)
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (text !~ /^:/ && before !~ /[%.]$/)
            mentioned[word] = mentioned[word] " " inside_of
    }
    next
}

# The graph. Titles of static functions begin with their file.
file == 5 && /^node:/ {
    split($0, quoted, "\"")
    f = quoted[2]
    sub(/^.*:/, "", f)
    if (match(quoted[4], /[0-9]+ bytes \([a-z,]*\)$/)) {
        split(substr(quoted[4], RSTART), words, " ")
        frame[f] = words[1]
        if (words[3] == "(dynamic)")
            wrong("The frame of " f " has no bound")
        frame[f] += aligned[f]
        functions[++count] = f
    }
    next
}
file == 5 && /^edge:/ {
    split($0, quoted, "\"")
    from = quoted[2]
    to = quoted[4]
    sub(/^.*:/, "", from)
    sub(/^.*:/, "", to)
    call_from[++call_count] = from
    call_to[call_count] = to
    n = split(quoted[6], place, ":")
    call_line[call_count] = place[n - 1]
    call_column[call_count] = place[n]
}

# ---- The graph with calls through pointers in it ----

# The pointer that a call at this place goes through: the first name there that is listed and followed by a parenthesis.
function pointer_at(line, column,    text, name, parts, n) {
    text = substr(source[line], column) " " source[line + 1]
    while (match(text, /[A-Za-z_][A-Za-z0-9_.>-]*\(/)) {
        name = substr(text, RSTART, RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
        gsub(/->/, ".", name)
        n = split(name, parts, ".")
        name = n > 1 ? parts[n - 1] "." parts[n] : name
        if (name in row_of)
            return name
    }
    return ""
}

function add_edge(from, to) {
    if (!((from, to) in edge)) {
        edge[from, to] = 1
        next_of[from, ++degree[from]] = to
        caller[to, ++callers[to]] = from
    }
}

# From a function to all that a pointer may call.
function add_pointer(from, pointer,    row, i, j) {
    row = row_of[pointer]
    called_pointer[row] = 1
    for (i = 1; i <= targets[row]; i++)
        for (j = 1; j <= count; j++)
            if (matches(plain(functions[j]), target[row, i])) {
                add_edge(from, functions[j])
                by_pointer[functions[j]] = 1
            }
}

# Work that a function hands on to be called: as if it called it, by the function that it hands it to.
function add_handed(pointer,    row, i, j, k, n, f, step, takers) {
    row = row_of[pointer]
    called_pointer[row] = 1
    for (i = 1; i <= targets[row]; i++)
        for (j = 1; j <= count; j++) {
            f = functions[j]
            if (!matches(plain(f), target[row, i]) || !(f in mentioned))
                continue
            by_pointer[f] = 1
            step = "by " substr(pointer, 8) " " f
            frame[step] = frame[substr(pointer, 8)] # none where it is inlined
            add_edge(step, f)
            n = split(mentioned[f], takers, " ")
            for (k = 1; k <= n; k++)
                if (takers[k] in frame)
                    add_edge(takers[k], step)
                else
                    wrong("The address of " f " is taken by " takers[k] ", which is no function")
        }
}

function join_graph(    i, pointer, f) {
    for (i = 1; i <= call_count; i++) {
        pointer = call_to[i] == "__indirect_call" ? pointer_at(call_line[i], call_column[i]) : call_to[i]
        if (pointer in row_of)
            add_pointer(call_from[i], pointer)
        else if (call_to[i] == "__indirect_call")
            wrong("pointers.txt does not list the pointer that " call_from[i] " calls in line " call_line[i] ": " \
                  source[call_line[i]])
        else if (call_to[i] in frame)
            add_edge(call_from[i], call_to[i])
    }
    for (pointer in row_of)
        if (pointer ~ /^handed:/)
            add_handed(pointer)
    for (pointer in row_of)
        if (!(row_of[pointer] in called_pointer) && !(pointer in inlined))
            wrong("pointers.txt lists " pointer ", which is not called")
    for (i = 1; i <= count; i++) {
        f = functions[i]
        if ((f in mentioned) && !(f in by_pointer) && f !~ /^qd_[a-z]/)
            wrong("The address of " f " is taken, and no pointer in pointers.txt calls it")
    }
}

# ---- Circles ----
#
# A scope is a set of functions, and of the calls among them all but those of some that are cut. The first scope is
# everything. What call each other in a circle are a group of it (Tarjan's algorithm); a row of recursion.txt cuts the
# circle, which leaves a scope with smaller groups or none.

function is_call(scope, to) {
    return ((scope, to) in inside) && !((scope, to) in cut_off)
}

function visit(scope, f,    i, to, g) {
    number[scope, f] = low[scope, f] = ++visited
    stack[++height] = f
    waiting[scope, f] = 1
    for (i = 1; i <= degree[f]; i++) {
        to = next_of[f, i]
        if (!is_call(scope, to))
            continue
        if (!((scope, to) in number)) {
            visit(scope, to)
            if (low[scope, to] < low[scope, f])
                low[scope, f] = low[scope, to]
        } else if (((scope, to) in waiting) && number[scope, to] < low[scope, f]) {
            low[scope, f] = number[scope, to]
        }
    }
    if (low[scope, f] == number[scope, f]) {
        g = ++groups
        do {
            to = stack[height--]
            delete waiting[scope, to]
            group[scope, to] = g
            member[g, ++members[g]] = to
        } while (to != f)
    }
}

function names_of(g,    i, text) {
    for (i = 1; i <= members[g]; i++)
        text = text " " member[g, i]
    return text
}

# The row that cuts the circles of a group: the first with one of its functions, which are then in cut_off of the scope.
function cut_group(g, scope,    row, i, j, copies, found) {
    for (row = 1; row <= rows; row++) {
        for (copies = 0; copies < 2 && !found; copies++) # copies of a function only where itself is not there
            for (i = 1; i <= cuts[row]; i++)
                for (j = 1; j <= members[g]; j++)
                    if ((copies ? plain(member[g, j]) : member[g, j]) == cut[row, i])
                        cut_off[scope, member[g, j]] = found = 1
        if (found) {
            used[row] = 1
            return row
        }
    }
    wrong("recursion.txt does not say how deep these call each other:" names_of(g))
    return 0
}

# Bytes of the longest way through a group, without what its functions call outside of it.
function own_depth(scope, g,    f, row, i, j, inner, longest, below, again) {
    f = member[g, 1]
    if (members[g] == 1 && !(is_call(scope, f) && ((f, f) in edge)))
        return frame[f]
    inner = ++scopes
    for (i = 1; i <= members[g]; i++) {
        inside[inner, member[g, i]] = 1
        if ((scope, member[g, i]) in cut_off)
            cut_off[inner, member[g, i]] = 1
    }
    row = cut_group(g, inner)
    if (!row)
        return 0
    row_of_group[g] = row
    again = 0
    for (i = 1; i <= members[g]; i++) {
        f = member[g, i]
        below = depth(inner, f)
        if (below > longest)
            longest = below
        # Where a call from elsewhere does not begin with one that is cut, there is a stretch before the first of these.
        if (!((inner, f) in cut_off)) {
            if (f ~ /^qd_[a-z]/)
                again = 1
            for (j = 1; j <= callers[f]; j++)
                if (!((inner, caller[f, j]) in inside))
                    again = 1
        }
    }
    level_of[g] = longest
    return longest * again
}

# Bytes of the deepest path from f on, the same for all functions of a group. Circles of one row that follow each other on
# the path share its levels: each is taken by the one of which a level keeps most. `row`: the last that was come by, of
# which each level counts `paid` bytes by now.
function depth_after(scope, f, row, paid,    g, i, j, to, own, below, most_below, least, state) {
    if (!((scope, f) in number))
        visit(scope, f)
    g = group[scope, f]
    state = g SUBSEP row SUBSEP paid
    if (state in depth_of)
        return depth_of[state]
    if (!(g in own_of))
        own_of[g] = own_depth(scope, g)
    own = own_of[g]
    if (g in row_of_group) {
        least = row_of_group[g] == row ? paid : 0
        row = row_of_group[g]
        if (level_of[g] > least) {
            own += (level_of[g] - least) * levels[row]
            paid = level_of[g]
        } else {
            paid = least
        }
    }
    own_at[state] = own
    most_below = 0
    for (i = 1; i <= members[g]; i++)
        for (j = 1; j <= degree[member[g, i]]; j++) {
            to = next_of[member[g, i], j]
            if (!is_call(scope, to))
                continue
            if (!((scope, to) in number))
                visit(scope, to)
            if (group[scope, to] == g)
                continue
            below = depth_after(scope, to, row, paid)
            if (below > most_below) {
                most_below = below
                below_of[state] = to
                row_below[state] = row
                paid_below[state] = paid
            }
        }
    return depth_of[state] = own_at[state] + most_below
}

function depth(scope, f) {
    return depth_after(scope, f, 0, 0)
}

function path(scope, f,    text, g, state, row, paid, next_row) {
    for (row = paid = 0; f != ""; row = next_row) {
        g = group[scope, f]
        state = g SUBSEP row SUBSEP paid
        text = text sprintf("\n%12d %s", own_at[state], \
                            (g in row_of_group) ? levels[row_of_group[g]] " times" names_of(g) : f)
        f = below_of[state]
        next_row = row_below[state]
        paid = paid_below[state]
    }
    return text
}

END {
    join_graph()
    everything = ++scopes
    for (f in frame)
        inside[everything, f] = 1
    for (i = 1; i <= count; i++) {
        f = functions[i]
        bytes = depth(everything, f)
        if (f !~ /^qd_[a-z][a-z0-9_]*$/)
            continue
        public++
        line = sprintf("%7d %s", bytes, f)
        print line
        if (paths ~ "(^| )" f "( |$)")
            print path(everything, f) > "/dev/stderr"
        if (bytes > most)
            wrong(line ", but " most " bytes are the most:" path(everything, f))
    }
    for (row = 1; row <= rows; row++)
        if (!(row in used))
            wrong("recursion.txt has a row for functions that no circle needs: " cut[row, 1])
    if (public < 75)
        wrong("only " public " public functions were found: this script no longer fits the source")
    exit failed
}
