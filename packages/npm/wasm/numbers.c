// Which item each number names: see numbers.h.
#include "numbers.h"

#include "platform.h"

#include <string.h>

static size_t words_of(size_t bits)
{
    return (bits + 63) / 64;
}

static size_t bytes_of(size_t room, bool checked)
{
    return room * sizeof(qd_id) + room / 64 * 8 + room / 4096 * 8 + (checked ? room * sizeof(uint32_t) : 0);
}

/// All arrays lie in one block, one after the other. False: no memory.
static bool lay_out(js_numbers *numbers, size_t room, bool checked)
{
    char *block = room > SIZE_MAX / 16 ? NULL : qd__platform_get(bytes_of(room, checked));
    if (!block)
        return false;
    memset(block, 0, bytes_of(room, checked));
    numbers->ids = (qd_id *)(void *)block;
    numbers->free = numbers->ids + room;
    numbers->any = numbers->free + room / 64;
    numbers->generations = checked ? (uint32_t *)(numbers->any + room / 4096) : NULL;
    numbers->room = (uint32_t)room;
    return true;
}

bool js_numbers_reserve(js_numbers *numbers, size_t end, bool checked)
{
    const size_t old = numbers->room;
    if (end <= old)
        return true;
    const size_t half_more = old + old / 2 + 4096;
    const size_t room = words_of(words_of(end > half_more ? end : half_more)) * 64 * 64;
    js_numbers more = *numbers;
    if (end > UINT32_MAX - 4096 || !lay_out(&more, room, checked))
        return false;
    if (old > 0) {
        memcpy(more.ids, numbers->ids, old * sizeof *more.ids);
        memcpy(more.free, numbers->free, old / 64 * sizeof *more.free);
        memcpy(more.any, numbers->any, old / 4096 * sizeof *more.any);
        if (checked)
            memcpy(more.generations, numbers->generations, old * sizeof *more.generations);
        js_numbers_drop(numbers);
    }
    *numbers = more;
    return true;
}

uint32_t js_numbers_take(js_numbers *numbers)
{
    uint32_t number = numbers->used;
    if (numbers->free_count == 0) {
        numbers->used++;
    } else {
        while (numbers->any[numbers->first] == 0)
            numbers->first++;
        const uint32_t word = numbers->first * 64 + (uint32_t)__builtin_ctzll(numbers->any[numbers->first]);
        number = word * 64 + (uint32_t)__builtin_ctzll(numbers->free[word]);
        numbers->free[word] &= numbers->free[word] - 1;
        if (numbers->free[word] == 0)
            numbers->any[numbers->first] &= ~(UINT64_C(1) << word % 64);
        numbers->free_count--;
    }
    if (numbers->generations)
        numbers->generations[number]++;
    return number;
}

void js_numbers_give(js_numbers *numbers, uint32_t number)
{
    numbers->ids[number] = 0;
    if (numbers->generations && numbers->generations[number] == JS_LAST_GENERATION)
        return; // used up for good: no checked number comes twice
    const uint32_t word = number / 64;
    numbers->free[word] |= UINT64_C(1) << number % 64;
    numbers->any[word / 64] |= UINT64_C(1) << word % 64;
    numbers->first = word / 64 < numbers->first ? word / 64 : numbers->first;
    numbers->free_count++;
}

void js_numbers_settle(js_numbers *numbers, uint32_t end)
{
    numbers->used = end;
    for (uint32_t number = end; number-- > 0;)
        if (numbers->ids[number] == 0 && !(numbers->free[number / 64] >> number % 64 & 1))
            js_numbers_give(numbers, number);
}

void js_numbers_clear(js_numbers *numbers)
{
    if (numbers->used == 0)
        return;
    if (numbers->generations) {
        memset(numbers->ids, 0, numbers->used * sizeof *numbers->ids);
        js_numbers_settle(numbers, numbers->used);
        return;
    }
    memset(numbers->ids, 0, numbers->used * sizeof *numbers->ids);
    memset(numbers->free, 0, numbers->room / 64 * sizeof *numbers->free);
    memset(numbers->any, 0, numbers->room / 4096 * sizeof *numbers->any);
    numbers->used = numbers->free_count = numbers->first = 0;
}

void js_numbers_drop(js_numbers *numbers)
{
    qd__platform_give(numbers->ids, bytes_of(numbers->room, numbers->generations));
}
