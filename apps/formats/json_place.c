// The text has become a tree before, so its brackets and quotes match. Whatever it is, nothing behind its end is read.
#include "json_place.h"

#include <string.h>

typedef struct json_scan {
    const char *at, *end;
} json_scan;

static char here(const json_scan *s)
{
    if (s->at >= s->end)
        return '\0';
    return *s->at;
}

static void skip_blanks(json_scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r' || *s->at == '\n'))
        s->at++;
}

static void skip_string(json_scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\' && s->at + 1 < s->end)
            s->at++;
    s->at += s->at < s->end;
}

// A value: up to the comma or bracket behind it.
static void skip_value(json_scan *s)
{
    int depth = 0;
    while (s->at < s->end) {
        char c = *s->at;
        if (depth == 0 && (c == ',' || c == ']' || c == '}'))
            return;
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        if (c == '"')
            skip_string(s);
        else
            s->at++;
    }
}

// The character of a name, which may be written with an escape, beyond ASCII as any one that no path has.
static int take_character(json_scan *s)
{
    bool escaped = here(s) == '\\';
    s->at += escaped;
    int c = (unsigned char)here(s), code = 0;
    s->at += s->at < s->end;
    if (!escaped || c != 'u')
        return c;
    for (int i = 0; i < 4 && s->at < s->end; i++, s->at++)
        code = 16 * code + (*s->at <= '9' ? *s->at - '0' : (*s->at | 0x20) - 'a' + 10);
    return code < 0x80 ? code : -1;
}

// Is the string that begins here this name?
static bool is_name(json_scan s, const char *name, size_t length)
{
    const char *end = name + length;
    for (s.at++; here(&s) != '"' && name < end; name++)
        if (take_character(&s) != (unsigned char)*name)
            return false;
    return here(&s) == '"' && name == end;
}

// To the value of a member of the object that begins here.
static bool enter_member(json_scan *s, const char *name, size_t length)
{
    if (here(s) != '{')
        return false;
    do {
        s->at++;
        skip_blanks(s);
        if (here(s) != '"')
            return false;
        bool same = is_name(*s, name, length);
        skip_string(s);
        skip_blanks(s);
        s->at += here(s) == ':';
        skip_blanks(s);
        if (same)
            return true;
        skip_value(s);
    } while (here(s) == ',');
    return false;
}

// To an item of the array that begins here.
static bool enter_item(json_scan *s, size_t i)
{
    if (here(s) != '[')
        return false;
    s->at++;
    for (; i > 0; i--) {
        skip_value(s);
        if (here(s) != ',')
            return false;
        s->at++;
    }
    skip_blanks(s);
    return s->at < s->end && *s->at != ']';
}

static bool follow(json_scan *s, const char *path)
{
    skip_blanks(s);
    while (*path != 0) {
        size_t length = strcspn(path, ".[");
        if (length > 0 && !enter_member(s, path, length))
            return false;
        path += length;
        if (*path == '[') {
            size_t i = 0;
            for (path++; *path >= '0' && *path <= '9'; path++)
                i = i * 10 + (size_t)(*path - '0');
            path += *path == ']';
            if (!enter_item(s, i))
                return false;
        }
        path += *path == '.';
    }
    return true;
}

bool json_place_find(const char *text, size_t size, const char *path, size_t *line, size_t *column)
{
    json_scan s = { text, text + size };
    if (!follow(&s, path))
        return false;
    for (const char *p = text; p < s.at; p++)
        if (*p == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*p & 0xc0) != 0x80) { // characters count, not bytes of UTF-8
            ++*column;
        }
    return true;
}
