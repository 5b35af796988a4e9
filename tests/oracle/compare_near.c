// The nearest, as a list and by a visitor that cuts the distance. See compare.h.
#include "compare.h"

#include <math.h>

static bool same_found(qd_found a, qd_found b)
{
    return qd_id_equal(a.id, b.id) && a.user == b.user;
}

static const qd_found untouched = { { 0xdeadbeef, 0xdeadbeef }, 0xdeadbeefdeadbeef };

// A search by a visitor, which cuts to what it has got, passes all by, or stops after the first.
enum manner { CUT_TO_EACH, PASS_BY, STOP, MANNERS };

struct walk {
    struct compare *compare;
    enum manner manner;
    size_t count;
    float cut; // The smallest answer so far.
    bool failed;
};

static float take_near(void *context, const qd_near *near)
{
    struct walk *walk = context;
    struct compare *compare = walk->compare;
    size_t index = compare__take(compare, near->item);
    walk->count++;
    if (index == SIZE_MAX)
        compare_fails(compare, "visit_near: slot %u is not near, or came twice", near->item.id.slot);
    else if (near->distance != compare->near_expected[index].distance)
        compare_fails(compare, "visit_near: slot %u at %a, but should be at %a", near->item.id.slot,
                      (double)near->distance, (double)compare->near_expected[index].distance);
    else if (near->distance > walk->cut)
        compare_fails(compare, "visit_near: slot %u is at %a, but the distance was cut at %a", near->item.id.slot,
                      (double)near->distance, (double)walk->cut);
    else if (walk->manner == STOP && walk->count > 1)
        compare_fails(compare, "visit_near: an item after the visitor had stopped");
    else if (walk->manner == STOP)
        return near->item.id.slot % 2 ? NAN : -1;
    else if (walk->manner == PASS_BY)
        return INFINITY;
    else
        return walk->cut = near->distance;
    walk->failed = true;
    return -1;
}

// By compare->near_expected, which has the right answer.
static bool visit_near(struct compare *compare, qd_vec2 point, float max_distance, qd_query_filter filter, size_t limit)
{
    for (size_t i = 0; i < compare->expected_count; i++) {
        compare->expected[i] = compare->near_expected[i].item;
        compare->wanted[compare->expected[i].id.slot] = i + 1;
    }
    struct walk walk = { .compare = compare, .manner = (enum manner)(limit % MANNERS), .cut = INFINITY };
    qd_cost cost = qd_visit_near(compare->tree, point, max_distance, filter, take_near, &walk);
    size_t missed = SIZE_MAX;
    for (size_t i = 0; i < compare->expected_count; i++) {
        size_t *wanted = &compare->wanted[compare->expected[i].id.slot];
        if (*wanted != 0 && missed == SIZE_MAX && compare->near_expected[i].distance <= walk.cut)
            missed = i;
        *wanted = 0;
    }
    if (walk.failed)
        return false;
    bool all_wanted = walk.manner != STOP || walk.count == 0;
    if (all_wanted && missed != SIZE_MAX)
        return compare_fails(compare, "visit_near: slot %u at %a was not met, and the distance was cut only at %a",
                             compare->expected[missed].id.slot, (double)compare->near_expected[missed].distance,
                             (double)walk.cut);
    if (cost.hits != walk.count)
        return compare_fails(compare, "visit_near: the cost tells %llu hits of %zu", (unsigned long long)cost.hits,
                             walk.count);
    return true;
}

bool compare_find_near(struct compare *compare, qd_vec2 point, float max_distance, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    size_t capacity = limit < compare->oracle->count + 1 ? limit : compare->oracle->count + 1;
    qd_near *list = compare->near_found, *right = compare->near_expected;
    list[capacity].item = untouched;
    size_t found = qd_find_near(compare->tree, point, max_distance, filter, list, capacity);
    size_t expected = compare->expected_count = oracle_find_near(compare->oracle, point, max_distance, filter, right);
    if (found != (expected < capacity ? expected : capacity))
        return compare_fails(compare, "find_near: %zu items with room for %zu, but there are %zu", found, capacity,
                             expected);
    if (!same_found(list[capacity].item, untouched))
        return compare_fails(compare, "find_near: wrote beyond its capacity of %zu", capacity);
    for (size_t i = 0; i < found; i++) {
        if (!same_found(list[i].item, right[i].item) || list[i].distance != right[i].distance)
            return compare_fails(compare, "find_near: place %zu is slot %u at %a, but should be slot %u at %a", i,
                                 list[i].item.id.slot, (double)list[i].distance, right[i].item.id.slot,
                                 (double)right[i].distance);
    }
    return visit_near(compare, point, max_distance, filter, limit);
}
