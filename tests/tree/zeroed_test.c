// Structs of zeros and outputs that are not wanted: every call takes both. A zeroed struct is the default, or it is
// malformed, finds nothing and changes nothing; NULL in the place of an output is a result that is not needed.
#include "support.h"
#include "views.h"

enum { ITEMS = 300 };

static qd_tree *some_tree(qd_id *ids)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .totals = true });
    for (int i = 0; i < ITEMS; i++)
        ids[i] = put(tree, item_at(qd_box_xywh(i % 20 * 2, i / 20 * 2, 3, 3)));
    return tree;
}

static void zeroed_definitions_are_the_defaults(void)
{
    qd_tree_def def = { 0 };
    qd_tree *tree = NULL;
    assert_null(qd_tree_def_problem(&def));
    assert_int_equal(qd_tree_create(&def, &tree), QD_OK);
    assert_int_equal(qd_tree_buffer_size(&def, 10), qd_tree_buffer_size(NULL, 10));
    qd_contacts *contacts = NULL;
    qd_interest *interest = NULL;
    assert_int_equal(qd_contacts_create(tree, &(qd_contacts_def){ 0 }, &contacts), QD_OK);
    assert_int_equal(qd_interest_create(tree, &(qd_interest_def){ 0 }, &interest), QD_OK);
    const qd_item item = { 0 };
    qd_id id = 0;
    assert_int_equal(qd_tree_insert(tree, &item, &id), QD_OK); // a point at the origin
    assert_int_equal(qd_tree_set_filter(tree, id, &(qd_filter){ 0 }), QD_OK);
    assert_int_equal(qd_tree_set_box(tree, id, &(qd_box){ 0 }), QD_OK);
    assert_int_equal(qd_tree_remove(tree, 0), QD_STALE_ID);
    assert_int_equal(qd_tree_get(tree, 0, NULL), QD_STALE_ID);
    size_t size = 0, loaded_size = 0;
    const qd_extra none = { 0 };
    assert_int_equal(qd_tree_save(tree, &none, NULL, 0, &size), QD_TOO_SMALL);
    assert_int_equal(qd_tree_save(tree, NULL, NULL, 0, &loaded_size), QD_TOO_SMALL);
    assert_int_equal(size, loaded_size);
    qd_interest_destroy(interest);
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

static void no_arrays_are_needed_for_no_elements(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    qd_interest *interest = NULL;
    size_t bad = 7;
    assert_int_equal(qd_interest_create(tree, NULL, &interest), QD_OK);
    assert_int_equal(qd_tree_insert_many(tree, NULL, 0, NULL, &bad), QD_OK);
    assert_int_equal(qd_tree_move_many(tree, NULL, NULL, 0, &bad), QD_OK);
    assert_int_equal(qd_tree_remove_many(tree, NULL, 0, &bad), QD_OK);
    assert_int_equal(qd_interest_move_many(interest, NULL, NULL, 0, &bad), QD_OK);
    assert_int_equal(bad, 7);
    assert_int_equal(qd_tree_count(tree, NULL), ITEMS);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

static void a_zeroed_question_is_every_item(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_query zero = { 0 };
    const qd_query *const questions[] = { &zero, NULL };
    for (int i = 0; i < 2; i++) {
        qd_entry found[ITEMS + 1];
        size_t total = 0;
        qd_total sum;
        struct counter counter = { 0, 0 };
        qd_detail details[ITEMS + 1];
        qd_cursor cursor;
        assert_int_equal(qd_query_check(tree, questions[i]), QD_OK);
        assert_int_equal(qd_tree_find(tree, questions[i], found, ITEMS + 1, &total), ITEMS);
        assert_int_equal(total, ITEMS);
        assert_int_equal(qd_tree_count(tree, questions[i]), ITEMS);
        qd_tree_visit(tree, questions[i], count_found, &counter, NULL);
        assert_int_equal(counter.results, ITEMS);
        qd_cursor_begin(&cursor, tree, questions[i]);
        assert_int_equal(qd_cursor_next(&cursor, found, ITEMS + 1), ITEMS);
        qd_tree_total(tree, questions[i], &sum, NULL);
        assert_int_equal(sum.count, ITEMS);
        assert_int_equal(qd_tree_find_details(tree, questions[i], 0, details, ITEMS + 1, NULL), ITEMS);
    }
    size_t removed = 0;
    assert_int_equal(qd_tree_remove_found(tree, &zero, &removed), QD_OK);
    assert_int_equal(removed, ITEMS);
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    qd_tree_destroy(tree);
}

// NOLINTNEXTLINE(readability-non-const-parameter): the type of a visitor
static qd_flow no_hit(void *context, const qd_hit *hit, double *limit)
{
    (void)context, (void)hit, (void)limit;
    fail();
    return QD_STOP;
}

static void a_zeroed_ranked_question_finds_nothing(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_ranked zero = { 0 };
    qd_hit hit;
    size_t total = 99;
    qd_ranked_cursor cursor;
    assert_int_equal(qd_ranked_check(tree, &zero), QD_BAD_VALUE);
    assert_int_equal(qd_tree_find_ranked(tree, &zero, &hit, 1, &total), 0);
    assert_int_equal(total, 0);
    assert_int_equal(qd_tree_count_ranked(tree, &zero), 0);
    qd_tree_visit_ranked(tree, &zero, no_hit, NULL, NULL);
    qd_ranked_cursor_begin(&cursor, tree, &zero);
    assert_int_equal(qd_ranked_cursor_next(&cursor, &hit, 1), 0);
    assert_false(qd_casts_meet(&zero, &zero, QD_CLOSED, NULL));
    qd_tree_destroy(tree);
}

static void a_zeroed_question_of_pairs_is_every_pair(void)
{
    enum { MOST = 8 * ITEMS };
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_pair_query zero = { 0 };
    const size_t pairs = qd_tree_count_pairs(tree, NULL);
    static qd_pair found[MOST];
    size_t total = 0;
    assert_in_range(pairs, ITEMS, MOST);
    assert_int_equal(qd_tree_count_pairs(tree, &zero), pairs);
    assert_int_equal(qd_tree_find_pairs(tree, &zero, found, NULL, MOST, &total), pairs);
    assert_int_equal(total, pairs);
    qd_tree_destroy(tree);
}

static void zeroed_cursors_are_at_their_end(void)
{
    qd_entry entry;
    qd_hit hit;
    qd_node node;
    size_t total = 99;
    qd_cursor cursor = { .changed = false };
    qd_ranked_cursor ranked = { .changed = false };
    qd_node_cursor nodes = { .changed = false };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(qd_cursor_next(&cursor, &entry, 1), 0);
        assert_int_equal(qd_ranked_cursor_next(&ranked, &hit, 1), 0);
        assert_false(qd_node_cursor_next(&nodes, &node));
        qd_node_cursor_skip(&nodes);
        assert_int_equal(qd_node_cursor_entries(&nodes, &entry, NULL, 1, &total), 0);
        assert_int_equal(total, 0);
    }
    assert_false(cursor.changed || ranked.changed || nodes.changed);
}

// Questions without arrays are as many of `like`, which is every item; rows without arrays are not written.
static void zeroed_questions_and_rows_are_taken(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_queries none = { 0 };
    const qd_ranked_queries no_ranked = { 0 };
    const qd_rows no_rows = { 0 };
    const qd_ranked_rows no_ranked_rows = { 0 };
    size_t total = 99;
    assert_int_equal(qd_tree_find_many(tree, &none, &no_rows, &total), QD_OK);
    assert_int_equal(total, 0);
    assert_int_equal(qd_tree_find_many(tree, &none, &no_rows, NULL), QD_OK);
    assert_int_equal(qd_tree_find_many_ranked(tree, &no_ranked, &no_ranked_rows), QD_BAD_VALUE); // k is 0
    const qd_ranked_rows one = { .k = 1 };
    assert_int_equal(qd_tree_find_many_ranked(tree, &no_ranked, &one), QD_OK);
    const qd_queries three = { .count = 3 };
    uint64_t offsets[4] = { 9, 9, 9, 9 };
    const qd_rows rows = { .offsets = offsets };
    assert_int_equal(qd_tree_find_many(tree, &three, &rows, &total), QD_TOO_SMALL); // no room for any
    assert_int_equal(total, 3 * ITEMS);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(offsets[i], i * ITEMS);
    uint32_t counts[3] = { 9, 9, 9 };
    const qd_ranked_queries three_ranked = { .count = 3 };
    const qd_ranked_rows counted = { .k = 1, .counts = counts };
    assert_int_equal(qd_tree_find_many_ranked(tree, &three_ranked, &counted), QD_OK);
    assert_true(counts[0] == 0 && counts[1] == 0 && counts[2] == 0);
    const qd_query each[2] = { { .ignore = ids[0] }, { .ignore = 0 } };
    const qd_queries two = { .count = 2, .each = each };
    assert_int_equal(qd_tree_find_many(tree, &two, &no_rows, &total), QD_TOO_SMALL);
    assert_int_equal(total, 2 * ITEMS - 1);
    qd_tree_destroy(tree);
}

static void zeroed_observers_see_everything(void)
{
    qd_id ids[ITEMS], id = 0;
    qd_tree *tree = some_tree(ids);
    qd_interest *interest = NULL;
    size_t count = 99;
    assert_int_equal(qd_interest_create(tree, NULL, &interest), QD_OK);
    assert_null(qd_interest_seen(interest, 0, &count));
    assert_int_equal(count, 0);
    const qd_observer zero = { 0 };
    assert_int_equal(qd_interest_add(interest, &zero, &id), QD_OK);
    assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ 5, 5 }), QD_OK); // everywhere stays everywhere
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_non_null(qd_interest_seen(interest, id, &count));
    assert_int_equal(count, ITEMS);
    qd_entry seer;
    assert_int_equal(qd_interest_of(interest, ids[0], &seer, 1, NULL), 1);
    assert_true(seer.id == id && seer.user == 0);
    assert_int_equal(qd_interest_of(interest, 0, NULL, 0, &count), 0);
    assert_int_equal(count, 0);
    assert_int_equal(qd_interest_remove(interest, 0), QD_STALE_ID);
    assert_int_equal(qd_interest_set(interest, 0, &zero), QD_STALE_ID);
    const qd_boxes nowhere = { 0 };
    assert_int_equal(qd_interest_move_many(interest, NULL, &nowhere, 0, NULL), QD_OK);
    assert_int_equal(qd_interest_move_many(interest, &id, &nowhere, 1, NULL), QD_BAD_VALUE);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

