/// Reads records. A file may say anything: every number is looked at before it is used.
#include "recording.h"

#include "bytes.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct recording {
    FILE *file;
    char *path;
    uint64_t sum;    ///< Of all bytes so far.
    uint64_t offset; ///< Bytes so far.
    uint64_t ticks;
    call_kind kinds; ///< Of calls that its version has.
    double size;     ///< Of the file; below 0: unknown.
    fbox *boxes;
    size_t space;
    bool bad;
    char complaint[640];
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
complain_of(recording *self, const char *format, ...)
{
    char what[400];
    va_list arguments;
    if (self->bad)
        return false; // The first one tells.
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(self->complaint, sizeof self->complaint, "%.200s: %s", self->path, what);
    self->bad = true;
    return false;
}

static bool read_bytes(recording *self, void *out, size_t count)
{
    if (self->bad)
        return false;
    size_t got = fread(out, 1, count, self->file);
    self->offset += got;
    if (got == count) {
        self->sum = bytes_sum(self->sum, out, count);
        return true;
    }
    if (ferror(self->file))
        return complain_of(self, "cannot read: %s", strerror(errno));
    return complain_of(self, "the recording ends after %llu bytes, in the middle of tick %llu",
                       (unsigned long long)self->offset, (unsigned long long)self->ticks + 1);
}

static uint64_t read_number(recording *self, size_t size)
{
    uint8_t bytes[8];
    return read_bytes(self, bytes, size) ? bytes_get(bytes, size) : 0;
}

static uint64_t read_varint(recording *self)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < VARINT_MOST; i++) {
        uint64_t byte = read_number(self, 1);
        value |= (byte & 0x7f) << 7 * i;
        if (!(byte & 0x80))
            return value;
    }
    complain_of(self, "byte %llu: a number without an end: the file is damaged", (unsigned long long)self->offset);
    return 0;
}

static float read_float(recording *self)
{
    uint8_t bytes[4];
    return read_bytes(self, bytes, sizeof bytes) ? bytes_get_float(bytes) : 0;
}

static fvec2 read_point(recording *self)
{
    float x = read_float(self), y = read_float(self);
    return (fvec2){ x, y };
}

static fbox read_box(recording *self)
{
    uint8_t bytes[BOX_BYTES];
    return read_bytes(self, bytes, sizeof bytes) ? bytes_get_box(bytes) : (fbox){ { 0, 0 }, { 0, 0 } };
}

// Memory grows with the boxes that really come.
static bool read_boxes(recording *self, index_call *call)
{
    enum { AT_ONCE = 1024 };
    uint8_t bytes[AT_ONCE * BOX_BYTES];
    for (size_t from = 0; from < call->count; from += AT_ONCE) {
        size_t some = call->count - from < AT_ONCE ? call->count - from : AT_ONCE;
        if (!read_bytes(self, bytes, some * BOX_BYTES))
            return false;
        if (from + some > self->space) {
            size_t space = 2 * (from + some);
            fbox *grown = realloc(self->boxes, space * sizeof *grown);
            if (!grown)
                return complain_of(self, "not enough memory for %zu boxes", space);
            self->boxes = grown;
            self->space = space;
        }
        for (size_t i = 0; i < some; i++)
            self->boxes[from + i] = bytes_get_box(bytes + i * BOX_BYTES);
    }
    call->boxes = self->boxes;
    return true;
}

// An item or a count of items: at most as many as numbers there are.
static uint32_t read_item(recording *self)
{
    uint64_t number = read_varint(self);
    if (number > UINT32_MAX)
        complain_of(self, "byte %llu: no such item: the file is damaged", (unsigned long long)self->offset);
    return (uint32_t)number;
}

static void read_payload(recording *self, index_call *call)
{
    switch (call->kind) {
    case CALL_ADD:
        call->filter.layers = (uint32_t)read_number(self, 4);
        call->filter.mask = (uint32_t)read_number(self, 4);
        call->count = read_item(self);
        read_boxes(self, call);
        break;
    case CALL_REMOVE:
        call->item = read_item(self);
        break;
    case CALL_MOVE:
        call->item = read_item(self);
        call->count = read_item(self);
        read_boxes(self, call);
        break;
    case CALL_BOX:
    case CALL_TOUCHES:
        call->box = read_box(self);
        call->mask = (uint32_t)read_number(self, 4);
        if (call->kind == CALL_TOUCHES)
            call->item = (uint32_t)read_number(self, 4);
        break;
    case CALL_CIRCLE:
    case CALL_NEAREST:
        call->ray.origin = read_point(self);
        call->reach = read_float(self);
        call->mask = (uint32_t)read_number(self, 4);
        if (call->kind == CALL_NEAREST)
            call->count = read_item(self);
        break;
    case CALL_RAY:
        call->ray.origin = read_point(self);
        call->ray.direction = read_point(self);
        call->ray.t_max = read_float(self);
        call->mask = (uint32_t)read_number(self, 4);
        break;
    case CALL_WORLD:
        call->box = read_box(self);
        break;
    case CALL_PAIRS:
    case CALL_CONTACTS:
    case CALL_KINDS:
        break;
    }
}

