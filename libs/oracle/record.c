// Calls as text: see record.h. Ids are written as numbers: the same calls give the same ids.
#include "record.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 64 << 20 }; // bytes; the older half goes when there are more

void qd__record_close(qd__record *record)
{
    free(record->text);
    free(record->asked);
    *record = (qd__record){ .text = NULL };
}

static bool make_room(char **text, size_t *room, size_t size)
{
    if (size <= *room)
        return true;
    char *larger = (char *)realloc(*text, size * 2);
    if (!larger)
        return false;
    *text = larger;
    *room = size * 2;
    return true;
}

/// Whole lines go, as many as make up half of the text.
static void drop_older_half(qd__record *record)
{
    size_t end = 0;
    while (end < record->size / 2) {
        end += strlen(record->text + end) + 1;
        record->dropped++;
    }
    memmove(record->text, record->text + end, record->size - end);
    record->size -= end;
}

void qd__record_begin(qd__record *record, bool asking)
{
    record->asking = asking;
    if (asking) {
        record->asked_size = 0;
        return;
    }
    if (record->size > MOST_TEXT)
        drop_older_half(record);
    record->start = record->size;
}

static void append(qd__record *record, const char *piece, size_t length)
{
    char **text = record->asking ? &record->asked : &record->text;
    size_t *size = record->asking ? &record->asked_size : &record->size;
    size_t *room = record->asking ? &record->asked_room : &record->room;
    if (!make_room(text, room, *size + length)) {
        record->lost = true;
        return;
    }
    memcpy(*text + *size, piece, length);
    *size += length;
}

void qd__record_add(qd__record *record, const char *format, ...)
{
    char piece[200];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    append(record, piece, length < (int)sizeof piece ? (size_t)length : sizeof piece - 1);
}

void qd__record_end(qd__record *record)
{
    append(record, "", 1);
    if (record->lost && !record->asking) // half a line is none
        record->size = record->start;
    else if (!record->asking)
        record->asked_size = 0;
}

void qd__record_print(const qd__record *record, qd_checker_line *line, void *context)
{
    char note[80];
    if (record->dropped > 0) {
        snprintf(note, sizeof note, "// %zu calls before these were too many to remember.", record->dropped);
        line(context, note);
    }
    for (size_t at = 0; at < record->size; at += strlen(record->text + at) + 1)
        line(context, record->text + at);
    if (record->asked_size > 0 && record->asked[record->asked_size - 1] == 0)
        line(context, record->asked);
}

void qd__record_number(qd__record *record, double number)
{
    if (isnan(number))
        qd__record_add(record, "NAN");
    else if (isinf(number))
        qd__record_add(record, number > 0 ? "INFINITY" : "-INFINITY");
    else
        qd__record_add(record, "%.17g", number);
}

void qd__record_vec(qd__record *record, qd_vec2 v)
{
    qd__record_add(record, "{ ");
    qd__record_number(record, v.x);
    qd__record_add(record, ", ");
    qd__record_number(record, v.y);
    qd__record_add(record, " }");
}

void qd__record_box(qd__record *record, qd_box box)
{
    qd__record_add(record, "{ ");
    qd__record_vec(record, box.min);
    qd__record_add(record, ", ");
    qd__record_vec(record, box.max);
    qd__record_add(record, " }");
}

void qd__record_filter(qd__record *record, qd_filter filter)
{
    qd__record_add(record, "{ 0x%" PRIx32 ", 0x%" PRIx32 " }", filter.layers, filter.mask);
}

static void record_polygon(qd__record *record, const qd_shape *shape)
{
    qd__record_add(record, "qd_shape_polygon((const qd_vec2[]){ ");
    for (uint32_t i = 0; shape->corners && i < shape->corner_count && i < QD_MAX_CORNERS; i++) {
        qd__record_vec(record, shape->corners[i]);
        qd__record_add(record, ", ");
    }
    qd__record_add(record, "{ 0, 0 } }, %" PRIu32 ")", shape->corner_count);
}