// Each output by itself, and all of them.
static void outputs_may_be_left_out_of_changes(void)
{
    const qd_box boxes[3] = { { { 0, 0 }, { 1, 1 } }, { { 1, 1 }, { 0, 0 } }, { { 2, 2 }, { 3, 3 } } };
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_item item = item_at(boxes[0]);
    assert_int_equal(qd_tree_create(NULL, NULL), QD_OK);
    assert_int_equal(qd_tree_insert(tree, &item, NULL), QD_OK);
    assert_int_equal(qd_tree_insert_many(tree, &items, 3, NULL, NULL), QD_BAD_VALUE);
    assert_int_equal(qd_tree_count(tree, NULL), ITEMS + 3);
    assert_int_equal(qd_tree_move_many(tree, ids, &items.boxes, 3, NULL), QD_BAD_VALUE);
    assert_int_equal(qd_tree_remove_many(tree, ids, 3, NULL), QD_OK);
    assert_int_equal(qd_tree_remove_many(tree, ids, 3, NULL), QD_STALE_ID);
    assert_int_equal(qd_tree_get(tree, ids[5], NULL), QD_OK);
    assert_int_equal(qd_tree_remove_found(tree, &(qd_query){ .shape = qd_shape_box(boxes[0]) }, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void outputs_may_be_left_out_of_questions(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    const qd_query all = { 0 };
    const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ 3, 3 }), INFINITY);
    size_t total = 0;
    assert_int_equal(qd_tree_find(tree, &all, NULL, 0, &total), 0);
    assert_int_equal(total, ITEMS);
    assert_int_equal(qd_tree_find(tree, &all, NULL, 0, NULL), 0);
    assert_int_equal(qd_tree_find_ranked(tree, &near, NULL, 0, &total), 0);
    assert_int_equal(total, ITEMS);
    assert_int_equal(qd_tree_find_ranked(tree, &near, NULL, 0, NULL), 0);
    assert_int_equal(qd_tree_find_pairs(tree, NULL, NULL, NULL, 0, &total), 0);
    assert_int_equal(total, qd_tree_count_pairs(tree, NULL));
    assert_int_equal(qd_tree_find_details(tree, &all, 1, NULL, 0, &total), 0);
    assert_true(total > 0);
    qd_tree_bounds(tree, NULL);
    qd_tree_get_def(tree, NULL);
    qd_tree_get_stats(tree, NULL);
    qd_tree_total(tree, &all, NULL, NULL);
    qd_cost cost;
    qd_tree_total(tree, &all, NULL, &cost);
    struct counter counter = { 0, 0 };
    qd_tree_visit(tree, &all, count_found, &counter, NULL);
    qd_tree_visit_pairs(tree, NULL, count_pairs, &counter, NULL);
    qd_node_cursor nodes;
    qd_node_cursor_begin(&nodes, tree);
    assert_true(qd_node_cursor_next(&nodes, NULL));
    qd_node_cursor_entries(&nodes, NULL, NULL, 0, NULL);
    qd_tree_destroy(tree);
}

