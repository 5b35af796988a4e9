// Many questions in one call: see compare_many.h.
#include "compare_many.h"
#include "room.h"
#include <math.h>
#include <string.h>

// The questions over and over.
static void *repeated(const void *questions, size_t count, size_t times, size_t size)
{
    char *all = room_for(count * times, size);
    for (size_t i = 0; count > 0 && i < times; i++)
        memcpy(all + i * count * size, questions, count * size);
    return all;
}

// The right answers one by one: those of question i are from starts[i] on.
struct singles {
    size_t *starts;
    qd_entry *entries;
    size_t count, room; // of questions; of entries
    size_t slots;       // all are below
};

static bool ask_singly(struct compare *compare, const qd_query *queries, size_t count, struct singles *singles)
{
    *singles = (struct singles){ .starts = room_for(count + 1, sizeof *singles->starts), .count = count };
    for (size_t i = 0; i < count; i++) {
        if (!compare_find(compare, &queries[i], SIZE_MAX))
            return false;
        const size_t had = singles->starts[i], has = had + compare->expected_count;
        if (has > singles->room) {
            singles->room = has * 2;
            qd_entry *more = room_for(singles->room, sizeof *more);
            if (had > 0)
                memcpy(more, singles->entries, had * sizeof *more);
            free(singles->entries);
            singles->entries = more;
        }
        for (size_t at = had; at < has; at++) {
            const size_t slot = qd_id_slot(compare->expected[at - had].id);
            singles->entries[at] = compare->expected[at - had];
            singles->slots = slot < singles->slots ? singles->slots : slot + 1;
        }
        singles->starts[i + 1] = has;
    }
    return true;
}

static void free_singles(struct singles *singles)
{
    free(singles->starts);
    free(singles->entries);
}

// Arrays for the rows, one longer than they are said to be.
struct arrays {
    qd_rows rows;
    size_t capacity;
};

static struct arrays arrays_for(size_t questions, size_t capacity, bool offsets)
{
    struct arrays arrays = { .capacity = capacity };
    arrays.rows = (qd_rows){ .capacity = capacity,
                             .questions = room_for(capacity, sizeof *arrays.rows.questions),
                             .ids = room_for(capacity, sizeof *arrays.rows.ids),
                             .users = room_for(capacity, sizeof *arrays.rows.users) };
    if (offsets)
        arrays.rows.offsets = room_for(questions + 1, sizeof *arrays.rows.offsets);
    arrays.rows.ids[capacity] = arrays.rows.users[capacity] = 77;
    arrays.rows.questions[capacity] = 77;
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    free(arrays->rows.offsets);
    free(arrays->rows.questions);
    free(arrays->rows.ids);
    free(arrays->rows.users);
}

static bool wrote_beyond(const struct arrays *arrays)
{
    const qd_rows *rows = &arrays->rows;
    return rows->ids[arrays->capacity] != 77 || rows->users[arrays->capacity] != 77 ||
           rows->questions[arrays->capacity] != 77;
}

// Rows without offsets come in an order of the library's: counted into place first.
static size_t *sorted_by_question(const qd_rows *rows, size_t questions, size_t total, const size_t *starts)
{
    size_t *order = room_for(total, sizeof *order), *next = room_for(questions, sizeof *next);
    for (size_t i = 0; i < questions; i++)
        next[i] = starts[i];
    for (size_t i = 0; i < total; i++) {
        const uint32_t question = rows->questions[i];
        if (question >= questions || next[question] >= starts[question + 1]) {
            free(order);
            order = NULL;
            break;
        }
        order[next[question]++] = i;
    }
    free(next);
    return order;
}

// Are these the right ones in any order, each once? `places` has a number for each slot, all 0 before and afterwards.
static bool same_set(const qd_entry *right, const qd_entry *found, size_t count, size_t *places, size_t slots)
{
    size_t same = 0;
    for (size_t i = 0; i < count; i++)
        places[qd_id_slot(right[i].id)] = i + 1;
    for (size_t i = 0; i < count; i++) {
        const size_t slot = qd_id_slot(found[i].id), place = slot < slots ? places[slot] : 0;
        if (place == 0 || !compare__same_entry(right[place - 1], found[i]))
            break;
        places[slot] = 0;
        same++;
    }
    for (size_t i = 0; same < count && i < count; i++)
        places[qd_id_slot(right[i].id)] = 0;
    return same == count;
}

