// Lists of pairs in the order of their slots, searched by halving. A pair of slots is in a list once at most.
#include "compare_contacts.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fails(struct compare_contacts *compare, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(compare->why, sizeof compare->why, format, arguments);
    va_end(arguments);
    return false;
}

static void push(struct contact_pairs *list, const qd_pair *pair)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 64;
        list->all = realloc(list->all, list->room * sizeof *list->all);
        if (!list->all) {
            fputs("compare contacts: no memory\n", stderr);
            exit(1);
        }
    }
    list->all[list->count++] = *pair;
}

static void push_each(void *context, const qd_pair *pair, float distance)
{
    (void)distance;
    push(context, pair);
}

static int by_slots(const void *left, const void *right)
{
    const qd_pair *a = left, *b = right;
    if (a->a.id.slot != b->a.id.slot)
        return a->a.id.slot < b->a.id.slot ? -1 : 1;
    return a->b.id.slot < b->b.id.slot ? -1 : a->b.id.slot > b->b.id.slot;
}

static void sort(struct contact_pairs *list)
{
    if (list->count > 0)
        qsort(list->all, list->count, sizeof *list->all, by_slots);
}

// The pair of those two items in the list, or NULL.
static const qd_pair *find(const qd_pair *all, size_t count, const qd_pair *pair)
{
    const qd_pair *at = count > 0 ? bsearch(pair, all, count, sizeof *all, by_slots) : NULL;
    return at && qd_id_equal(at->a.id, pair->a.id) && qd_id_equal(at->b.id, pair->b.id) ? at : NULL;
}

static bool is_live(const struct compare_contacts *compare, qd_id id)
{
    return compare->oracle && oracle_contains(compare->oracle, id);
}

static void refresh(const struct compare_contacts *compare, qd_found *found)
{
    qd_item item;
    if (is_live(compare, found->id) && oracle_get(compare->oracle, found->id, &item))
        found->user = item.user;
}

void compare_contacts_note(struct compare_contacts *compare)
{
    for (size_t i = 0; i < compare->known.count; i++) {
        refresh(compare, &compare->known.all[i].a);
        refresh(compare, &compare->known.all[i].b);
    }
}

void compare_contacts_lose_tree(struct compare_contacts *compare)
{
    compare_contacts_note(compare);
    compare->oracle = NULL;
}

void compare_contacts_begin(struct compare_contacts *compare, qd_contacts *contacts, struct oracle *oracle)
{
    compare->contacts = contacts;
    compare->oracle = oracle;
    compare->known.count = 0;
}

void compare_contacts_end(struct compare_contacts *compare)
{
    free(compare->known.all);
    free(compare->truth.all);
    free(compare->next.all);
    memset(compare, 0, sizeof *compare);
}

static bool in_order(struct compare_contacts *compare, qd_contact_list list, const char *what)
{
    for (size_t i = 0; i < list.count; i++) {
        if (list.pairs[i].a.id.slot >= list.pairs[i].b.id.slot)
            return fails(compare, "%s: a pair whose lower slot is not first", what);
        if (i > 0 && by_slots(&list.pairs[i - 1], &list.pairs[i]) >= 0)
            return fails(compare, "%s: pair %zu is not in order", what, i);
    }
    return true;
}

static bool same_users(const qd_pair *pair, const qd_pair *right)
{
    return pair->a.user == right->a.user && pair->b.user == right->b.user;
}

static bool began_is_right(struct compare_contacts *compare, qd_contact_list began)
{
    for (size_t i = 0; i < began.count; i++) {
        const qd_pair *pair = &began.pairs[i];
        const qd_pair *right = find(compare->truth.all, compare->truth.count, pair);
        if (!right)
            return fails(compare, "began: slots %u and %u, which do not meet", pair->a.id.slot, pair->b.id.slot);
        if (!same_users(pair, right))
            return fails(compare, "began: a wrong user value");
        if (find(compare->known.all, compare->known.count, pair))
            return fails(compare, "began: slots %u and %u once more", pair->a.id.slot, pair->b.id.slot);
    }
    return in_order(compare, began, "began");
}

