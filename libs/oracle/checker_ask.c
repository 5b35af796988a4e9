// The checker's questions: what the tree answers is compared with what brute force finds.
#include "checker.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static qd__record *record_question(qd_checker *checker, const char *call)
{
    qd__record_begin(&checker->record, true);
    qd__record_add(&checker->record, "%s(tree, ", call);
    return &checker->record;
}

static void record_query(qd_checker *checker, const char *call, const qd_query *query, const char *rest)
{
    qd__record *record = record_question(checker, call);
    qd__record_query(record, query);
    qd__record_add(record, "%s", rest);
    qd__record_end(record);
}

/// With an array of the statement's own, for no more than there are.
static void record_find(qd_checker *checker, const qd_query *query, size_t capacity)
{
    qd__record *record = record_question(checker, "qd_tree_find");
    const size_t room = qd__checker_room(checker, capacity);
    qd__record_query(record, query);
    qd__record_add(record, ", (qd_entry[%zu]){ { 0, 0 } }, %zu, &(size_t){ 0 });", room + 1, room);
    qd__record_end(record);
}

static int by_slot(const void *left, const void *right)
{
    const qd_entry *a = (const qd_entry *)left, *b = (const qd_entry *)right;
    return qd_id_slot(a->id) < qd_id_slot(b->id) ? -1 : qd_id_slot(a->id) > qd_id_slot(b->id);
}

/// Are the entries that were found, in any order, all of the right ones or, of `partial` lists, some of them? Sorts
/// them.
static void compare_entries(qd_checker *checker, const char *call, qd_entry *found, size_t count, const qd_entry *right,
                            size_t total, bool partial)
{
    size_t at = 0;
    if (count > 0)
        qsort(found, count, sizeof *found, by_slot);
    for (size_t i = 0; i < count; i++, at++) {
        while (at < total && qd_id_slot(right[at].id) < qd_id_slot(found[i].id))
            at++;
        if (at == total || right[at].id != found[i].id || right[at].user != found[i].user) {
            qd__checker_fails(
                checker, "%s found item 0x%" PRIx64 " (user %" PRIu64 "), which is not in the answer or came twice",
                call, found[i].id, found[i].user);
            return;
        }
    }
    for (size_t i = 0; !partial && i < total; i++) {
        if (!bsearch(&right[i], found, count, sizeof *found, by_slot)) {
            qd__checker_fails(checker, "%s did not find item 0x%" PRIx64 " (user %" PRIu64 ")", call, right[i].id,
                              right[i].user);
            return;
        }
    }
}

/// The same, of an answer that stays as it is.
static void check_entries(qd_checker *checker, const char *call, const qd_query *query, const qd_entry *found,
                          size_t count, bool partial)
{
    const size_t total = qd_oracle_count(checker->oracle, query);
    qd_entry *right = (qd_entry *)calloc(total + 1, sizeof *right),
             *sorted = (qd_entry *)calloc(count + 1, sizeof *sorted);
    if (right && sorted) {
        qd_oracle_find(checker->oracle, query, right, total, NULL);
        if (count > 0)
            memcpy(sorted, found, count * sizeof *sorted);
        compare_entries(checker, call, sorted, count, right, total, partial);
    } else {
        qd__checker_gives_up(checker);
    }
    free(right);
    free(sorted);
}

static void check_count(qd_checker *checker, const char *call, size_t count, size_t right)
{
    if (!checker->failed && count != right)
        qd__checker_fails(checker, "%s says %zu, but there are %zu", call, count, right);
}

size_t qd_checker_find(qd_checker *checker, const qd_query *query, qd_entry *out, size_t capacity, size_t *total)
{
    size_t found_total = 0;
    const size_t count = qd_tree_find(checker->tree, query, out, capacity, total ? &found_total : NULL);
    if (total)
        *total = found_total;
    if (qd__checker_compares(checker)) {
        const size_t right = qd_oracle_count(checker->oracle, query);
        record_find(checker, query, capacity);
        check_count(checker, "qd_tree_find", count, right < capacity ? right : capacity);
        if (!checker->failed)
            check_entries(checker, "qd_tree_find", query, out, count, right > capacity);
        check_count(checker, "the total of qd_tree_find", total ? found_total : right, right);
    }
    return count;
}

