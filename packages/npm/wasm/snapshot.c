// Snapshots: the same bytes as the C library writes and reads. A tree of checked numbers adds the generations of all
// its numbers, so that one that names nothing when it is saved names nothing when it is loaded.
#include "js.h"

#include <string.h>

static const unsigned char extra_magic[8] = { 'Q', 'D', 'J', 'S', 'G', 'E', 'N', '1' };

/// Bytes on their way to the out buffer.
struct written {
    size_t size;
    bool no_memory;
};

static qd_flow take_bytes(void *context, const void *bytes, size_t size)
{
    struct written *written = context;
    char *out = js_grow(&js.results, written->size, written->size + size);
    if (!out) {
        written->no_memory = true;
        return QD_STOP;
    }
    memcpy(out + written->size, bytes, size);
    written->size += size;
    return QD_CONTINUE;
}

qd_result js_save(const js_tree *tree)
{
    const js_numbers *numbers = &tree->numbers;
    qd_extra extra = { NULL, 0 };
    if (tree->checked) {
        extra.size = sizeof extra_magic + numbers->used * sizeof *numbers->generations;
        char *bytes = js_reserve(&js.more, extra.size);
        if (!bytes)
            return QD_NO_MEMORY;
        memcpy(bytes, extra_magic, sizeof extra_magic);
        if (numbers->used > 0)
            memcpy(bytes + sizeof extra_magic, numbers->generations, numbers->used * sizeof *numbers->generations);
        extra.bytes = bytes;
    }
    struct written written = { 0, false };
    const qd_result result = qd_tree_save_by(tree->tree, tree->checked ? &extra : NULL, take_bytes, &written);
    js.out = js.results.at;
    js.count = (uint32_t)written.size;
    return written.no_memory ? QD_NO_MEMORY : result;
}

/// Items on their way into the table of numbers.
struct loading {
    js_tree *tree;
    size_t most; ///< Numbers are below this.
    uint64_t *users;
    qd_id *by_slot;
    size_t slots;
    uint32_t end; ///< One above the highest number.
    qd_result result;
};

/// By their user values, which have to be numbers.
static qd_flow load_number(struct loading *loading, qd_entry entry)
{
    js_numbers *numbers = &loading->tree->numbers;
    const uint32_t number = (uint32_t)entry.user, generation = (uint32_t)(entry.user >> 32);
    if (generation > (loading->tree->checked ? JS_LAST_GENERATION : 0) || number >= loading->most) {
        loading->result = QD_BAD_VALUE;
        return QD_STOP;
    }
    if (!js_numbers_reserve(numbers, (size_t)number + 1, loading->tree->checked)) {
        loading->result = QD_NO_MEMORY;
        return QD_STOP;
    }
    if (numbers->ids[number] != 0) {
        loading->result = QD_BAD_VALUE;
        return QD_STOP;
    }
    numbers->ids[number] = entry.id;
    if (numbers->generations)
        numbers->generations[number] = generation;
    loading->end = number >= loading->end ? number + 1 : loading->end;
    return QD_CONTINUE;
}

static qd_flow take_loaded(void *context, const qd_entry *entries, size_t count)
{
    struct loading *loading = context;
    for (size_t i = 0; i < count; i++)
        if (load_number(loading, entries[i]) == QD_STOP)
            return QD_STOP;
    return QD_CONTINUE;
}

static qd_flow take_slots(void *context, const qd_entry *entries, size_t count)
{
    struct loading *loading = context;
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = qd_id_slot(entries[i].id);
        if (slot <= loading->slots) {
            loading->by_slot[slot - 1] = entries[i].id;
            loading->users[slot - 1] = entries[i].user;
        }
    }
    return QD_CONTINUE;
}

