// Sizes that are asked for are kept, and what is out of range is refused.
#include "all.h"
#include "ledger.h"
#include "pictures.h"
#include "support.h"

#include <stdlib.h>

static void sizes_are_kept(void)
{
    const qd_image_size size = { 103, 75, 3 };
    uint8_t *pixels = picture_make(&size, PICTURE_NOISE), *back = malloc(picture_bytes(&size));
    uint8_t *bytes = malloc(picture_bytes(&size));
    assert_true(pixels && back && bytes);
    const size_t part = all_or(7, 2);
    for (size_t wanted = QD_IMAGE_LEAST; wanted < 6000; wanted += wanted / part + 1) {
        size_t used = 0;
        assert_int_equal(qd_image_encode(&size, pixels, &(qd_image_def){ .bytes = wanted }, bytes, wanted, &used),
                         QD_OK);
        assert_in_range(used, (wanted * 98 + 99) / 100, wanted);
        assert_int_equal(qd_image_decode(bytes, used, NULL, back, picture_bytes(&size)), QD_OK);
    }
    free(pixels);
    free(back);
    free(bytes);
}

// With few steps to choose from, sizes between two come by other means: nothing is cut off that a smaller size has.
static void larger_sizes_are_not_worse(void)
{
    enum { SIDE = 256 };
    const qd_image_size size = { SIDE, SIDE, 3 };
    uint8_t *pixels = malloc(picture_bytes(&size)), *back = malloc(picture_bytes(&size)), *bytes = malloc(20000);
    assert_true(pixels && back && bytes);
    for (uint32_t k = 0; k < SIDE * SIDE; k++) { // a slope of colours above a hill
        const uint32_t x = k % SIDE, y = k / SIDE, hill = 150 + (x - 128) * (x - 128) / 400;
        const uint32_t r = y > hill ? y / 2 : 60 + y / 2 + x * x / 2000, b = y > hill ? y / 3 : 190 - y / 3;
        pixels[3 * k] = (uint8_t)r;
        pixels[3 * k + 1] = (uint8_t)((r + b) / 2 + (x + y) / 9);
        pixels[3 * k + 2] = (uint8_t)b;
    }
    uint64_t least = UINT64_MAX;
    const size_t part = all_or(5, 2);
    for (size_t wanted = 1000; wanted < 20000; wanted += wanted / part) {
        size_t used = 0;
        assert_int_equal(qd_image_encode(&size, pixels, &(qd_image_def){ .bytes = wanted }, bytes, wanted, &used),
                         QD_OK);
        assert_int_equal(qd_image_decode(bytes, used, NULL, back, picture_bytes(&size)), QD_OK);
        const uint64_t squares = picture_squares(pixels, back, picture_bytes(&size));
        assert_true(squares <= least + least / 20);
        least = squares < least ? squares : least;
    }
    free(pixels);
    free(back);
    free(bytes);
}

static void simple_pictures_take_less(void)
{
    const qd_image_size size = { 64, 64, 1 };
    uint8_t *pixels = picture_make(&size, PICTURE_FLAT), bytes[1000], back[64 * 64];
    size_t used = 0;
    assert_non_null(pixels);
    assert_int_equal(qd_image_encode(&size, pixels, &(qd_image_def){ .bytes = 1000 }, bytes, 1000, &used), QD_OK);
    assert_true(used < 980);
    assert_int_equal(qd_image_decode(bytes, used, NULL, back, sizeof back), QD_OK);
    assert_memory_equal(pixels, back, sizeof back);
    free(pixels);
}

static void out_of_range(void)
{
    static const qd_image_size bad[] = { { 0, 0, 1 },          { 0, 5, 1 },
                                         { 5, 0, 3 },          { 1, 1, 0 },
                                         { 1, 1, 5 },          { (1u << 24) + 1, 1, 1 },
                                         { 1, UINT32_MAX, 1 }, { 1u << 16, 1u << 15, 1 } };
    const uint8_t pixel[4] = { 0 };
    uint8_t bytes[100];
    size_t used = 7;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_int_equal(qd_image_encode(&bad[k], pixel, NULL, bytes, sizeof bytes, &used), QD_BAD_VALUE);
    const qd_image_size good = { 1, 1, 4 };
    assert_int_equal(qd_image_encode(&good, pixel, &(qd_image_def){ .quality = 101 }, bytes, 100, &used), QD_BAD_VALUE);
    assert_int_equal(qd_image_encode(&good, pixel, &(qd_image_def){ .bytes = 63 }, bytes, 100, &used), QD_BAD_VALUE);
    assert_int_equal(used, 7);
    assert_int_equal(qd_image_encode(&good, pixel, NULL, NULL, 0, &used), QD_TOO_SMALL);
    const size_t needed = used;
    assert_int_equal(qd_image_encode(&good, pixel, NULL, bytes, needed, &used), QD_OK);
    assert_int_equal(used, needed);
    uint8_t back[4];
    assert_int_equal(qd_image_decode(bytes, used, NULL, back, 3), QD_TOO_SMALL);
    assert_int_equal(qd_image_decode(bytes, used, NULL, back, 4), QD_OK);
}

static void long_sides(void)
{
    static const qd_image_size sizes[] = { { 70000, 1, 1 }, { 1, 70001, 3 } };
    for (int k = 0; k < 2; k++) {
        uint8_t *pixels = picture_make(&sizes[k], PICTURE_SCENE), *back = malloc(picture_bytes(&sizes[k]));
        static uint8_t bytes[4000];
        size_t used = 0;
        assert_true(pixels && back);
        assert_int_equal(qd_image_encode(&sizes[k], pixels, &(qd_image_def){ .bytes = 4000 }, bytes, 4000, &used),
                         QD_OK);
        assert_in_range(used, 3920, 4000);
        assert_int_equal(qd_image_decode(bytes, used, NULL, back, picture_bytes(&sizes[k])), QD_OK);
        free(pixels);
        free(back);
    }
}

