// Trees that lie in a buffer, and trees that come out of a snapshot. Reloading compares on the way: the same bytes from
// the tree, from what was loaded and from what was mapped; and a mapped tree finds all there is and refuses changes.
#include "mapping.h"
#include "room.h"
#include "runner.h"
#include <stdlib.h>
#include <string.h>

static void *aligned_room(size_t size)
{
    return got(aligned_alloc(QD_ALIGNMENT, (size + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT));
}

void model__get_buffer(struct model_runner *runner, size_t items)
{
    const size_t size = qd_tree_buffer_size(&runner->def, items);
    runner->buffer = aligned_room(size);
    runner->most = items;
    memset(runner->buffer, 0xd5, size);
    runner->def.buffer = runner->buffer;
    runner->def.buffer_size = size;
}

bool model__is_full(const struct model_runner *runner, size_t more)
{
    return runner->buffer && model__count(runner) + more > runner->most;
}

size_t model__bytes(const struct model_runner *runner)
{
    return runner->buffer ? runner->def.buffer_size : runner->memory.bytes;
}

// Bytes that a callback gets.
struct stream {
    unsigned char *bytes;
    size_t size, room;
};

static qd_flow append(void *context, const void *bytes, size_t size)
{
    struct stream *stream = context;
    if (size > stream->room - stream->size)
        return QD_STOP;
    memcpy(stream->bytes + stream->size, bytes, size);
    stream->size += size;
    return QD_CONTINUE;
}

// The same bytes through a callback.
static bool streams_as(struct model_runner *runner, const qd_tree *tree, const unsigned char *bytes, size_t size)
{
    struct stream stream = { aligned_room(size + 1), 0, size };
    const qd_result result = qd_tree_save_by(tree, NULL, append, &stream);
    const bool same = result == QD_NO_MEMORY
                          ? runner->memory.refused > 0
                          : result == QD_OK && stream.size == size && memcmp(stream.bytes, bytes, size) == 0;
    free(stream.bytes);
    return same || model__fails(runner, "save_by gives other bytes than save");
}

// A snapshot of a tree; NULL: its memory has run out, or there is a complaint.
static unsigned char *save(struct model_runner *runner, const qd_tree *tree, size_t *size)
{
    *size = 0;
    qd_result result = qd_tree_save(tree, NULL, NULL, 0, size);
    if (result == QD_OK || result == QD_TOO_SMALL) {
        unsigned char *bytes = aligned_room(*size + 1);
        const size_t asked = *size;
        result = qd_tree_save(tree, NULL, bytes, *size, size);
        if (result == QD_OK && *size == asked)
            return bytes;
        free(bytes);
    }
    if (result != QD_NO_MEMORY || runner->memory.refused == 0)
        model__fails(runner, "save: %s", qd_result_text(result));
    return NULL;
}

static bool saves_as(struct model_runner *runner, const qd_tree *tree, const unsigned char *bytes, size_t size)
{
    size_t other_size;
    unsigned char *other = save(runner, tree, &other_size);
    bool same = other ? other_size == size && memcmp(other, bytes, size) == 0 : runner->memory.refused > 0;
    free(other);
    return same || model__fails(runner, "an equal tree gives other bytes");
}

static bool finds_all(struct model_runner *runner, const qd_tree *tree, const char *which)
{
    const qd_tree *before = runner->compare.tree;
    runner->compare.tree = tree;
    bool same = compare_everything(&runner->compare) && compare_nodes(&runner->compare);
    runner->compare.tree = before;
    if (!same)
        return model__fails(runner, "%s: %s", which, runner->compare.why);
    return qd_tree_check(tree) || model__fails(runner, "%s: qd_tree_check found an invariant broken", which);
}

static bool cannot_change(qd_tree *tree)
{
    const qd_item item = { .user = 1 };
    qd_id id = 77;
    return qd_tree_rebuild(tree) == QD_READ_ONLY && qd_tree_clear(tree) == QD_READ_ONLY &&
           qd_tree_insert(tree, &item, &id) == QD_READ_ONLY && id == 0 &&
           qd_tree_remove_found(tree, NULL, NULL) == QD_READ_ONLY && qd_tree_remove(tree, 1) == QD_READ_ONLY;
}

static bool map_is_right(struct model_runner *runner, const unsigned char *bytes, size_t size)
{
    qd_tree *tree;
    qd_result result = qd_tree_map(bytes, size, &runner->def, &tree);
    if ((result == QD_NO_MEMORY && runner->memory.refused > 0) || (result == QD_BYTE_ORDER && !can_map()))
        return true;
    if (result != QD_OK)
        return model__fails(runner, "map: %s", qd_result_text(result));
    bool good = finds_all(runner, tree, "the mapped tree") && saves_as(runner, tree, bytes, size);
    if (good && !cannot_change(tree))
        good = model__fails(runner, "a mapped tree was changed");
    qd_tree_destroy(tree);
    return good;
}

// Takes the loaded tree in the place of the other.
static bool take(struct model_runner *runner, const unsigned char *bytes, size_t size)
{
    qd_tree *tree;
    qd_result result = qd_tree_load(bytes, size, &runner->def, &tree);
    if (result == QD_NO_MEMORY && runner->memory.refused > 0)
        return true;
    if (result != QD_OK)
        return model__fails(runner, "load: %s", qd_result_text(result));
    qd_tree_def def;
    qd_tree_get_def(tree, &def);
    if (def.precision != runner->def.precision || def.edges != runner->def.edges)
        return model__fails(runner, "load: another precision or other edges");
    model__lose_tree(runner);
    qd_tree_destroy(runner->tree);
    runner->tree = NULL;
    free(runner->buffer);
    runner->buffer = NULL;
    runner->def.buffer = NULL;
    runner->def.buffer_size = 0;
    const bool good = model__end_interest(runner);
    runner->tree = tree;
    runner->compare.tree = tree;
    return good && finds_all(runner, tree, "the loaded tree") && saves_as(runner, tree, bytes, size);
}

bool model__reload(struct model_runner *runner)
{
    size_t size;
    if (runner->def.totals) // which a snapshot does not have
        return true;
    unsigned char *bytes = save(runner, runner->tree, &size);
    if (!bytes)
        return runner->memory.refused > 0 && runner->why[0] == '\0';
    bool good = qd_snapshot_starts(bytes, size) || model__fails(runner, "a snapshot that does not start as one");
    good = good && streams_as(runner, runner->tree, bytes, size) && map_is_right(runner, bytes, size) &&
           take(runner, bytes, size);
    free(bytes);
    return good;
}
