/// Font files are looked over before letters are drawn from them.
#include <font.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static void put_number(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> (24 - 8 * i));
}

/// A directory of seven tables of 64 bytes each, empty of sense: 12 + 16 * 7 + 64 * 7 bytes.
enum { TABLES = 7, EACH = 64, HEADS = 12 + 16 * TABLES, WHOLE = HEADS + EACH * TABLES };

static void make_font(unsigned char *bytes)
{
    static const char *const tags[TABLES] = { "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp" };
    memset(bytes, 0, WHOLE);
    put_number(bytes, 0x00010000);
    bytes[5] = TABLES;
    for (int i = 0; i < TABLES; i++) {
        unsigned char *row = bytes + 12 + 16 * i;
        memcpy(row, tags[i], 4);
        put_number(row + 8, (uint32_t)(HEADS + EACH * i));
        put_number(row + 12, EACH);
    }
}

static void a_font_has_its_tables_within_the_file(void)
{
    unsigned char bytes[WHOLE];
    make_font(bytes);
    assert_true(font_is_sound(bytes, WHOLE));
    for (size_t size = 0; size < WHOLE; size++)
        assert_false(font_is_sound(bytes, size));
    for (int i = 0; i < TABLES; i++) {
        make_font(bytes);
        bytes[12 + 16 * i] ^= 1; // another table
        assert_false(font_is_sound(bytes, WHOLE));
        make_font(bytes);
        put_number(bytes + 12 + 16 * i + 8, UINT32_MAX);
        assert_false(font_is_sound(bytes, WHOLE));
        make_font(bytes);
        put_number(bytes + 12 + 16 * i + 12, i == 6 ? EACH + 1 : UINT32_MAX);
        assert_false(font_is_sound(bytes, WHOLE));
    }
    make_font(bytes);
    put_number(bytes, 0x50444600);
    assert_false(font_is_sound(bytes, WHOLE));
}

// The directory has a sum of each table, which tells damage; of "head" one number is not in it.
static void a_damaged_font_is_none(void)
{
    unsigned char bytes[WHOLE];
    for (int i = 0; i < TABLES; i++) {
        unsigned char *row = bytes + 12 + 16 * i;
        make_font(bytes);
        bytes[HEADS + EACH * i + 21] = 3;
        assert_false(font_is_sound(bytes, WHOLE));
        put_number(row + 4, 3 << 16);
        assert_true(font_is_sound(bytes, WHOLE));
        put_number(row + 12, EACH - 1); // the last number is filled up
        bytes[HEADS + EACH * i + EACH - 2] = 5;
        put_number(row + 4, (3 << 16) + (5 << 8));
        assert_true(font_is_sound(bytes, WHOLE));
        make_font(bytes);
        bytes[HEADS + EACH * i + 8] = 7;
        assert_true(font_is_sound(bytes, WHOLE) == (memcmp(row, "head", 4) == 0));
    }
}

static void a_collection_is_its_first_font(void)
{
    enum { BEFORE = 32 };
    unsigned char bytes[BEFORE + WHOLE] = "ttcf";
    make_font(bytes + BEFORE);
    for (int i = 0; i < TABLES; i++)
        put_number(bytes + BEFORE + 12 + 16 * i + 8, (uint32_t)(BEFORE + HEADS + EACH * i));
    put_number(bytes + 12, BEFORE);
    assert_true(font_is_sound(bytes, sizeof bytes));
    put_number(bytes + 12, sizeof bytes - 11);
    assert_false(font_is_sound(bytes, sizeof bytes));
    put_number(bytes + 12, UINT32_MAX);
    assert_false(font_is_sound(bytes, sizeof bytes));
}

static void a_font_is_read_from_a_file(void)
{
    const char *path = "demo_font_test.ttf";
    unsigned char bytes[WHOLE];
    font read;
    make_font(bytes);
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, WHOLE, file), WHOLE);
    assert_int_equal(fclose(file), 0);
    assert_true(font_read(&read, path));
    assert_int_equal(read.size, WHOLE);
    assert_memory_equal(read.bytes, bytes, WHOLE);
    font_free(&read);
    assert_true(font_read(&read, "none") && !read.bytes);
    assert_int_equal(remove(path), 0);
    assert_false(font_read(&read, path));
    assert_null(read.bytes);
    assert_true(font_read(&read, NULL)); // whatever this machine has, or nothing
    assert_true(!read.bytes || font_is_sound(read.bytes, read.size));
    font_free(&read);
}

tests_main(plain_test(a_font_has_its_tables_within_the_file), plain_test(a_damaged_font_is_none),
           plain_test(a_collection_is_its_first_font), plain_test(a_font_is_read_from_a_file))
