// Pictures of trees: what they count is what they frame, places that differ lie apart, and texts are XML, each by brute
// force.
#include "output.h"
#include "picture_layers.h"
#include "structure.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <quadrille/quadrille.h>
#include <string.h>

// Deterministic random numbers.
struct prng {
    uint64_t state;
};

static uint32_t prng_below(struct prng *random, uint32_t limit)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random->state >> 33) % limit);
}

// Boxes in a world of 256 units or in one that grows, some outside of it.
static qd_tree *random_tree(struct prng *random, int round)
{
    qd_tree *tree = qd_tree_new(
        &(qd_tree_def){ .leaf_capacity = 1 + round % 9,
                        .precision = round % 2 ? QD_DOUBLE : QD_FLOAT,
                        .edges = round % 5 == 4 ? QD_OPEN : QD_CLOSED,
                        .world = round % 3 ? (qd_box){ { 0, 0 }, { 256, 256 } } : (qd_box){ { 0, 0 }, { 0, 0 } } });
    assert_non_null(tree);
    for (uint32_t i = prng_below(random, 500); i > 0; i--) {
        const double far = i % 41 == 0 ? 1000 : 0, side = prng_below(random, round % 4 == 3 ? 60 : 3);
        const double x = far + prng_below(random, 2560) / 10.0, y = prng_below(random, 2560) / 10.0;
        assert_true(qd_tree_add(tree, (qd_box){ { x, y }, { x + side, y + side } }, i) != 0);
    }
    return tree;
}

