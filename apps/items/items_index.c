// An index: a snapshot of a tree, mapped where it can be. Its items are the rows that it was made of, called by their
// ids. A snapshot that another program has saved is read too, but by its items alone: they are called by their user
// values, in the order of their slots.
#include "items_list.h"
#include "rows.h"

#include <errno.h>
#include <quadrille/query.h>
#include <quadrille/snapshot.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct index_file {
    void *bytes;
    size_t size;
    bool mapped;   // the bytes are a mapped file, otherwise memory of ours
    qd_tree *tree; // NULL: its user values are not the rows
    qd_precision precision;
    int edges;
    int64_t capacity, depth;
};

// All bytes, into memory: they are packed, or come from a pipe.
static bool read_bytes(index_file *index, byte_source *from)
{
    size_t room = 0, size = 0;
    unsigned char *bytes = NULL;
    do {
        const size_t larger = room > 0 ? room * 2 : 1 << 20;
        bool good = room <= SIZE_MAX / 4 &&
                    limit_claim(from->limit, larger, &from->message, 0, "an index of more than %zu MB", room / 1000000);
        unsigned char *grown = good ? aligned_alloc(QD_ALIGNMENT, larger) : NULL;
        if (grown != NULL && size > 0)
            memcpy(grown, bytes, size);
        free(bytes);
        limit_give(from->limit, room);
        bytes = grown;
        room = larger;
        size += bytes != NULL ? source_read(from, bytes + size, room - size) : 0;
    } while (bytes != NULL && size == room);
    index->bytes = bytes;
    index->size = size;
    return bytes != NULL && !source_failed(from);
}

static bool get_bytes(index_file *index, byte_source *from)
{
    struct stat about;
    FILE *file = from->file;
    if (file != stdin && !source_is_packed(from) && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size > 0 && (uintmax_t)about.st_size <= SIZE_MAX) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fileno(file), 0);
        if (bytes != MAP_FAILED) {
            index->bytes = bytes;
            index->size = (size_t)about.st_size;
            index->mapped = true;
            return true;
        }
    }
    return read_bytes(index, from);
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t p = qd_id_slot(((const qd_entry *)a)->id), q = qd_id_slot(((const qd_entry *)b)->id);
    return (p > q) - (p < q);
}

// Takes over the items of a snapshot without rows; its tree is of no use then. False: no memory.
static bool take_by_slots(items *list, index_file *index, size_t count)
{
    qd_entry *all = calloc(count + 1, sizeof *all);
    bool good = all != NULL;
    if (good) {
        qd_tree_find(index->tree, NULL, all, count, NULL);
        qsort(all, count, sizeof *all, compare_slots);
    }
    for (size_t i = 0; good && i < count; i++) {
        qd_item item;
        qd_tree_get(index->tree, all[i].id, &item);
        good = items_add(list, item.box, all[i].user, NULL);
    }
    free(all);
    qd_tree_destroy(index->tree);
    index->tree = NULL;
    return good;
}

typedef struct row_check {
    size_t count;
    unsigned char *seen; // a bit for each row
    bool wrong;
} row_check;

static qd_flow check_rows(void *context, const qd_entry *found, size_t count)
{
    row_check *check = context;
    for (size_t i = 0; i < count && !check->wrong; i++) {
        uint64_t row = found[i].user;
        if (row < check->count && !(check->seen[row / 8] >> row % 8 & 1))
            check->seen[row / 8] |= (unsigned char)(1 << row % 8);
        else
            check->wrong = true;
    }
    return check->wrong ? QD_STOP : QD_CONTINUE;
}

// Is each row in the tree, once? NULL: it is.
static const char *tree_has_rows(const index_file *index, size_t count)
{
    row_check check = { .count = count, .seen = calloc(count / 8 + 1, 1) };
    if (check.seen == NULL)
        return strerror(ENOMEM);
    qd_tree_visit(index->tree, NULL, check_rows, &check, NULL);
    free(check.seen);
    return check.wrong ? "its items do not match its rows" INDEX_REMEDY : NULL;
}

