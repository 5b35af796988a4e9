// The file becomes boxes: each row's numbers, rounded once to float, by the meaning of its columns. The first bad row
// ends it all, unless bad rows are to be passed over.
#include "items.h"

#include "columns.h"
#include "number.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

const char *const edges_names[] = { "closed", "open", NULL };

// What reading needs beside the items.
typedef struct reading {
    const input *in;
    const char *name; // of the file, for people
    csv_reader *csv;
    columns columns;
    uint64_t rows, skipped;
} reading;

static void *grow(void *block, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return block;
    size_t larger = *room > 0 ? *room : 1024;
    while (larger < needed)
        larger *= 2;
    void *result = larger <= SIZE_MAX / size ? realloc(block, larger * size) : NULL;
    if (result != NULL)
        *room = larger;
    else
        complain("%s", strerror(ENOMEM));
    return result;
}

static bool add_text(items *list, const char *text)
{
    size_t size = strlen(text) + 1;
    char *texts = grow(list->texts, &list->texts_room, list->texts_used + size, 1);
    if (texts == NULL)
        return false;
    list->texts = texts;
    memcpy(texts + list->texts_used, text, size);
    list->texts_used += size;
    return true;
}

static bool add_item(items *list, qd_box box, const reading *r)
{
    size_t room = list->room;
    qd_box *boxes = grow(list->boxes, &room, list->count + 1, sizeof *boxes);
    if (boxes == NULL)
        return false;
    list->boxes = boxes;
    uint64_t *ids = grow(list->ids, &list->room, list->count + 1, sizeof *ids);
    if (ids == NULL)
        return false;
    list->ids = ids;
    ids[list->count] = list->has_texts ? list->texts_used : r->rows;
    boxes[list->count++] = box;
    return !list->has_texts || add_text(list, csv_field(r->csv, r->columns.id));
}

// The field of number `i` without blanks around it, which are overwritten.
static const char *number_text(const reading *r, int i)
{
    const csv_span *span = &r->csv->fields[r->columns.at[i]];
    char *text = r->csv->text + span->start;
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    text[length] = 0;
    return text;
}

// Says what is wrong with number i of a row, unless bad rows are passed over in silence. Always false.
static bool bad_number(const reading *r, int i, const char *wrong)
{
    if (!r->in->skip_bad) {
        const char *text = number_text(r, i), *column = r->columns.names[i];
        size_t line = csv_line(r->csv, r->columns.at[i]);
        if (*text == 0)
            complain_at(r->name, line, "column \"%s\" %s", column, wrong);
        else
            complain_at(r->name, line, "column \"%s\": '%.60s%s' %s", column, text, strlen(text) > 60 ? "..." : "",
                        wrong);
    }
    return false;
}

static bool take_number(const reading *r, int i, float *value)
{
    number_error error = number_float(number_text(r, i), false, value);
    return error == NUMBER_OK || bad_number(r, i, number_error_text(error));
}

// Upper end of the side that begins at `low`, the nearest float to the sum in double of both fields. Being rounded
// another way than the lower end, it could come out below it by one step, and must not.
static bool take_size(const reading *r, int i, float low, float *high)
{
    double begin = 0, size = 0;
    number_error error = number_double(number_text(r, i), &size);
    if (error != NUMBER_OK)
        return bad_number(r, i, number_error_text(error));
    if (size < 0)
        return bad_number(r, i, "is negative");
    number_double(number_text(r, i - 2), &begin);
    float sum = (float)(begin + size);
    if (isinf(sum))
        return bad_number(r, i, "makes the box end beyond the largest float");
    *high = sum > low ? sum : low;
    return true;
}

static bool take_box(const reading *r, qd_box *box)
{
    const columns *c = &r->columns;
    float v[COLUMNS_MAX] = { 0 };
    int plain = c->kind == COLUMNS_SIZE ? 2 : c->count;
    for (int i = 0; i < plain; i++)
        if (!take_number(r, i, &v[i]))
            return false;
    qd_vec2 first = { v[0], v[1] }, second = { v[2], v[3] };
    if (c->kind == COLUMNS_SIZE && (!take_size(r, 2, v[0], &second.x) || !take_size(r, 3, v[1], &second.y)))
        return false;
    if (c->kind == COLUMNS_BOUNDS && v[0] > v[2])
        return bad_number(r, 0, "is larger than max_x");
    if (c->kind == COLUMNS_BOUNDS && v[1] > v[3])
        return bad_number(r, 1, "is larger than max_y");
    *box = qd_box_between(first, c->kind == COLUMNS_POINT ? first : second);
    return true;
}

