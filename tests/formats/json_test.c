/// JSON as trees: what every kind of value becomes, what is refused and where it is said to be, and the limits.
#include "failing.h"

#include <json_tree.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static json_value *read_bytes(const char *text, size_t size, format_message *message)
{
    char *part = malloc(size + 1); // no more than that, so that reading beyond it is noticed
    memcpy(part, text, size);
    byte_source from;
    source_from_bytes(&from, part, size);
    json_value *tree = json_read(&from, &(uint64_t){ 0 }, message);
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

static void values_are_of_their_kind(void)
{
    json_value *tree = read_good("\xef\xbb\xbf {\"a\": [1, -2.5e0, \"t\", true, null, {}], \"b\": false}\r\n");
    assert_int_equal(json_kind_of(tree), JSON_OBJECT);
    assert_int_equal(json_count(tree), 2);
    const json_value *a = json_member(tree, "a");
    const json_kind kinds[] = { JSON_NUMBER, JSON_NUMBER, JSON_TEXT, JSON_TRUE, JSON_NULL, JSON_OBJECT };
    assert_int_equal(json_kind_of(a), JSON_ARRAY);
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

static void any_value_is_a_document(void)
{
    const char *const texts[] = { "1", " null ", "\"x\"", "[]", "\ttrue\n" };
    const json_kind kinds[] = { JSON_NUMBER, JSON_NULL, JSON_TEXT, JSON_ARRAY, JSON_TRUE };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_value *tree = read_good(texts[i]);
        assert_int_equal(json_kind_of(tree), kinds[i]);
        json_free(tree);
    }
}

static void nothing_has_no_kind_and_no_members(void)
{
    double number = 0;
    int64_t whole = 0;
    bool flag = false;
    assert_int_equal(json_kind_of(NULL), JSON_END);
    assert_null(json_member(NULL, "a"));
    assert_null(json_item(NULL, 0));
    assert_int_equal(json_count(NULL), 0);
    assert_false(json_number(NULL, &number) || json_whole(NULL, &whole) || json_flag(NULL, &flag));
    assert_null(json_text(NULL, NULL));
    json_free(NULL);
}

static void members_are_found_whatever_their_order(void)
{
    json_value *tree = read_good("{\"c\": 1, \"a\": 2, \"\": 3, \"b\\u0062\": 4, \"ca\": 5}");
    const char *const names[] = { "c", "a", "", "bb", "ca" };
    for (size_t i = 0; i < 5; i++) {
        int64_t whole = 0;
        assert_true(json_whole(json_member(tree, names[i]), &whole) && whole == (int64_t)i + 1);
    }
    assert_null(json_member(tree, "b"));
    json_free(tree);
}

static void values_have_places(void)
{
    json_value *tree = read_good("[1,\n  {\"\xc3\xa4\": \"t\"}]");
    json_place place = json_place_of(json_member(json_item(tree, 1), "\xc3\xa4"));
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 9);
    place = json_place_of(json_item(tree, 0));
    assert_true(place.line == 1 && place.column == 2);
    json_free(tree);
}

