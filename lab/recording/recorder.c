/// Writes records.
#include "bytes.h"
#include "recording.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <whole_file.h>

struct recorder {
    whole_file file;
    int error;    ///< errno of the first write that failed.
    uint64_t sum; ///< Over all bytes so far.
    uint64_t ticks;
};

static void write_bytes(recorder *self, const void *bytes, size_t count)
{
    if (self->error)
        return;
    self->sum = bytes_sum(self->sum, bytes, count);
    if (fwrite(bytes, 1, count, self->file.file) != count)
        self->error = errno ? errno : EIO;
}

static void write_number(recorder *self, uint64_t value, size_t size)
{
    uint8_t bytes[8];
    bytes_put(bytes, value, size);
    write_bytes(self, bytes, size);
}

static void write_varint(recorder *self, uint64_t value)
{
    uint8_t bytes[VARINT_MOST];
    size_t count = 0;
    do {
        bytes[count++] = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
        value >>= 7;
    } while (value > 0);
    write_bytes(self, bytes, count);
}

static void write_float(recorder *self, float value)
{
    uint8_t bytes[4];
    bytes_put_float(bytes, value);
    write_bytes(self, bytes, sizeof bytes);
}

static void write_point(recorder *self, fvec2 point)
{
    write_float(self, point.x);
    write_float(self, point.y);
}

static void write_boxes(recorder *self, const fbox *boxes, size_t count)
{
    enum { AT_ONCE = 256 };
    uint8_t bytes[AT_ONCE * BOX_BYTES];
    for (size_t from = 0; from < count; from += AT_ONCE) {
        size_t some = count - from < AT_ONCE ? count - from : AT_ONCE;
        for (size_t i = 0; i < some; i++)
            bytes_put_box(bytes + i * BOX_BYTES, boxes[from + i]);
        write_bytes(self, bytes, some * BOX_BYTES);
    }
}

recording_head recording_head_of(const char *scene, uint64_t seed, const index_def *def)
{
    recording_head head = {
        .seed = seed, .edges = def->edges, .leaf_capacity = def->leaf_capacity, .max_depth = def->max_depth
    };
    snprintf(head.scene, sizeof head.scene, "%s", scene);
    snprintf(head.method, sizeof head.method, "%s", contender_names[def->method]);
    return head;
}

recorder *recorder_open(const char *path, const recording_head *head)
{
    recorder *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->sum = BYTES_SUM_START;
    if (!whole_file_open(&self->file, path, WHOLE_OR_PART)) {
        free(self);
        return NULL;
    }
    char text[512];
    int length = snprintf(text, sizeof text,
                          RECORDING_MAGIC "scene %s\nmethod %s\nseed %" PRIu64 "\nedges %s\ncapacity %d\ndepth %d\n\n",
                          head->scene, head->method, head->seed, head->edges == QD_OPEN ? "open" : "closed",
                          head->leaf_capacity, head->max_depth);
    write_bytes(self, text, (size_t)length);
    return self;
}

static void write_payload(recorder *self, const index_call *call)
{
    switch (call->kind) {
    case CALL_ADD:
        write_number(self, call->filter.layers, 4);
        write_number(self, call->filter.mask, 4);
        write_varint(self, call->count);
        write_boxes(self, call->boxes, call->count);
        break;
    case CALL_REMOVE:
        write_varint(self, call->item);
        break;
    case CALL_MOVE:
        write_varint(self, call->item);
        write_varint(self, call->count);
        write_boxes(self, call->boxes, call->count);
        break;
    case CALL_BOX:
        write_boxes(self, &call->box, 1);
        write_number(self, call->mask, 4);
        break;
    case CALL_TOUCHES:
        write_boxes(self, &call->box, 1);
        write_number(self, call->mask, 4);
        write_number(self, call->item, 4);
        break;
    case CALL_CIRCLE:
        write_point(self, call->ray.origin);
        write_float(self, call->reach);
        write_number(self, call->mask, 4);
        break;
    case CALL_NEAREST:
        write_point(self, call->ray.origin);
        write_float(self, call->reach);
        write_number(self, call->mask, 4);
        write_varint(self, call->count);
        break;
    case CALL_RAY:
        write_point(self, call->ray.origin);
        write_point(self, call->ray.direction);
        write_float(self, call->ray.t_max);
        write_number(self, call->mask, 4);
        break;
    case CALL_WORLD:
        write_boxes(self, &call->box, 1);
        break;
    case CALL_PAIRS:
    case CALL_CONTACTS:
    case CALL_KINDS:
        break;
    }
}

void recorder_call(void *context, const index_call *call)
{
    recorder *self = context;
    write_number(self, (uint64_t)call->kind, 1);
    write_payload(self, call);
}

// A tick ends with the sum of all bytes before that sum.
static void write_sums(recorder *self, uint8_t kind, uint64_t sum)
{
    write_number(self, kind, 1);
    write_number(self, sum, 8);
    write_number(self, self->sum, 8);
}

// Whole ticks are in the file, whatever becomes of this program.
void recorder_tick(recorder *self, uint64_t answers)
{
    write_sums(self, BYTE_TICK, answers);
    errno = 0;
    if (!self->error && fflush(self->file.file) != 0)
        self->error = errno ? errno : EIO;
    if (!self->error)
        whole_file_keep(&self->file);
    self->ticks += !self->error;
}

const char *recorder_part(const recorder *self)
{
    return self->ticks > 0 ? self->file.written : NULL;
}

static int end(recorder *self, whole_end how)
{
    bool left = self->error || how == WHOLE_LEFT;
    int error = whole_file_end(&self->file, left && self->ticks == 0 ? WHOLE_LOST : left ? WHOLE_LEFT : how);
    error = self->error ? self->error : error;
    free(self);
    return error;
}

int recorder_close(recorder *self, uint64_t contents)
{
    write_sums(self, BYTE_END, contents);
    return end(self, WHOLE_DONE);
}

int recorder_leave(recorder *self)
{
    return end(self, WHOLE_LEFT);
}

void recorder_drop(recorder *self)
{
    end(self, WHOLE_LOST);
}
