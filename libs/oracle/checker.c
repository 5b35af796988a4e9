// A tree with its oracle: each change is made on both. What the tree returns goes back to the caller, right or wrong.
#include "checker.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void record_creation(qd_checker *checker, const qd_tree_def *def)
{
    qd__record *record = &checker->record;
    qd__record_begin(record, false);
    qd__record_add(record, "qd_tree *tree = qd_tree_new(");
    qd__record_def(record, def);
    qd__record_add(record, ");%s", def->buffer ? " // in a buffer" : "");
    qd__record_end(record);
}

qd_result qd_checker_create(const qd_tree_def *def, qd_checker **out)
{
    *out = NULL;
    qd_checker *checker = (qd_checker *)calloc(1, sizeof *checker);
    if (!checker)
        return QD_NO_MEMORY;
    qd_tree_def own = { .reserve = 0 };
    if (def) {
        own = *def;
        checker->fixed = def->buffer != NULL;
    }
    record_creation(checker, &own);
    qd_result result = qd_tree_create(def, &checker->tree);
    own.buffer = NULL;
    own.buffer_size = 0;
    own.allocator = (qd_allocator){ NULL, NULL };
    if (result == QD_OK)
        result = qd_oracle_create(&own, &checker->oracle);
    if (result != QD_OK) {
        qd_checker_destroy(checker);
        return result;
    }
    *out = checker;
    return QD_OK;
}

void qd_checker_destroy(qd_checker *checker)
{
    if (!checker)
        return;
    qd_contacts_destroy(checker->contacts);
    qd_tree_destroy(checker->tree);
    qd_oracle_destroy(checker->oracle);
    qd__pair_set_free(&checker->known);
    qd__record_close(&checker->record);
    free(checker);
}

const qd_tree *qd_checker_tree(const qd_checker *checker)
{
    return checker->tree;
}

bool qd_checker_failed(const qd_checker *checker)
{
    return checker->failed;
}

const char *qd_checker_report(const qd_checker *checker)
{
    return checker->failed ? checker->why : NULL;
}

void qd_checker_print(const qd_checker *checker, qd_checker_line *line, void *context)
{
    qd__record_print(&checker->record, line, context);
}

bool qd__checker_fails(qd_checker *checker, const char *format, ...)
{
    if (!checker->failed) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(checker->why, sizeof checker->why, format, arguments);
        va_end(arguments);
        checker->failed = true;
    }
    return false;
}

size_t qd__checker_room(const qd_checker *checker, size_t capacity)
{
    const size_t items = qd_tree_count(checker->tree, NULL);
    return capacity < items ? capacity : items;
}