/// Numbers from 0 on in the order of the slots; user values that were there before go to the out buffer.
static qd_result number_again(struct loading *loading)
{
    js_tree *tree = loading->tree;
    const size_t items = qd_tree_count(tree->tree, NULL);
    uint64_t *users = js_reserve(&js.results, items * sizeof *users);
    loading->by_slot = js_reserve(&js.ids, (loading->slots + 1) * sizeof *loading->by_slot);
    loading->users = js_reserve(&js.rows, (loading->slots + 1) * sizeof *loading->users);
    qd_result result = QD_NO_MEMORY;
    if (users && loading->by_slot && loading->users && js_numbers_reserve(&tree->numbers, items, tree->checked)) {
        memset(loading->by_slot, 0, (loading->slots + 1) * sizeof *loading->by_slot);
        qd_tree_visit(tree->tree, NULL, take_slots, loading, NULL);
        result = QD_OK;
        uint32_t next = 0;
        for (size_t i = 0; i < loading->slots && result == QD_OK; i++) {
            if (loading->by_slot[i] != 0) {
                const uint32_t number = js_numbers_take(&tree->numbers);
                tree->numbers.ids[number] = loading->by_slot[i];
                users[next++] = loading->users[i];
                result = qd_tree_set_user(tree->tree, loading->by_slot[i], js_numbers_full(&tree->numbers, number));
            }
        }
        js.out = users;
        js.count = next;
    }
    return result;
}

/// The generations that a tree of checked numbers was saved with.
static qd_result load_generations(struct loading *loading, qd_extra extra)
{
    js_numbers *numbers = &loading->tree->numbers;
    const size_t count = (extra.size - sizeof extra_magic) / sizeof(uint32_t);
    const unsigned char *from = (const unsigned char *)extra.bytes + sizeof extra_magic;
    if (extra.size % sizeof(uint32_t) != 0 || count < loading->end)
        return QD_BAD_DATA;
    if (!js_numbers_reserve(numbers, count, true))
        return QD_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t generation;
        memcpy(&generation, from + i * sizeof generation, sizeof generation);
        if (generation > JS_LAST_GENERATION || (numbers->ids[i] != 0 && generation != numbers->generations[i]))
            return QD_BAD_DATA;
        numbers->generations[i] = generation;
    }
    loading->end = (uint32_t)count;
    return QD_OK;
}

/// Fills the table of numbers of a tree that was loaded.
static qd_result load_numbers(struct loading *loading, const void *bytes, size_t size)
{
    js_numbers *numbers = &loading->tree->numbers;
    qd_tree_visit(loading->tree->tree, NULL, take_loaded, loading, NULL);
    qd_extra extra;
    if (loading->result == QD_OK && numbers->generations && qd_snapshot_extra(bytes, size, &extra) == QD_OK &&
        extra.size >= sizeof extra_magic && memcmp(extra.bytes, extra_magic, sizeof extra_magic) == 0)
        loading->result = load_generations(loading, extra);
    if (loading->result == QD_OK && loading->end > 0)
        js_numbers_settle(numbers, loading->end);
    return loading->result;
}

qd_result js_load(const void *bytes, size_t size, int checked, int renumber, double limit)
{
    js_tree *tree = js_new_tree(checked, limit);
    if (!tree)
        return QD_NO_MEMORY;
    const qd_tree_def def = { .allocator = js_allocator(tree) };
    qd_result result = qd_tree_load(bytes, size, &def, &tree->tree);
    js.bad = result != QD_OK;
    if (result == QD_OK) {
        qd_tree_def stored;
        qd_tree_get_def(tree->tree, &stored);
        tree->doubles = stored.precision == QD_DOUBLE;
        // A snapshot has 8 bytes for each slot that was ever used, so its size bounds them; the numbers of trees of
        // JavaScript are below that too, and a forged one cannot ask for more memory than in proportion to its size.
        struct loading loading = { .tree = tree, .most = size, .slots = size / 8, .result = QD_OK };
        if (checked && !js_numbers_reserve(&tree->numbers, 1, true))
            result = QD_NO_MEMORY;
        else
            result = renumber ? number_again(&loading) : load_numbers(&loading, bytes, size);
    }
    if (result != QD_OK) {
        js_free(tree);
        return result;
    }
    js.made = tree;
    return QD_OK;
}
