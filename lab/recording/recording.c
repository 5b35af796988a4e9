/// Reads records. A file may say anything: every number is looked at before it is used.
#include "reader.h"

#include "bytes.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t read_varint(recording *self)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < VARINT_MOST; i++) {
        uint64_t byte = recording_number(self, 1);
        value |= (byte & 0x7f) << 7 * i;
        if (!(byte & 0x80))
            return value;
    }
    recording_complain(self, "byte %llu: a number without an end: the file is damaged",
                       (unsigned long long)self->offset);
    return 0;
}

static float read_float(recording *self)
{
    uint8_t bytes[4];
    return recording_read(self, bytes, sizeof bytes) ? bytes_get_float(bytes) : 0;
}

static fvec2 read_point(recording *self)
{
    float x = read_float(self), y = read_float(self);
    return (fvec2){ x, y };
}

static fbox read_box(recording *self)
{
    uint8_t bytes[BOX_BYTES];
    return recording_read(self, bytes, sizeof bytes) ? bytes_get_box(bytes) : (fbox){ { 0, 0 }, { 0, 0 } };
}

// Memory grows with the boxes that really come.
static bool read_boxes(recording *self, index_call *call)
{
    enum { AT_ONCE = 1024 };
    uint8_t bytes[AT_ONCE * BOX_BYTES];
    for (size_t from = 0; from < call->count; from += AT_ONCE) {
        size_t some = call->count - from < AT_ONCE ? call->count - from : AT_ONCE;
        if (!recording_read(self, bytes, some * BOX_BYTES))
            return false;
        if (from + some > self->box_space) {
            size_t space = 2 * (from + some);
            fbox *grown = realloc(self->boxes, space * sizeof *grown);
            if (!grown)
                return recording_complain(self, "not enough memory for %zu boxes", space);
            self->boxes = grown;
            self->box_space = space;
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
        recording_complain(self, "byte %llu: no such item: the file is damaged", (unsigned long long)self->offset);
    return (uint32_t)number;
}

static void read_payload(recording *self, index_call *call)
{
    switch (call->kind) {
    case CALL_ADD:
        call->filter.layers = (uint32_t)recording_number(self, 4);
        call->filter.mask = (uint32_t)recording_number(self, 4);
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
        call->mask = (uint32_t)recording_number(self, 4);
        if (call->kind == CALL_TOUCHES)
            call->item = (uint32_t)recording_number(self, 4);
        break;
    case CALL_CIRCLE:
    case CALL_NEAREST:
        call->ray.origin = read_point(self);
        call->reach = read_float(self);
        call->mask = (uint32_t)recording_number(self, 4);
        if (call->kind == CALL_NEAREST)
            call->count = read_item(self);
        break;
    case CALL_RAY:
        call->ray.origin = read_point(self);
        call->ray.direction = read_point(self);
        call->ray.t_max = read_float(self);
        call->mask = (uint32_t)recording_number(self, 4);
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
    out->sum = recording_number(self, 8);
    uint64_t sum = self->sum, written = recording_number(self, 8);
    if (!self->bad && written != sum)
        recording_complain(
            self, "tick %llu, before byte %llu: the bytes are not those that were written: the file is damaged",
            (unsigned long long)self->ticks + 1, (unsigned long long)self->offset);
    if (out->kind == RECORD_TICK)
        self->ticks++;
    else if (!self->bad && fgetc(self->file) != EOF)
        recording_complain(self, "there is more after its end, at byte %llu", (unsigned long long)self->offset);
}

// A call, or what ends a tick.
static record read_record(recording *self)
{
    record out = { .kind = RECORD_CALL };
    uint64_t kind = recording_number(self, 1);
    if (kind == BYTE_TICK || kind == BYTE_END) {
        out.kind = kind == BYTE_TICK ? RECORD_TICK : RECORD_END;
        read_sums(self, &out);
    } else if (kind < (uint64_t)self->kinds) {
        out.call.kind = (call_kind)kind;
        read_payload(self, &out.call);
    } else {
        recording_complain(self, "byte %llu: %llu is no call: the file is damaged", (unsigned long long)self->offset,
                           (unsigned long long)kind);
    }
    return out;
}

// All calls of a tick, and what ends it.
static void read_ahead(recording *self)
{
    size_t calls = 0;
    self->count = self->at = 0;
    self->last.kind = RECORD_CALL;
    for (self->ahead = true; self->last.kind == RECORD_CALL && !self->bad; self->last = read_record(self))
        calls = self->count;
    self->ahead = false;
    self->count = calls;
    self->again = !self->bad;
}

record recording_next(recording *self)
{
    if (self->ended)
        recording_complain(self, "there is nothing after its end");
    if (!self->again && !self->bad)
        read_ahead(self);
    if (self->bad) {
        record none = { .kind = self->cut ? RECORD_CUT : RECORD_BAD };
        self->cut = false; // said once
        return none;
    }
    if (self->at < self->count)
        return read_record(self);
    self->again = false;
    self->ended = self->last.kind == RECORD_END;
    return self->last;
}

const char *recording_complaint(const recording *self)
{
    return self->bad ? self->complaint : NULL;
}

double recording_share(const recording *self)
{
    return self->size > 0 ? (double)self->offset / self->size : -1;
}

// A recording needs neither a file nor its size.
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
    recording_read_head(self, head);
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
        recording_complain(self, "cannot open: %s", strerror(error));
    return self;
}

void recording_close(recording *self)
{
    if (!self)
        return;
    if (self->file)
        fclose(self->file);
    free(self->boxes);
    free(self->tick);
    free(self->path);
    free(self);
}
