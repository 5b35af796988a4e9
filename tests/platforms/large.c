// A tree of many items with the settings that are usual: laid at once, moved in passes, asked many things at once,
// thinned out, grown again one by one. Totals are left out, which other subjects have.
#include "place.h"

#include <stdlib.h>

enum { LARGE = 24000, WINDOWS = 200 };

typedef struct large_place {
    hash_place *place;
    qd_tree *tree;
    qd_box boxes[LARGE];
    qd_id ids[LARGE];
} large_place;

static void take_structure(const qd_tree *tree, uint64_t *sum)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, tree);
    while (qd_node_cursor_next(&cursor, &node)) {
        hash_take_box(sum, node.square);
        hash_take_box(sum, node.bounds);
        hash_take(sum, node.items_below);
    }
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    hash_take(sum, stats.work);
}

static qd_flow take_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    for (size_t i = 0; i < count; i++)
        hash_take_pair(context, pairs[i]);
    return QD_CONTINUE;
}

static void ask(large_place *large, hash_sums *sums)
{
    qd_box windows[WINDOWS];
    uint64_t offsets[WINDOWS + 1];
    size_t total = 0;
    qd_cost cost;
    for (int i = 0; i < WINDOWS; i++)
        windows[i] = hash_window(large->place);
    const qd_queries queries = { .count = WINDOWS, .boxes = qd_boxes_double(windows) };
    qd_rows rows = { .offsets = offsets };
    (void)qd_tree_find_many(large->tree, &queries, &rows, &total); // counts
    uint64_t *users = malloc((total + 1) * sizeof *users);
    hash_expect(users != NULL, "memory");
    rows = (qd_rows){ .capacity = total, .offsets = offsets, .users = users, .cost = &cost };
    hash_expect(qd_tree_find_many(large->tree, &queries, &rows, &total) == QD_OK, "finding many");
    for (size_t i = 0; i < total; i++)
        hash_take(&sums->answers, users[i]);
    free(users);
    hash_take_cost(&sums->costs, cost);
    qd_tree_visit_pairs(large->tree, NULL, take_pairs, &sums->answers, &cost);
    hash_take_cost(&sums->costs, cost);
    take_structure(large->tree, &sums->costs);
}

static void move_all(large_place *large, double by)
{
    for (size_t i = 0; i < LARGE; i++) {
        const double x = hash_between(large->place, -by, by), y = hash_between(large->place, -by, by);
        large->boxes[i].min.x += x;
        large->boxes[i].max.x += x;
        large->boxes[i].min.y += y;
        large->boxes[i].max.y += y;
    }
    const qd_boxes boxes = qd_boxes_double(large->boxes);
    hash_expect(qd_tree_move_many(large->tree, large->ids, &boxes, LARGE, NULL) == QD_OK, "moving many");
}

void hash_large(hash_place *place, hash_sums *sums)
{
    if (place->field != FIELD_EVEN && place->field != FIELD_CROWDED)
        return;
    large_place *large = malloc(sizeof *large);
    if (!large) {
        hash_fail("memory");
        return;
    }
    large->place = place;
    const qd_tree_def def = { .precision = place->precision, .edges = place->edges, .allocator = hash_allocator() };
    hash_expect(qd_tree_create(&def, &large->tree) == QD_OK, "creating a tree");
    for (size_t i = 0; i < LARGE; i++)
        large->boxes[i] = hash_box(place);
    const qd_items items = { .boxes = qd_boxes_double(large->boxes) };
    hash_expect(qd_tree_insert_many(large->tree, &items, LARGE, large->ids, NULL) == QD_OK, "inserting many");
    ask(large, sums);
    move_all(large, 0.5);
    move_all(large, 20);
    ask(large, sums);
    hash_expect(qd_tree_remove_many(large->tree, large->ids + LARGE / 4, LARGE / 2, NULL) == QD_OK, "removing many");
    take_structure(large->tree, &sums->costs);
    for (size_t i = LARGE / 4; i < LARGE / 2; i++) {
        const qd_item item = { .box = hash_box(place), .user = i };
        hash_expect(qd_tree_insert(large->tree, &item, &large->ids[i]) == QD_OK, "inserting");
    }
    ask(large, sums);
    hash_expect(qd_tree_rebuild(large->tree) == QD_OK, "rebuilding");
    take_structure(large->tree, &sums->costs);
    qd_tree_destroy(large->tree);
    free(large);
}
