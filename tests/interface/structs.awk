# Prints the public structs of headers, a line each of them and of their fields: "struct NAME", "NAME FIELD".
# Comments are gone before. Members of a nameless union belong to the struct.
function declare(text, name, parts, count, i, field) {
    if (match(text, /\(\*[a-z_]+\)/)) { # a function pointer
        print name, substr(text, RSTART + 2, RLENGTH - 3)
        return
    }
    count = split(text, parts, ",")
    for (i = 1; i <= count; i++) {
        field = parts[i]
        sub(/\[.*/, "", field)
        sub(/[ \t]+$/, "", field)
        if (match(field, /[a-z_0-9]+$/))
            print name, substr(field, RSTART)
    }
}
{
    all = all " " $0
}
END {
    while (match(all, /typedef struct qd_[a-z_0-9]+ *\{/)) {
        name = substr(all, RSTART, RLENGTH)
        all = substr(all, RSTART + RLENGTH)
        sub(/typedef struct /, "", name)
        sub(/ *\{/, "", name)
        end = index(all, "} " name ";")
        body = substr(all, 1, end - 1)
        gsub(/union *\{/, "", body)
        gsub(/\} *;/, "", body)
        print "struct", name
        count = split(body, fields, ";")
        for (f = 1; f <= count; f++)
            if (fields[f] ~ /[a-z]/)
                declare(fields[f], name)
    }
}