static bool rows_are_right(struct compare *compare, const qd_rows *rows, const struct singles *singles, size_t times)
{
    const size_t questions = singles->count * times, one = singles->starts[singles->count], total = one * times;
    size_t *starts = room_for(questions + 1, sizeof *starts), *order = NULL;
    size_t *places = room_for(singles->slots, sizeof *places);
    qd_entry *row = room_for(total, sizeof *row);
    for (size_t i = 0; i < questions; i++)
        starts[i + 1] = starts[i] + singles->starts[i % singles->count + 1] - singles->starts[i % singles->count];
    bool good = true;
    for (size_t i = 0; rows->offsets && good && i <= questions; i++)
        good = rows->offsets[i] == starts[i] ||
               compare_fails(compare, "find_many: offset %zu is %zu, not %zu", i, (size_t)rows->offsets[i], starts[i]);
    if (good && !(order = sorted_by_question(rows, questions, total, starts)))
        good = compare_fails(compare, "find_many: names another question than a result answers");
    for (size_t i = 0; good && i < total; i++)
        row[i] = (qd_entry){ rows->ids[order[i]], rows->users[order[i]] };
    for (size_t i = 0; good && i < total && rows->offsets; i++)
        good = order[i] == i || compare_fails(compare, "find_many: result %zu is in the row of another question", i);
    for (size_t i = 0; good && i < questions; i++) {
        const size_t count = starts[i + 1] - starts[i];
        const qd_entry *right = count > 0 ? singles->entries + singles->starts[i % singles->count] : NULL;
        good = same_set(right, row + starts[i], count, places, singles->slots) ||
               compare_fails(compare, "find_many: question %zu does not find what it finds by itself", i);
    }
    free(places);
    free(starts);
    free(order);
    free(row);
    return good;
}

// With room for so many of the results.
static bool find_many(struct compare *compare, const qd_queries *queries, const struct singles *singles, size_t times,
                      bool offsets, size_t capacity)
{
    const size_t right = singles->starts[singles->count] * times;
    struct arrays arrays = arrays_for(queries->count, capacity, offsets);
    size_t total = 77;
    const qd_result result = qd_tree_find_many(compare->tree, queries, &arrays.rows, &total);
    bool good = true;
    if (result != (right > capacity ? QD_TOO_SMALL : QD_OK) || total != right)
        good = compare_fails(compare, "find_many: returned %d and a total of %zu, with room for %zu of %zu",
                             (int)result, total, capacity, right);
    if (good && wrote_beyond(&arrays))
        good = compare_fails(compare, "find_many: wrote beyond its capacity of %zu", capacity);
    if (good && right <= capacity)
        good = rows_are_right(compare, &arrays.rows, singles, times);
    for (size_t i = 0; good && offsets && i <= queries->count && queries->count > 0; i++) {
        const size_t one = singles->starts[singles->count];
        const size_t start = one * (i / singles->count) + singles->starts[i % singles->count];
        good = arrays.rows.offsets[i] == start || compare_fails(compare, "find_many: offset %zu, too small", i);
    }
    free_arrays(&arrays);
    return good;
}

static bool find_all_ways(struct compare *compare, const qd_queries *queries, const struct singles *singles,
                          size_t times)
{
    const size_t total = singles->starts[singles->count] * times;
    const size_t capacities[] = { total, total + 1, total * 8, total > 0 ? total - 1 : 0, 0 };
    compare->expected_count = total;
    bool good = true;
    for (size_t i = 0; good && i < 2 * sizeof capacities / sizeof *capacities; i++)
        good = find_many(compare, queries, singles, times, i % 2 == 0, capacities[i / 2]);
    if (good && total > 0) { // the least there is to ask for: how many
        size_t counted = 77;
        const qd_rows none = { .capacity = 0 };
        if (qd_tree_find_many(compare->tree, queries, &none, &counted) != QD_TOO_SMALL || counted != total)
            good = compare_fails(compare, "find_many: counted %zu of %zu", counted, total);
    }
    compare->expected_count = total;
    return good;
}

bool compare_find_many(struct compare *compare, const qd_query *queries, size_t count, size_t times)
{
    struct singles singles;
    qd_query *all = repeated(queries, count, times, sizeof *all);
    const qd_queries questions = { .count = count * times, .each = all };
    const bool good =
        ask_singly(compare, queries, count, &singles) && find_all_ways(compare, &questions, &singles, times);
    free_singles(&singles);
    free(all);
    return good;
}

// Adding zero keeps the rounding, which GCC 12 otherwise takes away where the doubles themselves are the alternative.
static double as_float(double x)
{
    return (float)x + 0.0f;
}

// Question i as it would be asked by itself.
static qd_query single_of(const qd_query *like, const qd_box *box, const double *radius, bool floats)
{
    qd_query query = *like;
    const qd_box own = floats ? (qd_box){ { as_float(box->min.x), as_float(box->min.y) },
                                          { as_float(box->max.x), as_float(box->max.y) } }
                              : *box;
    if (radius)
        query.shape = qd_shape_circle(own.min, floats ? as_float(*radius) : *radius);
    else
        query.shape = qd_shape_box(own);
    return query;
}