static qd_box random_window(struct prng *random, int round)
{
    const double x = prng_below(random, 300), y = prng_below(random, 300);
    if (round % 17 == 0)
        return (qd_box){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const double most = round % 3 ? 8 : round % 2 ? 60 : 1200;
    return (qd_box){ { x, y }, { x + most * prng_below(random, 100) / 100, y + prng_below(random, 9) } };
}

static bool overlap(qd_box a, qd_box b, qd_edges edges)
{
    if (edges == QD_OPEN)
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

// What the window meets, of all nodes of the tree: a node above another has bounds around that one's.
static void expect_visits(const layers *l, const picture_options *o)
{
    qd_node_cursor cursor;
    qd_node node;
    size_t nodes = 0, items = 0, hits = 0;
    qd_node_cursor_begin(&cursor, l->tree);
    while (qd_node_cursor_next(&cursor, &node)) {
        qd_entry entries[600];
        qd_box boxes[600];
        const bool met = node.items + node.items_below > 0 && overlap(node.bounds, o->query, o->edges);
        const size_t here = qd_node_cursor_entries(&cursor, entries, boxes, 600, NULL);
        nodes += met;
        items += met ? node.items : 0;
        for (size_t i = 0; i < here; i++) {
            const bool hit = l->emphasis[qd_id_slot(entries[i].id)] == ITEM_HIT;
            assert_int_equal(hit, overlap(boxes[i], o->query, o->edges));
            assert_true(met || !hit);
            hits += hit;
        }
    }
    assert_int_equal(l->visited, nodes);
    assert_int_equal(l->visited_items, items);
    assert_int_equal(l->hits, hits);
}

// All visited nodes have a mark, and the cells of those that show have it too, outside the world as well.
static void expect_marks(const layers *l)
{
    size_t marked = 0, in_cells = 0, leaves = 0;
    for (size_t i = 0; i < l->nodes.count; i++) {
        marked += l->nodes.nodes[i].visited;
        leaves += l->nodes.nodes[i].visited && l->nodes.nodes[i].leaf;
    }
    assert_int_equal(marked, l->visited);
    for (size_t i = 0; i < l->cell_count; i++)
        in_cells += l->cells[i].visited;
    assert_true(in_cells <= marked);
    if (!l->merged)
        assert_int_equal(in_cells, marked);
    assert_true(leaves <= marked);
}

static void counts_are_those_of_frames(void)
{
    struct prng random = { 5 };
    int whole = 0, outside = 0;
    for (int round = 0; round < 300; round++) {
        qd_tree *tree = random_tree(&random, round);
        const picture_options o = { .has_query = true,
                                    .query = random_window(&random, round),
                                    .edges = round % 5 == 4 ? QD_OPEN : QD_CLOSED,
                                    .exact = round % 2 };
        const canvas c = canvas_make((rect){ -1e7, -1e7, 1e7, 1e7 }, 0, 0);
        canvas near = canvas_make((rect){ -2000, -2000, 2000, 2000 }, 0, 0);
        layers l;
        assert_true(layers_gather(&l, tree, round % 2 ? &c : &near, &o));
        expect_visits(&l, &o);
        expect_marks(&l);
        whole += !l.merged;
        for (size_t i = 0; i < l.cell_count; i++)
            outside += l.cells[i].visited && l.cells[i].rest;
        layers_free(&l);
        qd_tree_destroy(tree);
    }
    assert_true(whole > 20);
    assert_true(outside > 20);
}

// The next double or float upwards, so often.
static double steps_up(double from, uint32_t steps, bool exact)
{
    while (steps-- > 0)
        from = exact ? nextafter(from, INFINITY) : (double)nextafterf((float)from, INFINITY);
    return from;
}

static bool holds(qd_box outer, qd_box inner)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.max.x >= inner.max.x &&
           outer.max.y >= inner.max.y;
}

// Two places that are a few steps of their numbers apart, anywhere, lie apart in the picture, inside of it, and a view
// around them is not replaced by another.
static void places_that_differ_lie_apart(void)
{
    struct prng random = { 6 };
    for (int round = 0; round < 4000; round++) {
        const bool exact = round % 2;
        const double far = ldexp(1 + prng_below(&random, 1000) / 1000.0,
                                 (int)prng_below(&random, exact ? 2090 : 270) - (exact ? 1072 : 145));
        const qd_vec2 a = { exact ? far : (double)(float)far, round % 3 ? 0 : exact ? far : (double)(float)far };
        const uint32_t steps = 1 + prng_below(&random, round % 7 ? 9 : 900);
        const qd_vec2 b = { steps_up(a.x, steps, exact), round % 5 ? a.y : steps_up(a.y, 1, exact) };
        qd_tree *tree = qd_tree_new(&(qd_tree_def){ .precision = exact ? QD_DOUBLE : QD_FLOAT });
        assert_true(qd_tree_add(tree, (qd_box){ a, a }, 1) != 0 && qd_tree_add(tree, (qd_box){ b, b }, 2) != 0);
        rect chosen;
        assert_true(canvas_choose_view(tree, &chosen));
        for (int given = 0; given <= 1; given++) {
            const canvas c = canvas_make(given ? (rect){ a.x, a.y, b.x, b.y } : chosen, 0, 0);
            const rect p = canvas_rect(&c, (qd_box){ a, a }), q = canvas_rect(&c, (qd_box){ b, b });
            assert_true(hypot(q.x0 - p.x0, q.y0 - p.y0) > 5);
            assert_true(holds(canvas_view(&c), (qd_box){ a, b }));
            assert_true(p.x0 >= c.plot.x0 - 1e-6 && q.x0 <= c.plot.x1 + 1e-6 && p.y0 <= c.plot.y1 + 1e-6);
            assert_true(c.plot.y1 - c.plot.y0 > 300 && c.plot.y1 - c.plot.y0 < 1100);
        }
        qd_tree_destroy(tree);
    }
}

// A view is shown as it is given where its shape suits, and made up where it has no extent.
static void views_are_kept(void)
{
    const rect views[] = { { 16000000, 16000000, 16000010, 16000010 },
                           { 1e15, -1e15, 1e15 + 20, -1e15 + 20 },
                           { 0, 0, 1e-310, 1e-310 },
                           { -3e307, 2e307, 5e307, 8e307 } };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const canvas c = canvas_make(views[i], 0, 0);
        assert_true(c.view.x0 <= views[i].x0 && c.view.x1 >= views[i].x1);
        assert_true(c.view.x1 - c.view.x0 <= (views[i].x1 - views[i].x0) * 1.001);
        assert_memory_equal(&c.view.y0, &views[i].y0, sizeof c.view.y0);
        assert_memory_equal(&c.view.y1, &views[i].y1, sizeof c.view.y1);
    }
    const double places[] = { 0, 7, -1e9, 1e-320, DBL_MAX, -FLT_MAX };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const canvas c = canvas_make((rect){ places[i], places[i], places[i], places[i] }, 0, 0);
        assert_true(c.view.x1 > c.view.x0 && c.view.y1 > c.view.y0 && isfinite(c.plot.y1));
    }
}

// Boxes of 0..2 units in `side` units from `low` on; no extent along x, or no extent at all, in some rounds.
static qd_tree *placed_tree(struct prng *random, int round, qd_vec2 low, double side, bool exact)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .precision = exact ? QD_DOUBLE : QD_FLOAT });
    assert_non_null(tree);
    const uint32_t count = round % 4 == 3 ? 1 : 20 + prng_below(random, 300);
    for (uint32_t i = 0; i < count; i++) {
        const double x = round % 4 == 1 ? 0 : side * prng_below(random, 1024) / 1024;
        const double y = round % 4 == 2 ? 0 : side * prng_below(random, 1024) / 1024;
        const double far = i % 37 == 36 ? side : 0, size = round % 4 ? 0 : prng_below(random, 64) / 32.0;
        const qd_vec2 at = { low.x + x + far, low.y + y };
        assert_true(qd_tree_add(tree, (qd_box){ at, { at.x + size, at.y + size } }, i) != 0);
    }
    return tree;
}

static qd_box grown(qd_box box, double by)
{
    return (qd_box){ { box.min.x - by, box.min.y - by }, { box.max.x + by, box.max.y + by } };
}

