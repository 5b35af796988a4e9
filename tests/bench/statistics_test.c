/// Medians, quartiles and percentiles are those of the textbook, and the values stay in their order.
#include <statistics.h>
#include <unit.h>

static void a_single_value_is_every_figure(void)
{
    double value = 7, scratch = 0;
    summary s = summary_of(&value, 1, &scratch);
    assert_true(s.median == 7 && s.quartile_1 == 7 && s.quartile_3 == 7 && s.p99 == 7 && s.least == 7 && s.most == 7);
}

static void nothing_has_no_figures(void)
{
    summary s = summary_of(NULL, 0, NULL);
    assert_true(s.median == 0 && s.p99 == 0 && s.most == 0);
}

static void the_middle_of_an_even_number_lies_between_two(void)
{
    const double values[] = { 9, 1, 4, 2 };
    double scratch[4];
    summary s = summary_of(values, 4, scratch);
    assert_true(s.median == 3 && s.least == 1 && s.most == 9);
    assert_true(s.quartile_1 == 1 && s.quartile_3 == 4);
    assert_true(values[0] == 9 && values[3] == 2);
    s = summary_of(values, 3, scratch);
    assert_true(s.median == 4 && s.quartile_1 == 1 && s.quartile_3 == 9);
}

static void of_a_hundred_the_99th_percentile_is_the_last_but_one(void)
{
    double values[200], scratch[200];
    for (size_t i = 0; i < 200; i++)
        values[i] = (double)((i * 77) % 200) + 1;
    summary s = summary_of(values, 200, scratch);
    assert_true(s.p99 == 198 && s.median == 100.5 && s.quartile_1 == 50 && s.quartile_3 == 150 && s.most == 200);
    for (size_t i = 0; i < 100; i++)
        values[i] = (double)(100 - i);
    assert_true(summary_of(values, 100, scratch).p99 == 99);
    assert_true(summary_of(values, 99, scratch).p99 == 100);
}

tests_main(plain_test(a_single_value_is_every_figure), plain_test(nothing_has_no_figures),
           plain_test(the_middle_of_an_even_number_lies_between_two),
           plain_test(of_a_hundred_the_99th_percentile_is_the_last_but_one))
