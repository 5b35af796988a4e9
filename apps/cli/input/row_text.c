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

bool row_text_ready(const items *list, const input *in)
{
    const char *wrong = NULL;
    struct stat about;
    if (list->index != NULL)
        wrong =
            "an index has no rows as they stood; --output boxes has boxes, and the CSV file it was made of has rows";
    else if (list->down)
        wrong = "a map has no rows; --output boxes has boxes";
    else if (list->kind == KIND_GEOJSON)
        wrong = "GeoJSON has no rows; --output boxes has boxes";
    else if (list->packed_file)
        wrong = "rows are read a second time, which a packed file cannot be; unpack it first";
    else if (strcmp(in->file, "-") == 0)
        wrong = "rows are read a second time, which standard input cannot be; name the file";
    else if (stat(in->file, &about) == 0 && !S_ISREG(about.st_mode))
        wrong = "rows are read a second time, which a pipe or a device cannot be; write it to a file first";
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

static bool read_span(row_text *self, row_span span)
{
    if (span.size > self->room) {
        char *bytes = realloc(self->bytes, span.size);
        if (bytes == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        self->bytes = bytes;
        self->room = span.size;
    }
    if (fseeko(self->file, (off_t)span.start, SEEK_SET) == 0 &&
        fread(self->bytes, 1, span.size, self->file) == span.size)
        return true;
    complain_at(self->name, 0, "cannot read a row again: %s",
                ferror(self->file) ? strerror(errno) : "the file has changed");
    return false;
}

bool put_row_text(output *out, row_text *self, size_t i)
{
    row_span span = i == ROW_TEXT_HEADER ? self->list->header : self->list->spans[i];
    if (!read_span(self, span))
        return false;
    size_t size = span.size;
    while (size > 0 && (self->bytes[size - 1] == '\n' || self->bytes[size - 1] == '\r'))
        size--;
    put_raw(out, self->bytes, size);
    return true;
}
