// Templates: an object in a file of its own, and the tileset of its tile. What an object made from one does not say of
// itself is as in the template, as in Tiled: a size counts only whole.
#include "grow.h"
#include "tiled_parser.h"

#include <stdlib.h>
#include <string.h>

typedef struct template_file {
    tiled_parser *p;
    tiled_draft *object;
    tiled_tilesets tilesets;
    int depth;
    bool has_object, in_object;
} template_file;

static bool begin_in_template(template_file *t, const element *e)
{
    if (element_is(e, "tileset"))
        return tiled_take_tileset(t->p, &t->tilesets, e);
    if (!element_is(e, "object"))
        return true;
    if (t->has_object)
        return element_fail(e->reader, "the template has a second object");
    t->has_object = t->in_object = true;
    if (element_attribute(e, "template") != NULL)
        return element_fail(e->reader, "the object of a template is made from another template, '%.60s'; detach it",
                            element_attribute(e, "template"));
    return tiled_begin_object(t->p, &t->tilesets, t->object, e);
}

static bool begin_element(void *context, const element *e)
{
    template_file *t = context;
    int depth = t->depth++;
    if (!tiled_hold(e))
        return false;
    if (depth == 0 && !element_is(e, "template"))
        return element_fail(e->reader, "not a Tiled template: it begins with %s%.40s%s", e->reader->open, e->name,
                            e->reader->close);
    if (depth == 1)
        return begin_in_template(t, e);
    return depth != 2 || !t->in_object || tiled_take_shape(t->object, e);
}

static bool take_text(void *context, element_reader *reader, const char *text, size_t length)
{
    (void)context;
    (void)reader;
    (void)text;
    (void)length;
    return true;
}

static bool end_element(void *context, element_reader *reader)
{
    template_file *t = context;
    t->depth--;
    if (t->depth == 1)
        t->in_object = false;
    return t->depth > 0 || t->has_object || element_fail(reader, "the template has no object");
}

static bool read_template(tiled_parser *p, tiled_other *other, FILE *file, format_message *message)
{
    static const element_handlers handlers = { begin_element, take_text, end_element };
    const char *slash = strrchr(other->path, '/');
    char *folder = copy_text(other->path, slash != NULL ? (size_t)(slash - other->path) : 0);
    if (folder == NULL)
        return format_no_memory(message);
    template_file t = { .p = p, .object = &other->object, .tilesets.folder = folder };
    bool good = tiled_read_file(p, file, other->path, "template", &handlers, &t, message) &&
                (tiled_divide_outline(&other->object.outline) || format_no_memory(message));
    tiled_free_tilesets(&t.tilesets);
    free(folder);
    return good;
}

bool tiled_find_template(tiled_parser *p, const char *folder, const char *name, const element_reader *reader,
                         size_t *template)
{
    const tiled_other *other = tiled_find_other(p, folder, name, reader, element_line(reader), true, read_template);
    if (other != NULL)
        *template = (size_t)(other - p->others) + 1;
    return other != NULL;
}
