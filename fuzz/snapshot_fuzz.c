// The fuzzer's way into snapshots. Its bytes are taken as one, but for what no mutation would ever get right: the
// first eight bytes, the size and the sum are made right. Whatever is then accepted must be a sound tree that finds
// what it holds, and saves, loads and maps as any.
#include "entry.h"
#include "mapping.h"

#include <quadrille/quadrille.h>
#include <string.h>

static void put_long(unsigned char *to, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t sum_of(const unsigned char *bytes, size_t size)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t number = 0;
        for (int i = 8; i-- > 0;)
            number = number << 8 | bytes[at + (size_t)i];
        sum = (sum ^ number) * 0xd6e8feb86659fd93u;
        sum ^= sum >> 32;
    }
    return sum;
}

static void make_right(unsigned char *bytes, size_t size)
{
    static const unsigned char magic[8] = { 0x89, 'Q', 'D', 'S', '\r', '\n', 0x1a, '\n' };
    if (size < 136)
        return;
    memcpy(bytes, magic, sizeof magic);
    put_long(bytes + 16, size);
    put_long(bytes + size - 8, sum_of(bytes, size - 8));
}

static qd_flow count_some(void *context, const qd_entry *entries, size_t count)
{
    (void)entries;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static qd_flow pass_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)pairs;
    (void)distances;
    *(size_t *)context += count;
    return *(size_t *)context < 100000 ? QD_CONTINUE : QD_STOP;
}

static size_t count_in_nodes(const qd_tree *tree)
{
    qd_node_cursor cursor;
    size_t items = 0;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node);)
        items += node.items;
    return items;
}

// Nothing is below what is skipped.
static size_t count_roots(const qd_tree *tree)
{
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    size_t roots = 0;
    for (qd_node node; qd_node_cursor_next(&cursor, &node); roots++)
        qd_node_cursor_skip(&cursor);
    return roots;
}

static void look_into(const qd_tree *tree)
{
    const qd_query window = { .shape = qd_shape_box((qd_box){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } }) };
    const qd_ranked nearest = qd_nearest(qd_shape_point((qd_vec2){ 1, 2 }), INFINITY);
    size_t found = 0, pairs = 0;
    qd_hit hits[4];
    qd_tree_stats stats;
    qd_box bounds;
    demand(qd_tree_check(tree), "what is accepted is sound");
    qd_tree_visit(tree, &window, count_some, &found, NULL);
    qd_tree_get_stats(tree, &stats);
    demand(found == qd_tree_count(tree, NULL) && found == stats.items, "all that it holds is found");
    demand(found == count_in_nodes(tree), "all that it holds is in its nodes");
    demand(count_roots(tree) >= 1 && count_roots(tree) <= 2, "which are below one root or two");
    qd_tree_visit_pairs(tree, NULL, pass_pairs, &pairs, NULL);
    qd_tree_find_ranked(tree, &nearest, hits, 4, NULL);
    qd_tree_bounds(tree, &bounds);
    demand(found == 0 || qd_box_is_valid(&bounds), "what it holds has bounds");
}

// Puts the next bytes behind those before.
typedef struct pieces {
    unsigned char *bytes;
    size_t count, room;
} pieces;

static qd_flow add_piece(void *context, const void *bytes, size_t size)
{
    pieces *to = context;
    demand(size <= to->room - to->count, "no more comes than was said");
    memcpy(to->bytes + to->count, bytes, size);
    to->count += size;
    return QD_CONTINUE;
}

static bool same_definition(const qd_tree *a, const qd_tree *b)
{
    qd_tree_def one, other;
    qd_tree_get_def(a, &one);
    qd_tree_get_def(b, &other);
    return one.precision == other.precision && one.edges == other.edges && one.leaf_capacity == other.leaf_capacity &&
           one.max_depth == other.max_depth;
}

static void save_again(const qd_tree *tree)
{
    const qd_extra name = { "abc", 3 };
    size_t size = 0;
    demand(qd_tree_save(tree, &name, NULL, 0, &size) == QD_TOO_SMALL, "what was read has a size");
    unsigned char *bytes = malloc(size);
    pieces by = { malloc(size), 0, size };
    qd_tree *again = NULL;
    demand(bytes && by.bytes && qd_tree_save(tree, &name, bytes, size, &size) == QD_OK, "what was read can be saved");
    demand(size == by.room, "with that size");
    demand(qd_tree_save_by(tree, &name, add_piece, &by) == QD_OK && by.count == size, "piece by piece too");
    demand(memcmp(bytes, by.bytes, size) == 0, "as the same bytes");
    demand(qd_tree_load(bytes, size, NULL, &again) == QD_OK, "what was saved can be loaded");
    look_into(again);
    demand(qd_tree_count(again, NULL) == qd_tree_count(tree, NULL), "with as many items");
    demand(same_definition(again, tree), "of the same shape");
    demand(qd_tree_add(again, qd_box_xywh(0, 0, 0, 0), 1) && qd_tree_check(again), "and can be changed");
    qd_tree_destroy(again);
    free(by.bytes);
    free(bytes);
}

// The bytes of the caller's lie within the snapshot, wherever it says that they do.
static void look_at_extra(const unsigned char *bytes, size_t size, bool accepted)
{
    qd_extra extra = { NULL, 0 };
    const bool there = qd_snapshot_extra(bytes, size, &extra) == QD_OK;
    demand(there || !accepted, "what is accepted has a place for the caller's bytes");
    demand(qd_snapshot_starts(bytes, size) || !accepted, "what is accepted begins as a snapshot");
    if (!there || extra.size == 0)
        return;
    const unsigned char *first = extra.bytes;
    demand(first >= bytes && extra.size <= size && first + extra.size <= bytes + size, "which is within it");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = aligned_alloc(QD_ALIGNMENT, size / 64 * 64 + 64);
    demand(bytes != NULL, "there is memory");
    if (size > 0)
        memcpy(bytes, data, size);
    make_right(bytes, size);
    qd_tree *mapped = NULL, *loaded = NULL;
    qd_result result = qd_tree_map(bytes, size, NULL, &mapped);
    if (result == QD_BYTE_ORDER && !can_map())
        result = qd_tree_load(bytes, size, NULL, &mapped);
    demand(result == QD_OK || result == QD_BAD_DATA, "bytes are good or bad");
    demand(qd_tree_load(bytes, size, NULL, &loaded) == result, "loading says what mapping says");
    look_at_extra(bytes, size, result == QD_OK);
    if (result == QD_OK) {
        look_into(mapped);
        look_into(loaded);
        save_again(mapped);
    }
    qd_tree_destroy(mapped);
    qd_tree_destroy(loaded);
    free(bytes);
    return 0;
}
