/// What XML allows and a reader of strangers' files must not: entities that blow up, endless nesting, endless tags; and
/// that a document comes whole from memory, from a file, or partly from each.
#include "read_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

#define HEAD "<map orientation='orthogonal' width='1' height='1' tilewidth='1' tileheight='1'>"

static void declarations_are_refused(void)
{
    const char *said = "2: declarations inside <!DOCTYPE> are not allowed here";
    assert_string_equal(
        wrong_map("\n<!DOCTYPE map [ <!ENTITY a 'aaaaaaaaaa'> <!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'> ]>" HEAD
                  "&b;</map>"),
        said);
    assert_string_equal(wrong_map("\n<!DOCTYPE map [ <!ENTITY % a SYSTEM '/etc/passwd'> %a; ]>" HEAD "</map>"), said);
    assert_string_equal(wrong_map("\n<!DOCTYPE map [ <!ATTLIST object name CDATA 'long'> ]>" HEAD "</map>"), said);
    assert_string_equal(wrong_map(HEAD "&b;</map>"), "1: not XML: undefined entity");
}

static void a_doctype_that_names_a_file_opens_nothing(void)
{
    tiled_map map = read_map("<!DOCTYPE map SYSTEM 'file:///dev/zero'>" HEAD "&b;<layer name='&b;'/></map>");
    assert_int_equal(map.layer_count, 1);
    assert_string_equal(map.layers[0].name, "");
    tiled_free(&map);
}

// A map with `depth` groups within each other.
static char *nested(int depth, const char *tag)
{
    size_t size = strlen(HEAD) + (size_t)depth * (2 * strlen(tag) + 5) + 16;
    char *text = malloc(size);
    size_t used = (size_t)snprintf(text, size, "%s", HEAD);
    for (int i = 0; i < depth; i++)
        used += (size_t)snprintf(text + used, size - used, "<%s>", tag);
    for (int i = 0; i < depth; i++)
        used += (size_t)snprintf(text + used, size - used, "</%s>", tag);
    snprintf(text + used, size - used, "</map>");
    return text;
}

static void nesting_has_a_limit(void)
{
    const char *const elements[] = { "group", "objectgroup", "unknown" };
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        char *text = nested(ELEMENT_DEPTH_MAX - 1, elements[i]);
        tiled_map map = read_map(text);
        tiled_free(&map);
        free(text);
        text = nested(ELEMENT_DEPTH_MAX, elements[i]);
        assert_string_equal(wrong_map(text), "1: more than 128 elements within each other");
        free(text);
        text = nested(100000, elements[i]);
        assert_string_equal(wrong_map(text), "1: more than 128 elements within each other");
        free(text);
    }
}

// Between `before` and `after` so many bytes `fill`.
static char *filled(const char *before, char fill, size_t count, const char *after)
{
    size_t begin = strlen(before), size = begin + count + strlen(after) + 1;
    char *text = malloc(size);
    snprintf(text, size, "%s", before);
    memset(text + begin, fill, count);
    snprintf(text + begin + count, size - begin - count, "%s", after);
    return text;
}

static void tags_and_comments_have_a_limit(void)
{
    char *text = filled(HEAD "<!--", 'x', 1 << 20, "--><layer/></map>");
    tiled_map map = read_map(text);
    assert_int_equal(map.layer_count, 1);
    tiled_free(&map);
    free(text);
    text = filled(HEAD "\n<!--", 'x', 5 << 20, "--><layer/></map>");
    assert_string_equal(wrong_map(text), "2: a tag or comment of more than 4 MiB");
    free(text);
    text = filled(HEAD "\n<layer name='", 'x', 5 << 20, "'/></map>");
    assert_string_equal(wrong_map(text), "2: a tag or comment of more than 4 MiB");
    free(text);
    // Text comes in pieces and has none.
    text = filled(HEAD, 'x', 5 << 20, "<layer/></map>");
    map = read_map(text);
    assert_int_equal(map.layer_count, 1);
    tiled_free(&map);
    free(text);
}

static void a_document_comes_from_a_file(void)
{
    const char *text = HEAD "<layer name='one'/><layer name='two'/></map>\n";
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
        tiled_map map;
        format_message message;
        assert_true(tiled_read(&map, &from, NULL, &message));
        assert_int_equal(map.layer_count, 2);
        assert_string_equal(map.layers[1].name, "two");
        tiled_free(&map);
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
    tiled_map map;
    format_message message;
    assert_false(tiled_read(&map, &from, NULL, &message));
    assert_true(message.fault == FORMAT_INPUT && message.line == 0);
    assert_string_equal(message.text, "Is a directory");
    fclose(folder);
}

static void other_encodings_than_utf_8_are_read(void)
{
    tiled_map map = read_map("<?xml version='1.0' encoding='ISO-8859-1'?>" HEAD "<layer name='\xe4'/></map>");
    assert_string_equal(map.layers[0].name, "\xc3\xa4");
    tiled_free(&map);
    const char *utf_8 = HEAD "<layer/></map>";
    char utf_16[512] = "\xff\xfe";
    size_t size = 2;
    for (; *utf_8 != 0; utf_8++, size += 2)
        utf_16[size] = *utf_8;
    byte_source from;
    source_from_bytes(&from, utf_16, size);
    format_message message;
    assert_true(tiled_read(&map, &from, NULL, &message));
    assert_int_equal(map.layer_count, 1);
    tiled_free(&map);
}

tests_main(plain_test(declarations_are_refused), plain_test(a_doctype_that_names_a_file_opens_nothing),
           plain_test(nesting_has_a_limit), plain_test(tags_and_comments_have_a_limit),
           plain_test(a_document_comes_from_a_file), plain_test(a_file_that_cannot_be_read_says_why),
           plain_test(other_encodings_than_utf_8_are_read))
