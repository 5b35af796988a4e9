// A read that fails inside a picture does not make it a damaged one. A file that was opened for writing fails where the
// bytes end that have been looked at.
#include "pixels.h"
#include "report.h"
#include "unit.h"

#include <string.h>

static void reads_that_fail(void)
{
    static status (*const readers[])(pixels *, picture_bytes *, const char *, memory_limit *) = { pixels_read_png,
                                                                                                  pixels_read_jpeg };
    static const char *const heads[] = { "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0" };
    for (size_t i = 0; i < 2; i++) {
        pixels picture;
        memory_limit limit = { 0 };
        picture_bytes from = { .file = fopen("pixels_test.out", "wb"), .count = sizeof from.head };
        assert_non_null(from.file);
        memcpy(from.head, heads[i], sizeof from.head);
        report_hold();
        assert_int_equal(readers[i](&picture, &from, "test", &limit), STATUS_USAGE);
        assert_null(strstr(report_held(), "make it again"));
        assert_non_null(strstr(report_held(), "test: cannot read: "));
        report_release(false);
        fclose(from.file);
        remove("pixels_test.out");
    }
}

tests_main(plain_test(reads_that_fail))
