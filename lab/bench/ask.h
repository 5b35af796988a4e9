/// Questions for the tasks that ask: windows, points and rays where the boxes of a field are, and sums of the answers.
#ifndef QUADRILLE_BENCH_ASK_H
#define QUADRILLE_BENCH_ASK_H

#include "task.h"

#include <radix.h>
#include <random.h>

typedef struct window_list {
    size_t count;
    fbox windows[];
} window_list;

/// Windows about random boxes of the field that meet about `hits` boxes each, taken together. NULL: no memory.
window_list *ask_windows(const field *f, size_t count, double hits);

/// The windows' numbers in the order of a Morton curve through their centres. `room` holds twice as many as there are
/// windows; the result lies in it.
const radix_item *ask_sort(const window_list *list, radix_item *room);

/// Asks for windows [from, to) of that order (NULL: as they are given) and sums the answers up; the sum depends on
/// which window found what, and not on the order. Returns the number of items found.
uint64_t ask_sum_windows(const turn *t, const window_list *list, const radix_item *order, size_t from, size_t to,
                         uint64_t *sum);

/// The same for all windows in one call.
uint64_t ask_sum_at_once(const turn *t, const window_list *list, uint64_t *sum);

/// Spreads the bits of a number.
uint64_t ask_mix(uint64_t bits);

/// Leaves out a contender other than the library's own that took `ms` for `some` of `all` questions if all would take
/// too long. True: it is out.
bool ask_too_slow(turn *t, double ms, size_t some, size_t all);

/// How many questions to judge a contender's pace by.
size_t ask_some(size_t all);

/// Puts the field's boxes into the contender. Its time goes to *ms. What cannot hold them is left out.
qd_result ask_set(turn *t, double *ms);

#endif
