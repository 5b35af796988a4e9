// Memory: the buffers that JavaScript writes to and reads, and the allocator of a tree.
#include "js.h"

#include "platform.h"

#include <string.h>

js_state js;

js_state *js_state_at(void)
{
    return &js;
}

static void drop(js_buffer *buffer)
{
    qd__platform_give(buffer->at, buffer->room);
    *buffer = (js_buffer){ NULL, 0 };
}

void *js_grow(js_buffer *buffer, size_t used, size_t bytes)
{
    if (bytes <= buffer->room)
        return buffer->at;
    const size_t half_more = buffer->room + buffer->room / 2 + 1024;
    size_t room = bytes > half_more ? bytes : half_more;
    if (used == 0)
        drop(buffer); // before the new one is got, so that it can lie where the old one was
    void *fresh = qd__platform_get(room);
    if (!fresh && room > bytes) {
        room = bytes;
        fresh = qd__platform_get(room);
    }
    if (!fresh)
        return NULL;
    if (used > 0) {
        memcpy(fresh, buffer->at, used);
        drop(buffer);
    }
    buffer->at = fresh;
    buffer->room = room;
    return fresh;
}

void *js_reserve(js_buffer *buffer, size_t bytes)
{
    return js_grow(buffer, 0, bytes ? bytes : 1);
}

void *js_stage(size_t bytes)
{
    return js_reserve(&js.stage, bytes);
}

void js_trim(void)
{
    drop(&js.stage);
    drop(&js.results);
    drop(&js.ids);
    drop(&js.rows);
    drop(&js.more);
}

void js_filter(uint32_t layers, uint32_t mask)
{
    js.filter = (qd_filter){ layers, mask };
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    js_tree *tree = context;
    if (new_size > old_size && new_size - old_size > tree->limit - tree->bytes)
        return NULL;
    void *fresh = NULL;
    if (new_size > 0) {
        fresh = qd__platform_get(new_size);
        if (!fresh)
            return NULL;
        if (block)
            memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    }
    qd__platform_give(block, old_size);
    tree->bytes = tree->bytes - old_size + new_size;
    return fresh;
}

qd_allocator js_allocator(js_tree *tree)
{
    return (qd_allocator){ resize, tree };
}
