// Trees that lie in a buffer, and trees that come out of a snapshot. Reloading compares on the way: the same bytes from
// the tree, from what was loaded and from what was mapped; and a mapped tree finds all there is, refuses a change, and
// writes nothing.
#include "runner.h"
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static void *need(size_t size)
{
    void *block = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (!block) {
        fputs("model runner: no memory\n", stderr);
        exit(1);
    }
    return block;
}

bool model__create_in(struct model_runner *runner, size_t items)
{
    size_t size = qd_tree_size_for(items);
    runner->buffer = need(size);
    runner->most = items;
    memset(runner->buffer, 0xd5, size);
    runner->tree = qd_tree_create_in(runner->buffer, size, &runner->def);
    model__then(runner, "tree");
    return runner->tree || model__fails(runner, "no tree in a good buffer");
}

bool model__is_full(const struct model_runner *runner, size_t more)
{
    return runner->buffer && runner->oracle.count + more > runner->most;
}

size_t model__bytes(const struct model_runner *runner)
{
    return runner->buffer ? qd_tree_size_for(runner->most) : runner->memory.bytes;
}

// A snapshot of a tree; NULL: its memory has run out, or there is a complaint.
static unsigned char *save(struct model_runner *runner, const qd_tree *tree, size_t *size)
{
    *size = qd_tree_save_size(tree, 0);
    unsigned char *bytes = need(*size + 1);
    qd_result result = *size ? qd_tree_save(tree, (qd_extra){ 0 }, bytes, *size) : QD_NO_MEMORY;
    if (result == QD_OK)
        return bytes;
    free(bytes);
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
    bool same = compare_everything(&runner->compare);
    runner->compare.tree = before;
    if (!same)
        return model__fails(runner, "%s: %s", which, runner->compare.why);
    return qd_tree_check(tree) || model__fails(runner, "%s: qd_tree_check found an invariant broken", which);
}

static bool map_is_right(struct model_runner *runner, const unsigned char *bytes, size_t size)
{
    qd_tree *tree;
    qd_result result = qd_tree_map(&tree, bytes, size, &runner->def);
    if (result == QD_NO_MEMORY && runner->memory.refused > 0)
        return true;
    if (result != QD_OK)
        return model__fails(runner, "map: %s", qd_result_text(result));
    bool good = finds_all(runner, tree, "the mapped tree") && saves_as(runner, tree, bytes, size);
    if (good && (qd_tree_rebuild(tree) != QD_READ_ONLY || !qd_id_is_null(qd_tree_insert(tree, (qd_item){ .user = 1 }))))
        good = model__fails(runner, "a mapped tree was changed");
    qd_tree_destroy(tree);
    return good;
}

// Takes the loaded tree in the place of the other.
static bool take(struct model_runner *runner, const unsigned char *bytes, size_t size)
{
    qd_tree *tree;
    qd_result result = qd_tree_load(&tree, bytes, size, &runner->def);
    if (result == QD_NO_MEMORY && runner->memory.refused > 0)
        return true;
    if (result != QD_OK)
        return model__fails(runner, "load: %s", qd_result_text(result));
    model__lose_tree(runner);
    qd_tree_destroy(runner->tree);
    free(runner->buffer);
    runner->buffer = NULL;
    runner->tree = tree;
    runner->compare.tree = tree;
    return finds_all(runner, tree, "the loaded tree") && saves_as(runner, tree, bytes, size);
}

bool model__reload(struct model_runner *runner)
{
    size_t size;
    if (runner->def.totals) // which a snapshot does not have
        return true;
    unsigned char *bytes = save(runner, runner->tree, &size);
    if (!bytes)
        return runner->memory.refused > 0 && runner->why[0] == '\0';
    bool good = map_is_right(runner, bytes, size) && take(runner, bytes, size);
    free(bytes);
    return good;
}
