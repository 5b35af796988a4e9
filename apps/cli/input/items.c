// The list of items, whatever file they come from: opening the file, finding out what it is, and naming the items.
#include "items_read.h"

#include <errno.h>
#include <inttypes.h>
#include <kind.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const edges_names[] = { "closed", "open", NULL };

static void *grow(void *block, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return block;
    size_t larger = *room > 0 ? *room : 1024;
    while (larger < needed)
        larger *= 2;
    void *result = larger <= SIZE_MAX / size ? realloc(block, larger * size) : NULL;
    if (result != NULL)
        *room = larger;
    else
        complain("%s", strerror(ENOMEM));
    return result;
}

static bool add_text(items *list, const char *text)
{
    size_t size = strlen(text) + 1;
    char *texts = grow(list->texts, &list->texts_room, list->texts_used + size, 1);
    if (texts == NULL)
        return false;
    list->texts = texts;
    memcpy(texts + list->texts_used, text, size);
    list->texts_used += size;
    return true;
}

// What an item has beside its box.
static bool add_id(items *list, uint64_t number, const char *text)
{
    uint64_t *ids = grow(list->ids, &list->room, list->count + 1, sizeof *ids);
    if (ids == NULL)
        return false;
    list->ids = ids;
    ids[list->count++] = list->has_texts ? list->texts_used : number;
    return !list->has_texts || add_text(list, text);
}

bool items_add(items *list, qd_box box, uint64_t number, const char *text)
{
    size_t room = list->room;
    qd_box *boxes = grow(list->boxes, &room, list->count + 1, sizeof *boxes);
    if (boxes == NULL)
        return false;
    list->boxes = boxes;
    boxes[list->count] = box;
    return add_id(list, number, text);
}

// Reads CSV from where its bytes are.
static bool read_table(items *list, const input *in, const char *name, byte_source *from, uint64_t size)
{
    csv_reader *csv = malloc(sizeof *csv);
    if (csv == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    csv_begin(csv, from);
    bool good = items_read_csv(list, in, name, csv, size);
    csv_end(csv);
    free(csv);
    return good;
}

static bool read_from(items *list, input *in, byte_source *from)
{
    struct stat about;
    const int file = fileno(from->file);
    uint64_t size = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    const char *name = from->file == stdin ? "standard input" : in->file, *remedy = NULL;
    size_t looked = 0;
    const char *head = source_look(from, &looked);
    switch (kind_find(in->file, head, looked, &remedy)) {
    case KIND_CSV:
        return read_table(list, in, name, from, size);
    case KIND_MAP_XML:
        return items_read_map(list, in, name, from);
    case KIND_INDEX:
        return items_read_index(list, in, name, from);
    case KIND_MAP_JSON:
        remedy = "a Tiled map as JSON is not read yet; save it as .tmx";
        break;
    case KIND_GEOJSON:
        remedy = "GeoJSON is not read yet; convert it: ogr2ogr -f CSV out.csv in.geojson -lco GEOMETRY=AS_WKT";
        break;
    case KIND_OTHER:
        break;
    }
    complain_at(name, 0, "%s", remedy);
    return false;
}

status items_read(items *list, input *in)
{
    memset(list, 0, sizeof *list);
    FILE *file = strcmp(in->file, "-") == 0 ? stdin : fopen(in->file, "rb");
    if (file == NULL) {
        complain_at(in->file, 0, "%s", strerror(errno));
        return STATUS_USAGE;
    }
    byte_source from;
    source_from_file(&from, file);
    bool good = read_from(list, in, &from);
    if (in->edges == EDGES_UNSAID)
        in->edges = QD_CLOSED;
    source_end(&from);
    if (file != stdin)
        fclose(file);
    return good ? STATUS_DONE : STATUS_USAGE;
}

void items_free(items *list)
{
    items_free_index(list);
    free(list->boxes);
    free(list->ids);
    free(list->texts);
    memset(list, 0, sizeof *list);
}

void put_id(output *out, const items *list, size_t i)
{
    if (!list->has_texts) {
        put(out, "%" PRIu64, list->ids[i]);
        return;
    }
    const char *text = list->texts + list->ids[i];
    if (text[strcspn(text, ",\"\r\n")] == 0) {
        put(out, "%s", text);
        return;
    }
    put(out, "\"");
    for (; *text != 0; text++)
        put(out, *text == '"' ? "\"\"" : "%c", *text);
    put(out, "\"");
}

void put_json_id(output *out, const items *list, size_t i)
{
    if (list->has_texts)
        put_json_text(out, list->texts + list->ids[i]);
    else
        put(out, "%" PRIu64, list->ids[i]);
}

qd_tree *items_tree(const items *list, const input *in, qd_tree_def def)
{
    def.precision = in->exact ? QD_DOUBLE : QD_FLOAT;
    def.edges = in->edges == QD_OPEN ? QD_OPEN : QD_CLOSED;
    items_index_shape(list, &def);
    qd_tree *tree = items_index_tree(list, &def);
    if (tree != NULL)
        return tree;
    tree = qd_tree_new(&def);
    const qd_items all = { .boxes = qd_boxes_double(list->boxes) };
    if (tree == NULL || qd_tree_insert_many(tree, &all, list->count, NULL, NULL) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        qd_tree_destroy(tree);
        tree = NULL;
    }
    return tree;
}

void items_tree_free(const items *list, qd_tree *tree)
{
    if (!items_index_owns(list, tree))
        qd_tree_destroy(tree);
}
