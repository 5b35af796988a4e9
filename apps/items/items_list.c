// The list of items, whatever file they come from: opening the file, finding out what it is, and naming the items.
#include "items_list.h"
#include "same_file.h"
#include "same_ids.h"

#include <errno.h>
#include <inttypes.h>
#include <kind.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const edges_names[] = { "closed", "open", NULL };
const char *const separator_names[] = { "auto", "comma", "semicolon", "tab", "bar", "blanks", NULL };
const char *const header_names[] = { "auto", "yes", "no", NULL };
const char *const quotes_names[] = { "auto", "none", "csv", NULL };
const char *const comments_names[] = { "auto", "yes", "no", NULL };
const char *const decimal_names[] = { "point", "comma", NULL };

// Takes so much more memory of the limit. False: complained.
static bool may_take(const items *list, uint64_t bytes)
{
    format_message message = { 0 };
    if (list->limit == NULL || limit_claim(list->limit, bytes, &message, 0, "%zu items", list->count))
        return true;
    complain_at(list->limited, 0, "%s", message.text);
    return false;
}

// Room for `needed` elements. Large blocks grow where they are or are mapped elsewhere by the C library, not copied.
static bool grow(const items *list, void *array, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return true;
    size_t larger = *room > 0 ? *room : 1024;
    while (larger < needed)
        larger *= 2;
    if (!may_take(list, (uint64_t)(larger - *room) * size))
        return false;
    void *block = NULL;
    memcpy(&block, array, sizeof block);
    void *result = larger <= SIZE_MAX / size ? realloc(block, larger * size) : NULL;
    if (result != NULL) {
        memcpy(array, &result, sizeof result);
        *room = larger;
    } else {
        complain("%s", strerror(ENOMEM));
    }
    return result != NULL;
}

static bool add_text(items *list, const char *text)
{
    size_t size = strlen(text) + 1;
    if (list->count % ITEMS_MARKED == 0) {
        if (!grow(list, &list->marks, &list->marks_room, list->count / ITEMS_MARKED + 1, sizeof *list->marks))
            return false;
        list->marks[list->count / ITEMS_MARKED] = list->texts_used;
    }
    if (!grow(list, &list->texts, &list->texts_room, list->texts_used + size, 1))
        return false;
    memcpy(list->texts + list->texts_used, text, size);
    list->texts_used += size;
    return true;
}

// Numbers of rows need no memory until one was passed over.
static bool add_number(items *list, uint64_t number)
{
    if (list->numbers == NULL && number == list->before + list->count + 1)
        return true;
    size_t begun = list->numbers == NULL ? list->count : 0;
    if (!grow(list, &list->numbers, &list->numbers_room, list->count + 1, sizeof *list->numbers) ||
        list->numbers == NULL)
        return false;
    for (size_t i = 0; i < begun; i++)
        list->numbers[i] = list->before + i + 1;
    list->numbers[list->count] = number;
    return true;
}

bool items_make_room(items *list, size_t count)
{
    return list->exact ? grow(list, &list->boxes, &list->room, count, sizeof *list->boxes)
                       : grow(list, &list->floats, &list->room, count, 4 * sizeof *list->floats);
}

void items_set_box(items *list, size_t i, qd_box box)
{
    const float sides[] = { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y };
    if (list->exact)
        list->boxes[i] = box;
    else
        memcpy(list->floats + 4 * i, sides, sizeof sides);
}

void items_count_box(items *list, const qd_box *box, uint64_t row)
{
    const double sides[] = { box->min.x, box->min.y, box->max.x, box->max.y };
    for (int i = 0; i < 4; i++)
        digits_take(&list->digits, sides[i], digits_place_of(sides[i]), row);
}

void items_to_floats(items *list)
{
    char *bytes = (char *)list->boxes;
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = list->boxes[i];
        const float sides[] = { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y };
        memcpy(bytes + i * sizeof sides, sides, sizeof sides);
    }
    float *smaller = list->count > 0 ? realloc(list->boxes, list->count * 4 * sizeof *smaller) : NULL;
    list->floats = smaller != NULL ? smaller : (float *)(void *)list->boxes;
    list->boxes = NULL;
    list->room = list->count;
    list->exact = false;
}

bool items_add_span(items *list, uint64_t start, uint64_t end)
{
    if (!grow(list, &list->spans, &list->spans_room, list->count + 1, sizeof *list->spans))
        return false;
    list->spans[list->count] = (row_span){ start, (size_t)(end - start) };
    return true;
}

bool items_add(items *list, qd_box box, uint64_t number, const char *text)
{
    if (!items_make_room(list, list->count + 1) || !(list->has_texts ? add_text(list, text) : add_number(list, number)))
        return false;
    items_set_box(list, list->count++, box);
    return true;
}

