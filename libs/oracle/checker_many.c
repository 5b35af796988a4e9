// The checker's calls about many items: the outcome must be that of one by one.
#include "checker.h"

#include <inttypes.h>
#include <stdlib.h>

static qd_item item_at(const qd_items *items, size_t i)
{
    const qd_item item = { qd_boxes_at(items->boxes, i), items->users ? items->users[i] : items->first_user + i,
                           items->filters ? items->filters[i] : items->filter, items->values ? items->values[i] : 0 };
    return item;
}

/// Opens a block with the ids and boxes of a call.
static void record_arrays(qd__record *record, const qd_id *ids, const qd_boxes *boxes, size_t count)
{
    qd__record_begin(record, false);
    qd__record_add(record, "{ ");
    if (ids) {
        qd__record_add(record, "const qd_id ids[] = { ");
        for (size_t i = 0; i < count; i++)
            qd__record_add(record, "0x%" PRIx64 ", ", ids[i]);
        qd__record_add(record, "0 }; ");
    }
    if (boxes) {
        qd__record_add(record, "const qd_box boxes[] = { ");
        for (size_t i = 0; i < count; i++) {
            qd__record_box(record, qd_boxes_at(*boxes, i));
            qd__record_add(record, ", ");
        }
        qd__record_add(record, "{ { 0, 0 }, { 0, 0 } } }; const qd_boxes view = qd_boxes_double(boxes); ");
    }
}

/// Arrays that the caller has not given are defaults here too.
static void record_inserts(qd_checker *checker, const qd_items *items, size_t count)
{
    qd__record *record = &checker->record;
    record_arrays(record, NULL, &items->boxes, count);
    for (size_t i = 0; items->users && i <= count; i++) {
        qd__record_add(record, i == 0 ? "const uint64_t users[] = { " : ", ");
        qd__record_add(record, "%" PRIu64 "u%s", i < count ? items->users[i] : 0, i == count ? " }; " : "");
    }
    for (size_t i = 0; items->filters && i <= count; i++) {
        qd__record_add(record, i == 0 ? "const qd_filter filters[] = { " : ", ");
        qd__record_filter(record, i < count ? items->filters[i] : items->filter);
        qd__record_add(record, i == count ? " }; " : "");
    }
    for (size_t i = 0; items->values && i <= count; i++) {
        qd__record_add(record, i == 0 ? "const int64_t values[] = { " : ", ");
        qd__record_add(record, "%" PRId64 "%s", i < count ? items->values[i] : 0, i == count ? " }; " : "");
    }
    qd__record_add(record,
                   "qd_tree_insert_many(tree, &(qd_items){ .boxes = view, .first_user = %" PRIu64 "u, .filter = ",
                   items->first_user);
    qd__record_filter(record, items->filter);
    qd__record_add(record, "%s%s%s }, %zu, NULL, NULL); }", items->users ? ", .users = users" : "",
                   items->filters ? ", .filters = filters" : "", items->values ? ", .values = values" : "", count);
    qd__record_end(record);
}

static void judge_bad(qd_checker *checker, const char *call, size_t bad, size_t right)
{
    if (!checker->failed && bad != right)
        qd__checker_fails(checker, "%s names entry %zu as the first bad one, but it is %zu", call, bad, right);
}

static const size_t none = SIZE_MAX;

/// Every valid item must have got an id, and no other.
static void learn_all(qd_checker *checker, const qd_items *items, size_t count, const qd_id *ids, qd_result result,
                      size_t bad)
{
    size_t right_bad = none;
    qd_oracle_allow_slots(checker->oracle, count); // they may come in any order
    for (size_t i = 0; i < count && !checker->failed; i++) {
        const qd_item item = item_at(items, i);
        if (ids[i] != 0)
            qd__checker_learn(checker, "qd_tree_insert_many", &item, ids[i]);
        if (!qd__checker_takes(checker, &item.box))
            right_bad = right_bad == none ? i : right_bad;
        else if (ids[i] == 0)
            qd__checker_fails(checker, "qd_tree_insert_many left out entry %zu, which is valid", i);
    }
    qd__checker_judge(checker, "qd_tree_insert_many", result, right_bad == none ? QD_OK : QD_BAD_VALUE);
    judge_bad(checker, "qd_tree_insert_many", bad, right_bad);
}

static void nothing_went_in(qd_checker *checker, size_t count, const qd_id *ids)
{
    qd_oracle_allow_slots(checker->oracle, count);
    for (size_t i = 0; i < count; i++)
        if (ids[i] != 0)
            qd__checker_fails(checker, "qd_tree_insert_many failed, but gave the id 0x%" PRIx64, ids[i]);
}

