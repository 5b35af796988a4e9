// Memory: the buffers that JavaScript writes to and reads, and the allocator of a tree.
#include "js.h"

#include <stdlib.h>
#include <string.h>

js_state js;

js_state *js_state_at(void)
{
    return &js;
}

/// Aligned to 64 bytes, as the library wants it. NULL: there is no memory.
static void *get_block(size_t size)
{
    return size > SIZE_MAX / 2 ? NULL : aligned_alloc(64, (size + 63) / 64 * 64);
}

void *js_grow(js_buffer *buffer, size_t used, size_t bytes)
{
    if (bytes <= buffer->room) {
        return buffer->at;
    }
    const size_t half_more = buffer->room + buffer->room / 2 + 1024;
    size_t room = bytes > half_more ? bytes : half_more;
    if (used == 0) {
        free(buffer->at); // before the new one is got, so that it can lie where the old one was
        buffer->at = NULL;
        buffer->room = 0;
    }
    void *fresh = get_block(room);
    if (!fresh && room > bytes) {
        room = bytes;
        fresh = get_block(room);
    }
    if (!fresh) {
        return NULL;
    }
    if (used > 0) {
        memcpy(fresh, buffer->at, used);
        free(buffer->at);
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

static void drop(js_buffer *buffer)
{
    free(buffer->at);
    *buffer = (js_buffer){ NULL, 0 };
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
    if (new_size > old_size && new_size - old_size > tree->limit - tree->bytes) {
        return NULL;
    }
    void *fresh = NULL;
    if (new_size > 0) {
        fresh = get_block(new_size);
        if (!fresh) {
            return NULL;
        }
        if (block) {
            memcpy(fresh, block, old_size < new_size ? old_size : new_size);
        }
    }
    free(block);
    tree->bytes = tree->bytes - old_size + new_size;
    return fresh;
}

qd_allocator js_allocator(js_tree *tree)
{
    return (qd_allocator){ resize, tree };
}