// False: complained, and all is over.
static bool take_row(items *list, reading *r, csv_result result)
{
    qd_box box;
    r->rows++;
    bool good = result == CSV_ROW && r->csv->count == r->columns.width && take_box(r, &box);
    if (good)
        return add_item(list, box, r);
    if (r->in->skip_bad) {
        r->skipped++;
        return true;
    }
    if (result == CSV_BAD_ROW)
        complain_at(r->name, r->csv->error_line, "%s", r->csv->error);
    else if (r->csv->count != r->columns.width)
        complain_at(r->name, csv_line(r->csv, 0), "%zu field%s, but the header has %zu", r->csv->count,
                    r->csv->count == 1 ? "" : "s", r->columns.width);
    return false;
}

static bool take_header(reading *r)
{
    csv_result result = csv_next(r->csv);
    if (result == CSV_ROW)
        return columns_find(&r->columns, r->csv, r->in->columns, r->name);
    if (result == CSV_END)
        complain_at(r->name, 0, "empty; the first line must name the columns");
    else
        complain_at(r->name, r->csv->failure != 0 ? 0 : r->csv->error_line, "%s", r->csv->error);
    return false;
}

static bool take_rows(items *list, reading *r, uint64_t size)
{
    progress p = progress_begin("reading, KiB");
    csv_result result = csv_next(r->csv);
    bool good = true;
    for (; good && (result == CSV_ROW || result == CSV_BAD_ROW); result = csv_next(r->csv)) {
        good = take_row(list, r, result);
        if (r->rows % 4096 == 0)
            progress_step(&p, r->csv->bytes >> 10, size >> 10);
    }
    progress_end(&p);
    if (good && result == CSV_BROKEN) {
        complain_at(r->name, r->csv->failure != 0 ? 0 : r->csv->error_line, "%s", r->csv->error);
        good = false;
    }
    if (good && r->skipped > 0)
        complain_at(r->name, 0, "%" PRIu64 " bad row%s passed over", r->skipped, r->skipped == 1 ? "" : "s");
    return good;
}

static bool is_map(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcasecmp(path + length - 4, ".tmx") == 0;
}

static FILE *open_input(const char *path)
{
    if (is_map(path)) {
        complain_at(path, 0, "Tiled maps cannot be read; convert it to CSV");
        return NULL;
    }
    if (strcmp(path, "-") == 0)
        return stdin;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        complain_at(path, 0, "%s", strerror(errno));
    return file;
}

status items_read(items *list, const input *in)
{
    memset(list, 0, sizeof *list);
    FILE *file = open_input(in->file);
    csv_reader *csv = file != NULL ? malloc(sizeof *csv) : NULL;
    if (csv == NULL) {
        if (file != NULL)
            complain("%s", strerror(ENOMEM));
        return file != NULL ? STATUS_FAILED : STATUS_USAGE;
    }
    struct stat about;
    uint64_t size = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    reading r = { in, file == stdin ? "standard input" : in->file, csv, { 0 }, 0, 0 };
    csv_begin(csv, file);
    bool good = take_header(&r);
    list->has_texts = r.columns.has_id;
    good = good && take_rows(list, &r, size);
    columns_free(&r.columns);
    csv_end(csv);
    free(csv);
    if (file != stdin)
        fclose(file);
    return good ? STATUS_DONE : STATUS_USAGE;
}

void items_free(items *list)
{
    free(list->boxes);
    free(list->ids);
    free(list->texts);
    memset(list, 0, sizeof *list);
}

void put_id(output *out, const items *list, size_t i)
{
    if (!list->has_texts) {
        put(out, "%" PRIu64, list->ids[i]);
        return;
    }
    const char *text = list->texts + list->ids[i];
    if (text[strcspn(text, ",\"\r\n")] == 0) {
        put(out, "%s", text);
        return;
    }
    put(out, "\"");
    for (; *text != 0; text++)
        put(out, *text == '"' ? "\"\"" : "%c", *text);
    put(out, "\"");
}

void put_json_id(output *out, const items *list, size_t i)
{
    if (list->has_texts)
        put_json_text(out, list->texts + list->ids[i]);
    else
        put(out, "%" PRIu64, list->ids[i]);
}

qd_tree *items_tree(const items *list, const input *in, qd_tree_def def)
{
    def.edges = in->edges == QD_EDGES_OPEN ? QD_EDGES_OPEN : QD_EDGES_CLOSED;
    qd_tree *tree = qd_tree_create(&def);
    qd_item *all = tree != NULL ? calloc(list->count + 1, sizeof *all) : NULL;
    for (size_t i = 0; all != NULL && i < list->count; i++) {
        all[i].box = list->boxes[i];
        all[i].user = i;
    }
    if (all == NULL || qd_tree_insert_many(tree, all, list->count, NULL, NULL) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        qd_tree_destroy(tree);
        tree = NULL;
    }
    free(all);
    return tree;
}
