// The list of items, whatever file they come from: their boxes, and what they are called.
#include "items_list.h"

#include "index_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Room for `needed` elements. Large blocks grow where they are or are mapped elsewhere by the C library, not copied.
static bool grow(const items *list, void *array, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return true;
    size_t larger = *room > 0 ? *room : 1024;
    while (larger < needed)
        larger *= 2;
    const uint64_t more = (uint64_t)(larger - *room) * size;
    format_message message = { 0 };
    if (list->limit != NULL && !limit_claim(list->limit, more, &message, 0, "room for %zu items", larger)) {
        complain_at(list->limited, 0, "%s", message.text);
        return false;
    }
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

void items_free(items *list)
{
    items_drop_boxes(list);
    bad_rows_free(&list->bad);
    free(list->numbers);
    if (!list->borrowed)
        free(list->texts);
    free(list->marks);
    free(list->spans);
    index_file_free(list->index);
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
