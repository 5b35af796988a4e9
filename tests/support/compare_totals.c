// Totals of a question, and what there is to draw of it by level of detail.
#include "compare.h"
#include <inttypes.h>
#include <string.h>

static bool same_total(const qd_total *a, const qd_total *b)
{
    return a->count == b->count && a->sum == b->sum && a->least == b->least && a->greatest == b->greatest;
}

static bool total_fails(struct compare *compare, const char *what, const qd_total *total, const qd_total *right)
{
    return compare_fails(compare,
                         "%s: %" PRIu64 " items, %" PRId64 " in all, %" PRId64 " to %" PRId64 "; but it is %" PRIu64
                         ", %" PRId64 ", %" PRId64 " to %" PRId64,
                         what, total->count, total->sum, total->least, total->greatest, right->count, right->sum,
                         right->least, right->greatest);
}

bool compare_total(struct compare *compare, const qd_query *query)
{
    qd_total right, total, again;
    qd_cost cost = { 77, 77, 77 };
    qd_oracle_total(compare->oracle, query, &right);
    qd_tree_total(compare->tree, query, &total, &cost);
    qd_tree_total(compare->tree, query, &again, NULL);
    compare->expected_count = (size_t)right.count;
    if (!same_total(&total, &right))
        return total_fails(compare, "total", &total, &right);
    if (!same_total(&again, &right))
        return total_fails(compare, "total without a cost", &again, &right);
    return cost.hits <= right.count ||
           compare_fails(compare, "total: the cost says %" PRIu64 " hits of %" PRIu64 " items", cost.hits, right.count);
}

// What has been shown so far.
struct show {
    struct compare *compare;
    double size;
    bool groups; // may there be any?
    size_t count, limit;
    qd_total total;
    const char *fault;
};

static void add(qd_total *to, const qd_total *total)
{
    const uint64_t sum = (uint64_t)to->sum + (uint64_t)total->sum;
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
    qd_item item;
    if (compare__take(show->compare, detail->item) == SIZE_MAX ||
        qd_oracle_get(show->compare->oracle, detail->item.id, &item) != QD_OK)
        return "an item that is not in the answer, or that came twice";
    if (!is_within(item.box, detail->bounds) || !is_within(detail->bounds, item.box))
        return "an item whose box is another";
    const qd_total one = { 1, item.value, item.value, item.value };
    return same_total(&detail->total, &one) ? NULL : "an item whose value is another";
}

static const char *fault_of_group(struct show *show, const qd_detail *detail)
{
    struct compare *compare = show->compare;
    if (!show->groups || detail->item.user != 0 || detail->total.count < 2)
        return "a group with a user value, of fewer than two, or where there are none";
    const double width = detail->bounds.max.x - detail->bounds.min.x;
    const double height = detail->bounds.max.y - detail->bounds.min.y;
    if (!(width >= 0 && height >= 0 && width < show->size && height < show->size))
        return "a group that is not smaller than the size";
    if (compare->expected_count > 1000) // all groups with all items
        return NULL;
    size_t inside = 0;
    for (size_t i = 0; i < compare->expected_count; i++) {
        qd_item item;
        qd_oracle_get(compare->oracle, compare->expected[i].id, &item);
        inside += is_within(item.box, detail->bounds);
    }
    return inside >= detail->total.count ? NULL : "a group of more items than lie in its bounds";
}

static qd_flow look(void *context, const qd_detail *details, size_t count)
{
    struct show *show = context;
    if (count == 0)
        show->fault = "an empty batch";
    if (show->count >= show->limit)
        show->fault = "a batch after the visitor had stopped";
    for (size_t i = 0; i < count && !show->fault; i++) {
        show->fault = details[i].item.id ? fault_of_item(show, &details[i]) : fault_of_group(show, &details[i]);
        add(&show->total, &details[i].total);
    }
    show->count += count;
    return !show->fault && show->count < show->limit ? QD_CONTINUE : QD_STOP;
}

// What an array gets must be of the same kind as what a visitor gets.
static bool same_in_array(struct compare *compare, const qd_query *query, struct show *show, size_t right)
{
    static qd_detail details[300];
    const size_t capacity = show->limit < 300 ? show->limit : 300;
    size_t total = 77;
    const size_t found = qd_tree_find_details(compare->tree, query, show->size, details, capacity, &total);
    if (total != right || found != (right < capacity ? right : capacity))
        return compare_fails(compare, "find_details: %zu of %zu with room for %zu, but there are %zu", found, total,
                             capacity, right);
    compare__want(compare, compare->expected_count);
    for (size_t i = 0; i < found && !show->fault; i++)
        show->fault = details[i].item.id ? fault_of_item(show, &details[i]) : fault_of_group(show, &details[i]);
    compare__want_no_more(compare, compare->expected_count);
    return !show->fault || compare_fails(compare, "find_details: %s", show->fault);
}

static struct show show_of(struct compare *compare, const qd_query *query, double size, size_t limit)
{
    qd_tree_def def;
    qd_tree_get_def(compare->tree, &def);
    const bool all = !query || query->shape.type == QD_EVERYWHERE || query->shape.type == QD_BOX;
    return (struct show){ .compare = compare,
                          .size = def.precision == QD_FLOAT ? (double)(float)size : size,
                          .groups = all && (!query || query->relation == QD_OVERLAPS),
                          .limit = limit > 0 ? limit : 1,
                          .total = { 0, 0, INT64_MAX, INT64_MIN } };
}

bool compare_details(struct compare *compare, const qd_query *query, double size, size_t limit)
{
    compare__make_room(compare);
    struct show show = show_of(compare, query, size, limit);
    qd_total right;
    qd_cost cost = { 77, 77, 77 };
    qd_oracle_total(compare->oracle, query, &right);
    compare->expected_count = qd_oracle_find(compare->oracle, query, compare->expected, compare->room, NULL);
    compare__want(compare, compare->expected_count);
    qd_tree_visit_details(compare->tree, query, size, look, &show, &cost);
    compare__want_no_more(compare, compare->expected_count);
    if (show.fault)
        return compare_fails(compare, "visit_details: %s", show.fault);
    if (show.count >= show.limit)
        return show.total.count <= right.count || total_fails(compare, "visit_details", &show.total, &right);
    if (!same_total(&show.total, &right))
        return total_fails(compare, "visit_details", &show.total, &right);
    if (cost.hits != show.count)
        return compare_fails(compare, "visit_details: the cost says %" PRIu64 " hits of %zu", cost.hits, show.count);
    return same_in_array(compare, query, &show, show.count);
}
