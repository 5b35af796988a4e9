// Pairs may be millions, so they are compared by number and by a sum of hashes that no order changes; a second hash
// tells whether the order is the same each time.
#include "compare.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t hash(const qd_pair *pair, double distance)
{
    uint64_t bits, h = mixed(pair->a.id + 0x9e3779b97f4a7c15u);
    memcpy(&bits, &distance, sizeof bits);
    h = mixed(h + pair->b.id);
    return mixed(mixed(mixed(h + pair->a.user) + pair->b.user) + bits);
}

struct tally {
    size_t count, limit;
    size_t ordered; // how many go into `order`
    uint64_t sum, order;
    bool two;       // trees
    bool distances; // are told
    const char *fault;
};

static void add(struct tally *tally, const qd_pair *pair, double distance)
{
    const uint64_t h = hash(pair, distance);
    if (tally->count++ < tally->ordered)
        tally->order = mixed(tally->order + h);
    tally->sum += h;
}

static qd_flow add_right(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(context, &pairs[i], distances[i]);
    return QD_CONTINUE;
}

static qd_flow gather(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    struct tally *tally = context;
    if (count == 0)
        tally->fault = "an empty batch";
    if (tally->count >= tally->limit)
        tally->fault = "a batch after the visitor had stopped";
    if ((distances != NULL) != tally->distances)
        tally->fault = "distances that were not asked for, or none that were";
    for (size_t i = 0; i < count && !tally->fault; i++) {
        if (!tally->two && qd_id_slot(pairs[i].a.id) >= qd_id_slot(pairs[i].b.id))
            tally->fault = "a pair in which the lower slot is not first";
        add(tally, &pairs[i], distances ? distances[i] : 0);
    }
    return !tally->fault && tally->count < tally->limit ? QD_CONTINUE : QD_STOP;
}

static struct tally tally_of(const qd_pair_query *query, size_t limit, size_t ordered)
{
    return (struct tally){
        .limit = limit, .ordered = ordered, .two = query && query->other, .distances = query && query->distance > 0
    };
}

// Stopping early must give the beginning of the same list.
static bool same_beginning(struct compare *compare, const qd_pair_query *query, const struct tally *whole)
{
    struct tally part = tally_of(query, whole->ordered, whole->ordered);
    qd_tree_visit_pairs(compare->tree, query, gather, &part, NULL);
    if (part.fault)
        return compare_fails(compare, "visit_pairs: %s", part.fault);
    if (part.count < (part.limit < whole->count ? part.limit : whole->count) || part.count > whole->count)
        return compare_fails(compare, "visit_pairs: %zu pairs of %zu when stopped after %zu", part.count, whole->count,
                             part.limit);
    return part.order == whole->order || compare_fails(compare, "visit_pairs: another order the second time");
}

