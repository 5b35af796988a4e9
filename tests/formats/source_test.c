/// Bytes from files: plain, packed by gzip and zstd where these are there, whole, cut off at every place, changed, and
/// more than is allowed.
#include <source.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

// "x,y\n1,2\n" by `gzip -n`, and an empty text; by `zstd`, by `zstd --no-check`, and a frame to be passed over.
static const unsigned char gzip_rows[] = { 0x1f, 0x8b, 8,    0,    0, 0, 0,    0,    0,    3, 0xab, 0xd0, 0xa9, 0xe4,
                                           0x32, 0xd4, 0x31, 0xe2, 2, 0, 0x23, 0xdf, 0x72, 0, 8,    0,    0,    0 };
static const unsigned char gzip_nothing[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
static const unsigned char zstd_rows[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x20, 8,   0x41, 0,   0,
                                           'x',  ',',  'y',  '\n', '1',  ',', '2',  '\n' };
static const unsigned char zstd_passed_over[] = { 0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c' };
static const char rows[] = "x,y\n1,2\n";

// The bytes as a source gives them, read in pieces of `piece`, looked at before each if `look`. Ends with a NUL.
static char *all_of(byte_source *from, size_t piece, bool look)
{
    static char text[1 << 20];
    size_t used = 0, got = 0, size = 0;
    do {
        const char *ahead = look ? source_look(from, &size) : NULL;
        int first = size > 0 ? ahead[0] : 0;
        got = source_read(from, text + used, piece);
        assert_true(!look || got > 0 || size == 0);
        assert_true(!look || got == 0 || text[used] == first);
        used += got;
        assert_true(used + piece < sizeof text);
    } while (got == piece);
    text[used] = 0;
    return text;
}

static const char *problem(const void *bytes, size_t size, uint64_t most)
{
    static format_message message;
    byte_source from;
    source_from_bytes(&from, bytes, size);
    from.most = most;
    all_of(&from, 7, false);
    message = from.message;
    source_end(&from);
    assert_true(message.line == 0);
    return message.fault != FORMAT_NO_FAULT ? message.text : "";
}

static void assert_becomes(const void *bytes, size_t size, const char *text, bool packed)
{
    for (size_t piece = 1; piece < 20; piece += 3)
        for (int way = 0; way < 4; way++) {
            byte_source from;
            FILE *file = NULL;
            source_from_bytes(&from, bytes, size);
            if (way / 2 == 1) {
                file = tmpfile();
                assert_non_null(file);
                assert_int_equal(fwrite(bytes, 1, size, file), size);
                rewind(file);
                source_from_file(&from, file);
            }
            assert_string_equal(all_of(&from, piece, way % 2 == 1), text);
            assert_false(source_failed(&from));
            assert_int_equal(source_is_packed(&from), packed);
            assert_int_equal(from.taken, size);
            source_end(&from);
            if (file != NULL)
                fclose(file);
        }
}

static void plain_bytes_come_as_they_are(void)
{
    assert_becomes("", 0, "", false);
    assert_becomes("\x1f", 1, "\x1f", false);
    assert_becomes(rows, 8, rows, false);
    static char many[3 * SOURCE_PIECE + 17];
    memset(many, 'a', sizeof many - 1);
    assert_becomes(many, sizeof many - 1, many, false);
}

static void looking_reads_nothing(void)
{
    static char many[2 * SOURCE_PIECE];
    for (size_t i = 0; i < sizeof many; i++)
        many[i] = (char)('a' + i % 23);
    byte_source from;
    source_from_bytes(&from, many, sizeof many);
    size_t size = 0;
    for (int i = 0; i < 3; i++)
        assert_memory_equal(source_look(&from, &size), many, SOURCE_LOOK);
    assert_int_equal(size, SOURCE_LOOK);
    char part[100];
    assert_int_equal(source_read(&from, part, sizeof part), sizeof part);
    assert_memory_equal(part, many, sizeof part);
    assert_memory_equal(source_look(&from, &size), many + sizeof part, SOURCE_LOOK);
    assert_int_equal(size, SOURCE_LOOK);
    source_end(&from);
}

static size_t join(unsigned char *to, const unsigned char *a, size_t a_size, const unsigned char *b, size_t b_size)
{
    memcpy(to, a, a_size);
    memcpy(to + a_size, b, b_size);
    return a_size + b_size;
}

// What holds for both kinds.
static void check_packed(const unsigned char *packed, size_t size, const char *name)
{
    char said[128];
    unsigned char two[256];
    assert_becomes(packed, size, rows, true);
    size_t length = join(two, packed, size, packed, size);
    assert_becomes(two, length, "x,y\n1,2\nx,y\n1,2\n", true);
    for (size_t part = 4; part < size; part++) {
        snprintf(said, sizeof said, "packed by %s, and cut off", name);
        assert_string_equal(problem(packed, part, SOURCE_MOST), said);
        length = join(two, packed, size, packed, part);
        assert_string_equal(problem(two, length, SOURCE_MOST), said);
    }
    snprintf(said, sizeof said, "more bytes after the end of the data packed by %s: the file is damaged", name);
    length = join(two, packed, size, (const unsigned char *)"x", 1);
    assert_string_equal(problem(two, length, SOURCE_MOST), said);
    length = join(two, packed, size, (const unsigned char *)"\0\0\0\0\0", 5);
    assert_string_equal(problem(two, length, SOURCE_MOST), said);
    assert_string_equal(problem(packed, size, 8), "");
    assert_string_equal(problem(packed, size, 7), "unpacks to more than 7 bytes, the most that is read");
}

static void gzip_is_unpacked(void)
{
    if (!HAS_ZLIB)
        skip();
    check_packed(gzip_rows, sizeof gzip_rows, "gzip");
    assert_becomes(gzip_nothing, sizeof gzip_nothing, "", true);
    unsigned char two[256];
    size_t size = join(two, gzip_nothing, sizeof gzip_nothing, gzip_rows, sizeof gzip_rows);
    assert_becomes(two, size, rows, true);
}

// The byte before the sum has bits that mean nothing.
static void a_changed_byte_of_gzip_is_found(void)
{
    if (!HAS_ZLIB)
        skip();
    enum { HEADER = 10, PADDED = 19 };
    unsigned char changed[sizeof gzip_rows];
    for (size_t at = HEADER; at < sizeof changed; at++) {
        memcpy(changed, gzip_rows, sizeof changed);
        changed[at] ^= 0x10;
        assert_int_equal(problem(changed, sizeof changed, SOURCE_MOST)[0] == 0, at == PADDED);
    }
}

static void gzip_names_what_is_missing(void)
{
    if (HAS_ZLIB)
        skip();
    assert_string_equal(problem(gzip_rows, sizeof gzip_rows, SOURCE_MOST),
                        "packed by gzip, and this program was built without zlib (Debian: zlib1g-dev)");
}

static void zstd_is_unpacked(void)
{
    if (!HAS_ZSTD)
        skip();
    check_packed(zstd_rows, sizeof zstd_rows, "zstd");
    unsigned char two[256];
    size_t size = join(two, zstd_passed_over, sizeof zstd_passed_over, zstd_rows, sizeof zstd_rows);
    assert_becomes(two, size, rows, true);
    size = join(two, zstd_rows, sizeof zstd_rows, zstd_passed_over, sizeof zstd_passed_over);
    assert_becomes(two, size, rows, true);
}

static void zstd_that_is_damaged_or_wide_is_refused(void)
{
    if (!HAS_ZSTD)
        skip();
    unsigned char changed[sizeof zstd_rows];
    memcpy(changed, zstd_rows, sizeof changed);
    changed[6] = 0xff; // a kind of block that there is not
    assert_string_equal(problem(changed, sizeof changed, SOURCE_MOST), "packed by zstd, and damaged");
    // A frame that may refer back by a GiB.
    static const unsigned char wide[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 20 << 3, 1, 0, 0 };
    assert_string_equal(problem(wide, sizeof wide, SOURCE_MOST),
                        "packed by zstd with a window of more than 128 MiB; unpack it first");
    // The same, the frame whole, and asked for all at once: 1280 times the same byte.
    static const unsigned char whole[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x40, 20 << 3, 0, 4, 3, 0x28, 0, 'x' };
    char text[2048];
    byte_source from;
    source_from_bytes(&from, whole, sizeof whole);
    assert_int_equal(source_read(&from, text, sizeof text), 0);
    assert_string_equal(from.message.text, "packed by zstd with a window of more than 128 MiB; unpack it first");
    source_end(&from);
}

static void zstd_names_what_is_missing(void)
{
    if (HAS_ZSTD)
        skip();
    assert_string_equal(problem(zstd_rows, sizeof zstd_rows, SOURCE_MOST),
                        "packed by zstd, and this program was built without libzstd (Debian: libzstd-dev)");
    assert_string_equal(problem(zstd_passed_over, sizeof zstd_passed_over, SOURCE_MOST),
                        "packed by zstd, and this program was built without libzstd (Debian: libzstd-dev)");
}

static void a_failed_read_is_said(void)
{
    FILE *folder = fopen("/", "rb");
    if (folder == NULL)
        skip();
    byte_source from;
    size_t size = 0;
    char byte = 0;
    source_from_file(&from, folder);
    source_look(&from, &size);
    assert_int_equal(size, 0);
    assert_int_equal(source_read(&from, &byte, 1), 0);
    assert_true(source_failed(&from));
    assert_string_equal(from.message.text, "Is a directory");
    source_end(&from);
    fclose(folder);
}

tests_main(plain_test(plain_bytes_come_as_they_are), plain_test(looking_reads_nothing), plain_test(gzip_is_unpacked),
           plain_test(a_changed_byte_of_gzip_is_found), plain_test(gzip_names_what_is_missing),
           plain_test(zstd_is_unpacked), plain_test(zstd_that_is_damaged_or_wide_is_refused),
           plain_test(zstd_names_what_is_missing), plain_test(a_failed_read_is_said))