static void outputs_may_be_left_out_of_objects_and_snapshots(void)
{
    qd_id ids[ITEMS];
    qd_tree *tree = some_tree(ids);
    qd_contacts *contacts = NULL;
    qd_interest *interest = NULL;
    assert_int_equal(qd_contacts_create(tree, NULL, NULL), QD_OK);
    assert_int_equal(qd_interest_create(tree, NULL, NULL), QD_OK);
    assert_int_equal(qd_contacts_create(tree, NULL, &contacts), QD_OK);
    assert_int_equal(qd_interest_create(tree, NULL, &interest), QD_OK);
    assert_int_equal(qd_interest_add(interest, &(qd_observer){ 0 }, NULL), QD_OK);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_non_null(qd_contacts_began(contacts, NULL));
    assert_null(qd_contacts_ended(contacts, NULL));
    assert_int_equal(qd_contacts_stayed(contacts, NULL, 0, NULL), 0);
    assert_int_equal(qd_contacts_of(contacts, ids[0], NULL, 0, NULL), 0);
    qd_contacts_get_stats(contacts, NULL);
    assert_non_null(qd_interest_entered(interest, NULL));
    assert_null(qd_interest_left(interest, NULL));
    assert_null(qd_interest_seen(interest, 0, NULL));
    assert_int_equal(qd_interest_of(interest, ids[0], NULL, 0, NULL), 0);
    qd_interest_get_stats(interest, NULL);
    qd_interest_destroy(interest);
    qd_contacts_destroy(contacts);
    assert_int_equal(qd_tree_save(tree, NULL, NULL, 0, NULL), QD_TOO_SMALL);
    assert_int_equal(qd_tree_load("nothing", 7, NULL, NULL), QD_BAD_DATA);
    assert_int_equal(qd_snapshot_extra("nothing", 7, NULL), QD_BAD_DATA);
    qd_tree_destroy(tree);
    qd_tree_destroy(NULL);
    qd_contacts_destroy(NULL);
    qd_interest_destroy(NULL);
}

tests_main(plain_test(zeroed_definitions_are_the_defaults), plain_test(no_arrays_are_needed_for_no_elements),
           plain_test(a_zeroed_question_is_every_item), plain_test(a_zeroed_ranked_question_finds_nothing),
           plain_test(a_zeroed_question_of_pairs_is_every_pair), plain_test(zeroed_cursors_are_at_their_end),
           plain_test(zeroed_questions_and_rows_are_taken), plain_test(zeroed_observers_see_everything),
           plain_test(outputs_may_be_left_out_of_changes), plain_test(outputs_may_be_left_out_of_questions),
           plain_test(outputs_may_be_left_out_of_objects_and_snapshots))
