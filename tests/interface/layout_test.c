// Public structs have the layout, and constants the values, that layout.txt has written down: programs that were
// compiled with these headers before go on working. interface.sh compares the names in it with the headers.
#include <quadrille/gravity.h>
#include <quadrille/image.h>
#include <quadrille/oracle.h>
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <unit.h>

struct number {
    const char *name;
    long long actual, written;
};

#define SIZE(type, bytes) { "sizeof(" #type ")", sizeof(type), bytes },
#define FIELD(type, field, offset, bytes)                                                                              \
    { "the offset of " #type "." #field, offsetof(type, field), offset },                                              \
        { "the size of " #type "." #field, sizeof((type *)0)->field, bytes },
#define VALUE(name, number)

static const struct number layout[] = {
#include "layout.txt"
};

#undef SIZE
#undef FIELD
#undef VALUE
#define SIZE(type, bytes)
#define FIELD(type, field, offset, bytes)
#define VALUE(name, number) { #name, (long long)(name), number },

static const struct number values[] = {
#include "layout.txt"
};

static void assert_as_written(const struct number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i].actual != numbers[i].written)
            fail_msg("%s is %lld; tests/interface/layout.txt says %lld", numbers[i].name, numbers[i].actual,
                     numbers[i].written);
}

static void structs_have_the_layout_written_down(void)
{
    if (sizeof(void *) != 8 || sizeof(size_t) != 8)
        skip(); // written down for these machines alone
    assert_as_written(layout, sizeof layout / sizeof *layout);
}

static void constants_have_the_values_written_down(void)
{
    assert_as_written(values, sizeof values / sizeof *values);
}

// Fields may come to the end of a struct that callers zero; these are full, and arrays of them are read in place.
static void packed_structs_have_no_gaps(void)
{
    assert_int_equal(sizeof(qd_box), 4 * sizeof(double));
    assert_int_equal(sizeof(qd_vec2), 2 * sizeof(double));
    assert_int_equal(sizeof(qd_filter), 2 * sizeof(uint32_t));
    assert_int_equal(sizeof(qd_entry), 2 * sizeof(uint64_t));
}

// The old name is the same type.
static void sightings_are_events_of_interest(void)
{
    const qd_interest_event event = { .observer = 7 };
    const qd_sighting *sighting = &event;
    assert_int_equal(sighting->observer, 7);
}

tests_main(plain_test(structs_have_the_layout_written_down), plain_test(constants_have_the_values_written_down),
           plain_test(packed_structs_have_no_gaps), plain_test(sightings_are_events_of_interest))