// The view of all boxes, or of their lower corners, packed one behind the other in `store`.
static qd_boxes view_of(const qd_box *boxes, size_t count, bool points, bool floats, void *store)
{
    const size_t sides = points ? 2 : 4;
    for (size_t i = 0; i < count; i++) {
        const double box[4] = { boxes[i].min.x, boxes[i].min.y, boxes[i].max.x, boxes[i].max.y };
        for (size_t k = 0; k < sides; k++)
            if (floats)
                ((float *)store)[i * sides + k] = (float)box[k];
            else
                ((double *)store)[i * sides + k] = box[k];
    }
    if (floats)
        return points ? qd_points_float(store) : qd_boxes_float(store);
    return points ? qd_points_double(store) : qd_boxes_double(store);
}

bool compare_find_views(struct compare *compare, const qd_query *like, const qd_box *boxes, const double *radii,
                        size_t count, size_t times, qd_precision precision)
{
    const bool floats = precision == QD_FLOAT;
    struct singles singles;
    qd_query *queries = room_for(count, sizeof *queries);
    qd_box *all = repeated(boxes, count, times, sizeof *all);
    double *all_radii = room_for(count * times, sizeof *all_radii), *store = room_for(4 * count * times, sizeof *store);
    for (size_t i = 0; i < count; i++)
        queries[i] = single_of(like, &boxes[i], radii ? &radii[i] : NULL, floats);
    for (size_t i = 0; radii && i < count * times; i++)
        if (floats)
            ((float *)(void *)all_radii)[i] = (float)radii[i % count];
        else
            all_radii[i] = radii[i % count];
    const qd_queries questions = { .count = count * times,
                                   .like = *like,
                                   .boxes = view_of(all, count * times, radii != NULL, floats, store),
                                   .radii = radii ? all_radii : NULL };
    const bool good =
        ask_singly(compare, queries, count, &singles) && find_all_ways(compare, &questions, &singles, times);
    free_singles(&singles);
    free(queries);
    free(all);
    free(all_radii);
    free(store);
    return good;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_hit(const qd_hit *a, const qd_hit *b)
{
    return compare__same_entry(a->item, b->item) && a->t == b->t && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

enum { UNTOUCHED = 0x7777 };

// Is row i that of a single question, which has just been asked?
static bool same_row(struct compare *compare, const qd_ranked_rows *rows, size_t i)
{
    const size_t right = smaller(compare->expected_count, rows->k);
    if (rows->counts[i] != right)
        return compare_fails(compare, "find_many_ranked: %u hits, not %zu", rows->counts[i], right);
    for (size_t j = 0; j < rows->k; j++) {
        const size_t at = i * rows->k + j;
        const qd_hit *hit = &compare->hits_found[j];
        const bool same = j < right ? rows->ids[at] == hit->item.id && rows->users[at] == hit->item.user &&
                                          rows->distances[at] == hit->distance && same_hit(&rows->hits[at], hit)
                                    : rows->ids[at] == 0 && rows->users[at] == UNTOUCHED;
        if (!same)
            return compare_fails(compare, "find_many_ranked: place %zu of row %zu is not that of find_ranked", j, i);
    }
    return true;
}

static qd_ranked_rows rows_for(size_t count, size_t k)
{
    const qd_ranked_rows rows = { .k = k,
                                  .counts = room_for(count, sizeof *rows.counts),
                                  .ids = room_for(count * k, sizeof *rows.ids),
                                  .users = room_for(count * k, sizeof *rows.users),
                                  .distances = room_for(count * k, sizeof *rows.distances),
                                  .hits = room_for(count * k, sizeof *rows.hits) };
    for (size_t i = 0; i <= count * k; i++)
        rows.users[i] = rows.ids[i] = UNTOUCHED;
    rows.counts[count] = UNTOUCHED;
    return rows;
}

bool compare_ranked_many(struct compare *compare, const qd_ranked *queries, size_t count, size_t times, size_t k)
{
    const size_t all = count * times;
    size_t total = 0;
    qd_ranked *questions = repeated(queries, count, times, sizeof *questions);
    qd_ranked_rows rows = rows_for(all, k);
    const qd_ranked_queries asked = { .count = all, .each = questions };
    const qd_result result = qd_tree_find_many_ranked(compare->tree, &asked, &rows);
    bool good = result == (k > 0 ? QD_OK : QD_BAD_VALUE) ||
                compare_fails(compare, "find_many_ranked: returned %d", (int)result);
    for (size_t i = 0; good && k > 0 && i < count; i++) {
        good = compare_find_ranked(compare, &queries[i], k);
        total += smaller(compare->expected_count, k) * times;
        for (size_t j = i; good && j < all; j += count)
            good = same_row(compare, &rows, j);
    }
    if (good && (rows.users[all * k] != UNTOUCHED || rows.ids[all * k] != UNTOUCHED || rows.counts[all] != UNTOUCHED))
        good = compare_fails(compare, "find_many_ranked: wrote beyond its rows");
    compare->expected_count = total;
    free(questions);
    free(rows.counts);
    free(rows.ids);
    free(rows.users);
    free(rows.distances);
    free(rows.hits);
    return good;
}