static void strings_may_hold_a_nul(void)
{
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

static void whole_numbers_are_exact_or_none(void)
{
    assert_whole("[9223372036854775807]", true, INT64_MAX);
    assert_whole("[-9223372036854775808]", true, INT64_MIN);
    assert_whole("[7.0]", true, 7);
    assert_whole("[-12e2]", true, -1200);
    assert_whole("[7.5]", false, 0);
    assert_whole("[9223372036854775808]", false, 0);
    assert_whole("[1e300]", false, 0);
    assert_whole("[9007199254740993, 18446744073709551615]", true, 9007199254740993);
    assert_whole("[-0]", true, 0);
    assert_whole("[9007199254740993.0]", false, 0);
}

static void numbers_that_no_double_holds_are_refused(void)
{
    assert_wrong("[1,\n 1e309]", 2,
                 "not JSON: column 2: number beyond all doubles, near '1e309'; no double is so large");
    char text[512] = "[1";
    memset(text + 2, '0', 400);
    text[402] = ']'; // the rest is zero
    format_message message;
    assert_null(read_bytes(text, strlen(text), &message));
    assert_non_null(strstr(message.text, "beyond all doubles"));
}

static void what_is_wrong_is_said_with_its_place(void)
{
    assert_wrong("", 1, "not JSON: column 1: the file ends where a value should be");
    assert_wrong(" \n  ", 2, "not JSON: column 3: the file ends where a value should be");
    assert_wrong("]", 1,
                 "not JSON: column 1: a value should be here, near ']'; correct it there, or write the file again");
    assert_wrong("[1] 2", 1, "not JSON: column 5: more text behind the value that the document is");
    assert_wrong("\n {\"a\":\n [1,", 3, "not JSON: the file ends inside the value that begins in line 2, column 2");
    assert_wrong("[\"ab", 1, "not JSON: the file ends inside the value that begins in line 1, column 1");
    assert_wrong(" tru", 1, "not JSON: the file ends inside the value that begins in line 1, column 2");
    assert_wrong("[\"ab\n\"]", 1,
                 "not JSON: column 2: a text without its closing quote, or a control character in it, near '\"ab'; "
                 "correct it there, or write the file again");
    assert_wrong("[1 \x1e]", 1,
                 "not JSON: column 4: no value begins like this, near '\x1e'; correct it there, or write the file "
                 "again");
    assert_wrong("\f[1]", 1,
                 "not JSON: column 1: a form feed, which is no blank in JSON, near '\f'; correct it there, or "
                 "write the file again");
    assert_wrong("[1,\n\v2]", 2,
                 "not JSON: column 1: a vertical tab, which is no blank in JSON, near '\v2'; correct it there, "
                 "or write the "
                 "file again");
    assert_wrong("[1]\v\f", 1,
                 "not JSON: column 4: a vertical tab, which is no blank in JSON, near '\v\f'; correct it there, "
                 "or write the "
                 "file again");
    assert_wrong("[2,]\f", 1,
                 "not JSON: column 4: a value should be here, near ']'; correct it there, or write the file "
                 "again");
    assert_bytes_wrong("[1\0]", 4, 1,
                       "not JSON: column 3: no value begins like this; correct it there, or write the file again");
    assert_wrong("[1}", 1,
                 "not JSON: column 3: ',' or ']' should be behind an item, near '}'; correct it there, or write "
                 "the file again");
    assert_wrong("[\n\n{\"a\" 1}]", 3,
                 "not JSON: column 6: ':' should be behind a name, near '1'; correct it there, or write the file "
                 "again");
    assert_wrong("\n  [1,]", 2,
                 "not JSON: column 6: a value should be here, near ']'; correct it there, or write the file again");
    assert_wrong("{\"a\": 1, \"b\": 2,\n \"a\": 3}", 2,
                 "not JSON: column 7: a second value of the name 'a'; an object has each name once, so rename or "
                 "remove one");
}

static void what_no_name_and_no_value_can_be_is_said(void)
{
    assert_wrong("{\"a\\u0000\": 1}", 1, "not JSON: column 2: a name with a NUL character in it");
    assert_wrong("{1: 1}", 1,
                 "not JSON: column 2: a name in double quotes should be here, near '1'; correct it there, or write "
                 "the file again");
    assert_wrong("[NaN]", 1,
                 "not JSON: column 2: no value begins like this, near 'NaN'; JSON has no such number: leave out "
                 "what has it");
    assert_wrong("[01]", 1,
                 "not JSON: column 3: ',' or ']' should be behind an item, near '1'; correct it there, or write "
                 "the file again");
    assert_wrong("['a']", 1,
                 "not JSON: column 2: no value begins like this, near ''a''; names and texts stand between double "
                 "quotes");
    assert_wrong("[\"\\u12\"]", 1,
                 "not JSON: column 2: fewer than four hexadecimal digits behind \\u, near '\"\\u12'; correct it "
                 "there, or write the file again");
    assert_wrong("[\"\\x\"]", 1,
                 "not JSON: column 2: a backslash that begins no escape, near '\"\\x'; correct it there, or write "
                 "the file again");
    assert_wrong("[1.]", 1,
                 "not JSON: column 2: malformed number, a digit is required after the decimal point, near '1.'; "
                 "correct it there, or write the file again");
    assert_wrong("// no\n1", 1,
                 "not JSON: column 1: a comment, which JSON does not have, near '//'; correct it there, or write "
                 "the file again");
}

static void half_a_pair_of_surrogates_is_no_text(void)
{
    const char *const halves[] = { "\\ud800",    "\\udbff\\ud800\\udc00", "\\udc00", "a\\ud83dx",
                                   "\\ud83d\\n", "\\ud800\\u0041" };
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        char text[64];
        snprintf(text, sizeof text, "[1,\"%s\"]", halves[i]);
        assert_wrong(text, 1,
                     "not JSON: column 4: a text has half of a pair of surrogates in it; correct it there, or write "
                     "the file again");
    }
}

