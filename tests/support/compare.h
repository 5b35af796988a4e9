// Puts one question to a tree and to its oracle and compares the answers: as sets, or in order where an order is
// promised. Each function is true when they agree; if not, `why` says what differs.
//
// `limit` is the capacity of the output array; a visitor stops once it has had that many, a cursor is dropped there
// (SIZE_MAX: never).
#ifndef TESTS_COMPARE_H
#define TESTS_COMPARE_H

#include <quadrille/oracle.h>
#include <quadrille/quadrille.h>

struct compare {
    const qd_tree *tree;
    qd_oracle *oracle;
    size_t expected_count; // results of the right answer to the last question
    size_t expected_pairs; // of the last question about pairs, and the sum of their hashes
    uint64_t expected_sum;
    char why[320];

    // Scratch memory, kept from question to question.
    qd_entry *expected, *found;
    qd_hit *hits_expected, *hits_found;
    size_t room;    // length of the four
    size_t *wanted; // by slot: index in the expected answer plus 1, 0 once it was met; all 0 between questions
    size_t slots;
};

void compare_create(struct compare *compare, const qd_tree *tree, qd_oracle *oracle);
void compare_destroy(struct compare *compare);

// Says in the `why` of any comparison what differs, in the manner of printf; false.
#define compare_fails(compare, ...) compare__say_why((compare)->why, sizeof(compare)->why, __VA_ARGS__)
bool compare__say_why(char *why, size_t size, const char *format, ...);

// Which items. find also counts, asks for the total, and has the question checked.
bool compare_find(struct compare *compare, const qd_query *query, size_t limit);
bool compare_visit(struct compare *compare, const qd_query *query, size_t limit);
bool compare_cursor(struct compare *compare, const qd_query *query, size_t limit); // in uneven batches
bool compare_query(struct compare *compare, const qd_query *query, size_t limit);  // all three
// The same by the right answer to the last question, which was the same one, and nothing has changed since.
bool compare_query_again(struct compare *compare, const qd_query *query, size_t limit);

// Which first. How a visitor shrinks its limit: not at all, to the hit, to half of it, to what must change nothing, or
// to hits of odd slots.
enum cut { CUT_NOT, CUT_TO_HIT, CUT_TO_HALF, CUT_TO_DOUBLE, CUT_TO_ODD_SLOTS, CUTS };
bool compare_find_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit);
bool compare_first_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit); // without how many there are
bool compare_visit_ranked(struct compare *compare, const qd_ranked *ranked, enum cut cut, size_t limit);
bool compare_ranked_cursor(struct compare *compare, const qd_ranked *ranked, size_t limit);
bool compare_ranked(struct compare *compare, const qd_ranked *ranked, size_t limit); // all three

// Which two: all the same pairs with the same distances, found, counted and visited; and again the beginning of the
// same list when the visitor stops after `limit`. `other`: the oracle of query->other; NULL: it has none.
bool compare_pairs(struct compare *compare, const qd_pair_query *query, qd_oracle *other, size_t limit);
// The same question about pairs once more, and nothing has changed since.
bool compare_pairs_again(struct compare *compare, const qd_pair_query *query, size_t limit);

// Pairs with the tree itself, or with a tree of some of its items, mirrored or not, of either precision and edges; or
// those of that tree with this one. `kind` says which, any number will do.
bool compare_two_trees(struct compare *compare, unsigned kind, double distance, size_t limit);

bool compare_total(struct compare *compare, const qd_query *query);
bool compare_details(struct compare *compare, const qd_query *query, double size, size_t limit);

bool compare_bounds(struct compare *compare);
bool compare_item(struct compare *compare, qd_id id); // qd_tree_get and qd_tree_has

// The node cursor with all entries, and the statistics. `bytes` is what the tree's allocator has handed out.
bool compare_nodes(struct compare *compare);
bool compare_stats(struct compare *compare, size_t bytes);

// All items and pairs by every way there is.
bool compare_everything(struct compare *compare);

// For the files that compare: makes the scratch memory large enough.
void compare__make_room(struct compare *compare);
// Makes the first so many of the expected items those that are wanted, and no longer so.
void compare__want(struct compare *compare, size_t count);
void compare__want_no_more(struct compare *compare, size_t count);
// Is `found` one of the expected items that was not met before? Its index, or SIZE_MAX.
size_t compare__take(struct compare *compare, qd_entry found);
bool compare__same_entry(qd_entry a, qd_entry b);
// Compares find's answer, which it asks for, with hits_expected.
bool compare__same_hits(struct compare *compare, const qd_ranked *ranked, size_t limit);
// The right answer, in hits_expected; its number is expected_count. False: the tree's own answer, which it begins with
// where the library may round, is wrong.
bool compare__expect_hits(struct compare *compare, const qd_ranked *ranked);

#endif