size_t qd_checker_count(qd_checker *checker, const qd_query *query)
{
    const size_t count = qd_tree_count(checker->tree, query);
    if (qd__checker_compares(checker)) {
        record_query(checker, "qd_tree_count", query, ");");
        check_count(checker, "qd_tree_count", count, qd_oracle_count(checker->oracle, query));
    }
    return count;
}

/// The caller's visitor, and everything that it got.
typedef struct visited {
    qd_visitor *visit;
    void *context;
    qd_entry *entries;
    size_t count, room;
    bool stopped, lost, after;
} visited;

static qd_flow hand_on(void *context, const qd_entry *entries, size_t count)
{
    visited *self = (visited *)context;
    self->after |= self->stopped || count == 0;
    if (self->count + count > self->room) {
        const size_t room = (self->count + count) * 2;
        qd_entry *larger = (qd_entry *)realloc(self->entries, room * sizeof *larger);
        if (larger) {
            self->entries = larger;
            self->room = room;
        } else {
            self->lost = true;
        }
    }
    if (!self->lost) {
        memcpy(self->entries + self->count, entries, count * sizeof *entries);
        self->count += count;
    }
    const qd_flow flow = self->visit ? self->visit(self->context, entries, count) : QD_CONTINUE;
    self->stopped |= flow == QD_STOP;
    return flow;
}

void qd_checker_visit(qd_checker *checker, const qd_query *query, qd_visitor *visit, void *context, qd_cost *cost)
{
    if (!qd__checker_compares(checker)) {
        qd_tree_visit(checker->tree, query, visit, context, cost);
        return;
    }
    visited self = { .visit = visit, .context = context };
    qd_tree_visit(checker->tree, query, hand_on, &self, cost);
    record_query(checker, "qd_tree_count", query, "); // visited");
    if (self.lost)
        qd__checker_gives_up(checker);
    else if (self.after)
        qd__checker_fails(checker, "qd_tree_visit handed out an empty batch, or one after it was told to stop");
    else
        check_entries(checker, "qd_tree_visit", query, self.entries, self.count, self.stopped);
    free(self.entries);
}

void qd_checker_total(qd_checker *checker, const qd_query *query, qd_total *total, qd_cost *cost)
{
    qd_total right;
    qd_tree_total(checker->tree, query, total, cost);
    if (qd__checker_compares(checker)) {
        record_query(checker, "qd_tree_total", query, ", &(qd_total){ 0, 0, 0, 0 }, NULL);");
        qd_oracle_total(checker->oracle, query, &right);
        if (total->count != right.count || total->sum != right.sum || total->least != right.least ||
            total->greatest != right.greatest) {
            qd__checker_fails(
                checker, "qd_tree_total says %" PRIu64 " items, sum %" PRId64 ", but it is %" PRIu64 " and %" PRId64,
                total->count, total->sum, right.count, right.sum);
        }
    }
}

void qd_checker_bounds(qd_checker *checker, qd_box *bounds)
{
    qd_box right;
    qd_tree_bounds(checker->tree, bounds);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_question(checker, "qd_tree_bounds");
        qd__record_add(record, "&(qd_box){ { 0, 0 }, { 0, 0 } });");
        qd__record_end(record);
        qd_oracle_bounds(checker->oracle, &right);
        if (!qd__checker_same_box(*bounds, right)) {
            qd__checker_fails(checker, "qd_tree_bounds says %g %g to %g %g, but it is %g %g to %g %g", bounds->min.x,
                              bounds->min.y, bounds->max.x, bounds->max.y, right.min.x, right.min.y, right.max.x,
                              right.max.y);
        }
    }
}

static int by_item(const void *left, const void *right)
{
    const qd_hit *a = (const qd_hit *)left, *b = (const qd_hit *)right;
    return by_slot(&a->item, &b->item);
}

