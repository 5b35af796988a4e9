// Values, totals of a box, and what there is to draw of it by level of detail.
#include "compare.h"
#include <string.h>

static bool same_total(const qd_total *a, const qd_total *b)
{
    return a->count == b->count && a->sum == b->sum && a->least == b->least && a->greatest == b->greatest;
}

static bool total_fails(struct compare *compare, const char *what, const qd_total *total, const qd_total *right)
{
    return compare_fails(compare, "%s: %llu items, %lld in all, %lld to %lld; but it is %llu, %lld, %lld to %lld", what,
                         (unsigned long long)total->count, (long long)total->sum, (long long)total->least,
                         (long long)total->greatest, (unsigned long long)right->count, (long long)right->sum,
                         (long long)right->least, (long long)right->greatest);
}

bool compare_total(struct compare *compare, qd_box box, qd_query_filter filter)
{
    const qd_total right = oracle_total_box(compare->oracle, box, filter);
    qd_cost cost = { 77, 77, 77 };
    const qd_total total = qd_total_box(compare->tree, box, filter, &cost),
                   again = qd_total_box(compare->tree, box, filter, NULL);
    compare->expected_count = right.count;
    if (!same_total(&total, &right))
        return total_fails(compare, "total_box", &total, &right);
    if (!same_total(&again, &right))
        return total_fails(compare, "total_box without a cost", &again, &right);
    return cost.hits <= right.count || compare_fails(compare, "total_box: the cost tells %llu hits of %llu items",
                                                     (unsigned long long)cost.hits, (unsigned long long)right.count);
}

bool compare_value(struct compare *compare, qd_id id)
{
    int64_t value = -7, right = -7;
    bool got = qd_tree_get_value(compare->tree, id, &value), expected = oracle_get_value(compare->oracle, id, &right);
    return (got == expected && value == right) ||
           compare_fails(compare, "get_value: %lld of id %u/%u, but it is %lld", (long long)value, id.slot,
                         id.generation, (long long)right);
}

// What has been shown so far.
struct show {
    struct compare *compare;
    float size;
    size_t expected, count, limit;
    qd_total total;
    const char *fault;
};

static void add(qd_total *to, const qd_total *total)
{
    uint64_t sum = (uint64_t)to->sum + (uint64_t)total->sum;
    memcpy(&to->sum, &sum, sizeof sum);
    to->count += total->count;
    to->least = total->least < to->least ? total->least : to->least;
    to->greatest = total->greatest > to->greatest ? total->greatest : to->greatest;
}

static bool is_within(qd_box inner, qd_box outer)
{
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

static const char *fault_of_item(struct show *show, const qd_detail *detail)
{
    qd_item item = { { { 0, 0 }, { 0, 0 } }, 0, { 0, 0 } };
    int64_t value = 0;
    if (compare__take(show->compare, detail->item) == SIZE_MAX)
        return "an item that is not in the answer, or that came twice";
    oracle_get(show->compare->oracle, detail->item.id, &item);
    oracle_get_value(show->compare->oracle, detail->item.id, &value);
    if (!is_within(item.box, detail->bounds) || !is_within(detail->bounds, item.box))
        return "an item whose box is another";
    const qd_total one = { 1, value, value, value };
    return same_total(&detail->total, &one) ? NULL : "an item whose value is another";
}

static const char *fault_of_group(struct show *show, const qd_detail *detail)
{
    const struct oracle *oracle = show->compare->oracle;
    if (detail->item.id.generation != 0 || detail->item.user != 0 || detail->total.count < 2)
        return "a group with an id, or of fewer than two";
    double width = (double)detail->bounds.max.x - detail->bounds.min.x;
    double height = (double)detail->bounds.max.y - detail->bounds.min.y;
    if (!(width >= 0 && height >= 0 && width < show->size && height < show->size))
        return "a group that is not smaller than the size";
    if (oracle->count > 1000) // all groups with all items
        return NULL;
    size_t inside = 0;
    for (size_t i = 0; i < oracle->count; i++)
        inside += is_within(oracle->entries[i].item.box, detail->bounds);
    return inside >= detail->total.count ? NULL : "a group of more items than lie in its bounds";
}

static bool look(void *context, const qd_detail *details, size_t count)
{
    struct show *show = context;
    if (count == 0)
        show->fault = "an empty batch";
    if (show->count >= show->limit)
        show->fault = "a batch after the visitor had stopped";
    for (size_t i = 0; i < count && !show->fault; i++) {
        show->fault = details[i].item.id.slot ? fault_of_item(show, &details[i]) : fault_of_group(show, &details[i]);
        add(&show->total, &details[i].total);
    }
    show->count += count;
    return !show->fault && show->count < show->limit;
}

bool compare_detail(struct compare *compare, qd_box box, float size, qd_query_filter filter, size_t limit)
{
    compare__make_room(compare);
    struct show show = { .compare = compare, .size = size, .limit = limit > 0 ? limit : 1 };
    show.total = (qd_total){ 0, 0, INT64_MAX, INT64_MIN };
    show.expected = oracle_find_box(compare->oracle, box, filter, compare->expected);
    const qd_total right = oracle_total_box(compare->oracle, box, filter);
    compare__want(compare, show.expected);
    qd_cost cost = qd_visit_detail(compare->tree, box, size, filter, look, &show);
    compare__want_no_more(compare, show.expected);
    compare->expected_count = show.expected;
    if (show.fault)
        return compare_fails(compare, "visit_detail: %s", show.fault);
    if (show.count >= show.limit)
        return show.total.count <= right.count || total_fails(compare, "visit_detail", &show.total, &right);
    if (!same_total(&show.total, &right))
        return total_fails(compare, "visit_detail", &show.total, &right);
    return cost.hits == show.count || compare_fails(compare, "visit_detail: the cost tells %llu hits of %zu",
                                                    (unsigned long long)cost.hits, show.count);
}
