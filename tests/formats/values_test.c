/// Arrays that grow, base64, and messages: what readers are made of.
#include <base64.h>
#include <grow.h>
#include <message.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static void an_array_grows_by_one(void)
{
    uint32_t *array = NULL;
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t *larger = grow_one(array, i, sizeof *array);
        assert_non_null(larger);
        array = larger;
        array[i] = i * i;
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(array[i], i * i);
    assert_null(grow_one(NULL, SIZE_MAX / 2 + 1, sizeof *array));
    free(array);
}

// The vectors of RFC 4648.
static void base64_is_decoded(void)
{
    const char *const cases[][2] = { { "", "" },
                                     { "Zg==", "f" },
                                     { "Zm8=", "fo" },
                                     { "Zm9v", "foo" },
                                     { "Zm9vYg==", "foob" },
                                     { "Zm9vYmE=", "fooba" },
                                     { " Z m\n9v\r\nYmFy\t", "foobar" },
                                     { "++//", "\xfb\xef\xff" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = copy_text(cases[i][0], strlen(cases[i][0]));
        size_t size = 99;
        assert_true(base64_decode(text, strlen(cases[i][0]), &size));
        assert_int_equal(size, strlen(cases[i][1]));
        assert_memory_equal(text, cases[i][1], size);
        free(text);
    }
}

static void the_first_message_stays(void)
{
    format_message message = { 0 };
    assert_false(format_fail(&message, 3, "%s %d", "first", 1));
    assert_false(format_fail(&message, 4, "second"));
    assert_false(format_no_memory(&message));
    assert_true(message.fault == FORMAT_INPUT && message.line == 3);
    assert_string_equal(message.text, "first 1");
    format_message memory = { 0 };
    assert_false(format_no_memory(&memory));
    assert_int_equal(memory.fault, FORMAT_ENVIRONMENT);
}

tests_main(plain_test(an_array_grows_by_one), plain_test(base64_is_decoded), plain_test(the_first_message_stays))
