// Which items? Boxes, points, circles and polygons, by every relation.
#include "place.h"

enum { FOUND_MOST = 2 * HASH_ITEMS };

static qd_flow add_entries(void *context, const qd_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash_take_entry(context, entries[i]);
    return QD_CONTINUE;
}

static void ask(hash_place *place, hash_sums *sums, qd_shape shape)
{
    static qd_entry found[FOUND_MOST];
    const qd_relation relation = (qd_relation)hash_below(place, 3);
    const qd_filter filter = hash_filter(place);
    const qd_query query = { shape, relation, filter, hash_ignored(place) };
    size_t total;
    const size_t count = qd_tree_find(place->tree, &query, found, FOUND_MOST, &total);
    hash_take(&sums->answers, total);
    (void)add_entries(&sums->answers, found, count);
    hash_take(&sums->answers, qd_tree_count(place->tree, &query));
    hash_take(&sums->answers, (uint64_t)qd_query_check(place->tree, &query));
    qd_cost cost;
    qd_tree_visit(place->tree, &query, add_entries, &sums->answers, &cost);
    hash_take_cost(&sums->costs, cost);
}

void hash_boxes(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++)
        ask(place, sums, qd_shape_box(hash_window(place)));
    ask(place, sums, (qd_shape){ .type = QD_EVERYWHERE });
}

void hash_points(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++)
        ask(place, sums, qd_shape_point(hash_point(place)));
}

void hash_circles(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        const qd_vec2 center = hash_point(place);
        const double radius = hash_length(place) * 4;
        ask(place, sums, qd_shape_circle(center, radius));
    }
}

// Eight corners on the lattice that the size spans, or the triangle of three of them, the other way round.
void hash_polygons(hash_place *place, hash_sums *sums)
{
    static const double eight[8][2] = { { 3, 1 },   { 1, 3 },   { -1, 3 }, { -3, 1 },
                                        { -3, -1 }, { -1, -3 }, { 1, -3 }, { 3, -1 } };
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        qd_vec2 corners[8];
        const qd_vec2 center = hash_point(place);
        const double size = hash_length(place) * 2 + 0.125;
        const uint32_t count = i % 2 ? 8 : 3;
        for (uint32_t c = 0; c < count; c++) {
            const double *corner = eight[count == 3 ? 7 - 3 * c : c];
            corners[c].x = center.x + corner[0] * size;
            corners[c].y = center.y + corner[1] * size;
        }
        ask(place, sums, qd_shape_polygon(corners, count));
    }
}

void hash_cursors(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        const qd_query query = { .shape = qd_shape_box(hash_window(place)) };
        qd_cursor cursor;
        qd_entry found[7];
        size_t count;
        qd_cursor_begin(&cursor, place->tree, &query);
        while ((count = qd_cursor_next(&cursor, found, 7)) > 0)
            (void)add_entries(&sums->answers, found, count);
        hash_take_cost(&sums->costs, cursor.cost);
    }
}
