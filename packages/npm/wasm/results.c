// Numbers of items on their way to the out buffer.
#include "js.h"

void js_put_users(const js_tree *tree, void *out, size_t at, const uint64_t *users, size_t step, size_t count)
{
    if (tree->checked) {
        double *to = (double *)out + at;
        for (size_t i = 0; i < count; i++)
            to[i] = (double)users[step * i];
    } else {
        uint32_t *to = (uint32_t *)out + at;
        for (size_t i = 0; i < count; i++)
            to[i] = (uint32_t)users[step * i];
    }
}

qd_flow js_take_entries(void *context, const qd_entry *entries, size_t count)
{
    js_found *found = context;
    const size_t size = js_number_size(found->tree);
    void *out = js_grow(&js.results, found->count * size, (found->count + count) * size);
    if (!out) {
        found->no_memory = true;
        return QD_STOP;
    }
    js_put_users(found->tree, out, found->count, &entries->user, sizeof *entries / sizeof entries->user, count);
    found->count += count;
    return QD_CONTINUE;
}

qd_result js_end_found(const js_found *found)
{
    js.out = js.results.at;
    js.count = (uint32_t)found->count;
    return found->no_memory ? QD_NO_MEMORY : QD_OK;
}
