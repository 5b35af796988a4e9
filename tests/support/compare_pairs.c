// Pairs may be millions, so they are compared by number and by a sum of hashes that no order changes; a second hash
// tells whether the order is the same each time.
#include "compare.h"
#include "room.h"
#include <inttypes.h>
#include <math.h>
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
    const bool good = compare_pairs(compare, &query, swapped ? before.oracle : partner->oracle, limit);
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
