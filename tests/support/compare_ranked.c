// Ranked questions: a find gives the hits in order, a cursor too; a visit hands them out in any order and shrinks the
// limit as the visitor says. Where the library may round, its list of all hits is judged item by item and is what
// visits and shorter lists are then compared with.
#include "compare.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_hit(const qd_hit *a, const qd_hit *b)
{
    return compare__same_entry(a->item, b->item) && a->t == b->t && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

static bool wrong_hit(struct compare *compare, const char *what, const qd_hit *hit, const qd_hit *right)
{
    return compare_fails(compare,
                         "%s: slot %u at %a, point %a %a, normal %g %g; should be slot %u at %a, point %a %a, "
                         "normal %g %g",
                         what, qd_id_slot(hit->item.id), hit->t, hit->point.x, hit->point.y, hit->normal.x,
                         hit->normal.y, qd_id_slot(right->item.id), right->t, right->point.x, right->point.y,
                         right->normal.x, right->normal.y);
}

static bool is_lenient(const qd_ranked *ranked)
{
    return ranked->rank == QD_NEAREST ? ranked->shape.type == QD_BOX : ranked->shape.type == QD_CIRCLE;
}

// Is each of the hits right, and may each of the other items be left out?
static bool all_are_right(struct compare *compare, const qd_ranked *ranked, const qd_hit *hits, size_t count)
{
    const size_t items = qd_oracle_find(compare->oracle, NULL, compare->found, compare->room, NULL);
    for (size_t i = 0; i < count; i++)
        compare->expected[i] = hits[i].item;
    compare__want(compare, count);
    bool good = true;
    for (size_t i = 0; i < items; i++) {
        const size_t at = compare__take(compare, compare->found[i]);
        const qd_hit *hit = at == SIZE_MAX ? NULL : &hits[at];
        if (good && !qd_oracle_accepts(compare->oracle, ranked, compare->found[i].id, hit))
            good = hit ? compare_fails(compare, "ranked: slot %u is not hit at %a, point %a %a, normal %g %g",
                                       qd_id_slot(hit->item.id), hit->t, hit->point.x, hit->point.y, hit->normal.x,
                                       hit->normal.y)
                       : compare_fails(compare, "ranked: slot %u is hit, but was not found",
                                       qd_id_slot(compare->found[i].id));
    }
    for (size_t i = 0; good && i < count; i++) {
        if (compare->wanted[qd_id_slot(hits[i].item.id)] != 0)
            good = compare_fails(compare, "ranked: slot %u is not there, or came twice", qd_id_slot(hits[i].item.id));
        if (i > 0 && (hits[i].t < hits[i - 1].t))
            good = compare_fails(compare, "ranked: the hits are not in order");
    }
    compare__want_no_more(compare, count);
    return good;
}

bool compare__expect_hits(struct compare *compare, const qd_ranked *ranked)
{
    compare__make_room(compare);
    const size_t room = compare->room - 1;
    if (!is_lenient(ranked)) {
        compare->expected_count = qd_oracle_find_ranked(compare->oracle, ranked, compare->hits_expected, room, NULL);
        return true;
    }
    compare->expected_count = qd_tree_find_ranked(compare->tree, ranked, compare->hits_expected, room, NULL);
    if (compare->expected_count > qd_oracle_count(compare->oracle, NULL))
        return compare_fails(compare, "ranked: more hits than items");
    return all_are_right(compare, ranked, compare->hits_expected, compare->expected_count);
}

// With room for some, and asked for a total or not.
static bool same_hits(struct compare *compare, const qd_ranked *ranked, size_t limit, bool with_total)
{
    const size_t right = compare->expected_count, capacity = smaller(limit, compare->room - 1);
    size_t total = 77;
    compare->hits_found[capacity].item.id = UINT64_MAX;
    const size_t found =
        qd_tree_find_ranked(compare->tree, ranked, compare->hits_found, capacity, with_total ? &total : NULL);
    if (found != smaller(right, capacity))
        return compare_fails(compare, "find_ranked: %zu hits with room for %zu, but there are %zu", found, capacity,
                             right);
    if (with_total && total != right)
        return compare_fails(compare, "find_ranked: a total of %zu, but there are %zu", total, right);
    if (compare->hits_found[capacity].item.id != UINT64_MAX)
        return compare_fails(compare, "find_ranked: wrote beyond its capacity of %zu", capacity);
    for (size_t i = 0; i < found; i++)
        if (!same_hit(&compare->hits_found[i], &compare->hits_expected[i]))
            return wrong_hit(compare, "find_ranked", &compare->hits_found[i], &compare->hits_expected[i]);
    return true;
}

bool compare__same_hits(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    return same_hits(compare, ranked, limit, false) && same_hits(compare, ranked, limit, true);
}

bool compare_first_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    return compare__expect_hits(compare, ranked) && same_hits(compare, ranked, limit, false);
}

// The functions named same_* compare with the right answer, which is there already.
static bool same_find(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    const qd_result good = qd_oracle_check_ranked(compare->oracle, ranked);
    if (qd_ranked_check(compare->tree, ranked) != good)
        return compare_fails(compare, "ranked_check: %d is right", (int)good);
    if (!compare__same_hits(compare, ranked, limit))
        return false;
    const size_t count = qd_tree_count_ranked(compare->tree, ranked);
    return count == compare->expected_count ||
           compare_fails(compare, "count_ranked: %zu, but there are %zu", count, compare->expected_count);
}

// A search by a visitor.
struct walk {
    struct compare *compare;
    enum cut cut;
    size_t count, limit;
    double reach; // the smallest limit so far
    bool floats;  // limits are rounded
    bool stopped, failed;
};