static void read_sums(recording *self, record *out)
{
    out->sum = read_number(self, 8);
    uint64_t sum = self->sum, written = read_number(self, 8);
    if (!self->bad && written != sum)
        complain_of(self, "tick %llu, before byte %llu: the bytes are not those that were written: the file is damaged",
                    (unsigned long long)self->ticks + 1, (unsigned long long)self->offset);
    if (out->kind == RECORD_TICK)
        self->ticks++;
    else if (!self->bad && fgetc(self->file) != EOF)
        complain_of(self, "there is more after its end, at byte %llu", (unsigned long long)self->offset);
}

record recording_next(recording *self)
{
    record out = { .kind = RECORD_CALL };
    uint64_t kind = read_number(self, 1);
    if (kind == BYTE_TICK || kind == BYTE_END) {
        out.kind = kind == BYTE_TICK ? RECORD_TICK : RECORD_END;
        read_sums(self, &out);
    } else if (kind < (uint64_t)self->kinds) {
        out.call.kind = (call_kind)kind;
        read_payload(self, &out.call);
    } else {
        complain_of(self, "byte %llu: %llu is no call: the file is damaged", (unsigned long long)self->offset,
                    (unsigned long long)kind);
    }
    if (self->bad)
        out.kind = RECORD_BAD;
    return out;
}

const char *recording_complaint(const recording *self)
{
    return self->bad ? self->complaint : NULL;
}

double recording_share(const recording *self)
{
    return self->size > 0 ? (double)self->offset / self->size : -1;
}

// A line of the head without its end.
static bool read_line(recording *self, char *line, size_t size)
{
    size_t count = 0;
    for (;;) {
        char byte = (char)read_number(self, 1);
        if (self->bad)
            return false;
        if (byte == '\n')
            break;
        if (byte == 0 || count + 1 >= size)
            return complain_of(self, "byte %llu: no recording: a line of its head is no text or too long",
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
        return complain_of(self, "its head has '%.60s' where '%s ...' is due", line, key);
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
        complain_of(self, "its head says '%s %s', which is no number from 0 to %llu", key, text,
                    (unsigned long long)most);
    return value;
}

static void read_head(recording *self, recording_head *head)
{
    char text[RECORDING_NAME_MOST + 1] = "", line[128] = "";
    char magic[sizeof RECORDING_MAGIC] = "";
    size_t length = sizeof magic - 1;
    bool whole = fread(magic, 1, length, self->file) == length, first = strcmp(magic, RECORDING_MAGIC_1) == 0;
    bool good = whole && (first || strcmp(magic, RECORDING_MAGIC) == 0);
    self->kinds = first ? CALL_WORLD : CALL_KINDS;
    self->sum = bytes_sum(self->sum, (const uint8_t *)magic, length);
    self->offset += length;
    if (!good) {
        complain_of(self, strncmp(magic, RECORDING_MAGIC, length - 2) == 0
                              ? "a recording of another version than this program knows"
                              : "no recording: it does not begin with 'quadrille recording'");
        return;
    }
    if (!read_value(self, "scene", head->scene, sizeof head->scene) ||
        !read_value(self, "method", head->method, sizeof head->method))
        return;
    if (!is_name(head->scene) || !is_name(head->method)) {
        complain_of(self, "its head has no proper name for its scene or its method");
        return;
    }
    head->seed = read_digits(self, "seed", UINT64_MAX);
    if (!read_value(self, "edges", text, sizeof text))
        return;
    if (strcmp(text, "open") != 0 && strcmp(text, "closed") != 0)
        complain_of(self, "its head says 'edges %s' where open or closed is due", text);
    head->edges = strcmp(text, "open") == 0 ? QD_OPEN : QD_CLOSED;
    head->leaf_capacity = (int)read_digits(self, "capacity", 4096);
    head->max_depth = (int)read_digits(self, "depth", QD_MAX_DEPTH);
    if (read_line(self, line, sizeof line) && *line)
        complain_of(self, "its head has '%.60s' where an empty line is due", line);
}

// Without a file, or with one that it cannot tell the size of, it is a recording all the same.
static recording *begin(FILE *file, const char *name, recording_head *head)
{
    recording *self = calloc(1, sizeof *self);
    size_t length = strlen(name) + 1;
    char *copy = malloc(length);
    *head = (recording_head){ .seed = 0 };
    if (!self || !copy) {
        free(self);
        free(copy);
        return NULL;
    }
    memcpy(copy, name, length);
    self->path = copy;
    self->file = file;
    self->size = -1;
    self->sum = BYTES_SUM_START;
    return self;
}

recording *recording_open_file(FILE *file, const char *name, recording_head *head)
{
    recording *self = begin(file, name, head);
    if (!self) {
        fclose(file);
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0)
        self->size = (double)ftell(file);
    if (self->size >= 0)
        rewind(file);
    read_head(self, head);
    return self;
}

recording *recording_open(const char *path, recording_head *head)
{
    FILE *file = fopen(path, "rb");
    if (file)
        return recording_open_file(file, path, head);
    int error = errno;
    recording *self = begin(NULL, path, head);
    if (self)
        complain_of(self, "cannot open: %s", strerror(error));
    return self;
}

void recording_close(recording *self)
{
    if (!self)
        return;
    if (self->file)
        fclose(self->file);
    free(self->boxes);
    free(self->path);
    free(self);
}
