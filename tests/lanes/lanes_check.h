/// Every implementation of the lane operations that this processor can run gives what plain C gives, bit for bit, on
/// boxes that touch, nest, are equal, empty, unused, far away; and plain C gives what the meaning of the words says.
#ifndef TESTS_LANES_CHECK_H
#define TESTS_LANES_CHECK_H

typedef struct lanes_check {
    const char *name;
    const char *(*run)(void); ///< NULL, or the condition that does not hold.
} lanes_check;

/// Ends with one without a name.
extern const lanes_check lanes_checks[];

/// Those of overlap_check.c.
const char *overlap_is_four_comparisons(void);
const char *picked_items_are_those_of_overlaps(void);
const char *four_are_compared_each(void);
const char *few_are_compared_as_many_are(void);
const char *pairs_within_are_those_of_two_loops(void);
const char *pairs_across_are_those_of_two_loops(void);
const char *lots_apart_leave_nothing(void);
const char *sixteen_at_once_are_sixteen(void);
const char *sixteen_numbers_are_compared_each(void);
const char *covering_is_four_comparisons_the_other_way(void);

/// Those of load_check.c.
const char *boxes_are_laid_one_after_the_other(void);
const char *new_boxes_are_taken_in_one_after_the_other(void);
const char *new_boxes_at_the_edge_of_a_leaf_are_told_apart(void);
const char *keys_are_those_of_the_spots(void);

#endif