static bool ended_is_right(struct compare_contacts *compare, qd_contact_list ended)
{
    for (size_t i = 0; i < ended.count; i++) {
        const qd_pair *pair = &ended.pairs[i];
        const qd_pair *known = find(compare->known.all, compare->known.count, pair);
        if (!known)
            return fails(compare, "ended: slots %u and %u, which had not begun", pair->a.id.slot, pair->b.id.slot);
        if (!same_users(pair, known))
            return fails(compare, "ended: a wrong user value");
        if (find(compare->truth.all, compare->truth.count, pair))
            return fails(compare, "ended: slots %u and %u, which meet", pair->a.id.slot, pair->b.id.slot);
    }
    return in_order(compare, ended, "ended");
}

// What is known now must be what is true, or, while items wait, be about live items at least.
static bool next_is_right(struct compare_contacts *compare, size_t waiting)
{
    const struct contact_pairs *next = &compare->next, *truth = &compare->truth;
    if (waiting == 0 && next->count != truth->count)
        return fails(compare, "%zu contacts, but %zu pairs", next->count, truth->count);
    for (size_t i = 0; i < next->count; i++) {
        const qd_pair *pair = &next->all[i];
        if (!is_live(compare, pair->a.id) || !is_live(compare, pair->b.id))
            return fails(compare, "slots %u and %u in contact, but gone", pair->a.id.slot, pair->b.id.slot);
        if (waiting == 0 && !find(truth->all, truth->count, pair))
            return fails(compare, "slots %u and %u in contact that do not meet", pair->a.id.slot, pair->b.id.slot);
    }
    return true;
}

static bool stayed_is_right(struct compare_contacts *compare, size_t began)
{
    qd_contact_list list;
    if (qd_contacts_stayed(compare->contacts, &list) != QD_OK)
        return fails(compare, "stayed: no memory");
    if (list.count != compare->next.count - began)
        return fails(compare, "stayed: %zu contacts of %zu, %zu of them new", list.count, compare->next.count, began);
    for (size_t i = 0; i < list.count; i++) {
        const qd_pair *right = find(compare->next.all, compare->next.count, &list.pairs[i]);
        if (!right || !find(compare->known.all, compare->known.count, right) || !same_users(&list.pairs[i], right))
            return fails(compare, "stayed: one that was not there before, or a wrong user value");
    }
    return in_order(compare, list, "stayed");
}

bool compare_contacts_updated(struct compare_contacts *compare)
{
    const qd_contact_list began = qd_contacts_began(compare->contacts), ended = qd_contacts_ended(compare->contacts);
    const qd_contacts_stats figures = qd_contacts_figures(compare->contacts);
    struct contact_pairs *known = &compare->known, *next = &compare->next;
    compare->truth.count = next->count = 0;
    if (compare->oracle)
        oracle_pairs(compare->oracle, (qd_query_filter){ 0 }, push_each, &compare->truth);
    sort(&compare->truth);
    compare_contacts_note(compare);
    if (!began_is_right(compare, began) || !ended_is_right(compare, ended))
        return false;
    for (size_t i = 0; i < known->count; i++) {
        if (!find(ended.pairs, ended.count, &known->all[i]))
            push(next, &known->all[i]);
    }
    for (size_t i = 0; i < began.count; i++)
        push(next, &began.pairs[i]);
    sort(next);
    if (figures.contacts != next->count)
        return fails(compare, "%zu contacts counted of %zu", figures.contacts, next->count);
    if (!next_is_right(compare, figures.waiting) || !stayed_is_right(compare, began.count))
        return false;
    const struct contact_pairs swapped = *known;
    *known = *next;
    *next = swapped;
    return true;
}
