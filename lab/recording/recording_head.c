/// Reads what a record begins with: lines of text.
#include "reader.h"

#include "bytes.h"

#include <errno.h>
#include <stdlib.h>

// A line of the head without its end.
static bool read_line(recording *self, char *line, size_t size)
{
    size_t count = 0;
    for (;;) {
        char byte = (char)recording_number(self, 1);
        if (self->bad)
            return false;
        if (byte == '\n')
            break;
        if (byte == 0 || count + 1 >= size)
            return recording_complain(self, "byte %llu: no recording: a line of its head is no text or too long",
                                      (unsigned long long)self->offset);
        line[count++] = byte;
    }
    line[count] = 0;
    return true;
}

static bool is_name(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(text) &&
           strlen(text) <= RECORDING_NAME_MOST;
}

static bool read_value(recording *self, const char *key, char *value, size_t size)
{
    char line[128] = "";
    size_t length = strlen(key);
    if (!read_line(self, line, sizeof line))
        return false;
    if (strncmp(line, key, length) != 0 || line[length] != ' ' || strlen(line + length + 1) >= size)
        return recording_complain(self, "its head has '%.60s' where '%s ...' is due", line, key);
    snprintf(value, size, "%s", line + length + 1);
    return true;
}

static uint64_t read_digits(recording *self, const char *key, uint64_t most)
{
    char text[32] = "";
    char *end;
    if (!read_value(self, key, text, sizeof text))
        return 0;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool digits = *text >= '0' && *text <= '9' && *end == 0 && errno == 0;
    if (!digits || value > most)
        recording_complain(self, "its head says '%s %s', which is no number from 0 to %llu", key, text,
                           (unsigned long long)most);
    return value;
}

void recording_read_head(recording *self, recording_head *head)
{
    char text[RECORDING_NAME_MOST + 1] = "", line[128] = "";
    char magic[sizeof RECORDING_MAGIC] = "";
    size_t length = sizeof magic - 1;
    bool whole = fread(magic, 1, length, self->file) == length, first = strcmp(magic, RECORDING_MAGIC_1) == 0;
    bool good = whole && (first || strcmp(magic, RECORDING_MAGIC) == 0);
    self->kinds = first ? CALL_WORLD : CALL_KINDS;
    self->sum = bytes_sum(self->sum, (const uint8_t *)magic, length);
    self->offset += length;
    if (ferror(self->file)) {
        recording_complain(self, "cannot read: %s", strerror(errno));
        return;
    }
    if (!good) {
        recording_complain(self, strncmp(magic, RECORDING_MAGIC, length - 2) == 0
                                     ? "a recording of another version than this program knows"
                                     : "no recording: it does not begin with 'quadrille recording'");
        return;
    }
    if (!read_value(self, "scene", head->scene, sizeof head->scene) ||
        !read_value(self, "method", head->method, sizeof head->method))
        return;
    if (!is_name(head->scene) || !is_name(head->method)) {
        recording_complain(self, "its head has no proper name for its scene or its method");
        return;
    }
    head->seed = read_digits(self, "seed", UINT64_MAX);
    if (!read_value(self, "edges", text, sizeof text))
        return;
    if (strcmp(text, "open") != 0 && strcmp(text, "closed") != 0)
        recording_complain(self, "its head says 'edges %s' where open or closed is due", text);
    head->edges = strcmp(text, "open") == 0 ? QD_OPEN : QD_CLOSED;
    head->leaf_capacity = (int)read_digits(self, "capacity", 4096);
    head->max_depth = (int)read_digits(self, "depth", QD_MAX_DEPTH);
    if (read_line(self, line, sizeof line) && *line)
        recording_complain(self, "its head has '%.60s' where an empty line is due", line);
}
