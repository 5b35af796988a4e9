/// JSON as trees: what every kind of value becomes, what is refused and where it is said to be, and the limits.
#include <jansson.h>
#include <json.h>
#include <json_reader.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static json_value *read_bytes(const char *text, size_t size, format_message *message)
{
    char *part = malloc(size + 1); // no more than that, so that reading beyond it is noticed
    memcpy(part, text, size);
    byte_source from;
    source_from_bytes(&from, part, size);
    json_value *tree = json_read(&from, message);
    assert_int_equal(tree != NULL, message->fault == FORMAT_NO_FAULT);
    free(part);
    return tree;
}

static json_value *read_good(const char *text)
{
    format_message message;
    json_value *tree = read_bytes(text, strlen(text), &message);
    if (tree == NULL)
        fail_msg("%s: %zu: %s", text, message.line, message.text);
    return tree;
}

static void assert_bytes_wrong(const char *text, size_t size, size_t line, const char *said)
{
    format_message message;
    assert_null(read_bytes(text, size, &message));
    assert_string_equal(message.text, said);
    assert_int_equal(message.line, line);
    assert_int_equal(message.fault, FORMAT_INPUT);
}

static void assert_wrong(const char *text, size_t line, const char *said)
{
    assert_bytes_wrong(text, strlen(text), line, said);
}

static void values_are_of_their_kind(void **state)
{
    (void)state;
    json_value *tree = read_good("\xef\xbb\xbf {\"a\": [1, -2.5e0, \"t\", true, null, {}], \"b\": false}\r\n");
    assert_int_equal(json_kind_of(tree), JSON_IS_OBJECT);
    assert_int_equal(json_count(tree), 2);
    const json_value *a = json_member(tree, "a");
    const json_kind kinds[] = {
        JSON_IS_NUMBER, JSON_IS_NUMBER, JSON_IS_TEXT, JSON_IS_FLAG, JSON_IS_NULL, JSON_IS_OBJECT
    };
    assert_int_equal(json_kind_of(a), JSON_IS_ARRAY);
    assert_int_equal(json_count(a), 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(json_kind_of(json_item(a, i)), kinds[i]);
    assert_null(json_item(a, 6));
    assert_null(json_member(tree, "c"));
    assert_null(json_member(a, "a"));
    assert_null(json_item(tree, 0));
    double number = 0;
    int64_t whole = 0;
    bool flag = true;
    assert_true(json_number(json_item(a, 0), &number) && number == 1);
    assert_true(json_number(json_item(a, 1), &number) && number == -2.5);
    assert_true(json_whole(json_item(a, 0), &whole) && whole == 1);
    assert_true(json_flag(json_member(tree, "b"), &flag) && !flag);
    assert_false(json_whole(json_item(a, 1), &whole));
    assert_false(json_number(json_item(a, 2), &number));
    assert_false(json_flag(json_item(a, 4), &flag));
    assert_string_equal(json_text(json_item(a, 2), NULL), "t");
    assert_null(json_text(a, NULL));
    json_free(tree);
}

static void any_value_is_a_document(void **state)
{
    (void)state;
    const char *const texts[] = { "1", " null ", "\"x\"", "[]", "\ttrue\n" };
    const json_kind kinds[] = { JSON_IS_NUMBER, JSON_IS_NULL, JSON_IS_TEXT, JSON_IS_ARRAY, JSON_IS_FLAG };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_value *tree = read_good(texts[i]);
        assert_int_equal(json_kind_of(tree), kinds[i]);
        json_free(tree);
    }
}

static void nothing_has_no_kind_and_no_members(void **state)
{
    (void)state;
    double number = 0;
    int64_t whole = 0;
    bool flag = false;
    assert_int_equal(json_kind_of(NULL), JSON_NO_VALUE);
    assert_null(json_member(NULL, "a"));
    assert_null(json_item(NULL, 0));
    assert_int_equal(json_count(NULL), 0);
    assert_false(json_number(NULL, &number) || json_whole(NULL, &whole) || json_flag(NULL, &flag));
    assert_null(json_text(NULL, NULL));
    json_free(NULL);
}

static bool add_name(void *context, const char *name, const json_value *member)
{
    char *names = context;
    assert_int_equal(json_kind_of(member), JSON_IS_NUMBER);
    memcpy(names + strlen(names), name, strlen(name) + 1);
    return strcmp(name, "b") != 0;
}

static void members_are_given_one_by_one(void **state)
{
    (void)state;
    char names[8] = "";
    json_value *tree = read_good("{\"a\": 1, \"c\": 2}");
    assert_true(json_each_member(tree, add_name, names));
    assert_true(strcmp(names, "ac") == 0 || strcmp(names, "ca") == 0);
    json_free(tree);
    tree = read_good("{\"b\": 1, \"\": 2}");
    assert_false(json_each_member(tree, add_name, names));
    json_free(tree);
    assert_true(json_each_member(NULL, add_name, names));
}