qd_result qd_checker_insert_many(qd_checker *checker, const qd_items *items, size_t count, qd_id *ids, size_t *bad)
{
    size_t found_bad = none;
    qd_id *own = ids ? ids : (qd_id *)calloc(count + 1, sizeof *own);
    const qd_result result = qd_tree_insert_many(checker->tree, items, count, own, &found_bad);
    if (bad && found_bad != none)
        *bad = found_bad;
    if (count > 0 && qd__checker_compares(checker) && own) {
        record_inserts(checker, items, count);
        if (result == QD_NO_MEMORY || result == QD_FULL) {
            qd__checker_judge(checker, "qd_tree_insert_many", result, QD_OK);
            nothing_went_in(checker, count, own);
        } else {
            learn_all(checker, items, count, own, result, found_bad);
        }
    } else if (!own) {
        qd__checker_gives_up(checker);
    }
    if (!ids)
        free(own);
    return result;
}

qd_result qd_checker_move_many(qd_checker *checker, const qd_id *ids, const qd_boxes *boxes, size_t count, size_t *bad)
{
    size_t found_bad = none, right_bad = none;
    qd_result right = QD_OK;
    const qd_result result = qd_tree_move_many(checker->tree, ids, boxes, count, &found_bad);
    if (bad && found_bad != none)
        *bad = found_bad;
    if (count == 0 || !qd__checker_compares(checker))
        return result;
    record_arrays(&checker->record, ids, boxes, count);
    qd__record_add(&checker->record, "qd_tree_move_many(tree, ids, &view, %zu, NULL); }", count);
    qd__record_end(&checker->record);
    for (size_t i = 0; i < count; i++) {
        const qd_box box = qd_boxes_at(*boxes, i);
        const qd_result one = qd_oracle_set_box(checker->oracle, ids[i], &box);
        if (one != QD_OK && right == QD_OK) {
            right = one;
            right_bad = i;
        }
    }
    qd__checker_judge(checker, "qd_tree_move_many", result, right);
    judge_bad(checker, "qd_tree_move_many", found_bad, right_bad);
    return result;
}

qd_result qd_checker_remove_many(qd_checker *checker, const qd_id *ids, size_t count, size_t *bad)
{
    size_t found_bad = none, right_bad = none;
    const qd_result result = qd_tree_remove_many(checker->tree, ids, count, &found_bad);
    if (bad && found_bad != none)
        *bad = found_bad;
    if (count == 0 || !qd__checker_compares(checker))
        return result;
    record_arrays(&checker->record, ids, NULL, count);
    qd__record_add(&checker->record, "qd_tree_remove_many(tree, ids, %zu, NULL); }", count);
    qd__record_end(&checker->record);
    for (size_t i = 0; i < count; i++)
        if (qd_oracle_remove(checker->oracle, ids[i]) != QD_OK && right_bad == none)
            right_bad = i;
    qd__checker_judge(checker, "qd_tree_remove_many", result, right_bad == none ? QD_OK : QD_STALE_ID);
    judge_bad(checker, "qd_tree_remove_many", found_bad, right_bad);
    return result;
}

/// Removes from the oracle what it finds itself. Returns how many.
static size_t remove_right(qd_checker *checker, const qd_query *query)
{
    const size_t count = qd_oracle_count(checker->oracle, query);
    qd_entry *found = (qd_entry *)calloc(count + 1, sizeof *found);
    if (!found) {
        qd__checker_gives_up(checker);
        return 0;
    }
    qd_oracle_find(checker->oracle, query, found, count, NULL);
    for (size_t i = 0; i < count; i++)
        qd_oracle_remove(checker->oracle, found[i].id);
    free(found);
    return count;
}

qd_result qd_checker_remove_found(qd_checker *checker, const qd_query *query, size_t *removed)
{
    size_t count = 0;
    const qd_result result = qd_tree_remove_found(checker->tree, query, &count);
    if (removed && result == QD_OK)
        *removed = count;
    if (!qd__checker_compares(checker))
        return result;
    qd__record_begin(&checker->record, false);
    qd__record_add(&checker->record, "qd_tree_remove_found(tree, ");
    qd__record_query(&checker->record, query);
    qd__record_add(&checker->record, ", NULL);");
    qd__record_end(&checker->record);
    qd__checker_judge(checker, "qd_tree_remove_found", result, qd_oracle_check_query(checker->oracle, query));
    if (result == QD_OK && !checker->failed) {
        const size_t right = remove_right(checker, query);
        if (!checker->failed && count != right)
            qd__checker_fails(checker, "qd_tree_remove_found removed %zu items, but %zu are found", count, right);
    }
    return result;
}