static void record_shape(qd__record *record, const qd_shape *shape)
{
    qd__record_add(record, ".shape = ");
    switch (shape->type) {
    case QD_BOX:
        qd__record_add(record, "qd_shape_box((qd_box)");
        qd__record_box(record, shape->box);
        qd__record_add(record, ")");
        return;
    case QD_POINT:
        qd__record_add(record, "qd_shape_point((qd_vec2)");
        qd__record_vec(record, shape->box.min);
        qd__record_add(record, ")");
        return;
    case QD_CIRCLE:
        qd__record_add(record, "qd_shape_circle((qd_vec2)");
        qd__record_vec(record, shape->box.min);
        qd__record_add(record, ", ");
        qd__record_number(record, shape->radius);
        qd__record_add(record, ")");
        return;
    case QD_POLYGON:
        record_polygon(record, shape);
        return;
    default:
        qd__record_add(record, "{ .type = (qd_shape_type)%d }", (int)shape->type);
        return;
    }
}

/// What a question sees, as far as it says.
static void record_seen(qd__record *record, qd_filter filter, qd_id ignore)
{
    if (filter.layers || filter.mask) {
        qd__record_add(record, ", .filter = ");
        qd__record_filter(record, filter);
    }
    if (ignore)
        qd__record_add(record, ", .ignore = 0x%" PRIx64, ignore);
    qd__record_add(record, " }");
}

void qd__record_query(qd__record *record, const qd_query *query)
{
    if (!query) {
        qd__record_add(record, "NULL");
        return;
    }
    qd__record_add(record, "&(qd_query){ ");
    record_shape(record, &query->shape);
    if (query->relation != QD_OVERLAPS)
        qd__record_add(record, ", .relation = (qd_relation)%d", (int)query->relation);
    record_seen(record, query->filter, query->ignore);
}

void qd__record_ranked(qd__record *record, const qd_ranked *ranked)
{
    static const char *const ranks[] = { "QD_UNRANKED", "QD_NEAREST", "QD_CAST", "QD_SEGMENT" };
    if ((unsigned)ranked->rank < sizeof ranks / sizeof *ranks)
        qd__record_add(record, "&(qd_ranked){ .rank = %s, ", ranks[ranked->rank]);
    else
        qd__record_add(record, "&(qd_ranked){ .rank = (qd_rank)%d, ", (int)ranked->rank);
    record_shape(record, &ranked->shape);
    if (ranked->rank != QD_NEAREST) {
        qd__record_add(record, ", .motion = ");
        qd__record_vec(record, ranked->motion);
    }
    qd__record_add(record, ", .limit = ");
    qd__record_number(record, ranked->limit);
    record_seen(record, ranked->filter, ranked->ignore);
}

void qd__record_pair_query(qd__record *record, const qd_pair_query *query, const char *other)
{
    qd__record_add(record, "&(qd_pair_query){ .distance = ");
    qd__record_number(record, query->distance);
    if (other)
        qd__record_add(record, ", .other = %s", other);
    record_seen(record, query->filter, query->ignore);
}

void qd__record_item(qd__record *record, const qd_item *item)
{
    qd__record_add(record, "&(qd_item){ .box = ");
    qd__record_box(record, item->box);
    if (item->user)
        qd__record_add(record, ", .user = %" PRIu64 "u", item->user);
    if (item->value)
        qd__record_add(record, ", .value = %" PRId64, item->value);
    record_seen(record, item->filter, 0);
}

void qd__record_def(qd__record *record, const qd_tree_def *def)
{
    qd__record_add(record, "&(qd_tree_def){ .precision = %s, .edges = %s", def->precision ? "QD_DOUBLE" : "QD_FLOAT",
                   def->edges ? "QD_OPEN" : "QD_CLOSED");
    if (def->world.min.x != def->world.max.x) {
        qd__record_add(record, ", .world = ");
        qd__record_box(record, def->world);
    }
    const struct {
        const char *name;
        size_t value;
    } numbers[] = { { "reserve", def->reserve },
                    { "leaf_capacity", (size_t)def->leaf_capacity },
                    { "max_depth", (size_t)def->max_depth },
                    { "totals", def->totals },
                    { "id_series", def->id_series } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value)
            qd__record_add(record, ", .%s = %zu", numbers[i].name, numbers[i].value);
    qd__record_add(record, " }");
}
