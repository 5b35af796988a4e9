// Rows field by field: see row_fields.h. The bytes of a row go through the reader that has read them before.
#include "row_fields.h"

#include "row_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool no_memory(void)
{
    complain("%s", strerror(ENOMEM));
    return false;
}

// Where the name is in the table, in any case of letters, or where it would be.
static size_t *slot_of(const row_names *self, const char *name)
{
    const size_t mask = 2 * self->room - 1;
    size_t at = 0;
    for (const char *c = name; *c != 0; c++)
        at = (at ^ (size_t)tolower((unsigned char)*c)) * 16777619u;
    for (at &= mask; self->slots[at] != 0 && strcasecmp(self->names[self->slots[at] - 1], name) != 0;)
        at = (at + 1) & mask;
    return &self->slots[at];
}

static bool more_room(row_names *self)
{
    const size_t room = self->room > 0 ? 2 * self->room : 16;
    char **names = realloc(self->names, room * sizeof *names);
    self->names = names != NULL ? names : self->names;
    size_t *tries = realloc(self->tries, room * sizeof *tries);
    self->tries = tries != NULL ? tries : self->tries;
    size_t *slots = calloc(2 * room, sizeof *slots);
    if (names == NULL || tries == NULL || slots == NULL) {
        free(slots);
        return no_memory();
    }
    free(self->slots);
    self->slots = slots;
    self->room = room;
    for (size_t i = 0; i < self->count; i++)
        *slot_of(self, self->names[i]) = i + 1;
    return true;
}

bool row_names_add(row_names *self, const char *name, const char *mark)
{
    if (self->count == self->room && !more_room(self))
        return false;
    if (self->mark == NULL || strcmp(self->mark, mark) != 0)
        memset(self->tries, 0, self->count * sizeof *self->tries);
    self->mark = mark;
    const size_t size = strlen(name) + strlen(mark) + 24;
    char *unique = malloc(size);
    if (unique == NULL)
        return no_memory();
    snprintf(unique, size, "%s", name);
    const bool letter = mark[1] != 0;
    size_t *slot = slot_of(self, unique);
    for (size_t *tried = &self->tries[*slot != 0 ? *slot - 1 : 0]; *slot != 0; slot = slot_of(self, unique))
        if (++*tried == 1 && letter)
            snprintf(unique, size, "%s%s", name, mark);
        else
            snprintf(unique, size, "%s%s%zu", name, mark, *tried + !letter);
    self->tries[self->count] = 0;
    self->names[self->count++] = unique;
    *slot = self->count;
    return true;
}

void row_names_free(row_names *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->names[i]);
    free(self->names);
    free(self->slots);
    free(self->tries);
    *self = (row_names){ 0 };
}

struct row_fields {
    const items *list;
    const char *name;
    row_text *text;
    byte_source from;
    csv_reader csv;
    size_t row, width;
};

enum { NO_ROW = SIZE_MAX - 1 };

static bool read_row(row_fields *self, size_t i)
{
    if (self->row == i)
        return true;
    size_t size = 0;
    const char *bytes = row_text_bytes(self->text, i, &size);
    self->row = NO_ROW;
    if (bytes == NULL)
        return false;
    source_from_bytes(&self->from, bytes, size);
    csv_reader *csv = &self->csv;
    csv->next = csv->end = 0;
    csv->ended = csv->broken = false;
    csv->width = self->width;
    csv->bytes = 1; // a byte order mark would be text here
    if (csv_next(csv) != CSV_ROW || (self->width > 0 && csv->count != self->width)) {
        complain_at(self->name, 0, "cannot read a row again: the file has changed");
        return false;
    }
    self->row = i;
    return true;
}

row_fields *row_fields_open(const items *list, const input *in)
{
    row_fields *self = calloc(1, sizeof *self);
    if (self == NULL) {
        no_memory();
        return NULL;
    }
    self->list = list;
    self->name = in->file;
    self->row = NO_ROW;
    self->text = row_text_open(list, in);
    csv_begin(&self->csv, &self->from);
    self->csv.form = list->form;
    const bool header = list->header.size > 0, rows = header || list->count > 0;
    if (self->text == NULL || (rows && !read_row(self, header ? ROW_TEXT_HEADER : 0))) {
        row_fields_close(self);
        return NULL;
    }
    self->width = rows ? self->csv.count : 0;
    return self;
}

void row_fields_close(row_fields *self)
{
    if (self == NULL)
        return;
    row_text_close(self->text);
    csv_end(&self->csv);
    free(self);
}

bool row_fields_name(row_fields *self, row_names *names, const char *mark)
{
    const bool header = self->list->header.size > 0;
    bool good = !header || read_row(self, ROW_TEXT_HEADER);
    for (size_t i = 0; good && i < self->width; i++) {
        char position[24];
        snprintf(position, sizeof position, "%zu", i + 1);
        good = row_names_add(names, header ? csv_field(&self->csv, i) : position, mark);
    }
    return good;
}

size_t row_fields_count(const row_fields *self)
{
    return self->width;
}

bool row_fields_read(row_fields *self, size_t i)
{
    return read_row(self, i);
}

const char *row_field(const row_fields *self, size_t column)
{
    return csv_field(&self->csv, column);
}
