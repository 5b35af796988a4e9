// The checker: a session of every call is right for both precisions, and each way of being wrong is found. The
// session's calls, as the checker prints them, go into a file that another test compiles and runs.
#include <quadrille/oracle.h>

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 300 };

static qd_checker *checker_of(qd_precision precision, qd_edges edges, bool totals)
{
    const qd_tree_def def = { .precision = precision, .edges = edges, .leaf_capacity = 8, .totals = totals };
    qd_checker *checker;
    assert_int_equal(qd_checker_create(&def, &checker), QD_OK);
    return checker;
}

static void assert_right(const qd_checker *checker)
{
    if (qd_checker_failed(checker))
        fail_msg("%s", qd_checker_report(checker));
    assert_null(qd_checker_report(checker));
}

static qd_box some_box(struct prng *random)
{
    const double x = prng_between(random, 0, 100), y = prng_between(random, 0, 100);
    return qd_box_xywh(x + 0.1, y, prng_below(random, 8), prng_below(random, 8));
}

static void change(qd_checker *checker, struct prng *random, qd_id *ids)
{
    static const qd_filter filters[] = { { 0, 0 }, { 1, 2 }, { 2, 3 }, { QD_NO_LAYER, 0 } };
    const uint32_t which = prng_below(random, ITEMS), pick = prng_below(random, 9);
    const qd_box box = some_box(random);
    const qd_item item = { box, pick, filters[which % 4], (int64_t)pick - 4 };
    if (pick < 3)
        qd_checker_move(checker, ids[which], box);
    else if (pick < 5)
        qd_checker_set_filter(checker, ids[which], &item.filter);
    else if (pick == 5)
        qd_checker_set_user(checker, ids[which], which);
    else if (pick == 6)
        qd_checker_set_value(checker, ids[which], -5);
    else if (pick == 7 && qd_checker_remove(checker, ids[which]) == QD_OK)
        assert_int_equal(qd_checker_insert(checker, &item, &ids[which]), QD_OK);
    else
        qd_checker_get(checker, ids[which], NULL);
}

static void ask(qd_checker *checker, struct prng *random)
{
    static qd_entry found[ITEMS];
    static qd_hit hits[ITEMS];
    static qd_pair pairs[50];
    static double distances[50];
    const qd_box box = some_box(random);
    qd_query query = { .shape = qd_shape_circle(box.min, 20), .filter = { 1, 0 } };
    qd_ranked cast = qd_cast(qd_shape_circle(box.min, 2), box.max, 1), near = qd_nearest(qd_shape_box(box), 30);
    size_t total;
    qd_total sum;
    qd_box bounds;
    qd_checker_find(checker, &query, found, prng_below(random, ITEMS), prng_below(random, 2) ? &total : NULL);
    qd_checker_find_box(checker, box, found, 5);
    qd_checker_find_nearest(checker, box.min, INFINITY, hits, 7);
    qd_checker_find_ranked(checker, &cast, hits, ITEMS, &total);
    qd_checker_find_ranked(checker, &near, hits, 4, NULL);
    qd_checker_count(checker, &query);
    qd_checker_visit(checker, &query, NULL, NULL, NULL);
    qd_checker_total(checker, NULL, &sum, NULL);
    qd_checker_bounds(checker, &bounds);
    const qd_pair_query within = { .distance = 2 };
    qd_checker_find_pairs(checker, NULL, &within, pairs, distances, 50, &total);
    qd_checker_find_pairs(checker, checker, NULL, pairs, NULL, 50, NULL);
    assert_right(checker);
}