// By what an item belongs to a leaf: `leaves` by touching it, the grid by its lower corner, others by lying in it.
static bool belongs(const char *name, qd_box node, qd_box item)
{
    const qd_vec2 middle = { item.min.x / 2 + item.max.x / 2, item.min.y / 2 + item.max.y / 2 };
    if (strcmp(name, "leaves") == 0)
        return overlap(node, item, QD_CLOSED);
    if (strcmp(name, "grid") == 0)
        return holds(node, (qd_box){ item.min, item.min });
    return strcmp(name, "kd") == 0 ? holds(node, (qd_box){ middle, middle }) : holds(node, item);
}

static void expect_items_in_cells(const node_list *list, const char *name, const qd_item *items, size_t count,
                                  double slack)
{
    size_t large = 0;
    for (size_t i = 0; i < list->count; i++)
        large += list->nodes[i].leaf ? 0 : list->nodes[i].items;
    for (size_t k = 0; k < count; k++) {
        bool found = large > 0;
        for (size_t i = 0; i < list->count && !found; i++)
            found = list->nodes[i].items > 0 && belongs(name, grown(list->nodes[i].box, slack), items[k].box);
        assert_true(found);
    }
    for (size_t i = 0; i < list->count; i++) {
        const list_node *one = &list->nodes[i];
        size_t well = 0, about = 0;
        for (size_t k = 0; k < count && one->leaf; k++) {
            well += belongs(name, grown(one->box, -slack), items[k].box);
            about += belongs(name, grown(one->box, slack), items[k].box);
        }
        assert_true(!one->leaf || one->items <= about);
        if (strcmp(name, "rtree") != 0 && strcmp(name, "aabb") != 0)
            assert_true(!one->leaf || one->items + large >= well);
    }
}

// The cells of each structure are where its items are: also far from the origin, in doubles, beyond the sample's middle
// and without extent.
static void cells_are_where_items_are(void)
{
    struct prng random = { 9 };
    static const struct place {
        qd_vec2 low;
        double side;
        bool exact;
    } places[] = { { { 0, 0 }, 64, false },
                   { { 16000000, 16000000 }, 64, false },
                   { { 1e9, 1e9 }, 100, true },
                   { { 500000.1, 5600000.3 }, 20, true },
                   { { -1e12, 3 }, 1000, true } };
    for (int round = 0; round < 120; round++) {
        const struct place *at = &places[round % 5];
        qd_tree *tree = placed_tree(&random, round / 5, at->low, at->side, at->exact);
        rect view;
        assert_true(canvas_choose_view(tree, &view));
        const canvas c = canvas_make(view, 0, 0);
        qd_entry found[600];
        qd_item items[600];
        const size_t count = qd_tree_find_box(tree, (qd_box){ { -1e30, -1e30 }, { 1e30, 1e30 } }, found, 600);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(qd_tree_get(tree, found[i].id, &items[i]), QD_OK);
        for (int which = 1; structure_names[which] != NULL; which++) {
            const picture_options o = { .structure = which, .exact = at->exact };
            layers l;
            assert_true(layers_gather(&l, tree, &c, &o));
            assert_true(l.cell_count > 0);
            expect_items_in_cells(&l.nodes, structure_names[which], items, count, (c.view.x1 - c.view.x0) * 2e-6);
            layers_free(&l);
        }
        qd_tree_destroy(tree);
    }
}

// The UTF-8 of a character. Returns its length.
static size_t encode(uint32_t character, char out[5])
{
    const size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    memset(out, 0, 5);
    for (size_t i = length; i-- > 0; character >>= 6)
        out[i] = (char)(i > 0 ? 0x80 | (character & 0x3f) : first[length] | character);
    return length;
}

// The character that XML 1.0 allows, by its definition of Char.
static bool is_xml_character(uint32_t c)
{
    return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
           (c >= 0x10000 && c <= 0x10ffff);
}

// Any character is written as itself or as U+FFFD, and what XML does not allow only as that.
static void texts_are_xml(void)
{
    output out = { .file = tmpfile(), .name = "texts" };
    char text[5], got[5];
    assert_non_null(out.file);
    for (uint32_t c = 1; c <= 0x10ffff; c++)
        if (c != '<' && c != '>' && c != '&' && encode(c, text) > 0)
            put_xml_text(&out, text);
    output_flush(&out);
    rewind(out.file);
    for (uint32_t c = 1; c <= 0x10ffff; c++) {
        if (c == '<' || c == '>' || c == '&')
            continue;
        const size_t length = encode(c, text);
        memset(got, 0, sizeof got);
        const bool surrogate = c >= 0xd800 && c <= 0xdfff, kept = is_xml_character(c) && c >= 0x20 && c != 0x7f;
        const size_t copies = surrogate ? 3 : 1, expected = kept ? length : 3;
        for (size_t i = 0; i < copies; i++) {
            assert_int_equal(fread(got, 1, expected, out.file), expected);
            assert_memory_equal(got, kept ? text : "\xef\xbf\xbd", expected);
        }
    }
    fclose(out.file);
}

tests_main(plain_test(counts_are_those_of_frames), plain_test(places_that_differ_lie_apart), plain_test(views_are_kept),
           plain_test(cells_are_where_items_are), plain_test(texts_are_xml))
