// The numbers that JavaScript has for items: from 0 on without gaps, the lowest free one first, so that they index
// arrays of the caller. A tree keeps each item's number as its user value.
#ifndef JS_NUMBERS_H
#define JS_NUMBERS_H

#include <quadrille/tree.h>

/// Generations of checked numbers go from 1 to this; 32 bits of number and 21 of generation are 53.
#define JS_LAST_GENERATION 0x1fffffu

/// Which item each number names.
typedef struct js_numbers {
    qd_id *ids;            ///< 0: free.
    uint32_t *generations; ///< The number's last item's; NULL: not kept.
    uint64_t *free;        ///< A bit for each number below `used` that can be had again.
    uint64_t *any;         ///< A bit for each word of `free` that is not zero.
    uint32_t used, room, free_count;
    uint32_t first; ///< No word of `any` below it has a bit.
} js_numbers;

/// Makes room for numbers below `end`. False: no memory, and nothing has changed.
bool js_numbers_reserve(js_numbers *numbers, size_t end, bool checked);
/// The lowest free number. There is room for it.
uint32_t js_numbers_take(js_numbers *numbers);
/// Gives a number back that no item has, or has any more.
void js_numbers_give(js_numbers *numbers, uint32_t number);
/// All numbers are free; those with generations get the next.
void js_numbers_clear(js_numbers *numbers);
/// Marks the numbers below `end` that have no item as free, after the ids were set one by one.
void js_numbers_settle(js_numbers *numbers, uint32_t end);
void js_numbers_drop(js_numbers *numbers);

/// A number with its generation.
static inline uint64_t js_numbers_full(const js_numbers *numbers, uint32_t number)
{
    return numbers->generations ? (uint64_t)numbers->generations[number] << 32 | number : number;
}

#endif