static void strings_may_hold_a_nul(void **state)
{
    (void)state;
    size_t length = 0;
    json_value *tree = read_good("[\"a\\u0000b\", \"\\ud83d\\ude00\\\"\\\\\"]");
    assert_memory_equal(json_text(json_item(tree, 0), &length), "a\0b", 4);
    assert_int_equal(length, 3);
    assert_string_equal(json_text(json_item(tree, 1), &length), "\xf0\x9f\x98\x80\"\\");
    json_free(tree);
}

static void assert_whole(const char *text, bool is, int64_t wanted)
{
    int64_t whole = 0;
    json_value *tree = read_good(text);
    assert_int_equal(json_whole(json_item(tree, 0), &whole), is);
    assert_true(whole == wanted);
    json_free(tree);
}

static void whole_numbers_are_exact_or_none(void **state)
{
    (void)state;
    assert_whole("[9223372036854775807]", true, INT64_MAX);
    assert_whole("[-9223372036854775808]", true, INT64_MIN);
    assert_whole("[7.0]", true, 7);
    assert_whole("[-12e2]", true, -1200);
    assert_whole("[7.5]", false, 0);
    assert_whole("[9223372036854775808]", false, 0);
    assert_whole("[1e300]", false, 0);
    // One number of more than 64 bits makes doubles of all beside it: they are whole as long as nothing was lost.
    assert_whole("[9007199254740991, 18446744073709551615]", true, 9007199254740991);
    assert_whole("[9007199254740993, 18446744073709551615]", false, 0);
}

static void numbers_that_no_double_holds_are_refused(void **state)
{
    (void)state;
    assert_wrong("[1,\n 1e309]", 2,
                 "this is no JSON: column 6: real number overflow near '1e309'; no double is so large");
    char text[512] = "[1";
    memset(text + 2, '0', 400);
    text[402] = ']'; // the rest is zero
    format_message message;
    assert_null(read_bytes(text, strlen(text), &message));
    assert_non_null(strstr(message.text, "real number overflow"));
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_wrong("", 1, "this is no JSON: column 1: the file ends where a value should be");
    assert_wrong(" \n  ", 2, "this is no JSON: column 3: the file ends where a value should be");
    assert_wrong("]", 1, "this is no JSON: column 1: ']' where a value should be");
    assert_wrong("[1] 2", 1, "this is no JSON: column 5: more text behind the value that the document is");
    assert_wrong("\n {\"a\":\n [1,", 3,
                 "this is no JSON: the file ends inside the value that begins in line 2, column 2");
    assert_wrong("[\"ab", 1, "this is no JSON: column 5: the file ends inside a string");
    assert_wrong("[\"ab\n\"]", 1,
                 "this is no JSON: column 5: a string without its closing quote, or a control character in it");
    assert_wrong("[1 \x1e]", 1, "this is no JSON: column 4: a control character between values");
    assert_bytes_wrong("[1\0]", 4, 1, "this is no JSON: column 3: a control character between values");
    assert_wrong("[1}", 1,
                 "this is no JSON: column 3: ']' expected near '}'; correct it there, or write the file again");
    assert_wrong("[\n\n{\"a\" 1}]", 3,
                 "this is no JSON: column 6: ':' expected near '1'; correct it there, or write the file again");
    assert_wrong("\n  [1,]", 2,
                 "this is no JSON: column 6: unexpected token near ']'; correct it there, or write the file again");
    assert_wrong("{\"a\": 1, \"b\": 2,\n \"a\": 3}", 2,
                 "this is no JSON: column 4: duplicate object key near '\"a\"'; an object has each name once, so "
                 "rename or remove one");
    assert_wrong("[NaN]", 1,
                 "this is no JSON: column 4: invalid token near 'NaN'; JSON has no such number: leave out what has it");
    assert_wrong("[01]", 1,
                 "this is no JSON: column 2: invalid token near '0'; correct it there, or write the file again");
    assert_wrong("['a']", 1,
                 "this is no JSON: column 2: invalid token near '''; names and texts stand between double quotes");
    assert_wrong(
        "[\"\xff\"]", 1,
        "this is no JSON: column 2: unable to decode byte 0xff near '\"'; make it UTF-8: iconv -f WINDOWS-1252 -t "
        "UTF-8 FILE >new");
    assert_wrong(
        "[\"\\u12\"]", 1,
        "this is no JSON: column 7: invalid escape near '\"\\u12\"'; correct it there, or write the file again");
}

static void columns_count_characters(void **state)
{
    (void)state;
    assert_wrong("\xef\xbb\xbf\"\xc3\xa4\xe2\x82\xac\" 1", 1,
                 "this is no JSON: column 6: more text behind the value that the document is");
}

// `depth` arrays within each other.
static char *json_nested(size_t depth)
{
    char *text = malloc(2 * depth + 1);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = 0;
    return text;
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    char *text = json_nested(JSON_DEPTH_MAX);
    json_free(read_good(text));
    free(text);
    text = json_nested(JSON_DEPTH_MAX + 1);
    assert_wrong(text, 1, "this is no JSON: column 129: more than 128 arrays and objects within each other");
    free(text);
    text = json_nested(1000000);
    assert_wrong(text, 1, "this is no JSON: column 129: more than 128 arrays and objects within each other");
    free(text);
}

