// The checker's pairs and contacts. What began and ended must be the difference between the pairs of brute force now
// and at the last update.
#include "checker.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool same_pair(const qd_pair *a, const qd_pair *b)
{
    return a->a.id == b->a.id && a->b.id == b->b.id && a->a.user == b->a.user && a->b.user == b->b.user;
}

/// What the tree hands out, against the right pairs, each of which may come once.
typedef struct pair_check {
    qd_checker *checker;
    const qd__pair_set *right;
    bool *met;
    size_t count;
} pair_check;

static qd_flow check_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_check *self = (pair_check *)context;
    for (size_t i = 0; i < count; i++) {
        const qd_pair *right = qd__pair_set_find(self->right, &pairs[i]);
        const size_t at = right ? (size_t)(right - self->right->all) : 0;
        if (!right || !same_pair(right, &pairs[i]) || self->met[at]) {
            qd__checker_fails(self->checker,
                              "the pair of items 0x%" PRIx64 " and 0x%" PRIx64
                              " is found, but is none, or is found twice",
                              pairs[i].a.id, pairs[i].b.id);
            return QD_STOP;
        }
        if (distances && distances[i] != self->right->distances[at]) {
            qd__checker_fails(self->checker, "items 0x%" PRIx64 " and 0x%" PRIx64 " are %.17g apart, not %.17g",
                              pairs[i].a.id, pairs[i].b.id, self->right->distances[at], distances[i]);
            return QD_STOP;
        }
        self->met[at] = true;
        self->count++;
    }
    return QD_CONTINUE;
}

static void check_all_pairs(qd_checker *checker, const qd_pair_query *query, const qd__pair_set *right)
{
    pair_check self = { checker, right, (bool *)calloc(right->count + 1, sizeof(bool)), 0 };
    if (!self.met) {
        qd__checker_gives_up(checker);
        return;
    }
    qd_tree_visit_pairs(checker->tree, query, check_pairs, &self, NULL);
    for (size_t i = 0; i < right->count; i++) {
        if (!self.met[i]) {
            qd__checker_fails(checker, "the pair of items 0x%" PRIx64 " and 0x%" PRIx64 " is not found",
                              right->all[i].a.id, right->all[i].b.id);
        }
    }
    free(self.met);
}

static void check_found(qd_checker *checker, const qd__pair_set *right, const qd_pair *out, const double *distances,
                        size_t count, size_t capacity)
{
    pair_check self = { checker, right, (bool *)calloc(right->count + 1, sizeof(bool)), 0 };
    if (!self.met) {
        qd__checker_gives_up(checker);
        return;
    }
    if (count != (right->count < capacity ? right->count : capacity)) {
        qd__checker_fails(checker, "qd_tree_find_pairs writes %zu of %zu pairs with room for %zu", count, right->count,
                          capacity);
    } else {
        check_pairs(&self, out, distances, count);
    }
    free(self.met);
}

size_t qd_checker_find_pairs(qd_checker *checker, qd_checker *other, const qd_pair_query *query, qd_pair *out,
                             double *distances, size_t capacity, size_t *total)
{
    qd_pair_query own = { .distance = 0 };
    size_t found_total = 0;
    if (query)
        own = *query;
    own.other = other ? other->tree : NULL;
    const size_t count = qd_tree_find_pairs(checker->tree, &own, out, distances, capacity, total ? &found_total : NULL);
    if (total)
        *total = found_total;
    if (!qd__checker_compares(checker) || (other && other->failed))
        return count;
    qd__record_begin(&checker->record, true);
    qd__record_add(&checker->record, "qd_tree_find_pairs(tree, ");
    qd__record_pair_query(&checker->record, &own, other ? "other_tree" : NULL);
    const size_t room = capacity < 1000 ? capacity : 1000;
    qd__record_add(&checker->record, ", (qd_pair[%zu]){ { { 0, 0 }, { 0, 0 } } }, NULL, %zu, &(size_t){ 0 });",
                   room + 1, room);
    qd__record_end(&checker->record);
    qd__pair_set right;
    if (!qd__pair_set_gather(checker->oracle, other ? other->oracle : NULL, &own, &right)) {
        qd__checker_gives_up(checker);
    } else {
        check_all_pairs(checker, &own, &right);
        check_found(checker, &right, out, distances, count, capacity);
        if (total && !checker->failed && found_total != right.count) {
            qd__checker_fails(checker, "qd_tree_find_pairs says that there are %zu pairs, but there are %zu",
                              found_total, right.count);
        }
    }
    qd__pair_set_free(&right);
    return count;
}