bool qd__checker_same_box(qd_box a, qd_box b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

void qd__checker_gives_up(qd_checker *checker)
{
    qd__checker_fails(checker, "the checker is out of memory: it compares nothing any more");
}

void qd__checker_judge(qd_checker *checker, const char *call, qd_result result, qd_result right)
{
    const bool full = result == QD_FULL && checker->fixed;
    if (result != right && !(right == QD_OK && (result == QD_NO_MEMORY || full))) {
        qd__checker_fails(checker, "%s returned %d (%s), but should return %d (%s)", call, (int)result,
                          qd_result_text(result), (int)right, qd_result_text(right));
    }
}

void qd__checker_learn(qd_checker *checker, const char *call, const qd_item *item, qd_id id)
{
    const char *problem = qd_oracle_id_problem(checker->oracle, id);
    if (problem) {
        qd__checker_fails(checker, "%s gave the id 0x%" PRIx64 ": %s", call, id, problem);
        return;
    }
    const qd_result result = qd_oracle_insert_as(checker->oracle, item, id);
    if (result == QD_BAD_VALUE)
        qd__checker_fails(checker, "%s took an item with an invalid box", call);
    else if (result == QD_NO_MEMORY)
        qd__checker_gives_up(checker);
}

/// Begins the line of a call about one item.
static qd__record *record_call(qd_checker *checker, const char *call, qd_id id)
{
    qd__record_begin(&checker->record, false);
    qd__record_add(&checker->record, "qd_tree_%s(tree, 0x%" PRIx64, call, id);
    return &checker->record;
}

static void record_ending(qd__record *record)
{
    qd__record_add(record, ");");
    qd__record_end(record);
}

qd_result qd_checker_clear(qd_checker *checker)
{
    if (qd__checker_compares(checker)) {
        qd__record_begin(&checker->record, false);
        qd__record_add(&checker->record, "qd_tree_clear(tree);");
        qd__record_end(&checker->record);
        qd_oracle_clear(checker->oracle);
    }
    const qd_result result = qd_tree_clear(checker->tree);
    qd__checker_judge(checker, "qd_tree_clear", result, QD_OK);
    return result;
}

static void record_insert(qd_checker *checker, const qd_item *item, qd_id id)
{
    qd__record *record = &checker->record;
    qd__record_begin(record, false);
    qd__record_add(record, "qd_tree_insert(tree, ");
    qd__record_item(record, item);
    qd__record_add(record, ", NULL); // 0x%" PRIx64, id);
    qd__record_end(record);
}

bool qd__checker_takes(const qd_checker *checker, const qd_box *box)
{
    const qd_query query = { .shape = qd_shape_box(*box) };
    const double sides[4] = { box->min.x, box->min.y, box->max.x, box->max.y };
    qd_tree_def def;
    qd_tree_get_def(checker->tree, &def);
    for (int i = 0; i < 4; i++) {
        const double side = def.precision == QD_DOUBLE ? sides[i] : (double)((float)sides[i] + 0.0f);
        if (!isfinite(side))
            return false;
    }
    return qd_oracle_check_query(checker->oracle, &query) == QD_OK;
}

qd_result qd_checker_insert(qd_checker *checker, const qd_item *item, qd_id *id)
{
    qd_id given = 0;
    const qd_result result = qd_tree_insert(checker->tree, item, &given);
    if (id)
        *id = given;
    if (!qd__checker_compares(checker))
        return result;
    record_insert(checker, item, given);
    qd__checker_judge(checker, "qd_tree_insert", result, qd__checker_takes(checker, &item->box) ? QD_OK : QD_BAD_VALUE);
    if (result == QD_OK)
        qd__checker_learn(checker, "qd_tree_insert", item, given);
    else if (given != 0)
        qd__checker_fails(checker, "qd_tree_insert failed, but gave the id 0x%" PRIx64, given);
    return result;
}

qd_result qd_checker_remove(qd_checker *checker, qd_id id)
{
    const qd_result result = qd_tree_remove(checker->tree, id);
    if (qd__checker_compares(checker)) {
        record_ending(record_call(checker, "remove", id));
        qd__checker_judge(checker, "qd_tree_remove", result, qd_oracle_remove(checker->oracle, id));
    }
    return result;
}

/// What one item is now, as the tree says and as it should be.
static void compare_item(qd_checker *checker, const char *call, qd_id id)
{
    qd_item item, right = { .user = 0 }; // as no compiler sees that both are there or neither is
    const qd_result result = qd_tree_get(checker->tree, id, &item);
    qd__checker_judge(checker, "qd_tree_get", result, qd_oracle_get(checker->oracle, id, &right));
    if (result != QD_OK || checker->failed)
        return;
    const qd_box a = item.box, b = right.box;
    if (!qd__checker_same_box(a, b)) {
        qd__checker_fails(
            checker, "%s: item 0x%" PRIx64 " is at %.9g %.9g to %.9g %.9g, but should be at %.9g %.9g to %.9g %.9g",
            call, id, a.min.x, a.min.y, a.max.x, a.max.y, b.min.x, b.min.y, b.max.x, b.max.y);
    }
    if (item.user != right.user || item.value != right.value) {
        qd__checker_fails(checker,
                          "%s: item 0x%" PRIx64 " has the user value %" PRIu64 " and the value %" PRId64
                          ", but should have %" PRIu64 " and %" PRId64,
                          call, id, item.user, item.value, right.user, right.value);
    }
    if (item.filter.layers != right.filter.layers || item.filter.mask != right.filter.mask) {
        qd__checker_fails(checker,
                          "%s: item 0x%" PRIx64 " has layers 0x%" PRIx32 " and mask 0x%" PRIx32
                          ", but should have 0x%" PRIx32 " and 0x%" PRIx32,
                          call, id, item.filter.layers, item.filter.mask, right.filter.layers, right.filter.mask);
    }
}

qd_result qd_checker_set_box(qd_checker *checker, qd_id id, const qd_box *box)
{
    const qd_result result = qd_tree_set_box(checker->tree, id, box);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_call(checker, "set_box", id);
        qd__record_add(record, ", &(qd_box)");
        qd__record_box(record, *box);
        record_ending(record);
        qd__checker_judge(checker, "qd_tree_set_box", result, qd_oracle_set_box(checker->oracle, id, box));
        compare_item(checker, "after qd_tree_set_box", id);
    }
    return result;
}

qd_result qd_checker_set_user(qd_checker *checker, qd_id id, uint64_t user)
{
    const qd_result result = qd_tree_set_user(checker->tree, id, user);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_call(checker, "set_user", id);
        qd__record_add(record, ", %" PRIu64 "u", user);
        record_ending(record);
        qd__checker_judge(checker, "qd_tree_set_user", result, qd_oracle_set_user(checker->oracle, id, user));
        compare_item(checker, "after qd_tree_set_user", id);
    }
    return result;
}

qd_result qd_checker_set_filter(qd_checker *checker, qd_id id, const qd_filter *filter)
{
    const qd_result result = qd_tree_set_filter(checker->tree, id, filter);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_call(checker, "set_filter", id);
        qd__record_add(record, ", &(qd_filter)");
        qd__record_filter(record, *filter);
        record_ending(record);
        if (result != QD_NO_MEMORY)
            qd__checker_judge(checker, "qd_tree_set_filter", result, qd_oracle_set_filter(checker->oracle, id, filter));
        compare_item(checker, "after qd_tree_set_filter", id);
    }
    return result;
}

qd_result qd_checker_set_value(qd_checker *checker, qd_id id, int64_t value)
{
    const qd_result result = qd_tree_set_value(checker->tree, id, value);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_call(checker, "set_value", id);
        qd__record_add(record, ", %" PRId64, value);
        record_ending(record);
        qd__checker_judge(checker, "qd_tree_set_value", result, qd_oracle_set_value(checker->oracle, id, value));
        compare_item(checker, "after qd_tree_set_value", id);
    }
    return result;
}

qd_result qd_checker_get(qd_checker *checker, qd_id id, qd_item *item)
{
    if (qd__checker_compares(checker))
        compare_item(checker, "qd_tree_get", id);
    return qd_tree_get(checker->tree, id, item);
}

qd_result qd_checker_rebuild(qd_checker *checker)
{
    const qd_result result = qd_tree_rebuild(checker->tree);
    if (qd__checker_compares(checker)) {
        qd__record_begin(&checker->record, false);
        qd__record_add(&checker->record, "qd_tree_rebuild(tree);");
        qd__record_end(&checker->record);
        qd__checker_judge(checker, "qd_tree_rebuild", result, QD_OK);
    }
    return result;
}
