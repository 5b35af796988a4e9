// The cost of an update follows what has changed, not how many there are; counted, not timed.
#include "support.h"
#include "views.h"
#include "watchers.h"

enum { COUNT = 20000, FEW = 50 };

static const qd_box world = { { 0, 0 }, { 1000, 1000 } };

static qd_tree *tree;
static qd_contacts *contacts;
static struct flock flock;

static void begin(void)
{
    tree = tree_over(world);
    flock = flock_of_squares(COUNT, world, 3, 7);
    flock_insert_many(&flock, tree);
    contacts = contacts_of(tree, NULL);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
}

static void end(void)
{
    qd_contacts_destroy(contacts);
    flock_end(&flock, tree);
}

static qd_contacts_stats update(void)
{
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    return stats_of_contacts(contacts);
}

static void assert_nothing_was_done(void)
{
    qd_contacts_stats figures = update();
    assert_int_equal(figures.tested, 0);
    assert_int_equal(figures.cost.nodes + figures.cost.tests + figures.swept, 0);
}

static void what_stands_still_costs_nothing(void)
{
    begin();
    assert_nothing_was_done();
    for (size_t i = 0; i < COUNT; i++)
        qd_tree_move(tree, flock.ids[i], flock.boxes[i]);
    assert_nothing_was_done();
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, COUNT, NULL), QD_OK);
    assert_nothing_was_done();
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_nothing_was_done();
    end();
}

static void step(size_t i, double by)
{
    flock.boxes[i].min.x += by;
    flock.boxes[i].max.x += by;
}

static void few_that_move_cost_little(void)
{
    begin();
    const uint64_t all = cost_of_pairs(tree).tests;
    for (size_t i = 0; i < FEW; i++) {
        step(i * 100, 1);
        qd_tree_move(tree, flock.ids[i * 100], flock.boxes[i * 100]);
    }
    qd_contacts_stats one_by_one = update();
    assert_int_equal(one_by_one.tested, FEW);
    assert_true(one_by_one.cost.tests < (uint64_t)FEW * 600);
    assert_true(one_by_one.cost.tests < all / 5);
    // The same, told among many that stay where they are.
    for (size_t i = 0; i < FEW; i++)
        step(i * 100, 1);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, COUNT, NULL), QD_OK);
    qd_contacts_stats at_once = update();
    assert_int_equal(at_once.tested, FEW);
    assert_true(at_once.cost.tests < (uint64_t)FEW * 600);
    end();
}

// Each finds what a query with its box finds, but for itself. They go down together, and pass buckets by whose bounds
// they do not meet.
static void windows_compare_no_more_than_queries(void)
{
    begin();
    qd_cost apart = { 0, 0, 0 };
    for (size_t i = 0; i < FEW; i++) {
        step(i * 100, 1);
        qd_tree_move(tree, flock.ids[i * 100], flock.boxes[i * 100]);
    }
    for (size_t i = 0; i < FEW; i++) {
        const qd_cost cost = cost_of_window(tree, flock.boxes[i * 100]);
        apart.nodes += cost.nodes;
        apart.tests += cost.tests;
        apart.hits += cost.hits - 1; // itself
    }
    const qd_cost cost = update().cost;
    assert_true(cost.nodes > 0 && apart.nodes > 0);
    assert_true(cost.tests >= cost.hits + FEW && cost.tests <= apart.tests);
    assert_true(cost.hits > 0);
    assert_int_equal(cost.hits, apart.hits);
    end();
}

// Nodes with nothing that it may pair with are passed by, however many of them its box covers.
static void what_a_filter_hides_costs_nothing(void)
{
    static const qd_filter hidden[] = { { .layers = 2, .mask = 2 }, { .mask = QD_NO_LAYER } };
    begin();
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(qd_tree_set_filter(tree, flock.ids[i], &(qd_filter){ .layers = 1 }), QD_OK);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK); // nodes forget the filters that items had before
    const size_t contacts_before = update().contacts;
    for (size_t i = 0; i < 2; i++) {
        put(tree, (qd_item){ .box = world, .filter = hidden[i] });
        const qd_contacts_stats figures = update();
        assert_int_equal(figures.tested, 1);
        assert_int_equal(figures.contacts, contacts_before);
        assert_true(figures.cost.nodes <= 1); // its own
        assert_true(figures.cost.tests < 100);
    }
    end();
}

// Wherever in a block it lies.
static void no_item_finds_itself(void)
{
    enum { SAME = 200 };
    tree = tree_over(world);
    flock = flock_of_same(SAME, box(100, 100, 101, 101));
    flock_insert(&flock, tree);
    contacts = contacts_of(tree, NULL);
    assert_int_equal(update().contacts, SAME * (SAME - 1) / 2);
    for (size_t i = 0; i < SAME; i++) {
        step(i, 0.125);
        qd_tree_move(tree, flock.ids[i], flock.boxes[i]);
        const qd_contacts_stats figures = update();
        assert_int_equal(figures.cost.tests, SAME);
        assert_int_equal(figures.cost.hits, SAME - 1);
    }
    end();
}

static void many_that_move_cost_one_walk(void)
{
    begin();
    for (size_t i = 0; i < COUNT; i++)
        step(i, 1);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, COUNT, NULL), QD_OK);
    qd_cost walk = cost_of_pairs(tree);
    qd_contacts_stats figures = update();
    assert_int_equal(figures.tested, COUNT);
    assert_int_equal(figures.cost.nodes, walk.nodes);
    assert_int_equal(figures.cost.tests, walk.tests);
    end();
}

// The partners of a box as large as the world are not gone through because one of them moves.
static void a_giant_does_not_weigh_on_others(void)
{
    begin();
    put(tree, item_at(world));
    assert_true(update().contacts > COUNT);
    for (int tick = 0; tick < 200; tick++) {
        step(5, tick % 2 ? 1.0 : -1.0);
        qd_tree_move(tree, flock.ids[5], flock.boxes[5]);
        qd_contacts_stats figures = update();
        assert_int_equal(figures.tested, 1);
        assert_true(figures.cost.tests < 1000);
        assert_true(figures.swept < 100);
    }
    end();
}

// What was kept for a crowd is not gone through when the crowd has left.
static void a_giant_forgets_its_crowd(void)
{
    begin();
    const size_t still = update().contacts; // of the others
    const qd_id giant = put(tree, item_at(world));
    assert_int_equal(update().contacts, still + COUNT);
    for (int tick = 0; tick < 2; tick++) {
        qd_tree_move(tree, giant, qd_box_xywh((double)tick, 0, 70, 70));
        qd_contacts_stats figures = update();
        const size_t partners = figures.contacts - still;
        assert_true(partners > 30);
        assert_true(tick == 0 ? figures.swept >= COUNT : figures.swept < 16 * partners);
    }
    end();
}

tests_main(plain_test(what_stands_still_costs_nothing), plain_test(few_that_move_cost_little),
           plain_test(windows_compare_no_more_than_queries), plain_test(what_a_filter_hides_costs_nothing),
           plain_test(no_item_finds_itself), plain_test(many_that_move_cost_one_walk),
           plain_test(a_giant_does_not_weigh_on_others), plain_test(a_giant_forgets_its_crowd))