static void memory_that_runs_out(void)
{
    const qd_image_size size = { 8, 260, 4 }; // so tall that a part of it is tried first
    uint8_t *pixels = picture_make(&size, PICTURE_SCENE), *back = malloc(picture_bytes(&size)), bytes[16000];
    struct ledger ledger = { 0 };
    const qd_allocator allocator = ledger_allocator(&ledger);
    size_t used = 0;
    assert_true(pixels && back);
    for (int way = 0; way < 3; way++) { // encoding to a quality and to a size, both with whole chromas; decoding
        const qd_image_def def = { .quality = way == 0 ? 100 : 0,
                                   .bytes = way == 0 ? 0 : 2000,
                                   .allocator = allocator };
        qd_result result = QD_NO_MEMORY;
        for (uint64_t n = 1; result == QD_NO_MEMORY; n++) {
            ledger_refuse(&ledger, n, false);
            result = way == 2 ? qd_image_decode(bytes, used, &allocator, back, picture_bytes(&size))
                              : qd_image_encode(&size, pixels, &def, bytes, sizeof bytes, &used);
            assert_int_equal(ledger.blocks, 0);
            assert_true(result == QD_OK || ledger.refused == 1);
            assert_true(n < 100);
        }
        assert_int_equal(result, QD_OK);
        assert_true(bytes[5] > 128);
    }
    assert_null(ledger.complaint);
    free(pixels);
    free(back);
}

// As image.h states it.
static void memory_is_bounded(void)
{
    static const qd_image_size sizes[] = { { 1, 1, 4 },   { 1, 1000, 4 },  { 1000, 1, 3 }, { 2, 2, 4 },
                                           { 64, 64, 4 }, { 65, 65, 4 },   { 5, 3000, 4 }, { 300, 200, 3 },
                                           { 9, 9, 1 },   { 17, 1000, 4 }, { 300, 200, 4 } };
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        const qd_image_size *size = &sizes[k / 2];
        const size_t pixels = (size_t)((size->width + 15) / 16) * ((size->height + 15) / 16) * 256;
        const size_t capacity = 12 * pixels + 10000;
        uint8_t *picture = picture_make(size, k % 2 ? PICTURE_NOISE : PICTURE_SCENE), *bytes = malloc(capacity);
        struct ledger ledger = { 0 };
        const qd_allocator allocator = ledger_allocator(&ledger);
        const qd_image_def def = { .quality = 100, .allocator = allocator };
        size_t used = 0;
        assert_true(picture && bytes);
        assert_int_equal(qd_image_encode(size, picture, &def, bytes, capacity, &used), QD_OK);
        assert_in_range(ledger.most, 1, 30 * pixels + 360000);
        ledger.most = 0;
        assert_int_equal(qd_image_decode(bytes, used, &allocator, picture, picture_bytes(size)), QD_OK);
        assert_in_range(ledger.most, 1, 25 * pixels + 50000);
        free(picture);
        free(bytes);
    }
}

typedef struct told {
    uint64_t calls, done, total;
} told;

static void note_progress(void *context, uint64_t done, uint64_t total)
{
    told *now = context;
    assert_true(done > now->done && done <= total);
    assert_true(now->calls == 0 || total == now->total);
    *now = (told){ now->calls + 1, done, total };
}

static void progress_is_told(void)
{
    const qd_image_size size = { 201, 130, 3 };
    uint8_t *pixels = picture_make(&size, PICTURE_SCENE), bytes[60000];
    told now = { 0, 0, 0 };
    size_t used = 0;
    qd_image_def def = { .quality = 30, .progress = note_progress, .progress_context = &now };
    assert_non_null(pixels);
    assert_int_equal(qd_image_encode(&size, pixels, &def, bytes, sizeof bytes, &used), QD_OK);
    assert_int_equal(now.done, now.total);
    assert_int_equal(now.total, 2 * (201 * 130 + 2 * 101 * 65)); // two rounds of luma and two chromas
    assert_int_equal(now.calls, 2 * (4 * 3 + 2 * 2 * 2));        // in squares of 64 x 64
    now = (told){ 0, 0, 0 };
    const qd_image_size tall = { 64, 300, 3 };
    uint8_t *tower = picture_make(&tall, PICTURE_SCENE);
    assert_non_null(tower);
    assert_int_equal(qd_image_encode(&tall, tower, &def, bytes, sizeof bytes, &used), QD_OK);
    assert_int_equal(now.done, now.total);
    assert_int_equal(now.total, 64 * 64 + 64 * 300 + 4 * 32 * 150); // a row of squares of luma, then all
    free(tower);
    now = (told){ 0, 0, 0 };
    def.quality = 90; // the second round has whole chromas
    assert_int_equal(qd_image_encode(&size, pixels, &def, bytes, sizeof bytes, &used), QD_OK);
    assert_int_equal(now.done, now.total);
    assert_int_equal(now.total, 4 * 201 * 130 + 2 * 101 * 65);
    now = (told){ 0, 0, 0 };
    def.bytes = 2000;
    def.quality = 0;
    assert_int_equal(qd_image_encode(&size, pixels, &def, bytes, sizeof bytes, &used), QD_OK);
    assert_true(now.calls > 0 && now.done < now.total);
    free(pixels);
}

tests_main(plain_test(sizes_are_kept), plain_test(larger_sizes_are_not_worse), plain_test(simple_pictures_take_less),
           plain_test(out_of_range), plain_test(long_sides), plain_test(memory_that_runs_out),
           plain_test(memory_is_bounded), plain_test(progress_is_told))
