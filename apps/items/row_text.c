// Rows as they stand: see row_text.h.
#include "row_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct row_text {
    const items *list;
    const char *name;
    FILE *file;
    char *bytes;
    size_t room;
};

const char *row_text_problem(const items *list, const input *in)
{
    struct stat about;
    if (list->index != NULL)
        return "an index has no rows as they stood; --output ndjson has boxes, and the CSV file it was made of has "
               "rows";
    if (list->down)
        return "a map has no rows; --output ndjson has boxes";
    if (list->kind == KIND_GEOJSON)
        return "GeoJSON has no rows; --output ndjson has boxes";
    if (list->packed_file)
        return "rows are read a second time, which a packed file cannot be; unpack it first";
    if (strcmp(in->file, "-") == 0)
        return "rows are read a second time, which standard input cannot be; name the file";
    if (stat(in->file, &about) == 0 && !S_ISREG(about.st_mode))
        return "rows are read a second time, which a pipe or a device cannot be; write it to a file first";
    return NULL;
}

bool row_text_ready(const items *list, const input *in)
{
    const char *wrong = row_text_problem(list, in);
    if (wrong != NULL)
        complain_at(strcmp(in->file, "-") == 0 ? "standard input" : in->file, 0, "%s", wrong);
    return wrong == NULL;
}

row_text *row_text_open(const items *list, const input *in)
{
    row_text *self = calloc(1, sizeof *self);
    if (self == NULL) {
        complain("%s", strerror(ENOMEM));
        return NULL;
    }
    *self = (row_text){ .list = list, .name = in->file, .file = fopen(in->file, "rb") };
    if (self->file == NULL) {
        complain_at(in->file, 0, "%s", strerror(errno));
        free(self);
        self = NULL;
    }
    return self;
}

void row_text_close(row_text *self)
{
    if (self == NULL)
        return;
    fclose(self->file);
    free(self->bytes);
    free(self);
}

const char *row_text_bytes(row_text *self, size_t i, size_t *size)
{
    const row_span span = i == ROW_TEXT_HEADER ? self->list->header : self->list->spans[i];
    *size = span.size;
    if (span.size >= self->room) {
        char *bytes = realloc(self->bytes, span.size + 1);
        if (bytes == NULL) {
            complain("%s", strerror(ENOMEM));
            return NULL;
        }
        self->bytes = bytes;
        self->room = span.size + 1;
    }
    self->bytes[span.size] = 0;
    if (fseeko(self->file, (off_t)span.start, SEEK_SET) == 0 &&
        fread(self->bytes, 1, span.size, self->file) == span.size)
        return self->bytes;
    complain_at(self->name, 0, "cannot read a row again: %s",
                ferror(self->file) ? strerror(errno) : "the file has changed");
    return NULL;
}

bool put_row_text(output *out, row_text *self, size_t i)
{
    size_t size = 0;
    const char *bytes = row_text_bytes(self, i, &size);
    if (bytes == NULL)
        return false;
    while (size > 0 && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
        size--;
    // Tabs and line ends inside a row harm no terminal.
    for (size_t at = 0, end = 0; at < size; at = end + 1) {
        for (end = at; end < size && (!out->terminal || (bytes[end] != '\t' && bytes[end] != '\n')); end++)
            continue;
        put_shown(out, bytes + at, end - at);
        put_raw(out, bytes + end, end < size);
    }
    return true;
}
