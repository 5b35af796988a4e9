// What contacts say of a few items, call by call.
#include "support.h"
#include "watchers.h"

static qd_tree *tree;
static qd_contacts *contacts;

static void begin(qd_edges edges)
{
    tree = tree_with(edges, 0, 0);
    contacts = contacts_of(tree, NULL);
}

static void end(void)
{
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

static qd_id add(qd_box where, uint64_t user)
{
    return put(tree, (qd_item){ .box = where, .user = user });
}

static const qd_pair *first_began(void)
{
    size_t count;
    return qd_contacts_began(contacts, &count);
}

static const qd_pair *first_ended(void)
{
    size_t count;
    return qd_contacts_ended(contacts, &count);
}

static size_t stayed_count(void)
{
    size_t total = 77;
    assert_int_equal(qd_contacts_stayed(contacts, NULL, 0, &total), 0);
    return total;
}

// Updates, and says how many began, stayed and ended.
static void expect(size_t began, size_t stayed, size_t ended)
{
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(began_count(contacts), began);
    assert_int_equal(ended_count(contacts), ended);
    assert_int_equal(stayed_count(), stayed);
    assert_int_equal(stats_of_contacts(contacts).contacts, began + stayed);
}

static void assert_pair(const qd_pair *pair, qd_id a, uint64_t user_a, qd_id b, uint64_t user_b)
{
    assert_true(pair->a.id == a);
    assert_true(pair->b.id == b);
    assert_int_equal(pair->a.user, user_a);
    assert_int_equal(pair->b.user, user_b);
}

static void nothing_in_an_empty_tree(void)
{
    begin(QD_CLOSED);
    expect(0, 0, 0);
    qd_id id = add(box(0, 0, 1, 1), 0);
    expect(0, 0, 0);
    qd_tree_remove(tree, id);
    expect(0, 0, 0);
    end();
    qd_contacts_destroy(NULL);
}

static void a_pair_begins_stays_and_ends(void)
{
    begin(QD_CLOSED);
    qd_id a = add(box(0, 0, 2, 2), 10), b = add(box(1, 1, 3, 3), 20);
    expect(1, 0, 0);
    assert_pair(first_began(), a, 10, b, 20);
    expect(0, 1, 0);
    assert_int_equal(qd_tree_move(tree, a, box(5, 5, 6, 6)), QD_OK);
    expect(0, 0, 1);
    assert_pair(first_ended(), a, 10, b, 20);
    expect(0, 0, 0);
    end();
}

static void what_is_there_before_begins_too(void)
{
    tree = tree_with(QD_CLOSED, 0, 0);
    for (int i = 0; i < 3; i++)
        add(box(0, 0, 1, 1), 0);
    contacts = contacts_of(tree, NULL);
    expect(3, 0, 0);
    end();
}

static void touching_counts_as_the_tree_has_it(void)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        begin((qd_edges)edges);
        add(box(0, 0, 1, 1), 0);
        add(box(1, 0, 2, 1), 0);
        expect(edges == QD_CLOSED, 0, 0);
        end();
    }
}

// With open edges points that lie in one place are on the edge of what bounds them, and meet no cell, not even their
// own.
static void points_on_open_edges_meet_nothing_but_what_is_around(void)
{
    begin(QD_OPEN);
    for (uint64_t i = 0; i < 12; i++)
        add(box(1, 1, 1, 1), i);
    expect(0, 0, 0);
    add(box(1, 1, 1, 1), 12); // one among many: by a window of its own
    expect(0, 0, 0);
    add(box(0, 0, 2, 2), 13);
    expect(13, 0, 0);
    end();
}

