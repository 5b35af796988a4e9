/// @file lanes_check.h
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

#endif