static void *room_for(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (!block) {
        fputs("compare: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

// Arrays get the beginning of the visitor's list too.
static bool same_arrays(struct compare *compare, const qd_pair_query *query, const struct tally *whole)
{
    const size_t capacity = whole->ordered < 2000 ? whole->ordered : 2000;
    qd_pair *pairs = room_for(capacity, sizeof *pairs);
    double *distances = room_for(capacity, sizeof *distances);
    const bool with_total = whole->ordered % 2, with_distances = whole->ordered % 4 < 3;
    size_t total = 77;
    pairs[capacity].a.user = 77;
    distances[capacity] = 77;
    const size_t found = qd_tree_find_pairs(compare->tree, query, pairs, with_distances ? distances : NULL, capacity,
                                            with_total ? &total : NULL);
    struct tally again = tally_of(query, SIZE_MAX, found), list = again;
    bool good = found == (capacity < whole->count ? capacity : whole->count) && pairs[capacity].a.user == 77 &&
                distances[capacity] == 77;
    if (!good)
        compare_fails(compare, "find_pairs: %zu pairs of %zu with room for %zu, or more written", found, whole->count,
                      capacity);
    if (good && with_total && total != whole->count)
        good = compare_fails(compare, "find_pairs: a total of %zu, but there are %zu", total, whole->count);
    if (good && with_distances) {
        qd_tree_visit_pairs(compare->tree, query, gather, &again, NULL);
        add_right(&list, pairs, distances, found);
        good = list.order == again.order || compare_fails(compare, "find_pairs: not the visitor's pairs in its order");
    }
    free(pairs);
    free(distances);
    return good;
}

bool compare_pairs(struct compare *compare, const qd_pair_query *query, qd_oracle *other, size_t limit)
{
    struct tally right = { 0 };
    qd_oracle_visit_pairs(compare->oracle, other, query, add_right, &right);
    compare->expected_pairs = right.count;
    compare->expected_sum = right.sum;
    return compare_pairs_again(compare, query, limit);
}

bool compare_pairs_again(struct compare *compare, const qd_pair_query *query, size_t limit)
{
    const size_t right = compare->expected_count = compare->expected_pairs;
    struct tally found = tally_of(query, SIZE_MAX, limit > 0 ? limit : 1);
    qd_cost cost = { 77, 77, 77 };
    qd_tree_visit_pairs(compare->tree, query, gather, &found, &cost);
    if (found.fault)
        return compare_fails(compare, "visit_pairs: %s", found.fault);
    if (found.count != right)
        return compare_fails(compare, "visit_pairs: %zu pairs, but there are %zu", found.count, right);
    if (found.sum != compare->expected_sum)
        return compare_fails(compare, "visit_pairs: %zu pairs, as there are, but other ones", found.count);
    if (cost.hits != found.count)
        return compare_fails(compare, "visit_pairs: the cost says %" PRIu64 " hits of %zu", cost.hits, found.count);
    if (limit == SIZE_MAX)
        return true;
    return (qd_tree_count_pairs(compare->tree, query) == right ||
            compare_fails(compare, "count_pairs: not %zu", right)) &&
           same_beginning(compare, query, &found) && same_arrays(compare, query, &found);
}

// A visit of all pairs and a cursor go side by side.
struct beside {
    struct compare *compare;
    qd_pair_cursor cursor;
    size_t count, limit;
    bool distances, failed;
};

static bool is_next(struct beside *beside, const qd_pair *right, double distance)
{
    qd_pair pair;
    double told = 0;
    return qd_pair_cursor_next(&beside->cursor, &pair, beside->distances ? &told : NULL, 1) == 1 &&
           compare__same_entry(pair.a, right->a) && compare__same_entry(pair.b, right->b) &&
           (!beside->distances || told == distance);
}

static qd_flow go_beside(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    struct beside *beside = context;
    beside->distances = distances != NULL;
    for (size_t i = 0; i < count && beside->count < beside->limit; i++) {
        if (!is_next(beside, &pairs[i], distances ? distances[i] : 0)) {
            beside->failed = true;
            compare_fails(beside->compare, "pair_cursor: pair %zu is not slots %u and %u as for the visitor",
                          beside->count, qd_id_slot(pairs[i].a.id), qd_id_slot(pairs[i].b.id));
            return QD_STOP;
        }
        beside->count++;
    }
    return beside->count < beside->limit ? QD_CONTINUE : QD_STOP;
}

// All pairs again, many at a time.
static bool has_as_many(struct compare *compare, const qd_pair_query *query, size_t right)
{
    qd_pair pairs[37];
    double distances[37];
    qd_pair_cursor cursor;
    qd_pair_cursor_begin(&cursor, compare->tree, query);
    size_t count = 0;
    for (size_t got = 1; got > 0; count += got)
        got = qd_pair_cursor_next(&cursor, pairs, distances, 1 + count % 37);
    return count == right ||
           compare_fails(compare, "pair_cursor: %zu pairs by batches, but there are %zu", count, right);
}

bool compare_pair_cursor(struct compare *compare, const qd_pair_query *query, size_t limit)
{
    struct beside beside = { .compare = compare, .limit = limit };
    qd_cost cost;
    qd_pair_cursor_begin(&beside.cursor, compare->tree, query);
    qd_tree_visit_pairs(compare->tree, query, go_beside, &beside, &cost);
    compare->expected_count = beside.count;
    if (beside.failed)
        return false;
    if (limit != SIZE_MAX && beside.count >= limit) // the visitor has been stopped
        return true;
    qd_pair pair;
    const qd_pair_cursor *cursor = &beside.cursor;
    if (qd_pair_cursor_next(&beside.cursor, &pair, NULL, 1) != 0)
        return compare_fails(compare, "pair_cursor: goes on after the last of %zu", beside.count);
    if (cost.nodes != cursor->cost.nodes || cost.tests != cursor->cost.tests || cost.hits != cursor->cost.hits)
        return compare_fails(compare,
                             "pair_cursor: costs %" PRIu64 " nodes, %" PRIu64 " tests, %" PRIu64 " hits, not "
                             "%" PRIu64 ", %" PRIu64 ", %" PRIu64 " as a visit does",
                             cursor->cost.nodes, cursor->cost.tests, cursor->cost.hits, cost.nodes, cost.tests,
                             cost.hits);
    if (cursor->changed)
        return compare_fails(compare, "pair_cursor: says that the tree has changed");
    return has_as_many(compare, query, beside.count);
}

// Another tree and its oracle.
struct partner {
    qd_tree *tree;
    qd_oracle *oracle;
};

// At most some two hundred of the items, x and y exchanged or not, in nodes of another size, floats or doubles. What is
// too large for floats is left out.
static bool make_partner(const struct compare *compare, unsigned kind, struct partner *partner)
{
    qd_tree_def def = { .precision = kind & 128 ? QD_DOUBLE : QD_FLOAT,
                        .edges = kind & 4 ? QD_OPEN : QD_CLOSED,
                        .leaf_capacity = (int)(1 + kind / 8 % 16),
                        .max_depth = (int)(kind / 16 % 16) };
    if (kind & 64)
        def.world = (qd_box){ { -3, -5 }, { 700, 900 } };
    if (qd_tree_create(&def, &partner->tree) != QD_OK || qd_oracle_create(&def, &partner->oracle) != QD_OK)
        return false;
    const size_t count = qd_oracle_find(compare->oracle, NULL, compare->found, compare->room, NULL);
    for (size_t i = 0; i < count; i += count / 200 + 1 + (kind & 1)) {
        qd_item item;
        qd_id id;
        qd_oracle_get(compare->oracle, compare->found[i].id, &item);
        const qd_box box = item.box;
        if (kind & 32)
            item.box = (qd_box){ { box.min.y, box.min.x }, { box.max.y, box.max.x } };
        item.user += 1000;
        if (qd_tree_insert(partner->tree, &item, &id) == QD_OK &&
            qd_oracle_insert_as(partner->oracle, &item, id) != QD_OK)
            return false;
    }
    return true;
}

static bool pairs_with(struct compare *compare, const struct partner *partner, bool swapped, double distance,
                       size_t limit)
{
    const struct compare before = *compare;
    const qd_pair_query query = { .other = swapped ? compare->tree : partner->tree, .distance = distance };
    if (swapped) {
        compare->tree = partner->tree;
        compare->oracle = partner->oracle;
    }
    const bool good = compare_pairs(compare, &query, swapped ? before.oracle : partner->oracle, limit) &&
                      compare_pair_cursor(compare, &query, limit);
    compare->tree = before.tree;
    compare->oracle = before.oracle;
    return good;
}

bool compare_two_trees(struct compare *compare, unsigned kind, double distance, size_t limit)
{
    compare__make_room(compare);
    if ((kind & 3) == 3 && qd_oracle_count(compare->oracle, NULL) < 2000) {
        const struct partner self = { (qd_tree *)compare->tree, compare->oracle };
        return pairs_with(compare, &self, false, distance, limit);
    }
    struct partner partner = { NULL, NULL };
    const bool good = make_partner(compare, kind, &partner)
                          ? pairs_with(compare, &partner, kind & 2, distance, limit)
                          : compare_fails(compare, "the other tree could not be made");
    qd_tree_destroy(partner.tree);
    qd_oracle_destroy(partner.oracle);
    return good;
}
