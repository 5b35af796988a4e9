// Lists of pairs in the order of their slots, walked through side by side. A pair of slots is in a list once at most.
#include "compare_contacts.h"
#include "compare.h"
#include "room.h"
#include <string.h>

static void push(struct contact_pairs *list, const qd_pair *pair)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 64;
        list->all = got(realloc(list->all, list->room * sizeof *list->all));
    }
    list->all[list->count++] = *pair;
}

static qd_flow push_each(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    for (size_t i = 0; i < count; i++)
        push(context, &pairs[i]);
    return QD_CONTINUE;
}

// Pairs are in the order of these numbers.
static uint64_t key_of(const qd_pair *pair)
{
    return (uint64_t)qd_id_slot(pair->a.id) << 32 | qd_id_slot(pair->b.id);
}

static int by_slots(const void *left, const void *right)
{
    const uint64_t a = key_of(left), b = key_of(right);
    return a < b ? -1 : a > b;
}

static void sort(struct contact_pairs *list)
{
    if (list->count > 0)
        qsort(list->all, list->count, sizeof *list->all, by_slots);
}

// A list, and how far it has been walked.
struct list {
    const qd_pair *pairs;
    size_t count, at;
};

static struct list list_of(const struct contact_pairs *list)
{
    return (struct list){ list->all, list->count, 0 };
}

// The pair of those two items in a list, or NULL. Later calls must be about pairs that come later.
static const qd_pair *find_next(struct list *list, const qd_pair *pair)
{
    const uint64_t key = key_of(pair);
    while (list->at < list->count && key_of(&list->pairs[list->at]) < key)
        list->at++;
    if (list->at == list->count)
        return NULL;
    const qd_pair *found = &list->pairs[list->at];
    return found->a.id == pair->a.id && found->b.id == pair->b.id ? found : NULL;
}

// The same for any pair, by halving.
static const qd_pair *find(const struct contact_pairs *list, const qd_pair *pair)
{
    const qd_pair *at = list->count > 0 ? bsearch(pair, list->all, list->count, sizeof *list->all, by_slots) : NULL;
    return at && at->a.id == pair->a.id && at->b.id == pair->b.id ? at : NULL;
}

static bool is_live(const struct compare_contacts *compare, qd_id id)
{
    return compare->oracle && qd_oracle_get(compare->oracle, id, NULL) == QD_OK;
}