// The shortest form of each character alone, no surrogates, and nothing beyond U+10FFFF (RFC 3629).
static void texts_are_utf8(void)
{
    const char *const good[] = {
        "\xc2\x80",     "\xdf\xbf",         "\xe0\xa0\x80",     "\xed\x9f\xbf",    "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "1234567\xc3\xa4", "12345678\xf0\x9f\x98\x80z"
    };
    const char *const bad[] = { "\x80",
                                "\xbf",
                                "\xc0\x80",
                                "\xc1\xbf",
                                "\xc3",
                                "\xc3(",
                                "\xe0\x9f\xbf",
                                "\xed\xa0\x80",
                                "\xe2\x82",
                                "\xe2\x82(",
                                "\xf0\x8f\xbf\xbf",
                                "\xf4\x90\x80\x80",
                                "\xf5\x80\x80\x80",
                                "\xf0\x90\x80",
                                "\xff",
                                "12345678\xfe" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[64];
        snprintf(text, sizeof text, "[\"%s\"]", good[i]);
        json_value *tree = read_good(text);
        assert_string_equal(json_text(json_item(tree, 0), NULL), good[i]);
        json_free(tree);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64], said[128];
        const size_t whole = strspn(bad[i], "12345678");
        snprintf(text, sizeof text, "[\"%s\"]", bad[i]);
        snprintf(said, sizeof said,
                 "not JSON: column %zu: byte 0x%02x is not UTF-8; make it UTF-8: iconv -f WINDOWS-1252 -t UTF-8 "
                 "FILE >new",
                 whole + 3, (unsigned)(unsigned char)bad[i][whole]);
        assert_wrong(text, 1, said);
    }
}