/// The pairs of a first set that are not in a second must be the events, in order.
static void check_events(qd_checker *checker, const char *what, const qd__pair_set *in, const qd__pair_set *not_in,
                         const qd_pair *events, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < in->count && !checker->failed; i++) {
        const qd_pair *pair = &in->all[i], *same = qd__pair_set_find(not_in, pair);
        if (same && same->a.id == pair->a.id && same->b.id == pair->b.id)
            continue;
        if (at == count || events[at].a.id != pair->a.id || events[at].b.id != pair->b.id) {
            qd__checker_fails(checker,
                              "the contact of items 0x%" PRIx64 " and 0x%" PRIx64
                              " %s, but is not reported, or not in order",
                              pair->a.id, pair->b.id, what);
        }
        at++;
    }
    if (!checker->failed && at < count) {
        qd__checker_fails(checker, "the contact of items 0x%" PRIx64 " and 0x%" PRIx64 " is reported, but has not %s",
                          events[at].a.id, events[at].b.id, what);
    }
}

static void check_update(qd_checker *checker, qd_result result)
{
    qd__pair_set now;
    size_t began, ended;
    qd__checker_judge(checker, "qd_contacts_update", result, QD_OK);
    const qd_pair *all_began = qd_contacts_began(checker->contacts, &began);
    const qd_pair *all_ended = qd_contacts_ended(checker->contacts, &ended);
    if (result != QD_OK || checker->failed)
        return;
    if (!qd__pair_set_gather(checker->oracle, NULL, NULL, &now)) {
        qd__checker_gives_up(checker);
        qd__pair_set_free(&now);
        return;
    }
    check_events(checker, "began", &now, &checker->known, all_began, began);
    check_events(checker, "ended", &checker->known, &now, all_ended, ended);
    qd__pair_set_free(&checker->known);
    checker->known = now;
}

static void record_contacts(qd_checker *checker, const char *line)
{
    if (qd__checker_compares(checker)) {
        qd__record_begin(&checker->record, false);
        qd__record_add(&checker->record, "%s", line);
        qd__record_end(&checker->record);
    }
}

qd_result qd_checker_update_contacts(qd_checker *checker)
{
    if (!checker->contacts) {
        const qd_result result = qd_contacts_create(checker->tree, NULL, &checker->contacts);
        if (result != QD_OK)
            return result;
        record_contacts(checker, "qd_contacts *contacts; qd_contacts_create(tree, NULL, &contacts);");
    }
    record_contacts(checker, "qd_contacts_update(contacts);");
    const qd_result result = qd_contacts_update(checker->contacts);
    if (qd__checker_compares(checker))
        check_update(checker, result);
    return result;
}

const qd_pair *qd_checker_began(const qd_checker *checker, size_t *count)
{
    *count = 0;
    return checker->contacts ? qd_contacts_began(checker->contacts, count) : NULL;
}

const qd_pair *qd_checker_ended(const qd_checker *checker, size_t *count)
{
    *count = 0;
    return checker->contacts ? qd_contacts_ended(checker->contacts, count) : NULL;
}

/// Each that is found must be in contact with the item; and as many must be found as there are.
static void check_contacts_of(qd_checker *checker, qd_id id, const qd_entry *found, size_t count, size_t capacity)
{
    size_t right = 0;
    for (size_t i = 0; i < checker->known.count; i++)
        right += checker->known.all[i].a.id == id || checker->known.all[i].b.id == id;
    if (count != (right < capacity ? right : capacity)) {
        qd__checker_fails(checker, "qd_contacts_of writes %zu contacts of item 0x%" PRIx64 ", which has %zu", count, id,
                          right);
    }
    for (size_t i = 0; i < count && !checker->failed; i++) {
        const bool first = qd_id_slot(id) < qd_id_slot(found[i].id);
        const qd_pair pair = first ? (qd_pair){ { id, 0 }, found[i] } : (qd_pair){ found[i], { id, 0 } };
        const qd_pair *same = qd__pair_set_find(&checker->known, &pair);
        if (!same || same->a.id != pair.a.id || same->b.id != pair.b.id) {
            qd__checker_fails(checker, "qd_contacts_of: item 0x%" PRIx64 " is not in contact with 0x%" PRIx64,
                              found[i].id, id);
        }
    }
}

size_t qd_checker_contacts_of(qd_checker *checker, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    if (!checker->contacts) {
        if (total)
            *total = 0;
        return 0;
    }
    const size_t count = qd_contacts_of(checker->contacts, id, out, capacity, total);
    if (qd__checker_compares(checker)) {
        qd__record_begin(&checker->record, true);
        qd__record_add(&checker->record, "qd_contacts_of(contacts, 0x%" PRIx64 ", NULL, 0, &(size_t){ 0 });", id);
        qd__record_end(&checker->record);
        check_contacts_of(checker, id, out, count, capacity);
    }
    return count;
}