static void text_and_values_have_limits(void **state)
{
    (void)state;
    size_t size = (size_t)JSON_TEXT_MAX + 16;
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    text[0] = '[';
    text[1] = '"';
    text[size] = 0;
    format_message message;
    byte_source from;
    source_from_bytes(&from, text, size);
    assert_null(json_read(&from, &message));
    assert_string_equal(message.text, "the value that begins in column 1 has more than 256 MiB of text");
    memset(text, ',', size);
    text[0] = '[';
    source_from_bytes(&from, text, size);
    assert_null(json_read(&from, &message));
    assert_string_equal(message.text, "the value that begins in column 1 has more than 33554432 values in it");
    free(text);
}

static void cut_short_anywhere_it_is_wrong(void **state)
{
    (void)state;
    const char *text = "{\"a\": [1, -2.5e0, \"t\\n\", true, null, {}], \"b\": false}";
    for (size_t size = 0; size < strlen(text); size++) {
        format_message message;
        assert_null(read_bytes(text, size, &message));
        assert_int_equal(message.line, 1);
    }
}

static void a_document_comes_from_a_file(void **state)
{
    (void)state;
    const char *text = "\xef\xbb\xbf [\"one\",\n{\"two\": 2}]\n";
    size_t length = strlen(text);
    for (int looked = 0; looked < 2; looked++) {
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, length, file), length);
        rewind(file);
        byte_source from;
        size_t size = 0;
        source_from_file(&from, file);
        if (looked)
            assert_memory_equal(source_look(&from, &size), text, length);
        format_message message;
        json_value *tree = json_read(&from, &message);
        assert_string_equal(json_text(json_item(tree, 0), NULL), "one");
        assert_non_null(json_member(json_item(tree, 1), "two"));
        json_free(tree);
        fclose(file);
    }
}

static void a_file_that_cannot_be_read_says_why(void **state)
{
    (void)state;
    FILE *folder = fopen("/", "rb");
    if (folder == NULL)
        skip();
    byte_source from;
    source_from_file(&from, folder);
    format_message message;
    assert_null(json_read(&from, &message));
    assert_string_equal(message.text, "Is a directory");
    fclose(folder);
}

static void values_come_one_after_the_other(void **state)
{
    (void)state;
    const char *text = "{\"a\": 1}\n\x1e [2]\n3 \"x\"";
    byte_source from;
    source_from_bytes(&from, text, strlen(text));
    format_message message;
    json_reader *reader = json_open(&from, &message);
    const json_kind kinds[] = { JSON_IS_OBJECT, JSON_IS_ARRAY, JSON_IS_NUMBER, JSON_IS_TEXT };
    const size_t lines[] = { 1, 2, 3, 3 };
    for (size_t i = 0; i < 4; i++) {
        if (json_peek(reader) == JSON_RECORD)
            json_take(reader);
        json_value *value = json_next(reader);
        assert_int_equal(json_kind_of(value), kinds[i]);
        assert_int_equal(json_line(reader), lines[i]);
        json_free(value);
    }
    assert_int_equal(json_peek(reader), -1);
    assert_int_equal(json_bytes(reader), strlen(text));
    json_close(reader);
    assert_int_equal(message.fault, FORMAT_NO_FAULT);
}

static long allowed; // allocations of jansson until one fails

static void *allocate(size_t size)
{
    return allowed-- > 0 ? malloc(size) : NULL;
}

static void running_out_of_memory_is_said(void **state)
{
    (void)state;
    const char *text = "{\"a\": [1, 2.5, \"t\"], \"b\": {\"c\": null}}";
    format_message message;
    json_value *tree = NULL;
    long failures = 0, said = 0;
    json_set_alloc_funcs(allocate, free);
    for (; tree == NULL; failures++) {
        assert_true(failures < 1000);
        allowed = failures;
        byte_source from;
        source_from_bytes(&from, text, strlen(text));
        tree = json_read(&from, &message);
        assert_int_equal(tree != NULL, message.fault == FORMAT_NO_FAULT);
        said += message.fault == FORMAT_ENVIRONMENT;
    }
    json_free(tree);
    json_set_alloc_funcs(malloc, free);
    assert_true(failures > 10 && said > failures / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_of_their_kind),
        cmocka_unit_test(any_value_is_a_document),
        cmocka_unit_test(nothing_has_no_kind_and_no_members),
        cmocka_unit_test(members_are_given_one_by_one),
        cmocka_unit_test(strings_may_hold_a_nul),
        cmocka_unit_test(whole_numbers_are_exact_or_none),
        cmocka_unit_test(numbers_that_no_double_holds_are_refused),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(text_and_values_have_limits),
        cmocka_unit_test(cut_short_anywhere_it_is_wrong),
        cmocka_unit_test(a_document_comes_from_a_file),
        cmocka_unit_test(a_file_that_cannot_be_read_says_why),
        cmocka_unit_test(values_come_one_after_the_other),
        cmocka_unit_test(running_out_of_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