static void columns_count_characters(void)
{
    assert_wrong("\xef\xbb\xbf\"\xc3\xa4\xe2\x82\xac\" 1", 1,
                 "not JSON: column 6: more text behind the value that the document is");
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

static void nesting_has_a_limit(void)
{
    char *text = json_nested(JSON_DEPTH_MAX);
    json_free(read_good(text));
    free(text);
    text = json_nested(JSON_DEPTH_MAX + 1);
    assert_wrong(text, 1, "not JSON: column 129: more than 128 arrays and objects within each other");
    free(text);
    text = json_nested(1000000);
    assert_wrong(text, 1, "not JSON: column 129: more than 128 arrays and objects within each other");
    free(text);
}

static void text_and_values_have_limits(void)
{
    if (sizeof(void *) < 8)
        skip(); // so many values need a gigabyte
    size_t size = (size_t)JSON_TEXT_MAX + 16;
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    text[0] = '[';
    text[1] = text[size - 2] = '"';
    text[size - 1] = ']';
    format_message message;
    byte_source from;
    source_from_bytes(&from, text, size);
    assert_null(json_read(&from, &(uint64_t){ 0 }, &message));
    assert_string_equal(message.text, "the value that begins in column 1 has more than 256 MiB of text");
    for (size_t i = 0; i < size; i++)
        text[i] = i % 2 != 0 ? '0' : ',';
    text[0] = '[';
    source_from_bytes(&from, text, size);
    assert_null(json_read(&from, &(uint64_t){ 0 }, &message));
    assert_string_equal(message.text, "the value that begins in column 1 has more than 33554432 values in it");
    free(text);
}

// Each kind of token with the end of a piece anywhere in it.
static void tokens_may_be_split_anywhere(void)
{
    const char *const part =
        "{\"a\\u00e4\": [12345.5e-3, true, null, \"\\ud83d\\ude00\\\\\xe2\x82\xac\\\"\"], \"b\": \"\"}";
    const size_t length = strlen(part);
    for (size_t blanks = JSON_PIECE - length - 1; blanks <= JSON_PIECE; blanks++) {
        char *text = malloc(blanks + length + 1);
        memset(text, ' ', blanks);
        memcpy(text + blanks, part, length + 1);
        text[blanks / 2] = '\n';
        json_value *tree = read_good(text);
        double number = 0;
        const json_value *a = json_member(tree, "a\xc3\xa4");
        assert_true(json_number(json_item(a, 0), &number) && number == 12.3455);
        assert_int_equal(json_kind_of(json_item(a, 1)), JSON_TRUE);
        assert_string_equal(json_text(json_item(a, 3), NULL), "\xf0\x9f\x98\x80\\\xe2\x82\xac\"");
        assert_string_equal(json_text(json_member(tree, "b"), NULL), "");
        const json_place place = json_place_of(json_item(a, 3));
        assert_int_equal(place.line, 2);
        assert_int_equal(place.column, blanks - blanks / 2 + 37);
        json_free(tree);
        free(text);
    }
}

// A text longer than some pieces, with escapes of six bytes at every place of theirs.
static void texts_may_be_long(void)
{
    const size_t count = 40000;
    for (size_t shift = 0; shift < 6; shift++) {
        char *text = malloc(shift + 6 * count + 16), *to = text;
        to += sprintf(to, "[\"%.*s", (int)shift, "xxxxx");
        for (size_t i = 0; i < count; i++)
            to += sprintf(to, i % 2 ? "\\ude00" : "\\ud83d");
        sprintf(to, "%s", "\", 7]");
        size_t length = 0;
        json_value *tree = read_good(text);
        const char *read = json_text(json_item(tree, 0), &length);
        assert_int_equal(length, shift + 2 * count);
        for (size_t i = shift; i < length; i += 4)
            assert_memory_equal(read + i, "\xf0\x9f\x98\x80", 4);
        assert_int_equal(json_kind_of(json_item(tree, 1)), JSON_NUMBER);
        json_free(tree);
        memcpy(to, "\\u00\"]", 7);
        format_message message;
        assert_null(read_bytes(text, strlen(text), &message));
        assert_non_null(strstr(message.text, "fewer than four hexadecimal digits"));
        free(text);
    }
}

static void numbers_may_not_be_longer_than_two_pieces(void)
{
    const size_t size = 3 * (size_t)JSON_PIECE;
    char *text = malloc(size + 1);
    memset(text, '1', size);
    text[0] = '[';
    text[size - 1] = ']';
    text[size] = 0;
    assert_wrong(text, 1, "not JSON: column 2: a number or a word of more than 32768 characters");
    free(text);
}

static void cut_short_anywhere_it_is_wrong(void)
{
    const char *text = "{\"a\": [1, -2.5e0, \"t\\n\", true, null, {}], \"b\": false}";
    for (size_t size = 0; size < strlen(text); size++) {
        format_message message;
        assert_null(read_bytes(text, size, &message));
        assert_int_equal(message.line, 1);
    }
}

static void a_document_comes_from_a_file(void)
{
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
        json_value *tree = json_read(&from, &(uint64_t){ 0 }, &message);
        assert_string_equal(json_text(json_item(tree, 0), NULL), "one");
        assert_non_null(json_member(json_item(tree, 1), "two"));
        json_free(tree);
        fclose(file);
    }
}