qd_box items_box(const items *list, size_t i)
{
    if (list->exact)
        return list->boxes[i];
    const float *sides = list->floats + 4 * i;
    return (qd_box){ { (double)sides[0], (double)sides[1] }, { (double)sides[2], (double)sides[3] } };
}

qd_boxes items_view(const items *list)
{
    if (list->count == 0)
        return (qd_boxes){ .precision = list->exact ? QD_DOUBLE : QD_FLOAT }; // there is nothing to point at
    return list->exact ? qd_boxes_double(list->boxes) : qd_boxes_float(list->floats);
}

void items_drop_boxes(items *list)
{
    free(list->floats);
    free(list->boxes);
    list->floats = NULL;
    list->boxes = NULL;
    list->room = 0;
}

static uint64_t packed_number(const items *list, size_t i)
{
    uint64_t number = 0;
    for (size_t byte = 8; byte-- > 0;)
        number = number << 8 | list->packed[8 * i + byte];
    return number;
}

uint64_t items_number(const items *list, size_t i)
{
    if (list->packed != NULL)
        return packed_number(list, i);
    return list->numbers != NULL ? list->numbers[i] : list->before + i + 1;
}

const char *items_text(const items *list, size_t i)
{
    if (list->packed != NULL)
        return list->texts + packed_number(list, i);
    const char *text = list->texts + list->marks[i / ITEMS_MARKED];
    for (size_t left = i % ITEMS_MARKED; left > 0; left--)
        text += strlen(text) + 1;
    return text;
}

bool items_no_rows(const input *in, const char *name, const char *what)
{
    const char *said = input_of_columns(in);
    if (in->one_of_some || (said == NULL && in->id == NULL && (!in->skip_bad || in->with_others)))
        return true;
    if (said != NULL)
        complain_at(name, 0, "--%s is for CSV files, and this is %s", said, what);
    else
        complain_at(name, 0, "--%s is for CSV and GeoJSON files, and this is %s", in->id != NULL ? "id" : "skip-bad",
                    what);
    return false;
}

const char *input_of_columns(const input *in)
{
    return in->columns != NULL  ? "columns"
           : in->sizes != NULL  ? "size-columns"
           : in->header != 0    ? "header"
           : in->separator != 0 ? "separator"
           : in->center         ? "center"
           : in->decimal != 0   ? "decimal"
           : in->quotes != 0    ? "quotes"
           : in->comments != 0  ? "comments"
                                : NULL;
}