static const char *take_items(items *list, index_file *index)
{
    qd_extra extra = { NULL, 0 };
    size_t count = qd_tree_count(index->tree, NULL);
    qd_snapshot_extra(index->bytes, index->size, &extra);
    list->exact = index->precision == QD_DOUBLE;
    list->open = false;
    if (!rows_begin(extra))
        return take_by_slots(list, index, count) ? NULL : strerror(ENOMEM);
    const char *wrong = rows_unpack(list, extra, count);
    return wrong != NULL ? wrong : tree_has_rows(index, count);
}

typedef struct box_taking {
    items *list;
    const qd_tree *tree;
} box_taking;

static qd_flow take_boxes(void *context, const qd_entry *found, size_t count)
{
    const box_taking *to = context;
    for (size_t i = 0; i < count; i++) {
        qd_item item;
        qd_tree_get(to->tree, found[i].id, &item);
        items_set_box(to->list, (size_t)found[i].user, item.box);
    }
    return QD_CONTINUE;
}

typedef struct part_taking {
    const qd_tree *tree;
    size_t first, end;
    qd_box *boxes; // of the items from `first` on
} part_taking;

static qd_flow take_part(void *context, const qd_entry *found, size_t count)
{
    const part_taking *to = context;
    for (size_t i = 0; i < count; i++)
        if (found[i].user >= to->first && found[i].user < to->end) {
            qd_item item;
            qd_tree_get(to->tree, found[i].id, &item);
            to->boxes[found[i].user - to->first] = item.box;
        }
    return QD_CONTINUE;
}

typedef struct sample_taking {
    const qd_tree *tree;
    size_t count, step;
    qd_box *boxes;
} sample_taking;

static qd_flow take_sample(void *context, const qd_entry *found, size_t count)
{
    const sample_taking *to = context;
    for (size_t i = 0; i < count; i++)
        if (found[i].user % to->step == 0 && found[i].user / to->step < to->count) {
            qd_item item;
            qd_tree_get(to->tree, found[i].id, &item);
            to->boxes[found[i].user / to->step] = item.box;
        }
    return QD_CONTINUE;
}

void items_sample(const items *list, size_t count, qd_box *boxes)
{
    const bool held = list->floats != NULL || list->boxes != NULL;
    const size_t step = count > 0 ? list->count / count : 1;
    sample_taking to = { held ? NULL : list->index->tree, count, step, boxes };
    if (to.tree != NULL)
        qd_tree_visit(to.tree, NULL, take_sample, &to, NULL);
    for (size_t i = 0; held && i < count; i++)
        boxes[i] = items_box(list, i * step);
}

