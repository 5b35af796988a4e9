// Files that the map names are read when they are needed, once each. A tileset names no other file, a template at most
// one, a tileset: so however they name each other, it ends.
#include "grow.h"
#include "tiled_json.h"
#include "tiled_parser.h"

#include <stdlib.h>
#include <string.h>

static const char *const what_names[] = { "tileset", "template" };

// An error in the other file is reported at the line that names it.
static bool pass_on(const element_reader *reader, size_t line, const char *path, const format_message *message)
{
    if (message->fault == FORMAT_ENVIRONMENT)
        return element_no_memory(reader);
    if (message->line == 0)
        return element_fail_at(reader, line, "%.100s: %s", path, message->text);
    return element_fail_at(reader, line, "%.100s:%zu: %s", path, message->line, message->text);
}

static tiled_other *find_known(const tiled_parser *p, const char *path, bool is_template)
{
    for (size_t i = 0; i < p->other_count; i++)
        if (p->others[i].is_template == is_template && strcmp(p->others[i].path, path) == 0)
            return &p->others[i];
    return NULL;
}

bool tiled_read_file(const tiled_parser *p, FILE *file, const char *path, const char *root,
                     const element_handlers *handlers, void *context, format_message *message)
{
    byte_source from;
    source_from_file(&from, file);
    from.most = TILED_FILE_MAX;
    p->limit->file += from.own.file;
    from.limit = p->limit;
    bool good = tiled_read_document(&from, path, root, handlers, context, message);
    source_end(&from);
    return good;
}

static void free_other(tiled_other *other)
{
    free(other->path);
    tiled_free_draft(&other->object);
}

// Reads the file into a new place among the others.
static tiled_other *add(tiled_parser *p, tiled_other *other, FILE *file, const element_reader *reader, size_t line,
                        tiled_reader *read)
{
    format_message message;
    memset(&message, 0, sizeof message);
    if (!read(p, other, file, &message)) {
        pass_on(reader, line, other->path, &message);
        return NULL;
    }
    tiled_other *others = grow_one(p->others, p->other_count, sizeof *others);
    if (others == NULL) {
        element_no_memory(reader);
        return NULL;
    }
    p->others = others;
    others[p->other_count] = *other;
    return &others[p->other_count++];
}

tiled_other *tiled_find_other(tiled_parser *p, const char *folder, const char *name, const element_reader *reader,
                              size_t line, bool is_template, tiled_reader *read)
{
    const char *wrong = NULL;
    tiled_other other = { .path = tiled_files_path(&p->files, folder, name, &wrong), .is_template = is_template };
    tiled_other *found = other.path != NULL ? find_known(p, other.path, is_template) : NULL;
    FILE *file = other.path != NULL && found == NULL ? tiled_files_open(&p->files, other.path, &wrong) : NULL;
    if (file != NULL) {
        found = add(p, &other, file, reader, line, read);
        fclose(file);
        if (found != NULL)
            return found;
    } else if (found == NULL && wrong == NULL) { // out of memory
        element_no_memory(reader);
    } else if (found == NULL) {
        element_fail_at(reader, line, "%s '%.100s' cannot be read: %s", what_names[is_template], name, wrong);
    }
    free_other(&other);
    return found;
}

void tiled_free_others(tiled_parser *p)
{
    for (size_t i = 0; i < p->other_count; i++)
        free_other(&p->others[i]);
    free(p->others);
}
