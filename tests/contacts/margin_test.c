// What an observer with a margin sees, and one that sees only the nearest; and the observers of an item. Each case is
// written out; tests of interest compare random ones with brute force.
#include "support.h"
#include "watchers.h"

#include <math.h>

enum { NOTHING, ENTERS, LEAVES };

static void expect_step(qd_interest *interest, qd_tree *tree, qd_id item, double x, int event)
{
    assert_int_equal(qd_tree_move(tree, item, qd_box_at((qd_vec2){ x, 0 })), QD_OK);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_int_equal(entered_count(interest), event == ENTERS);
    assert_int_equal(left_count(interest), event == LEAVES);
}

// The drawing of interest.h: the view ends at 10, the margin at 14.
static void what_was_seen_leaves_beyond_the_margin(void)
{
    for (int kind = 0; kind < 12; kind++) {
        const double edge = kind % 3 == 2 ? 0 : 10;
        const qd_shape shapes[] = { qd_shape_box(box(-10, -10, 10, 10)), qd_shape_circle((qd_vec2){ 0, 0 }, 10),
                                    qd_shape_point((qd_vec2){ 0, 0 }) };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = kind / 3 % 2 ? QD_DOUBLE : QD_FLOAT });
        qd_interest *interest = interest_of(tree, NULL);
        const qd_observer observer = { .view.shape = shapes[kind % 3],
                                       .view.relation = kind < 6 ? QD_OVERLAPS : QD_INSIDE,
                                       .margin = 4 };
        qd_id id, item = put(tree, item_at(point_at(edge + 3, 0)));
        assert_int_equal(qd_interest_add(interest, &observer, &id), QD_OK);
        const struct {
            double x;
            int event;
        } steps[] = { { edge + 3, NOTHING }, { edge, ENTERS },      { edge + 3, NOTHING },  { edge + 4, NOTHING },
                      { edge + 5, LEAVES },  { edge + 3, NOTHING }, { edge + 3, NOTHING },  { edge, ENTERS },
                      { edge + 1, NOTHING }, { -edge, NOTHING },    { -edge - 4, NOTHING }, { -edge - 5, LEAVES } };
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            expect_step(interest, tree, item, steps[i].x, steps[i].event);
        // Where it is within the margin, a smaller one lets it go, and so does a filter; one without an end does not.
        expect_step(interest, tree, item, edge, ENTERS);
        qd_observer other = observer;
        other.margin = INFINITY;
        assert_int_equal(qd_interest_set(interest, id, &other), QD_OK);
        expect_step(interest, tree, item, 1e30, NOTHING);
        assert_int_equal(qd_tree_set_filter(tree, item, &(qd_filter){ .layers = 2 }), QD_OK);
        other.view.filter.mask = 1;
        assert_int_equal(qd_interest_set(interest, id, &other), QD_OK);
        expect_step(interest, tree, item, edge + 1, LEAVES);
        // An infinite margin reaches everywhere, from a view at the end of the world too.
        assert_int_equal(qd_interest_set(interest, id, &(qd_observer){ 0 }), QD_OK);
        expect_step(interest, tree, item, edge, ENTERS);
        other = (qd_observer){ .view.shape = qd_shape_box(box(INFINITY, 0, INFINITY, 1)), .margin = INFINITY };
        assert_int_equal(qd_interest_set(interest, id, &other), QD_OK);
        expect_step(interest, tree, item, -edge, NOTHING);
        qd_interest_destroy(interest);
        qd_tree_destroy(tree);
    }
}

// Does an observer see the items with these user values, in order, and no other?
static void expect_seen(qd_interest *interest, qd_id observer, size_t count, const uint64_t *users)
{
    size_t seen = 77;
    assert_int_equal(qd_interest_update(interest), QD_OK);
    const qd_entry *view = qd_interest_seen(interest, observer, &seen);
    assert_int_equal(seen, count);
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < seen; k++)
            found = found || view[k].user == users[i];
        assert_true(found);
    }
}