static void many_at_once(qd_checker *checker, struct prng *random, qd_id *ids)
{
    qd_checker_insert_many(checker, NULL, 0, NULL, NULL);
    qd_checker_move_many(checker, NULL, NULL, 0, NULL);
    qd_checker_remove_many(checker, NULL, 0, NULL);
    qd_box boxes[ITEMS];
    size_t bad = 77;
    for (size_t i = 0; i < ITEMS; i++)
        boxes[i] = some_box(random);
    const qd_items items = { .boxes = qd_boxes_double(boxes), .first_user = 5 };
    assert_int_equal(qd_checker_insert_many(checker, &items, ITEMS, ids, NULL), QD_OK);
    boxes[7].min.x = NAN;
    const qd_boxes view = qd_boxes_double(boxes);
    assert_int_equal(qd_checker_move_many(checker, ids, &view, ITEMS, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 7);
    assert_int_equal(qd_checker_remove_many(checker, ids, 3, NULL), QD_OK);
    assert_int_equal(qd_checker_remove_many(checker, ids + 1, 3, &bad), QD_STALE_ID);
    assert_int_equal(bad, 0);
    const qd_query corner = query_box(box(0, 0, 20, 20));
    assert_int_equal(qd_checker_remove_found(checker, &corner, NULL), QD_OK);
    assert_right(checker);
}

static void play(qd_checker *checker, uint64_t seed)
{
    struct prng random = { seed };
    qd_id ids[ITEMS];
    many_at_once(checker, &random, ids);
    for (int tick = 0; tick < 20; tick++) {
        for (int i = 0; i < 40; i++)
            change(checker, &random, ids);
        ask(checker, &random);
        assert_int_equal(qd_checker_update_contacts(checker), QD_OK);
        size_t count;
        const qd_pair *began = qd_checker_began(checker, &count);
        assert_int_equal(began == NULL, count == 0);
        qd_checker_ended(checker, &count);
        qd_checker_contacts_of(checker, ids[tick], NULL, 0, &count);
        assert_true(qd_checker_check(checker));
    }
    assert_int_equal(qd_checker_rebuild(checker), QD_OK);
    assert_true(qd_checker_check(checker));
    assert_int_equal(qd_checker_clear(checker), QD_OK);
    assert_true(qd_checker_check(checker));
    assert_right(checker);
}

static void print_line(void *file, const char *line)
{
    fprintf(file, "    %s\n", line);
}

static void a_session_is_right(void)
{
    for (int kind = 0; kind < 8; kind++) {
        qd_checker *checker = checker_of((qd_precision)(kind & 1), (qd_edges)(kind >> 1 & 1), kind & 4);
        play(checker, (uint64_t)kind);
        if (kind == 5) {
            FILE *file = fopen("checker-printed.c", "w");
            assert_non_null(file);
            fprintf(file, "#include <math.h>\n#include <quadrille/quadrille.h>\n\nint main(void)\n{\n");
            qd_checker_print(checker, print_line, file);
            fprintf(file, "    const int wrong = !qd_tree_check(tree) || qd_tree_count(tree, NULL) != 0;\n"
                          "    qd_contacts_destroy(contacts);\n    qd_tree_destroy(tree);\n    return wrong;\n}\n");
            fclose(file);
        }
        qd_checker_destroy(checker);
    }
}

// What is changed without the checker's knowledge stands for a fault of the tree.
static qd_tree *behind(const qd_checker *checker)
{
    return (qd_tree *)qd_checker_tree(checker);
}

static void assert_found(qd_checker *checker, const char *text)
{
    assert_true(qd_checker_failed(checker));
    if (!strstr(qd_checker_report(checker), text))
        fail_msg("\"%s\" does not say \"%s\"", qd_checker_report(checker), text);
    qd_checker_destroy(checker);
}

enum { FAULTS = 8 };

// Asks in the way that meets a fault, and returns what is to be said of it.
static const char *meet_fault(qd_checker *checker, qd_id id, int kind)
{
    static qd_entry found[4];
    static qd_hit hits[4];
    qd_total sum;
    switch (kind) {
    case 0:
        qd_checker_get(checker, id, NULL);
        return "is at 5 5 to 6 6, but should be at 0 0 to 1 1";
    case 1:
        qd_checker_find_box(checker, box(5, 5, 5, 5), found, 4);
        return "qd_tree_find says 1, but there are 0";
    case 2:
        qd_checker_find_nearest(checker, (qd_vec2){ 0, 0 }, INFINITY, hits, 4);
        return "has a wrong hit";
    case 3:
        qd_checker_find_pairs(checker, NULL, NULL, NULL, NULL, 0, NULL);
        return "is not found";
    case 4:
        qd_checker_update_contacts(checker);
        return "is reported, but has not ended";
    case 5:
        qd_checker_total(checker, NULL, &sum, NULL);
        return "sum 3";
    case 6:
        qd_tree_remove(behind(checker), id);
        qd_checker_remove(checker, id);
        return "qd_tree_remove returned 2";
    default:
        assert_false(qd_checker_check(checker));
        return "qd_tree_get";
    }
}

static void each_kind_of_fault_is_found(void)
{
    for (int kind = 0; kind < FAULTS; kind++) {
        qd_checker *checker = checker_of(QD_FLOAT, QD_CLOSED, true);
        const qd_id id = qd_checker_add(checker, box(0, 0, 1, 1), 1);
        qd_checker_add(checker, box(1, 0, 2, 1), 2);
        assert_int_equal(qd_checker_update_contacts(checker), QD_OK);
        assert_right(checker);
        qd_tree_move(behind(checker), id, box(5, 5, 6, 6));
        qd_tree_set_value(behind(checker), id, 3);
        const char *text = meet_fault(checker, id, kind);
        assert_found(checker, text);
    }
}

static void the_first_difference_stays(void)
{
    qd_checker *checker = qd_checker_new(NULL);
    const qd_id id = qd_checker_add(checker, box(0, 0, 1, 1), 1);
    qd_tree_move(behind(checker), id, box(5, 5, 6, 6));
    assert_false(qd_checker_check(checker));
    const char *first = qd_checker_report(checker);
    assert_int_equal(qd_checker_remove(checker, id), QD_OK); // on the tree alone
    assert_int_equal(qd_checker_count(checker, NULL), 0);
    assert_false(qd_checker_check(checker));
    assert_ptr_equal(qd_checker_report(checker), first);
    qd_checker_destroy(checker);
    qd_checker_destroy(NULL);
}

static void a_bad_definition_makes_none(void)
{
    const qd_tree_def bad = { .leaf_capacity = -1 };
    qd_checker *checker = (qd_checker *)&checker;
    assert_int_equal(qd_checker_create(&bad, &checker), QD_BAD_VALUE);
    assert_null(checker);
    qd_oracle *oracle = (qd_oracle *)&oracle;
    assert_int_equal(qd_oracle_create(&bad, &oracle), QD_BAD_VALUE);
    assert_null(oracle);
    qd_oracle_destroy(NULL);
}

tests_main(plain_test(a_session_is_right), plain_test(each_kind_of_fault_is_found),
           plain_test(the_first_difference_stays), plain_test(a_bad_definition_makes_none))