static void refresh(const struct compare_contacts *compare, qd_entry *found)
{
    qd_item item;
    if (compare->oracle && qd_oracle_get(compare->oracle, found->id, &item) == QD_OK)
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

void compare_contacts_begin(struct compare_contacts *compare, qd_contacts *contacts, const qd_oracle *oracle)
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

static bool in_order(struct compare_contacts *compare, struct list list, const char *what)
{
    for (size_t i = 0; i < list.count; i++) {
        if (qd_id_slot(list.pairs[i].a.id) >= qd_id_slot(list.pairs[i].b.id))
            return compare_fails(compare, "%s: a pair in which the lower slot is not first", what);
        if (i > 0 && key_of(&list.pairs[i - 1]) >= key_of(&list.pairs[i]))
            return compare_fails(compare, "%s: pair %zu is not in order", what, i);
    }
    return true;
}

static bool same_users(const qd_pair *pair, const qd_pair *right)
{
    return pair->a.user == right->a.user && pair->b.user == right->b.user;
}

static bool began_is_right(struct compare_contacts *compare, struct list began)
{
    struct list truth = list_of(&compare->truth), known = list_of(&compare->known);
    if (!in_order(compare, began, "began"))
        return false;
    for (size_t i = 0; i < began.count; i++) {
        const qd_pair *pair = &began.pairs[i], *right = find_next(&truth, pair);
        if (!right)
            return compare_fails(compare, "began: slots %u and %u, which do not meet", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
        if (!same_users(pair, right))
            return compare_fails(compare, "began: a wrong user value");
        if (find_next(&known, pair))
            return compare_fails(compare, "began: slots %u and %u once more", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
    }
    return true;
}

static bool ended_is_right(struct compare_contacts *compare, struct list ended)
{
    struct list truth = list_of(&compare->truth), all_known = list_of(&compare->known);
    if (!in_order(compare, ended, "ended"))
        return false;
    for (size_t i = 0; i < ended.count; i++) {
        const qd_pair *pair = &ended.pairs[i], *known = find_next(&all_known, pair);
        if (!known)
            return compare_fails(compare, "ended: slots %u and %u, which had not begun", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
        if (!same_users(pair, known))
            return compare_fails(compare, "ended: a wrong user value");
        if (find_next(&truth, pair))
            return compare_fails(compare, "ended: slots %u and %u, which meet", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
    }
    return true;
}

// What was known, less what has ended, and what began: in order.
static void merge_next(struct compare_contacts *compare, struct list began, struct list ended)
{
    compare->next.count = 0;
    for (size_t i = 0; i < compare->known.count; i++) {
        const qd_pair *pair = &compare->known.all[i];
        while (began.at < began.count && key_of(&began.pairs[began.at]) < key_of(pair))
            push(&compare->next, &began.pairs[began.at++]);
        if (!find_next(&ended, pair))
            push(&compare->next, pair);
    }
    while (began.at < began.count)
        push(&compare->next, &began.pairs[began.at++]);
}

// What is known now must be what is true, or, while items wait, be about live items at least.
static bool next_is_right(struct compare_contacts *compare, size_t waiting)
{
    const struct contact_pairs *next = &compare->next;
    struct list truth = list_of(&compare->truth);
    if (waiting == 0 && next->count != truth.count)
        return compare_fails(compare, "%zu contacts, but %zu pairs", next->count, truth.count);
    for (size_t i = 0; i < next->count; i++) {
        const qd_pair *pair = &next->all[i];
        if (!is_live(compare, pair->a.id) || !is_live(compare, pair->b.id))
            return compare_fails(compare, "slots %u and %u in contact, but gone", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
        if (waiting == 0 && !find_next(&truth, pair))
            return compare_fails(compare, "slots %u and %u in contact that do not meet", qd_id_slot(pair->a.id),
                                 qd_id_slot(pair->b.id));
    }
    return true;
}

static bool stayed_is_right(struct compare_contacts *compare, size_t began)
{
    const size_t right = compare->next.count - began;
    size_t total = 77;
    qd_pair *pairs = room_for(right + 1, sizeof *pairs);
    const struct list list = { pairs, qd_contacts_stayed(compare->contacts, pairs, right + 1, &total), 0 };
    struct list next = list_of(&compare->next), known = list_of(&compare->known);
    bool good =
        (list.count == right && total == right) ||
        compare_fails(compare, "stayed: %zu contacts of %zu, %zu of them new", list.count, compare->next.count, began);
    good = good && in_order(compare, list, "stayed");
    for (size_t i = 0; good && i < list.count; i++) {
        const qd_pair *same = find_next(&next, &list.pairs[i]);
        if (!same || !find_next(&known, same) || !same_users(&list.pairs[i], same))
            good = compare_fails(compare, "stayed: one that was not there before, or a wrong user value");
    }
    free(pairs);
    return good;
}

// Is each of these in contact with the item, and are there as many?
static bool partners_are_right(struct compare_contacts *compare, qd_id id)
{
    size_t right = 0, total = 77;
    for (size_t i = 0; i < compare->next.count; i++)
        right += compare->next.all[i].a.id == id || compare->next.all[i].b.id == id;
    qd_entry *found = room_for(right + 1, sizeof *found);
    const size_t count = qd_contacts_of(compare->contacts, id, found, right + 1, &total);
    bool good =
        (count == right && total == right) ||
        compare_fails(compare, "contacts_of: %zu contacts of slot %u, but there are %zu", count, qd_id_slot(id), right);
    for (size_t i = 0; good && i < count; i++) {
        qd_pair pair = { { id, 0 }, found[i] };
        if (qd_id_slot(id) > qd_id_slot(found[i].id))
            pair = (qd_pair){ found[i], { id, 0 } };
        const qd_pair *same = find(&compare->next, &pair);
        if (!same || found[i].user != (same->a.id == id ? same->b.user : same->a.user))
            good = compare_fails(compare,
                                 "contacts_of: slot %u is not in contact with slot %u, or its user value is wrong",
                                 qd_id_slot(found[i].id), qd_id_slot(id));
    }
    free(found);
    return good;
}

// Of some of those in contact, and of ids that are stale.
static bool contacts_of_are_right(struct compare_contacts *compare)
{
    const size_t count = compare->next.count, step = count / 4 + 1;
    for (size_t i = 0; i < count; i += step) {
        const qd_id id = i / step % 2 ? compare->next.all[i].a.id : compare->next.all[i].b.id;
        if (!partners_are_right(compare, id))
            return false;
        if (qd_contacts_of(compare->contacts, id + (UINT64_C(1) << 32), NULL, 0, NULL) != 0)
            return compare_fails(compare, "contacts_of: a stale id has contacts");
    }
    return partners_are_right(compare, 0);
}

bool compare_contacts_updated(struct compare_contacts *compare)
{
    struct list began = { 0 }, ended = { 0 };
    began.pairs = qd_contacts_began(compare->contacts, &began.count);
    ended.pairs = qd_contacts_ended(compare->contacts, &ended.count);
    if ((began.count == 0) != !began.pairs || (ended.count == 0) != !ended.pairs)
        return compare_fails(compare, "began or ended: an array without pairs, or none with pairs");
    qd_contacts_stats figures;
    qd_contacts_get_stats(compare->contacts, &figures);
    struct contact_pairs *known = &compare->known, *next = &compare->next;
    compare->truth.count = 0;
    if (compare->oracle)
        qd_oracle_visit_pairs(compare->oracle, NULL, NULL, push_each, &compare->truth);
    sort(&compare->truth);
    compare_contacts_note(compare);
    if (!began_is_right(compare, began) || !ended_is_right(compare, ended))
        return false;
    merge_next(compare, began, ended);
    if (figures.contacts != next->count)
        return compare_fails(compare, "%zu contacts counted of %zu", figures.contacts, next->count);
    if (!next_is_right(compare, figures.waiting) || !stayed_is_right(compare, began.count) ||
        !contacts_of_are_right(compare))
        return false;
    const struct contact_pairs swapped = *known;
    *known = *next;
    *next = swapped;
    return true;
}
