// The path of the element that is being read, and a look at the table for each attribute and each text.
#include "config.h"
#include "blank.h"

#include <string.h>

enum { PATH_MAX_LENGTH = 200 };

typedef struct parser {
    const config_known *known;
    config_sink *sink;
    void *context;
    char path[PATH_MAX_LENGTH + 1];
    const config_known *text_of;    // the element that is being read, if its text is known
    char text[CONFIG_TEXT_MAX + 1]; // of it
    size_t text_length, text_line;
} parser;

// Is `path` an element of the table, or one that has such an element in it?
static bool is_known(const config_known *known, const char *path)
{
    size_t length = strlen(path);
    for (; known->path != NULL; known++)
        if (strncmp(known->path, path, length) == 0 && (known->path[length] == 0 || known->path[length] == '/'))
            return true;
    return false;
}

// `attribute` NULL: the text of the element.
static const config_known *find(const config_known *known, const char *path, const char *attribute)
{
    for (; known->path != NULL; known++)
        if (strcmp(known->path, path) == 0 &&
            (attribute == NULL || known->attribute == NULL ? attribute == known->attribute
                                                           : strcmp(known->attribute, attribute) == 0))
            return known;
    return NULL;
}

static bool unknown_attribute(const element *e, const char *name)
{
    return element_fail(e->reader, "unknown attribute '%.60s' of <%.60s>", name, e->name);
}

static bool take_attributes(const parser *p, const element *e)
{
    for (const char *const *pair = e->attributes; pair[0] != NULL; pair += 2) {
        const config_entry entry = { find(p->known, p->path, pair[0]), pair[0], pair[1], element_line(e->reader) };
        if (entry.known == NULL)
            return unknown_attribute(e, pair[0]);
        if (!p->sink(p->context, &entry, e->reader->message))
            return false;
    }
    return true;
}

static bool take_option(const parser *p, const element *e)
{
    if (!element_demand(e, "name") || !element_demand(e, "value"))
        return false;
    for (const char *const *pair = e->attributes; pair[0] != NULL; pair += 2)
        if (strcmp(pair[0], "name") != 0 && strcmp(pair[0], "value") != 0)
            return unknown_attribute(e, pair[0]);
    const config_entry entry = { NULL, element_attribute(e, "name"), element_attribute(e, "value"),
                                 element_line(e->reader) };
    return p->sink(p->context, &entry, e->reader->message);
}

static bool begin_element(void *context, const element *e)
{
    parser *p = context;
    size_t length = strlen(p->path), added = strlen(e->name);
    bool root = length == 0;
    if (root && strcmp(e->name, "config") != 0)
        return element_fail(e->reader, "not a configuration: it begins with <%.60s>", e->name);
    bool fits = length + added < PATH_MAX_LENGTH;
    if (fits) {
        p->path[length] = '/';
        memcpy(p->path + length + !root, e->name, added + 1);
    }
    if (fits && strcmp(p->path, "config/option") == 0)
        return take_option(p, e);
    if (!fits || (!root && !is_known(p->known, p->path)))
        return element_fail(e->reader, "unknown element <%.60s>", e->name);
    p->text_of = find(p->known, p->path, NULL);
    p->text_length = 0;
    p->text_line = element_line(e->reader);
    return take_attributes(p, e);
}

// Blanks at the beginning of a text are left out here, and those at its end when it is over.
static bool take_text(void *context, element_reader *reader, const char *text, size_t length)
{
    parser *p = context;
    for (size_t i = 0; i < length; i++) {
        if (is_blank(text[i]) && (p->text_of == NULL || p->text_length == 0))
            continue;
        if (p->text_of == NULL)
            return element_fail(reader, "text between the elements");
        if (p->text_length == CONFIG_TEXT_MAX)
            return format_fail(reader->message, p->text_line, "more than %d bytes of text in one element",
                               CONFIG_TEXT_MAX);
        p->text[p->text_length++] = text[i];
    }
    return true;
}

static bool end_element(void *context, element_reader *reader)
{
    parser *p = context;
    const config_known *text_of = p->text_of;
    char *last = strrchr(p->path, '/');
    bool good = true;
    if (text_of != NULL) {
        while (p->text_length > 0 && is_blank(p->text[p->text_length - 1]))
            p->text_length--;
        p->text[p->text_length] = 0;
        const config_entry entry = { text_of, last != NULL ? last + 1 : p->path, p->text, p->text_line };
        good = p->sink(p->context, &entry, reader->message);
    }
    p->text_of = NULL;
    *(last != NULL ? last : p->path) = 0;
    return good;
}

bool config_read(byte_source *from, const config_known *known, config_sink *sink, void *context,
                 format_message *message)
{
    static const element_handlers handlers = { begin_element, take_text, end_element };
    parser p = { .known = known, .sink = sink, .context = context };
    memset(message, 0, sizeof *message);
    return xml_read(from, &handlers, &p, message);
}