static void a_slot_that_is_used_again_is_no_old_friend(void)
{
    begin(QD_CLOSED);
    qd_id a = add(box(0, 0, 1, 1), 1), b = add(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    assert_int_equal(qd_tree_remove(tree, b), QD_OK);
    qd_id c = add(box(0, 0, 1, 1), 3);
    assert_int_equal(qd_id_slot(c), qd_id_slot(b));
    expect(1, 0, 1);
    assert_pair(first_ended(), a, 1, b, 2);
    assert_pair(first_began(), a, 1, c, 3);
    // Both of them at once, and more than once.
    for (int i = 0; i < 3; i++) {
        qd_tree_remove(tree, a);
        qd_tree_remove(tree, c);
        c = add(box(0, 0, 1, 1), 5);
        a = add(box(0, 0, 1, 1), 6);
        qd_tree_set_user(tree, a, 7);
    }
    expect(1, 0, 1);
    assert_int_equal(first_ended()->b.user, 3);
    assert_int_equal(first_began()->a.user + first_began()->b.user, 12);
    end();
}

static void befriend_move_and_replace(size_t budget, int moves)
{
    tree = tree_with(QD_CLOSED, 0, 0);
    contacts = contacts_of(tree, &(qd_contacts_def){ .budget = budget });
    qd_id ids[] = { add(box(0, 0, 1, 1), 1), add(box(0, 0, 1, 1), 2) };
    while (qd_contacts_update(contacts), stats_of_contacts(contacts).waiting > 0) {
    }
    const qd_id old[] = { ids[0], ids[1] };
    qd_tree_move(tree, ids[moves], box(0, 0, 2, 2));
    qd_tree_remove(tree, ids[1 - moves]);
    ids[1 - moves] = add(box(0, 0, 1, 1), 3);
    assert_int_equal(qd_id_slot(ids[1 - moves]), qd_id_slot(old[1 - moves]));
    expect(1, 0, 1);
    assert_pair(first_ended(), old[0], 1, old[1], 2);
    assert_pair(first_began(), ids[0], moves == 0 ? 1 : 3, ids[1], moves == 1 ? 2 : 3);
    end();
}

static void a_friend_that_moves_does_not_take_the_new_one_for_the_old(void)
{
    for (size_t budget = 0; budget < 2; budget++) { // 1: the one that moves is tested, the new one waits
        befriend_move_and_replace(budget, 0);
        befriend_move_and_replace(budget, 1);
    }
}

// Contacts that came a few at a time, so that there is little room for telling that all end.
static void all_that_came_bit_by_bit_ends_at_once(void)
{
    begin(QD_CLOSED);
    for (int i = 0; i < 100; i++) {
        add(point_at((double)i, 0), 0);
        add(point_at((double)i, 0), 0);
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
    }
    qd_tree_clear(tree);
    expect(0, 0, 100);
    end();
}

static void users_are_those_of_now_or_of_the_end(void)
{
    begin(QD_CLOSED);
    qd_id a = add(box(0, 0, 1, 1), 1), b = add(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_tree_set_user(tree, a, 11);
    qd_tree_set_user(tree, b, 22);
    qd_pair stayed;
    assert_int_equal(qd_contacts_stayed(contacts, &stayed, 1, NULL), 0); // it began
    expect(0, 1, 0);
    qd_tree_remove(tree, b);
    assert_int_equal(qd_contacts_stayed(contacts, &stayed, 1, NULL), 1); // as of the update
    assert_pair(&stayed, a, 11, b, 22);
    qd_tree_set_user(tree, a, 111);
    expect(0, 0, 1);
    assert_pair(first_ended(), a, 111, b, 22);
    end();
}

static void a_filter_that_changes_ends_and_begins(void)
{
    begin(QD_CLOSED);
    qd_id a = add(box(0, 0, 1, 1), 1);
    put(tree, (qd_item){ .box = box(0, 0, 1, 1), .filter = { .layers = 1 } });
    expect(1, 0, 0);
    assert_int_equal(qd_tree_set_filter(tree, a, &(qd_filter){ 1, QD_NO_LAYER }), QD_OK);
    expect(0, 0, 1);
    assert_int_equal(qd_tree_set_filter(tree, a, &(qd_filter){ 2, 1 }), QD_OK);
    expect(1, 0, 0);
    assert_int_equal(qd_tree_set_filter(tree, a, &(qd_filter){ 2, 2 }), QD_OK);
    expect(0, 0, 1);
    end();
}

static void what_was_undone_is_not_told(void)
{
    begin(QD_CLOSED);
    qd_id a = add(box(0, 0, 1, 1), 1);
    add(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_tree_move(tree, a, box(5, 5, 6, 6));
    qd_tree_move(tree, a, box(0, 0, 1, 1));
    qd_tree_remove(tree, add(box(0, 0, 1, 1), 3));
    expect(0, 1, 0);
    end();
}

static void the_tree_may_go_first(void)
{
    begin(QD_CLOSED);
    qd_contacts *others = contacts_of(tree, NULL), *idle = contacts_of(tree, NULL);
    qd_id a = add(box(0, 0, 1, 1), 1), b = add(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_contacts_destroy(others);
    qd_tree_destroy(tree);
    tree = NULL;
    expect(0, 0, 1);
    assert_pair(first_ended(), a, 1, b, 2);
    expect(0, 0, 0);
    assert_int_equal(qd_contacts_update(idle), QD_OK);
    assert_int_equal(began_count(idle), 0);
    qd_contacts_destroy(idle);
    end();
}

static void clearing_ends_all(void)
{
    begin(QD_CLOSED);
    for (int i = 0; i < 10; i++)
        add(box(0, 0, 1, 1), 0);
    expect(45, 0, 0);
    qd_tree_clear(tree);
    for (int i = 0; i < 5; i++)
        add(box(0, 0, 1, 1), 0);
    expect(10, 0, 45);
    end();
}

static void a_budget_puts_off_and_loses_nothing(void)
{
    enum { COUNT = 50, BUDGET = 7 };
    tree = tree_with(QD_CLOSED, 0, 0);
    contacts = contacts_of(tree, &(qd_contacts_def){ .budget = BUDGET });
    qd_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
        ids[i] = add(point_at((double)(i / 2), 0), 0);
    size_t began = 0;
    for (int i = 0; i < COUNT; i += BUDGET) {
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
        const qd_contacts_stats figures = stats_of_contacts(contacts);
        began += began_count(contacts);
        assert_int_equal(figures.waiting, i + BUDGET < COUNT ? COUNT - i - BUDGET : 0);
        assert_true(figures.tested <= BUDGET);
    }
    assert_int_equal(began, COUNT / 2);
    // Removed items end at once, whatever else waits.
    for (int i = 0; i < COUNT; i++)
        qd_tree_move(tree, ids[i], point_at((double)(i / 2), 1));
    for (int i = 0; i < COUNT; i += 2)
        qd_tree_remove(tree, ids[i]);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(ended_count(contacts), COUNT / 2);
    end();
}

// Whichever of the two comes first: they meet, one of them is tested, and the other one waits. Then they part.
static void a_budget_does_not_put_off_what_the_tested_one_meets(void)
{
    for (int first = 0; first < 2; first++) {
        tree = tree_with(QD_CLOSED, 0, 0);
        contacts = contacts_of(tree, &(qd_contacts_def){ .budget = 1 });
        qd_id ids[10];
        for (int i = 0; i < 10; i++) // so many that the one is tested by a window
            ids[i] = add(point_at((double)i * 10, 0), 0);
        for (int i = 0; i < 10; i++)
            expect(0, 0, 0);
        qd_tree_move(tree, ids[first], point_at(500, 0));
        qd_tree_move(tree, ids[1 - first], point_at(500, 0));
        expect(1, 0, 0);
        assert_int_equal(stats_of_contacts(contacts).waiting, 1);
        expect(0, 1, 0);
        qd_tree_move(tree, ids[first], point_at(600, 0));
        qd_tree_move(tree, ids[1 - first], point_at(700, 0));
        expect(0, 0, 1);
        assert_int_equal(stats_of_contacts(contacts).waiting, 1);
        expect(0, 0, 0);
        end();
    }
}

// A move that no float can tell is a move.
static void below_a_step_of_floats(void)
{
    const double step = 0x1p-50;
    tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE });
    contacts = contacts_of(tree, NULL);
    qd_id ids[10];
    for (int i = 0; i < 10; i++) // so many that one is tested by a window
        ids[i] = add(box(i * 2.0, 0, i * 2.0 + 1, 1), 0);
    expect(0, 0, 0);
    const qd_id id = add(box(1 + step, 0, 2 - step, 1), 1);
    expect(0, 0, 0);
    assert_int_equal(qd_tree_move(tree, id, box(1, 0, 2 - step, 1)), QD_OK);
    expect(1, 0, 0);
    assert_int_equal(stats_of_contacts(contacts).tested, 1);
    assert_pair(first_began(), ids[0], 0, id, 1);
    assert_int_equal(qd_tree_move(tree, id, box(1 + step, 0, 2, 1)), QD_OK);
    expect(1, 0, 1);
    assert_pair(first_began(), ids[1], 0, id, 1);
    assert_int_equal(qd_tree_move(tree, id, box(1 + step, 0, 2, 1)), QD_OK);
    expect(0, 1, 0);
    assert_int_equal(stats_of_contacts(contacts).tested, 0);
    end();
}

static bool has_id(const qd_entry *entries, size_t count, qd_id id, uint64_t user)
{
    for (size_t i = 0; i < count; i++)
        if (entries[i].id == id && entries[i].user == user)
            return true;
    return false;
}

static void contacts_of_one_item(void)
{
    enum { MANY = 40 };
    begin(QD_CLOSED);
    qd_entry out[MANY + 1];
    qd_id ids[MANY];
    size_t total = 77;
    const qd_id large = add(box(0, 0, 100, 1), 1000);
    for (size_t i = 0; i < MANY; i++)
        ids[i] = add(point_at((double)i, 0), i);
    assert_int_equal(qd_contacts_of(contacts, large, out, MANY, &total), 0); // before the first update
    assert_int_equal(total, 0);
    expect(MANY, 0, 0);
    assert_int_equal(qd_contacts_of(contacts, ids[3], out, MANY, &total), 1);
    assert_int_equal(total, 1);
    assert_true(has_id(out, 1, large, 1000));
    for (size_t capacity = 0; capacity <= MANY + 1; capacity++) {
        const size_t count = capacity < MANY ? capacity : MANY;
        out[count].user = 99;
        assert_int_equal(qd_contacts_of(contacts, large, out, capacity, capacity % 2 ? &total : NULL), count);
        assert_int_equal(out[count].user, 99);
        assert_true(capacity % 2 == 0 || total == MANY);
    }
    for (size_t i = 0; i < MANY; i++)
        assert_true(has_id(out, MANY, ids[i], i));
    end();
}

// As of the update, but with user values of now; those of a stale id are none, whatever is in its slot now.
static void contacts_of_items_that_change(void)
{
    begin(QD_CLOSED);
    qd_entry out[4];
    const qd_id a = add(box(0, 0, 1, 1), 1), b = add(box(0, 0, 1, 1), 2), c = add(box(0, 0, 1, 1), 3);
    expect(3, 0, 0);
    qd_tree_set_user(tree, b, 22);
    qd_tree_set_user(tree, c, 33);
    qd_tree_remove(tree, c);
    assert_int_equal(qd_contacts_of(contacts, a, out, 4, NULL), 2);
    assert_true(has_id(out, 2, b, 22) && has_id(out, 2, c, 33));
    assert_int_equal(qd_contacts_of(contacts, c, out, 4, NULL), 0);
    const qd_id d = add(box(0, 0, 1, 1), 4);
    assert_int_equal(qd_id_slot(d), qd_id_slot(c));
    size_t total = 77;
    assert_int_equal(qd_contacts_of(contacts, d, out, 4, &total), 0);
    assert_int_equal(total, 0);
    assert_int_equal(qd_contacts_of(contacts, a, out, 4, NULL), 2);
    assert_true(has_id(out, 2, c, 33));
    expect(2, 1, 2);
    assert_int_equal(qd_contacts_of(contacts, d, out, 4, NULL), 2);
    assert_true(has_id(out, 2, a, 1) && has_id(out, 2, b, 22));
    assert_int_equal(qd_contacts_of(contacts, 0, out, 4, NULL), 0);
    assert_int_equal(qd_contacts_of(contacts, UINT64_MAX, out, 4, NULL), 0);
    qd_tree_destroy(tree);
    tree = NULL;
    assert_int_equal(qd_contacts_of(contacts, a, out, 4, &total), 0);
    assert_int_equal(total, 0);
    assert_int_equal(stayed_count(), 1);
    end();
}

// The first of them in order, however few fit.
static void stayed_in_small_arrays(void)
{
    enum { LARGE = 30, SMALL = 90, ROOM = 4000 };
    static qd_pair all[ROOM], some[ROOM + 1];
    begin(QD_CLOSED);
    for (int i = 0; i < SMALL; i++) { // large ones have slots between them
        add(point_at(i * 37 % SMALL, 0), (uint64_t)i);
        if (i % 3 == 0)
            add(box(i, -1, SMALL, 1), 1000);
    }
    expect(stats_of_contacts(contacts).contacts + qd_tree_count_pairs(tree, NULL), 0, 0);
    for (int i = 0; i < 20; i++)
        add(point_at(i, 0), 7); // which begin, and are none of them
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_true(began_count(contacts) > 0);
    size_t total = 0;
    const size_t count = qd_contacts_stayed(contacts, all, ROOM, &total);
    assert_int_equal(total, count);
    assert_int_equal(count, stats_of_contacts(contacts).contacts - began_count(contacts));
    for (size_t i = 1; i < count; i++) {
        const uint32_t a = qd_id_slot(all[i - 1].a.id), b = qd_id_slot(all[i].a.id);
        assert_true(a < b || (a == b && qd_id_slot(all[i - 1].b.id) < qd_id_slot(all[i].b.id)));
        assert_true(b < qd_id_slot(all[i].b.id));
    }
    for (size_t capacity = 0; capacity <= count + 1; capacity++) {
        const size_t right = capacity < count ? capacity : count;
        some[right].a.user = 99;
        assert_int_equal(qd_contacts_stayed(contacts, some, capacity, capacity % 2 ? &total : NULL), right);
        assert_int_equal(total, count);
        assert_int_equal(some[right].a.user, 99);
        assert_memory_equal(some, all, right * sizeof *some);
    }
    end();
}

tests_main(plain_test(nothing_in_an_empty_tree), plain_test(a_pair_begins_stays_and_ends),
           plain_test(what_is_there_before_begins_too), plain_test(touching_counts_as_the_tree_has_it),
           plain_test(points_on_open_edges_meet_nothing_but_what_is_around),
           plain_test(a_slot_that_is_used_again_is_no_old_friend),
           plain_test(a_friend_that_moves_does_not_take_the_new_one_for_the_old),
           plain_test(all_that_came_bit_by_bit_ends_at_once), plain_test(users_are_those_of_now_or_of_the_end),
           plain_test(a_filter_that_changes_ends_and_begins), plain_test(what_was_undone_is_not_told),
           plain_test(the_tree_may_go_first), plain_test(clearing_ends_all),
           plain_test(a_budget_puts_off_and_loses_nothing),
           plain_test(a_budget_does_not_put_off_what_the_tested_one_meets), plain_test(below_a_step_of_floats),
           plain_test(contacts_of_one_item), plain_test(contacts_of_items_that_change),
           plain_test(stayed_in_small_arrays))
