// What contacts say of a few items, call by call.
#include "support.h"

static qd_tree *tree;
static qd_contacts *contacts;

static void begin(qd_edges edges)
{
    tree = tree_with(edges, 0, 0);
    contacts = qd_contacts_create(tree, NULL);
    assert_non_null(contacts);
}

static void end(void)
{
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

static qd_id put(qd_box where, uint64_t user)
{
    qd_id id = qd_tree_insert(tree, (qd_item){ .box = where, .user = user });
    assert_false(qd_id_is_null(id));
    return id;
}

// Updates, and says how many began, stayed and ended.
static void expect(size_t began, size_t stayed, size_t ended)
{
    qd_contact_list list;
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_began(contacts).count, began);
    assert_int_equal(qd_contacts_ended(contacts).count, ended);
    assert_int_equal(qd_contacts_stayed(contacts, &list), QD_OK);
    assert_int_equal(list.count, stayed);
    assert_int_equal(qd_contacts_figures(contacts).contacts, began + stayed);
}

static void assert_pair(const qd_pair *pair, qd_id a, uint64_t user_a, qd_id b, uint64_t user_b)
{
    assert_true(qd_id_equal(pair->a.id, a));
    assert_true(qd_id_equal(pair->b.id, b));
    assert_int_equal(pair->a.user, user_a);
    assert_int_equal(pair->b.user, user_b);
}

static void nothing_in_an_empty_tree(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    expect(0, 0, 0);
    qd_id id = put(box(0, 0, 1, 1), 0);
    expect(0, 0, 0);
    qd_tree_remove(tree, id);
    expect(0, 0, 0);
    end();
    qd_contacts_destroy(NULL);
}

static void a_pair_begins_stays_and_ends(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_id a = put(box(0, 0, 2, 2), 10), b = put(box(1, 1, 3, 3), 20);
    expect(1, 0, 0);
    assert_pair(qd_contacts_began(contacts).pairs, a, 10, b, 20);
    expect(0, 1, 0);
    assert_int_equal(qd_tree_move(tree, a, box(5, 5, 6, 6)), QD_OK);
    expect(0, 0, 1);
    assert_pair(qd_contacts_ended(contacts).pairs, a, 10, b, 20);
    expect(0, 0, 0);
    end();
}

static void what_is_there_before_begins_too(void **state)
{
    (void)state;
    tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    for (int i = 0; i < 3; i++)
        put(box(0, 0, 1, 1), 0);
    contacts = qd_contacts_create(tree, NULL);
    expect(3, 0, 0);
    end();
}

static void touching_counts_as_the_tree_has_it(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        begin((qd_edges)edges);
        put(box(0, 0, 1, 1), 0);
        put(box(1, 0, 2, 1), 0);
        expect(edges == QD_EDGES_CLOSED, 0, 0);
        end();
    }
}

// With open edges points that lie in one place are on the edge of what bounds them, and meet no cell, not even their
// own.
static void points_on_open_edges_meet_nothing_but_what_is_around(void **state)
{
    (void)state;
    begin(QD_EDGES_OPEN);
    for (uint64_t i = 0; i < 12; i++)
        put(box(1, 1, 1, 1), i);
    expect(0, 0, 0);
    put(box(1, 1, 1, 1), 12); // one among many: by a window of its own
    expect(0, 0, 0);
    put(box(0, 0, 2, 2), 13);
    expect(13, 0, 0);
    end();
}