// Reads CSV from where its bytes are.
static bool read_table(items *list, input *in, const char *name, byte_source *from, uint64_t size)
{
    csv_reader *csv = malloc(sizeof *csv);
    if (csv == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    csv_begin(csv, from);
    bool good = items_read_csv(list, in, name, csv, size);
    csv_end(csv);
    free(csv);
    return good;
}

// Complains of options for maps where there is none.
static bool may_be_map(const input *in, const char *name, file_kind kind)
{
    const char *said = in->layers != NULL ? "layer" : in->root != NULL && !in->with_others ? "root" : NULL;
    if (said == NULL || in->one_of_some || kind == KIND_MAP_XML || kind == KIND_MAP_JSON || kind == KIND_OTHER)
        return true;
    const char *index = in->layers != NULL ? "an index; choose the layers when it is made" : "an index";
    complain_at(name, 0, "--%s is for maps, and this is %s", said,
                kind == KIND_INDEX     ? index
                : kind == KIND_GEOJSON ? "GeoJSON"
                                       : "CSV");
    return false;
}

static bool read_from(items *list, input *in, byte_source *from)
{
    struct stat about;
    const int file = fileno(from->file);
    uint64_t size = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    const char *name = from->file == stdin ? "standard input" : in->file, *remedy = NULL;
    size_t looked = 0;
    const char *head = source_look(from, &looked);
    list->limit = from->limit;
    list->limited = name;
    list->kind = kind_find(in->file, head, looked, &remedy);
    if (!may_be_map(in, name, list->kind))
        return false;
    switch (list->kind) {
    case KIND_CSV:
        return read_table(list, in, name, from, size);
    case KIND_MAP_XML:
    case KIND_MAP_JSON:
        return items_read_map(list, in, name, from);
    case KIND_INDEX:
        return items_read_index(list, in, name, from);
    case KIND_GEOJSON:
        return items_read_geojson(list, in, name, from, size);
    case KIND_OTHER:
        break;
    }
    complain_at(name, 0, "%s", remedy);
    return false;
}

void items_tell_shapes(file_kind kind, const char *file, uint64_t shapes, uint64_t count)
{
    const bool map = kind == KIND_MAP_XML || kind == KIND_MAP_JSON, one = shapes == 1;
    const char *things = map ? "tiles and objects" : kind == KIND_GEOJSON ? "features" : "geometries";
    const char *what = map && one ? "turned or no rectangle"
                       : map      ? "turned or no rectangles"
                       : one      ? "more than a point"
                                  : "more than points";
    if (shapes > 0)
        note_at(file, "%" PRIu64 " of %" PRIu64 " %s %s %s, and count%s as the box%s around %s", shapes, count, things,
                one ? "is" : "are", what, one ? "s" : "", one ? "" : "es", one ? "it" : "them");
}

void items_begin(items *list, const input *in)
{
    memset(list, 0, sizeof *list);
    list->open = !in->exact && !in->rounded;
    list->exact = !in->rounded; // an open list is of doubles until it is decided
    if (list->open && in->asked != NULL)
        list->digits = *in->asked;
    else
        digits_begin(&list->digits);
}

status items_read(items *list, input *in)
{
    items_begin(list, in);
    in->skip_bad = in->skip_bad || in->bad_rows != NULL;
    if (in->exact && in->rounded) {
        complain("--double and --float exclude each other");
        return STATUS_USAGE;
    }
    if (spoils_input("--bad-rows", in->bad_rows, in->file))
        return STATUS_USAGE;
    FILE *file = strcmp(in->file, "-") == 0 ? stdin : fopen(in->file, "rb");
    if (file == NULL) {
        complain_at(in->file, 0, "%s", strerror(errno));
        return STATUS_USAGE;
    }
    byte_source from;
    source_from_file(&from, file);
    from.own.said = (uint64_t)in->limit;
    bool good = read_from(list, in, &from);
    list->limit = NULL;
    if (in->edges == EDGES_UNSAID)
        in->edges = QD_CLOSED;
    source_end(&from);
    if (file != stdin)
        fclose(file);
    const char *name = file == stdin ? "standard input" : in->file;
    good = good && (in->later || items_decide((items *[]){ list }, (input *[]){ in }, 1));
    if (good && in->part == NULL)
        items_tell_shapes(list->kind, name, list->shapes, list->count);
    // Of a part it is not known which ids stand in the others.
    if (!good || (in->part == NULL && !same_ids_tell(list, name)))
        return STATUS_USAGE;
    const bool alone = !in->one_of_some && !in->with_others;
    return !alone || items_write_bad_rows(in, (const items *const[]){ list }, 1) ? STATUS_DONE : STATUS_FAILED;
}

bool items_write_bad_rows(const input *in, const items *const *lists, size_t count)
{
    const bad_rows *bad[2] = { NULL, NULL };
    for (size_t i = 0; i < count; i++)
        bad[i] = &lists[i]->bad;
    return in->bad_rows == NULL || bad_rows_write(in->bad_rows, bad, count);
}

void items_free(items *list)
{
    items_drop_boxes(list);
    bad_rows_free(&list->bad);
    free(list->numbers);
    if (!list->borrowed)
        free(list->texts);
    free(list->marks);
    free(list->spans);
    items_free_index(list);
    memset(list, 0, sizeof *list);
}

void put_id(output *out, const items *list, size_t i, int separator)
{
    if (!list->has_texts) {
        put(out, "%" PRIu64, items_number(list, i));
        return;
    }
    put_id_text(out, items_text(list, i), separator);
}

void put_id_text(output *out, const char *text, int separator)
{
    const char special[] = { (char)separator, '"', '\r', '\n', 0 };
    const bool quoted = text[strcspn(text, special)] != 0;
    put(out, quoted ? "\"" : "");
    for (size_t length = strcspn(text, "\""); quoted && text[length] != 0; length = strcspn(text, "\"")) {
        put_shown(out, text, length);
        put(out, "\"\"");
        text += length + 1;
    }
    put_shown(out, text, strlen(text));
    put(out, quoted ? "\"" : "");
}

void put_json_id(output *out, const items *list, size_t i)
{
    if (list->has_texts)
        put_json_text(out, items_text(list, i));
    else
        put(out, "%" PRIu64, items_number(list, i));
}

qd_tree *items_tree(items *list, const input *in, qd_tree_def def)
{
    def.precision = in->exact ? QD_DOUBLE : QD_FLOAT;
    def.edges = in->edges == QD_OPEN ? QD_OPEN : QD_CLOSED;
    items_index_shape(list, &def);
    qd_tree *tree = items_index_tree(list, &def);
    if (tree != NULL)
        return tree;
    if (!items_need_boxes(list))
        return NULL;
    tree = qd_tree_new(&def);
    const qd_items all = { .boxes = items_view(list) };
    if (tree == NULL || qd_tree_insert_many(tree, &all, list->count, NULL, NULL) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        qd_tree_destroy(tree);
        tree = NULL;
    }
    return tree;
}

void items_tree_free(const items *list, qd_tree *tree)
{
    if (!items_index_owns(list, tree))
        qd_tree_destroy(tree);
}
