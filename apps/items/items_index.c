// An index: a snapshot of a tree, mapped where it can be. Its items are the rows that it was made of, called by their
// ids. A snapshot that another program has saved is read too, but by its items alone: they are called by their user
// values, in the order of their slots.
#include "index_file.h"
#include "items_kinds.h"
#include "rows.h"

#include <errno.h>
#include <quadrille/query.h>
#include <quadrille/snapshot.h>
#include <stdlib.h>
#include <string.h>

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

bool items_read_index(items *list, input *in, const char *name, byte_source *from)
{
    if (!input_no_rows(in, name, "an index"))
        return false;
    index_file *index = calloc(1, sizeof *index);
    if (index == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    list->index = index;
    const char *wrong = index_file_read(index, from);
    if (wrong == NULL)
        wrong = take_items(list, index);
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