static bool is_right(struct walk *walk, const qd_hit *hit, double limit)
{
    struct compare *compare = walk->compare;
    const size_t at = compare__take(compare, hit->item);
    if (walk->stopped)
        return compare_fails(compare, "visit_ranked: a hit after the visitor had stopped");
    if (at == SIZE_MAX)
        return compare_fails(compare, "visit_ranked: slot %u is not hit, or came twice", qd_id_slot(hit->item.id));
    if (!same_hit(hit, &compare->hits_expected[at]))
        return wrong_hit(compare, "visit_ranked", hit, &compare->hits_expected[at]);
    if (hit->t > walk->reach)
        return compare_fails(compare, "visit_ranked: slot %u is at %a, but the limit was %a", qd_id_slot(hit->item.id),
                             hit->t, walk->reach);
    return limit <= walk->reach ||
           compare_fails(compare, "visit_ranked: says that the limit is %a, but it was %a", limit, walk->reach);
}

static qd_flow stop(struct walk *walk, double *limit)
{
    walk->stopped = true;
    if (walk->count % 2 == 0)
        return QD_STOP;
    *limit = -1;
    return QD_CONTINUE;
}

static qd_flow take_hit(void *context, const qd_hit *hit, double *limit)
{
    struct walk *walk = context;
    walk->failed = walk->failed || !is_right(walk, hit, *limit);
    if (walk->failed || ++walk->count >= walk->limit)
        return stop(walk, limit);
    if (walk->cut == CUT_TO_HIT || (walk->cut == CUT_TO_ODD_SLOTS && qd_id_slot(hit->item.id) % 2))
        *limit = walk->reach = hit->t < walk->reach ? hit->t : walk->reach;
    else if (walk->cut == CUT_TO_HALF)
        *limit = walk->reach = walk->floats ? (double)((float)(hit->t / 2) + 0.0f) : hit->t / 2;
    else if (walk->cut == CUT_TO_DOUBLE) // neither changes anything
        *limit = walk->count % 2 ? NAN : *limit * 2;
    return QD_CONTINUE;
}

static bool same_visit(struct compare *compare, const qd_ranked *ranked, enum cut cut, size_t limit)
{
    const size_t right = compare->expected_count;
    for (size_t i = 0; i < right; i++)
        compare->expected[i] = compare->hits_expected[i].item;
    compare__want(compare, right);
    qd_tree_def def;
    qd_tree_get_def(compare->tree, &def);
    struct walk walk = { .compare = compare,
                         .cut = cut,
                         .limit = limit > 0 ? limit : 1,
                         .reach = INFINITY,
                         .floats = def.precision == QD_FLOAT };
    qd_cost cost = { 77, 77, 77 };
    qd_tree_visit_ranked(compare->tree, ranked, take_hit, &walk, &cost);
    const qd_hit *missed = NULL;
    for (size_t i = 0; i < right && !missed; i++)
        if (compare->wanted[qd_id_slot(compare->expected[i].id)] != 0 && compare->hits_expected[i].t < walk.reach)
            missed = &compare->hits_expected[i];
    compare__want_no_more(compare, right);
    if (walk.failed)
        return false;
    if (!walk.stopped && missed)
        return compare_fails(compare, "visit_ranked: slot %u at %a was not met, and the limit was %a",
                             qd_id_slot(missed->item.id), missed->t, walk.reach);
    return walk.stopped || cost.hits == walk.count ||
           compare_fails(compare, "visit_ranked: the cost says %" PRIu64 " hits of %zu", cost.hits, walk.count);
}

static bool same_cursor(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    static const size_t batches[] = { 1, 5, 2, 40 };
    const size_t right = compare->expected_count, capacity = smaller(limit, compare->room - 1);
    qd_ranked_cursor cursor;
    qd_ranked_cursor_begin(&cursor, compare->tree, ranked);
    size_t count = 0, got = 1;
    for (size_t i = 0; got > 0 && count < capacity; i++, count += got) {
        const size_t most = smaller(batches[i % 4], capacity - count);
        got = qd_ranked_cursor_next(&cursor, compare->hits_found + count, most);
        if (got > most)
            return compare_fails(compare, "ranked_cursor: %zu hits with room for %zu", got, most);
    }
    if (count != smaller(right, capacity))
        return compare_fails(compare, "ranked_cursor: %zu hits, but there are %zu", count, right);
    for (size_t i = 0; i < count; i++)
        if (!same_hit(&compare->hits_found[i], &compare->hits_expected[i]))
            return wrong_hit(compare, "ranked_cursor", &compare->hits_found[i], &compare->hits_expected[i]);
    if (cursor.changed)
        return compare_fails(compare, "ranked_cursor: says that the tree has changed");
    return count < right || count == capacity || cursor.cost.hits == count ||
           compare_fails(compare, "ranked_cursor: the cost says %" PRIu64 " hits of %zu", cursor.cost.hits, count);
}

bool compare_find_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    return compare__expect_hits(compare, ranked) && same_find(compare, ranked, limit);
}

bool compare_visit_ranked(struct compare *compare, const qd_ranked *ranked, enum cut cut, size_t limit)
{
    return compare__expect_hits(compare, ranked) && same_visit(compare, ranked, cut, limit);
}

bool compare_ranked_cursor(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    return compare__expect_hits(compare, ranked) && same_cursor(compare, ranked, limit);
}

bool compare_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit)
{
    return compare__expect_hits(compare, ranked) && same_find(compare, ranked, limit) &&
           same_visit(compare, ranked, (enum cut)(limit % CUTS), limit) && same_cursor(compare, ranked, limit);
}