/// All hits of the tree, each of which must be right, as must be what is left out.
static void check_hits(qd_checker *checker, const qd_ranked *ranked, const qd_hit *hits, size_t count)
{
    const size_t items = qd_oracle_count(checker->oracle, NULL);
    qd_entry *all = (qd_entry *)calloc(items + 1, sizeof *all);
    qd_hit *sorted = (qd_hit *)calloc(count + 1, sizeof *sorted);
    if (!all || !sorted) {
        qd__checker_gives_up(checker);
        free(all);
        free(sorted);
        return;
    }
    if (count > 0) {
        memcpy(sorted, hits, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_item);
    }
    qd_oracle_find(checker->oracle, NULL, all, items, NULL);
    for (size_t i = 0, at = 0; i < items && !checker->failed; i++) {
        const bool found = at < count && sorted[at].item.id == all[i].id;
        if (!qd_oracle_accepts(checker->oracle, ranked, all[i].id, found ? &sorted[at] : NULL)) {
            qd__checker_fails(checker, "qd_tree_find_ranked %s item 0x%" PRIx64 " (user %" PRIu64 ")",
                              found ? "has a wrong hit on" : "does not find", all[i].id, all[i].user);
        }
        at += found;
        if (i + 1 == items && at < count) {
            qd__checker_fails(checker, "qd_tree_find_ranked finds item 0x%" PRIx64 ", which is not there, or twice",
                              sorted[at].item.id);
        }
    }
    for (size_t i = 1; i < count; i++)
        if (hits[i].t < hits[i - 1].t)
            qd__checker_fails(checker, "qd_tree_find_ranked: hit %zu is not in order", i);
    free(all);
    free(sorted);
}

static bool is_that_hit(const qd_hit *a, const qd_hit *b)
{
    return a->item.id == b->item.id && a->item.user == b->item.user && a->t == b->t && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

/// The tree is asked again for all there are; those that it found must be the first of these.
static void check_ranked(qd_checker *checker, const qd_ranked *ranked, const qd_hit *out, size_t count, size_t capacity)
{
    const size_t items = qd_tree_count(checker->tree, NULL);
    qd_hit *all = (qd_hit *)calloc(items + 1, sizeof *all);
    if (!all) {
        qd__checker_gives_up(checker);
        return;
    }
    const size_t total = qd_tree_find_ranked(checker->tree, ranked, all, items + 1, NULL);
    if (total > items)
        qd__checker_fails(checker, "qd_tree_find_ranked finds more hits than there are items");
    else
        check_hits(checker, ranked, all, total);
    check_count(checker, "qd_tree_find_ranked", count, total < capacity ? total : capacity);
    for (size_t i = 0; i < count && !checker->failed; i++)
        if (!is_that_hit(&out[i], &all[i]))
            qd__checker_fails(checker, "qd_tree_find_ranked: hit %zu is another one when all are asked for", i);
    free(all);
}

size_t qd_checker_find_ranked(qd_checker *checker, const qd_ranked *ranked, qd_hit *out, size_t capacity, size_t *total)
{
    const size_t count = qd_tree_find_ranked(checker->tree, ranked, out, capacity, total);
    if (qd__checker_compares(checker)) {
        qd__record *record = record_question(checker, "qd_tree_find_ranked");
        qd__record_ranked(record, ranked);
        const size_t room = qd__checker_room(checker, capacity);
        qd__record_add(record, ", (qd_hit[%zu]){ { { 0, 0 }, { 0 }, { 0, 0 }, { 0, 0 } } }, %zu, &(size_t){ 0 });",
                       room + 1, room);
        qd__record_end(record);
        check_ranked(checker, ranked, out, count, capacity);
    }
    return count;
}

static bool every_item_is_right(qd_checker *checker)
{
    const size_t count = qd_oracle_count(checker->oracle, NULL);
    qd_entry *all = (qd_entry *)calloc(count + 1, sizeof *all);
    if (!all) {
        qd__checker_gives_up(checker);
        return false;
    }
    qd_oracle_find(checker->oracle, NULL, all, count, NULL);
    for (size_t i = 0; i < count && !checker->failed; i++)
        qd_checker_get(checker, all[i].id, NULL);
    free(all);
    return !checker->failed;
}

bool qd_checker_check(qd_checker *checker)
{
    qd_box bounds;
    if (checker->failed)
        return false;
    if (!qd_tree_check(checker->tree))
        return qd__checker_fails(checker, "qd_tree_check: an invariant of the tree is broken");
    if (!every_item_is_right(checker))
        return false;
    qd_checker_count(checker, NULL);
    qd_checker_bounds(checker, &bounds);
    qd_checker_visit(checker, NULL, NULL, NULL, NULL);
    qd_checker_find_pairs(checker, NULL, NULL, NULL, NULL, 0, NULL);
    return !checker->failed;
}