bool items_copy_part(items *to, const items *index, size_t first, size_t end)
{
    part_taking part = { index->index->tree, first, end, NULL };
    if (part.tree != NULL) {
        part.boxes = malloc((end - first + 1) * sizeof *part.boxes);
        if (part.boxes == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        qd_tree_visit(part.tree, NULL, take_part, &part, NULL);
    }
    bool good = true;
    to->has_texts = index->has_texts;
    for (size_t i = first; good && i < end; i++)
        good = items_add(to, part.boxes != NULL ? part.boxes[i - first] : items_box(index, i),
                         index->has_texts ? 0 : items_number(index, i), index->has_texts ? items_text(index, i) : NULL);
    free(part.boxes);
    return good;
}

bool items_need_boxes(items *list)
{
    if (list->index == NULL || list->index->tree == NULL || list->boxes != NULL || list->floats != NULL)
        return true;
    if (!items_make_room(list, list->count))
        return false;
    box_taking to = { list, list->index->tree };
    qd_tree_visit(to.tree, NULL, take_boxes, &to, NULL);
    return true;
}

// What is wrong with bytes that are no snapshot. The version is the number after the magic: see docs/format.md.
static const char *what_is_wrong(const index_file *index)
{
    static const char *const older[] = {
        "this index was written by an older version of quadrille (format 1)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 2)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 3)" INDEX_REMEDY,
        "this index was written by an older version of quadrille (format 4)" INDEX_REMEDY,
    };
    const unsigned char *bytes = index->bytes;
    for (size_t version = 1; version <= sizeof older / sizeof *older; version++) {
        const unsigned char number[] = { (unsigned char)version, 0, 0, 0 };
        if (index->size >= 8 + sizeof number && qd_snapshot_starts(bytes, index->size) &&
            memcmp(bytes + 8, number, sizeof number) == 0)
            return older[version - 1];
    }
    return "this index is cut off, damaged, or from another version" INDEX_REMEDY;
}

// Mapped; or loaded, where a machine stores the high byte of a number first.
static qd_result read_tree(const index_file *index, const qd_tree_def *def, qd_tree **tree)
{
    qd_result result = qd_tree_map(index->bytes, index->size, def, tree);
    return result == QD_BYTE_ORDER ? qd_tree_load(index->bytes, index->size, def, tree) : result;
}

static const char *read_index(items *list, index_file *index, byte_source *from)
{
    if (!get_bytes(index, from))
        return source_failed(from) ? from->message.text : strerror(ENOMEM);
    qd_result result = read_tree(index, NULL, &index->tree);
    if (result == QD_BAD_DATA)
        return what_is_wrong(index);
    if (result != QD_OK)
        return strerror(ENOMEM);
    qd_tree_def def;
    qd_tree_get_def(index->tree, &def);
    index->precision = def.precision;
    index->edges = (int)def.edges;
    index->capacity = def.leaf_capacity;
    index->depth = def.max_depth;
    return take_items(list, index);
}

bool items_read_index(items *list, input *in, const char *name, byte_source *from)
{
    if (!items_no_rows(in, name, "an index"))
        return false;
    index_file *index = calloc(1, sizeof *index);
    if (index == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    list->index = index;
    const char *wrong = read_index(list, index, from);
    if (wrong == NULL && in->exact && !in->float_index && !list->exact)
        wrong = "this index keeps floats; quadrille index --double makes one of doubles of the file it was made of";
    if (wrong == NULL && in->rounded && list->exact)
        wrong = "this index keeps doubles; quadrille index --float makes one of floats of the file it was made of";
    if (wrong != NULL)
        complain_at(name, 0, "%s", wrong);
    if (in->edges == EDGES_UNSAID)
        in->edges = index->edges;
    return wrong == NULL;
}

void items_free_index(items *list)
{
    index_file *index = list->index;
    if (index == NULL)
        return;
    qd_tree_destroy(index->tree);
    if (index->mapped)
        munmap(index->bytes, index->size);
    else
        free(index->bytes);
    free(index);
    list->index = NULL;
}

void items_index_shape(const items *list, qd_tree_def *def)
{
    const index_file *index = list->index;
    if (index != NULL && def->leaf_capacity == 0)
        def->leaf_capacity = (int)index->capacity;
    if (index != NULL && def->max_depth == 0)
        def->max_depth = (int)index->depth;
}

static bool is_as_wanted(const index_file *index, const qd_tree_def *def)
{
    return def->precision == index->precision && (int)def->edges == index->edges &&
           def->leaf_capacity == index->capacity && def->max_depth == index->depth;
}

qd_tree *items_index_tree(const items *list, const qd_tree_def *def)
{
    const index_file *index = list->index;
    if (index == NULL || index->tree == NULL || !is_as_wanted(index, def))
        return NULL;
    qd_tree *tree = index->tree;
    // Only a new tree can have workers; without memory for it the one there is does.
    if (def->executor.run != NULL && read_tree(index, def, &tree) != QD_OK)
        tree = index->tree;
    return tree;
}

bool items_index_owns(const items *list, const qd_tree *tree)
{
    return list->index != NULL && list->index->tree == tree;
}
