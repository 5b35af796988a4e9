// What concerns a whole tree: its nodes, totals, what there is to draw, snapshots.
#include "place.h"

#include <stdlib.h>

// What the items are after many changes, and the work that these took.
void hash_changes(hash_place *place, hash_sums *sums)
{
    qd_box bounds;
    qd_tree_stats stats;
    for (int i = 0; i < 20; i++) {
        hash_stir(place);
        qd_tree_bounds(place->tree, &bounds);
        hash_take_box(&sums->answers, bounds);
    }
    for (size_t i = 0; i < place->count; i++) {
        qd_item item;
        if (qd_tree_get(place->tree, place->ids[i], &item) == QD_OK) {
            hash_take_box(&sums->answers, item.box);
            hash_take(&sums->answers, item.filter.layers);
            hash_take(&sums->answers, item.filter.mask);
        }
    }
    const qd_query query = { .shape = qd_shape_box(hash_window(place)) };
    size_t removed;
    hash_expect(qd_tree_remove_found(place->tree, &query, &removed) == QD_OK, "removing what is found");
    hash_take(&sums->answers, removed);
    hash_expect(qd_tree_rebuild(place->tree) == QD_OK, "rebuilding");
    qd_tree_get_stats(place->tree, &stats);
    hash_take(&sums->costs, stats.work);
}

static void add_nodes(hash_place *place, hash_sums *sums)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, place->tree);
    while (qd_node_cursor_next(&cursor, &node)) {
        qd_entry entries[8];
        qd_box boxes[8];
        size_t total;
        const size_t count = qd_node_cursor_entries(&cursor, entries, boxes, 8, &total);
        hash_take_box(&sums->answers, node.square);
        hash_take_box(&sums->answers, node.bounds);
        hash_take(&sums->answers, node.items_below);
        hash_take(&sums->answers, total);
        for (size_t i = 0; i < count; i++) {
            hash_take_entry(&sums->answers, entries[i]);
            hash_take_box(&sums->answers, boxes[i]);
        }
    }
}

// The layout as changes have left it, and as rebuilding lays it.
void hash_nodes(hash_place *place, hash_sums *sums)
{
    add_nodes(place, sums);
    hash_expect(qd_tree_rebuild(place->tree) == QD_OK, "rebuilding");
    add_nodes(place, sums);
    qd_tree_stats stats;
    qd_tree_get_stats(place->tree, &stats);
    hash_take(&sums->costs, stats.nodes);
    hash_take(&sums->costs, stats.buckets);
    hash_take(&sums->costs, stats.fullest_node);
    hash_take_double(&sums->costs, stats.fill);
}

void hash_totals(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        qd_query query = { .shape = qd_shape_box(hash_window(place)) };
        query.filter = hash_filter(place);
        qd_total total;
        qd_cost cost;
        qd_tree_total(place->tree, &query, &total, &cost);
        hash_take_total(&sums->answers, &total);
        hash_take_cost(&sums->costs, cost);
    }
}

static qd_flow add_details(void *context, const qd_detail *details, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash_take_entry(context, details[i].item);
        hash_take_box(context, details[i].bounds);
        hash_take_total(context, &details[i].total);
    }
    return QD_CONTINUE;
}

void hash_details(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        const qd_query query = { .shape = qd_shape_box(hash_window(place)) };
        const double size = hash_length(place) * 4;
        qd_cost cost;
        qd_tree_visit_details(place->tree, &query, size, add_details, &sums->answers, &cost);
        hash_take_cost(&sums->costs, cost);
    }
}

// Every byte of a snapshot, and what the tree that is loaded from it answers.
void hash_snapshots(hash_place *place, hash_sums *sums)
{
    const qd_extra extra = { "extra", 5 };
    size_t size = 0;
    (void)qd_tree_save(place->tree, &extra, NULL, 0, &size);
    unsigned char *bytes = malloc(size);
    hash_expect(bytes && qd_tree_save(place->tree, &extra, bytes, size, &size) == QD_OK, "saving");
    for (size_t i = 0; bytes && i < size; i++)
        hash_take(&sums->answers, bytes[i]);
    qd_tree *saved = place->tree;
    hash_expect(qd_tree_load(bytes, size, NULL, &place->tree) == QD_OK, "loading");
    hash_expect(qd_tree_check(place->tree), "a loaded tree");
    hash_boxes(place, sums);
    add_nodes(place, sums);
    hash_close(place);
    place->tree = saved;
    free(bytes);
}
