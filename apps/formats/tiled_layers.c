// Layers chosen by name. A name may have a comma in it, which otherwise separates names: so the longest name that
// exists counts.
#include "tiled_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tiled_is_in(const tiled_map *map, const tiled_layer *layer, const char *name)
{
    if (strcmp(layer->name, name) == 0)
        return true;
    for (size_t group = layer->group; group != 0; group = map->groups[group - 1].parent)
        if (strcmp(map->groups[group - 1].name, name) == 0)
            return true;
    return false;
}

void tiled_free_layer(tiled_layer *layer)
{
    for (size_t k = 0; k < layer->chunk_count; k++)
        free(layer->chunks[k].gids);
    free(layer->chunks);
    free(layer->objects);
    free(layer->name);
}

// Appends to the list of names; what has no room is left out, and three dots stand for it.
static void append_name(char *list, size_t size, const char *name, const char *kind)
{
    size_t used = strlen(list), needed = strlen(name) + strlen(kind) + 8;
    bool clipped = used >= 3 && strcmp(list + used - 3, "...") == 0;
    if (!clipped && used + needed + 8 < size)
        snprintf(list + used, size - used, "%s'%s'%s", used > 0 ? ", " : "", name, kind);
    else if (!clipped)
        snprintf(list + used, size - used, ", ...");
}

static bool say_unknown(const tiled_map *map, const char *name, format_message *message)
{
    char list[320] = "";
    for (size_t i = 0; i < map->layer_count; i++)
        append_name(list, sizeof list, map->layers[i].name, "");
    for (size_t i = 0; i < map->group_count; i++)
        append_name(list, sizeof list, map->groups[i].name, " (a group)");
    return format_fail(message, 0, "no layer is called '%.80s'; the map has %s", name, *list != 0 ? list : "none");
}

// Does `text`, a list of names, begin with this one? Then *length becomes its length, if it is the longest so far.
static void match_name(const char *text, const char *name, size_t *length, bool *known)
{
    const size_t size = strlen(name);
    if ((*known && size <= *length) || strncmp(text, name, size) != 0 || (text[size] != ',' && text[size] != 0))
        return;
    *length = size;
    *known = true;
}

// Ends the first of the names in `text` with a NUL, and sets *rest to where the others begin; NULL: it was the last.
// False: no layer and no group has that name.
static bool cut_name(const tiled_map *map, char *text, char **rest)
{
    bool known = false;
    size_t length = strcspn(text, ",");
    for (size_t i = 0; i < map->layer_count; i++)
        match_name(text, map->layers[i].name, &length, &known);
    for (size_t i = 0; i < map->group_count; i++)
        match_name(text, map->groups[i].name, &length, &known);
    *rest = text[length] != 0 ? text + length + 1 : NULL;
    text[length] = 0;
    return known;
}

// Keeps the layers with their flag set.
static void keep(tiled_map *map, const bool *chosen)
{
    size_t kept = 0;
    for (size_t i = 0; i < map->layer_count; i++)
        if (chosen[i])
            map->layers[kept++] = map->layers[i];
        else
            tiled_free_layer(&map->layers[i]);
    map->layer_count = kept;
}

bool tiled_choose(tiled_map *map, const char *names, format_message *message)
{
    memset(message, 0, sizeof *message);
    char *copy = malloc(strlen(names) + 1);
    bool *chosen = calloc(map->layer_count + 1, sizeof *chosen);
    bool good = copy != NULL && chosen != NULL;
    if (!good)
        format_no_memory(message);
    else
        memcpy(copy, names, strlen(names) + 1);
    for (char *name = copy; good && name != NULL;) {
        char *rest = NULL;
        good = cut_name(map, name, &rest) || say_unknown(map, name, message);
        for (size_t i = 0; good && i < map->layer_count; i++)
            chosen[i] = chosen[i] || tiled_is_in(map, &map->layers[i], name);
        name = rest;
    }
    if (good)
        keep(map, chosen);
    free(chosen);
    free(copy);
    return good;
}
