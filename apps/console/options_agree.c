// Options beside which others have no effect: the program refuses them by name instead of ignoring them.
#include "options.h"

#include "report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Is it in a list of names, with a blank between?
static bool is_listed(const char *list, const option *o)
{
    const size_t length = strlen(o->name);
    for (const char *name = list; name != NULL; name = strchr(name, ' ')) {
        name += *name == ' ';
        if (strncmp(name, o->name, length) == 0 && (name[length] == ' ' || name[length] == 0))
            return true;
    }
    return false;
}

#ifndef NDEBUG
// Does each name of a list, which may be NULL, belong to an option?
static bool has_known_names(const option *options, const char *list)
{
    size_t names = list != NULL && *list != 0, known = 0;
    for (const char *blank = list != NULL ? strchr(list, ' ') : NULL; blank != NULL; blank = strchr(blank + 1, ' '))
        names++;
    for (const option *o = options; names > 0 && o->name != NULL; o++)
        known += is_listed(list, o);
    return known == names;
}
#endif

static bool is_given(const option *options, const option *o, uint64_t given)
{
    return (given >> (o - options) & 1) != 0;
}

// The first of a list that is given; NULL: none is.
static const option *given_of(const option *options, const char *list, uint64_t given)
{
    for (const option *o = options; o->name != NULL; o++)
        if (is_given(options, o, given) && is_listed(list, o))
            return o;
    return NULL;
}

// The names of a list for people: "--a, --b or --c".
static void list_names(const char *list, char *text, size_t size)
{
    size_t left = 1, used = 0;
    for (const char *blank = strchr(list, ' '); blank != NULL; blank = strchr(blank + 1, ' '))
        left++;
    for (; left > 0 && used < size; left--) {
        const size_t length = strcspn(list, " ");
        const char *between = left > 2 ? ", " : left == 2 ? " or " : "";
        used += (size_t)snprintf(text + used, size - used, "--%.*s%s", (int)length, list, between);
        list += length + 1;
    }
}

// One that is typed and has no effect beside this one, or this one beside it; NULL: all have.
static const option *idle_beside(const option *options, const option *o, uint64_t typed)
{
    if (o->excludes != NULL && is_given(options, o, typed))
        return given_of(options, o->excludes, typed);
    for (const option *other = options; o->beside != NULL && other->name != NULL; other++) {
        const bool has_it = other->kind == OPTION_CONFIG && !is_given(options, o, typed); // the file that gave it
        if (other != o && !has_it && is_given(options, other, typed) && !is_listed(o->beside, other))
            return other;
    }
    return NULL;
}

bool options_agree(const option *options, const char *command, uint64_t typed, uint64_t given)
{
    for (const option *o = options; o->name != NULL; o++) {
        assert(has_known_names(options, o->needs) && has_known_names(options, o->excludes));
        assert(has_known_names(options, o->beside));
        const option *idle = is_given(options, o, given) ? idle_beside(options, o, typed) : NULL;
        if (idle == NULL)
            continue;
        complain("%s: --%s %s, so it excludes --%s", command, o->name, o->about, idle->name);
        return false;
    }
    for (const option *o = options; o->name != NULL; o++) {
        if (!is_given(options, o, given) || o->needs == NULL || given_of(options, o->needs, given) != NULL)
            continue;
        char names[160] = "";
        list_names(o->needs, names, sizeof names);
        complain("%s: --%s %s, so it needs %s", command, o->name, o->about, names);
        return false;
    }
    return true;
}