static void a_slot_that_is_used_again_is_no_old_friend(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_id a = put(box(0, 0, 1, 1), 1), b = put(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    assert_int_equal(qd_tree_remove(tree, b), QD_OK);
    qd_id c = put(box(0, 0, 1, 1), 3);
    assert_int_equal(c.slot, b.slot);
    expect(1, 0, 1);
    assert_pair(qd_contacts_ended(contacts).pairs, a, 1, b, 2);
    assert_pair(qd_contacts_began(contacts).pairs, a, 1, c, 3);
    // Both of them at once, and more than once.
    for (int i = 0; i < 3; i++) {
        qd_tree_remove(tree, a);
        qd_tree_remove(tree, c);
        c = put(box(0, 0, 1, 1), 5);
        a = put(box(0, 0, 1, 1), 6);
        qd_tree_set_user(tree, a, 7);
    }
    expect(1, 0, 1);
    assert_int_equal(qd_contacts_ended(contacts).pairs->b.user, 3);
    assert_int_equal(qd_contacts_began(contacts).pairs->a.user + qd_contacts_began(contacts).pairs->b.user, 12);
    end();
}

static void befriend_move_and_replace(size_t budget, int moves)
{
    tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    contacts = qd_contacts_create(tree, &(qd_contacts_def){ .budget = budget });
    qd_id ids[] = { put(box(0, 0, 1, 1), 1), put(box(0, 0, 1, 1), 2) };
    while (qd_contacts_update(contacts), qd_contacts_figures(contacts).waiting > 0) {
    }
    const qd_id old[] = { ids[0], ids[1] };
    qd_tree_move(tree, ids[moves], box(0, 0, 2, 2));
    qd_tree_remove(tree, ids[1 - moves]);
    ids[1 - moves] = put(box(0, 0, 1, 1), 3);
    assert_int_equal(ids[1 - moves].slot, old[1 - moves].slot);
    expect(1, 0, 1);
    assert_pair(qd_contacts_ended(contacts).pairs, old[0], 1, old[1], 2);
    assert_pair(qd_contacts_began(contacts).pairs, ids[0], moves == 0 ? 1 : 3, ids[1], moves == 1 ? 2 : 3);
    end();
}

static void a_friend_that_moves_does_not_take_the_new_one_for_the_old(void **state)
{
    (void)state;
    for (size_t budget = 0; budget < 2; budget++) { // 1: the one that moves is tested, the new one waits
        befriend_move_and_replace(budget, 0);
        befriend_move_and_replace(budget, 1);
    }
}

// Contacts that came a few at a time, so that there is little room for telling that all end.
static void all_that_came_bit_by_bit_ends_at_once(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    for (int i = 0; i < 100; i++) {
        put(point_at((float)i, 0), 0);
        put(point_at((float)i, 0), 0);
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
    }
    qd_tree_clear(tree);
    expect(0, 0, 100);
    end();
}

static void users_are_those_of_now_or_of_the_end(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_id a = put(box(0, 0, 1, 1), 1), b = put(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_tree_set_user(tree, a, 11);
    qd_tree_set_user(tree, b, 22);
    qd_contact_list list;
    assert_int_equal(qd_contacts_stayed(contacts, &list), QD_OK);
    assert_int_equal(list.count, 0); // it began
    expect(0, 1, 0);
    qd_tree_remove(tree, b);
    assert_int_equal(qd_contacts_stayed(contacts, &list), QD_OK); // as of the update
    assert_pair(list.pairs, a, 11, b, 22);
    qd_tree_set_user(tree, a, 111);
    expect(0, 0, 1);
    assert_pair(qd_contacts_ended(contacts).pairs, a, 111, b, 22);
    end();
}

static void a_filter_that_changes_ends_and_begins(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_id a = put(box(0, 0, 1, 1), 1);
    put(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    assert_int_equal(qd_tree_set_filter(tree, a, (qd_filter){ 1, QD_NO_LAYERS }), QD_OK);
    expect(0, 0, 1);
    assert_int_equal(qd_tree_set_filter(tree, a, (qd_filter){ 2, 1 }), QD_OK);
    expect(1, 0, 0);
    assert_int_equal(qd_tree_set_filter(tree, a, (qd_filter){ 2, 2 }), QD_OK);
    expect(0, 0, 1);
    end();
}

static void what_was_undone_is_not_told(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_id a = put(box(0, 0, 1, 1), 1);
    put(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_tree_move(tree, a, box(5, 5, 6, 6));
    qd_tree_move(tree, a, box(0, 0, 1, 1));
    qd_tree_remove(tree, put(box(0, 0, 1, 1), 3));
    expect(0, 1, 0);
    end();
}

static void the_tree_may_go_first(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    qd_contacts *others = qd_contacts_create(tree, NULL), *idle = qd_contacts_create(tree, NULL);
    qd_id a = put(box(0, 0, 1, 1), 1), b = put(box(0, 0, 1, 1), 2);
    expect(1, 0, 0);
    qd_contacts_destroy(others);
    qd_tree_destroy(tree);
    tree = NULL;
    expect(0, 0, 1);
    assert_pair(qd_contacts_ended(contacts).pairs, a, 1, b, 2);
    expect(0, 0, 0);
    assert_int_equal(qd_contacts_update(idle), QD_OK);
    assert_int_equal(qd_contacts_began(idle).count, 0);
    qd_contacts_destroy(idle);
    end();
}

static void clearing_ends_all(void **state)
{
    (void)state;
    begin(QD_EDGES_CLOSED);
    for (int i = 0; i < 10; i++)
        put(box(0, 0, 1, 1), 0);
    expect(45, 0, 0);
    qd_tree_clear(tree);
    for (int i = 0; i < 5; i++)
        put(box(0, 0, 1, 1), 0);
    expect(10, 0, 45);
    end();
}

static void a_budget_puts_off_and_loses_nothing(void **state)
{
    (void)state;
    enum { COUNT = 50, BUDGET = 7 };
    tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    contacts = qd_contacts_create(tree, &(qd_contacts_def){ .budget = BUDGET });
    qd_id ids[COUNT];
    for (int i = 0; i < COUNT; i++)
        ids[i] = put(point_at((float)(i / 2), 0), 0);
    size_t began = 0;
    for (int i = 0; i < COUNT; i += BUDGET) {
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
        qd_contacts_stats figures = qd_contacts_figures(contacts);
        began += qd_contacts_began(contacts).count;
        assert_int_equal(figures.waiting, i + BUDGET < COUNT ? COUNT - i - BUDGET : 0);
        assert_true(figures.tested <= BUDGET);
    }
    assert_int_equal(began, COUNT / 2);
    // Removed items end at once, whoever else waits.
    for (int i = 0; i < COUNT; i++)
        qd_tree_move(tree, ids[i], point_at((float)(i / 2), 1));
    for (int i = 0; i < COUNT; i += 2)
        qd_tree_remove(tree, ids[i]);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_ended(contacts).count, COUNT / 2);
    end();
}

// Whichever of the two comes first: they meet, one of them is tested, and the other one waits. Then they part.
static void a_budget_does_not_put_off_whom_the_tested_one_meets(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        tree = tree_with(QD_EDGES_CLOSED, 0, 0);
        contacts = qd_contacts_create(tree, &(qd_contacts_def){ .budget = 1 });
        qd_id ids[10];
        for (int i = 0; i < 10; i++) // so many that the one is tested by a window
            ids[i] = put(point_at((float)i * 10, 0), 0);
        for (int i = 0; i < 10; i++)
            expect(0, 0, 0);
        qd_tree_move(tree, ids[first], point_at(500, 0));
        qd_tree_move(tree, ids[1 - first], point_at(500, 0));
        expect(1, 0, 0);
        assert_int_equal(qd_contacts_figures(contacts).waiting, 1);
        expect(0, 1, 0);
        qd_tree_move(tree, ids[first], point_at(600, 0));
        qd_tree_move(tree, ids[1 - first], point_at(700, 0));
        expect(0, 0, 1);
        assert_int_equal(qd_contacts_figures(contacts).waiting, 1);
        expect(0, 0, 0);
        end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_an_empty_tree),
        cmocka_unit_test(a_pair_begins_stays_and_ends),
        cmocka_unit_test(what_is_there_before_begins_too),
        cmocka_unit_test(touching_counts_as_the_tree_has_it),
        cmocka_unit_test(points_on_open_edges_meet_nothing_but_what_is_around),
        cmocka_unit_test(a_slot_that_is_used_again_is_no_old_friend),
        cmocka_unit_test(a_friend_that_moves_does_not_take_the_new_one_for_the_old),
        cmocka_unit_test(all_that_came_bit_by_bit_ends_at_once),
        cmocka_unit_test(users_are_those_of_now_or_of_the_end),
        cmocka_unit_test(a_filter_that_changes_ends_and_begins),
        cmocka_unit_test(what_was_undone_is_not_told),
        cmocka_unit_test(the_tree_may_go_first),
        cmocka_unit_test(clearing_ends_all),
        cmocka_unit_test(a_budget_puts_off_and_loses_nothing),
        cmocka_unit_test(a_budget_does_not_put_off_whom_the_tested_one_meets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
