// Tilesets: which tiles they have, and where on its picture a tile has its origin when it is placed as an object. A
// tileset may be a file of its own, which is read when an object needs it.
#include "grow.h"
#include "tiled_parser.h"

#include <stdlib.h>
#include <string.h>

static const tiled_alignment bottom_left = { 0, 1 }, bottom = { 0.5, 1 };

static bool read_alignment(const element *e, const tiled_map *map, tiled_alignment *alignment)
{
    static const struct {
        const char *name;
        tiled_alignment alignment;
    } known[] = {
        { "topleft", { 0, 0 } },    { "top", { 0.5, 0 } },      { "topright", { 1, 0 } },
        { "left", { 0, 0.5 } },     { "center", { 0.5, 0.5 } }, { "right", { 1, 0.5 } },
        { "bottomleft", { 0, 1 } }, { "bottom", { 0.5, 1 } },   { "bottomright", { 1, 1 } },
    };
    const char *name = element_attribute(e, "objectalignment");
    *alignment = map->orientation == TILED_ISOMETRIC ? bottom : bottom_left;
    if (name == NULL || strcmp(name, "unspecified") == 0)
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            *alignment = known[i].alignment;
            return true;
        }
    return element_fail(e->reader, "%stileset%s has an unknown objectalignment '%.60s'", e->reader->open,
                        e->reader->close, name);
}

// What a tileset says, here or in a file of its own. In a collection of pictures, which has no columns, each tile has
// its own size.
static bool read_set(tiled_tileset *set, const tiled_map *map, const element *e)
{
    long long columns = -1;
    if (!element_take_number(e, "tilewidth", TILED_NUMBER_MAX, &set->width) ||
        !element_take_number(e, "tileheight", TILED_NUMBER_MAX, &set->height) ||
        !element_take_int(e, "columns", 0, INT32_MAX, &columns) || !read_alignment(e, map, &set->alignment))
        return false;
    if (columns == 0)
        set->width = set->height = 0;
    return true;
}

bool tiled_take_tileset(const tiled_parser *p, tiled_tilesets *sets, const element *e)
{
    long long first = 0;
    tiled_tileset set = { .line = element_line(e->reader) };
    const char *source = element_attribute(e, "source");
    if (!element_demand(e, "firstgid") || !element_take_int(e, "firstgid", 1, TILED_GID_MASK, &first) ||
        (source == NULL && !read_set(&set, p->map, e)))
        return false;
    set.first = (uint32_t)first;
    if (sets->count > 0 && sets->sets[sets->count - 1].first >= set.first)
        return element_fail(e->reader, "tilesets must come in the order of their firstgid: misplaced: '%lld'", first);
    tiled_tileset *grown = grow_one(sets->sets, sets->count, sizeof *grown);
    if (grown == NULL)
        return element_no_memory(e->reader);
    sets->sets = grown;
    if (source != NULL && (set.source = copy_text(source, strlen(source))) == NULL)
        return element_no_memory(e->reader);
    grown[sets->count++] = set;
    return true;
}

void tiled_free_tilesets(tiled_tilesets *sets)
{
    for (size_t i = 0; i < sets->count; i++)
        free(sets->sets[i].source);
    free(sets->sets);
    sets->sets = NULL;
    sets->count = 0;
}

// A file with a tileset in it.
typedef struct tileset_file {
    const tiled_map *map;
    tiled_tileset *set;
    bool begun;
} tileset_file;

static bool begin_in_tileset(void *context, const element *e)
{
    tileset_file *file = context;
    if (file->begun)
        return true;
    file->begun = true;
    if (!element_is(e, "tileset"))
        return element_fail(e->reader, "not a Tiled tileset: it begins with %s%.40s%s", e->reader->open, e->name,
                            e->reader->close);
    if (element_attribute(e, "source") != NULL)
        return element_fail(e->reader,
                            "the tileset names another file, '%.60s'; a tileset in a file has its tiles there",
                            element_attribute(e, "source"));
    return read_set(file->set, file->map, e);
}

static bool pass_text(void *context, element_reader *reader, const char *text, size_t length)
{
    (void)context;
    (void)reader;
    (void)text;
    (void)length;
    return true;
}

static bool pass_end(void *context, element_reader *reader)
{
    (void)context;
    (void)reader;
    return true;
}

static bool read_tileset(tiled_parser *p, tiled_other *other, FILE *file, format_message *message)
{
    static const element_handlers handlers = { begin_in_tileset, pass_text, pass_end };
    tileset_file context = { p->map, &other->set, false };
    return tiled_read_file(p, file, other->path, "tileset", &handlers, &context, message);
}

// The last that begins no later than the tile.
static tiled_tileset *find_set(const tiled_tilesets *sets, uint32_t gid)
{
    size_t low = 0, high = sets->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sets->sets[middle].first <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &sets->sets[low - 1] : NULL;
}

bool tiled_find_tileset(tiled_parser *p, const tiled_tilesets *sets, uint32_t gid, const element_reader *reader,
                        const tiled_tileset **found)
{
    tiled_tileset *set = find_set(sets, gid);
    *found = set;
    if (set == NULL || set->source == NULL)
        return true;
    const tiled_other *other = tiled_find_other(p, sets->folder, set->source, reader, set->line, false, read_tileset);
    if (other == NULL)
        return false;
    set->alignment = other->set.alignment;
    set->width = other->set.width;
    set->height = other->set.height;
    free(set->source);
    set->source = NULL;
    return true;
}