static void a_file_that_cannot_be_read_says_why(void)
{
    FILE *folder = fopen("/", "rb");
    if (folder == NULL)
        skip();
    byte_source from;
    source_from_file(&from, folder);
    format_message message;
    assert_null(json_read(&from, &(uint64_t){ 0 }, &message));
    assert_string_equal(message.text, "Is a directory");
    fclose(folder);
}

static void documents_come_one_after_the_other(void)
{
    const char *text = "{\"a\": 1}\n\x1e [2]\n\x1e"
                       "3\x1e \"x\"4";
    byte_source from;
    source_from_bytes(&from, text, strlen(text));
    format_message message;
    json_reader *reader = json_open(&from, 100, &message);
    const json_kind kinds[] = { JSON_OBJECT, JSON_NAME,   JSON_NUMBER, JSON_CLOSE,  JSON_ARRAY, JSON_NUMBER,
                                JSON_CLOSE,  JSON_NUMBER, JSON_TEXT,   JSON_NUMBER, JSON_END,   JSON_END };
    const size_t lines[] = { 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3 }, columns[] = { 1, 2, 7, 8, 3, 4, 5, 2, 5, 8, 9, 9 };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(json_next(reader)->kind, kinds[i]);
        assert_int_equal(json_here(reader).line, lines[i]);
        assert_int_equal(json_here(reader).column, columns[i]);
    }
    assert_int_equal(json_bytes(reader), strlen(text));
    json_close(reader);
    assert_int_equal(message.fault, FORMAT_NO_FAULT);
}

static void running_out_of_memory_is_said(void)
{
    char text[1000] = "{\"a\": [1, 2.5, \"t\"], \"b\": {\"c\": null}, \"long\": \"\\n";
    size_t used = strlen(text);
    memset(text + used, 'x', 900);
    snprintf(text + used + 900, sizeof text - used - 900, "%s", "\"}");
    json_value *tree = NULL;
    long failures = 0;
    for (; tree == NULL; failures++) {
        assert_true(failures < 1000);
        format_message message;
        byte_source from;
        source_from_bytes(&from, text, strlen(text));
        failing_allowed = failures;
        tree = json_read(&from, &(uint64_t){ 0 }, &message);
        failing_allowed = -1;
        assert_int_equal(message.fault, tree != NULL ? FORMAT_NO_FAULT : FORMAT_ENVIRONMENT);
    }
    json_free(tree);
    assert_true(failures > 15);
}

tests_main(plain_test(values_are_of_their_kind), plain_test(any_value_is_a_document),
           plain_test(nothing_has_no_kind_and_no_members), plain_test(members_are_found_whatever_their_order),
           plain_test(values_have_places), plain_test(strings_may_hold_a_nul),
           plain_test(whole_numbers_are_exact_or_none), plain_test(numbers_that_no_double_holds_are_refused),
           plain_test(what_is_wrong_is_said_with_its_place), plain_test(what_no_name_and_no_value_can_be_is_said),
           plain_test(half_a_pair_of_surrogates_is_no_text), plain_test(texts_are_utf8),
           plain_test(columns_count_characters), plain_test(nesting_has_a_limit),
           plain_test(text_and_values_have_limits), plain_test(tokens_may_be_split_anywhere),
           plain_test(texts_may_be_long), plain_test(numbers_may_not_be_longer_than_two_pieces),
           plain_test(cut_short_anywhere_it_is_wrong), plain_test(a_document_comes_from_a_file),
           plain_test(a_file_that_cannot_be_read_says_why), plain_test(documents_come_one_after_the_other),
           plain_test(running_out_of_memory_is_said))
