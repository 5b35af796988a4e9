// Results go through stdio's buffer; errno is kept at the write that failed, since a later call may change it.
#include "output.h"

#include "utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void output_begin(void)
{
    struct stat about;
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fstat(number, &about) != 0 && errno == EBADF)
            open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY); // EBADF as before
}

static bool is_passed_on;

void output_passed_on(void)
{
    is_passed_on = true;
}

output output_standard(void)
{
    output out = { .file = stdout, .name = "standard output", .terminal = !is_passed_on && isatty(STDOUT_FILENO) };
    return out;
}

output output_none(void)
{
    return (output){ .name = "nowhere" };
}

static bool open_kind(output *out, const char *path, whole_kind kind)
{
    *out = output_standard();
    if (strcmp(path, "-") == 0)
        return true;
    out->name = path;
    out->terminal = false;
    bool good = whole_file_open(&out->whole, path, kind);
    out->file = out->whole.file;
    if (!good)
        complain_at(path, 0, "cannot write: %s", strerror(errno));
    return good;
}

bool output_open(output *out, const char *path)
{
    return open_kind(out, path, WHOLE_OR_NOTHING);
}

bool output_open_bytes(output *out, const char *path)
{
    const bool open = open_kind(out, path, WHOLE_OR_NOTHING);
    if (open && out->terminal)
        complain("standard output is a terminal, and the result is not text; give a file (-o FILE) or a pipe");
    return open && !out->terminal;
}

bool output_open_part(output *out, const char *path)
{
    return open_kind(out, path, WHOLE_OR_PART);
}

const char *output_written(const output *out)
{
    return out->whole.written;
}

static void remember(output *out)
{
    if (out->error == 0)
        out->error = errno != 0 ? errno : EIO;
}

void put(output *out, const char *format, ...)
{
    if (out->error != 0 || out->file == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    errno = 0;
    if (vfprintf(out->file, format, arguments) < 0)
        remember(out);
    va_end(arguments);
}

void put_raw(output *out, const void *bytes, size_t size)
{
    errno = 0;
    if (out->error == 0 && out->file != NULL && size > 0 && fwrite(bytes, 1, size, out->file) != size)
        remember(out);
}

void put_shown(output *out, const char *text, size_t length)
{
    if (!out->terminal) {
        put_raw(out, text, length);
        return;
    }
    const unsigned char *p = (const unsigned char *)text, *end = p + length;
    while (p < end) {
        // Words are written with the joiners U+200C and U+200D, and emoji with the second.
        const bool joiner = p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0x8c || p[2] == 0x8d);
        const size_t size = joiner ? 3 : utf8_shown(p);
        if (size == 0)
            put(out, "\\x%02x", (unsigned)*p);
        else
            put_raw(out, p, size);
        p += size == 0 ? 1 : size;
    }
}

// Two halves above 16 bits, as JSON has them.
static void put_json_escape(output *out, uint32_t character)
{
    if (character > 0xffff)
        put(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (character >> 10)), (unsigned)(0xdc00 + (character & 0x3ff)));
    else
        put(out, "\\u%04x", (unsigned)character);
}

void put_json_text(output *out, const char *text)
{
    put(out, "\"");
    for (const unsigned char *p = (const unsigned char *)text; *p != 0;) {
        size_t length = utf8_length(p);
        if (length == 0)
            put(out, "\\ufffd");
        else if (*p == '"' || *p == '\\')
            put(out, "\\%c", *p);
        else if (utf8_shown(p) == 0)
            put_json_escape(out, utf8_character(p, length));
        else
            put(out, "%.*s", (int)length, (const char *)p);
        p += length == 0 ? 1 : length;
    }
    put(out, "\"");
}

void put_xml_text(output *out, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != 0;) {
        size_t length = utf8_length(p);
        // XML 1.0 has no controls but tab and line ends, and neither U+FFFE nor U+FFFF. Those and DEL are not for
        // texts.
        const bool none = length == 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe;
        if (length == 0 || *p < 0x20 || *p == 0x7f || none)
            put(out, "\xef\xbf\xbd");
        else if (*p == '<' || *p == '&' || *p == '>')
            put(out, *p == '<' ? "&lt;" : *p == '&' ? "&amp;" : "&gt;");
        else
            put(out, "%.*s", (int)length, (const char *)p);
        p += length == 0 ? 1 : length;
    }
}

void put_float(output *out, float value)
{
    char text[32];
    int digits = 6;
    do
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
    while (digits++ < 9 && strtof(text, NULL) != value);
    put(out, "%s", text);
}

void put_json_float(output *out, float value)
{
    if (isfinite(value))
        put_float(out, value);
    else
        put(out, "null");
}

void put_double(output *out, double value)
{
    char text[32];
    int digits = 6;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (digits++ < 17 && strtod(text, NULL) != value);
    put(out, "%s", text);
}

void output_flush(output *out)
{
    errno = 0;
    if (out->error == 0 && out->file != NULL && fflush(out->file) != 0)
        remember(out);
}

bool output_failed(const output *out)
{
    return out->error != 0;
}

status output_finish(output *out, status result)
{
    output_flush(out);
    int failed = 0;
    if (out->whole.file != NULL)
        failed = whole_file_end(&out->whole, out->error == 0 && result == STATUS_DONE ? WHOLE_DONE : WHOLE_LEFT);
    else if (out->file != NULL && out->file != stdout && fclose(out->file) != 0)
        failed = errno;
    out->error = out->error != 0 ? out->error : failed;
    if (out->error == 0 || out->error == EPIPE)
        return result;
    complain_at(out->name, 0, "cannot write: %s", strerror(out->error));
    return result == STATUS_DONE ? STATUS_FAILED : result;
}