static void the_nearest_are_seen(void)
{
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = (qd_precision)precision });
        qd_id items[4], id;
        const double xs[] = { 5, -3, 3, 1 }; // 1 and 2 are equally near
        for (size_t i = 0; i < 4; i++) {
            qd_item item = item_at(point_at(xs[i], 0));
            item.user = i;
            items[i] = put(tree, item);
        }
        qd_interest *interest = interest_of(tree, NULL);
        qd_observer observer = { .view.shape = qd_shape_box(box(-10, -1, 10, 1)), .nearest = 2 };
        assert_int_equal(qd_interest_add(interest, &observer, &id), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 1 }); // ties by slot
        observer.nearest = 3;
        assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
        expect_seen(interest, id, 3, (uint64_t[]){ 3, 1, 2 });
        observer.nearest = 2;
        observer.margin = 1;
        assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 1 });
        // 2 comes nearer, and 1 goes farther: not by the margin yet, then by just that, then by more.
        assert_int_equal(qd_tree_move(tree, items[2], qd_box_at((qd_vec2){ 2.5, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 1 });
        assert_int_equal(qd_tree_move(tree, items[1], qd_box_at((qd_vec2){ -3.5, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 1 });
        assert_int_equal(qd_tree_move(tree, items[1], qd_box_at((qd_vec2){ -3.75, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 2 });
        // Back again: 2 was seen last, so 1 has to be nearer by more than the margin.
        assert_int_equal(qd_tree_move(tree, items[1], qd_box_at((qd_vec2){ -2, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 2 });
        assert_int_equal(qd_tree_move(tree, items[1], qd_box_at((qd_vec2){ -1.5, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 2 });
        assert_int_equal(qd_tree_move(tree, items[1], qd_box_at((qd_vec2){ -1.25, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 3, 1 });
        // What is within the margin only competes like the rest.
        assert_int_equal(qd_tree_move(tree, items[3], qd_box_at((qd_vec2){ 10.5, 0 })), QD_OK);
        expect_seen(interest, id, 2, (uint64_t[]){ 1, 2 });
        qd_interest_destroy(interest);
        qd_tree_destroy(tree);
    }
}

// Nearer ones lie above and below it.
static void a_long_view_sees_its_own_nearest(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ 0 });
    qd_id id;
    for (uint64_t i = 0; i < 8; i++) {
        qd_item item = item_at(i < 6 ? point_at(10.0 * (double)(i + 1), 0) : point_at(0, 65.0 - 10.0 * (double)i));
        item.user = i;
        put(tree, item);
    }
    qd_interest *interest = interest_of(tree, NULL);
    qd_observer observer = { .view.shape = qd_shape_box(box(-100, -1, 100, 1)), .nearest = 2 };
    assert_int_equal(qd_interest_add(interest, &observer, &id), QD_OK);
    expect_seen(interest, id, 2, (uint64_t[]){ 0, 1 });
    observer.nearest = SIZE_MAX;
    assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
    expect_seen(interest, id, 6, (uint64_t[]){ 0, 1, 2, 3, 4, 5 });
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

// Over a point all are equally near, and no circle is as small as the margin: what was seen stays all the same.
static void what_was_seen_stays_in_a_crowd(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .edges = QD_OPEN });
    qd_id items[4], id;
    for (uint64_t i = 0; i < 4; i++) {
        qd_item item = item_at(i == 2 ? box(-1, -1, 1, 1) : box(5, 5, 6, 6));
        item.user = i;
        items[i] = put(tree, item);
    }
    qd_interest *interest = interest_of(tree, NULL);
    const qd_observer observer = { .view.shape = qd_shape_point((qd_vec2){ 0, 0 }), .margin = 1e-300, .nearest = 1 };
    assert_int_equal(qd_interest_add(interest, &observer, &id), QD_OK);
    expect_seen(interest, id, 1, (uint64_t[]){ 2 });
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(qd_tree_move(tree, items[i], box(-2, -2, 2, 2)), QD_OK);
    expect_seen(interest, id, 1, (uint64_t[]){ 2 });
    assert_int_equal(entered_count(interest) + left_count(interest), 0);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

static void expect_observers(const qd_interest *interest, qd_id item, size_t count, const qd_entry *right)
{
    qd_entry found[4];
    size_t total = 77;
    assert_int_equal(qd_interest_of(interest, item, found, 4, &total), count);
    assert_int_equal(total, count);
    for (size_t i = 0; i < count; i++)
        assert_true(found[i].id == right[i].id && found[i].user == right[i].user);
    assert_int_equal(qd_interest_of(interest, item, NULL, 0, &total), 0);
    assert_int_equal(total, count);
    assert_int_equal(qd_interest_of(interest, item, found, 1, NULL), count > 0);
}

// Observers change after the update; items too, of which it does not know yet.
static void an_item_has_observers(void)
{
    for (int by_item = 0; by_item < 2; by_item++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ 0 });
        const qd_interest_def def = { .by_item = by_item != 0 };
        qd_interest *interest = interest_of(tree, &def);
        const qd_id near = put(tree, item_at(point_at(0, 0))), far = put(tree, item_at(point_at(50, 0)));
        qd_id ids[3];
        for (size_t i = 0; i < 3; i++) {
            const qd_observer observer = { .view.shape = qd_shape_circle((qd_vec2){ 0, 0 }, 10), .user = 70 + i };
            assert_int_equal(qd_interest_add(interest, &observer, &ids[i]), QD_OK);
        }
        expect_observers(interest, near, 0, NULL); // not before an update
        assert_int_equal(qd_interest_update(interest), QD_OK);
        expect_observers(interest, near, 3, (qd_entry[]){ { ids[0], 70 }, { ids[1], 71 }, { ids[2], 72 } });
        expect_observers(interest, far, 0, NULL);
        expect_observers(interest, 0, 0, NULL);
        expect_observers(interest, near + ((qd_id)2 << 32), 0, NULL);
        expect_observers(interest, far + 7, 0, NULL);
        assert_int_equal(qd_tree_remove(tree, near), QD_OK);
        assert_int_equal(qd_interest_remove(interest, ids[1]), QD_OK);
        assert_int_equal(qd_interest_set(interest, ids[2], &(qd_observer){ .user = 5 }), QD_OK);
        expect_observers(interest, near, 2, (qd_entry[]){ { ids[0], 70 }, { ids[2], 5 } });
        qd_id next; // in the same slot
        assert_int_equal(qd_interest_add(interest, &(qd_observer){ .user = 6 }, &next), QD_OK);
        assert_int_equal(qd_id_slot(next), qd_id_slot(ids[1]));
        expect_observers(interest, near, 2, (qd_entry[]){ { ids[0], 70 }, { ids[2], 5 } });
        assert_int_equal(qd_interest_update(interest), QD_OK);
        expect_observers(interest, near, 0, NULL);
        expect_observers(interest, far, 2, (qd_entry[]){ { next, 6 }, { ids[2], 5 } });
        qd_tree_destroy(tree);
        expect_observers(interest, far, 2, (qd_entry[]){ { next, 6 }, { ids[2], 5 } });
        assert_int_equal(qd_interest_update(interest), QD_OK);
        expect_observers(interest, far, 0, NULL);
        qd_interest_destroy(interest);
    }
}

tests_main(plain_test(what_was_seen_leaves_beyond_the_margin), plain_test(the_nearest_are_seen),
           plain_test(a_long_view_sees_its_own_nearest), plain_test(what_was_seen_stays_in_a_crowd),
           plain_test(an_item_has_observers))
