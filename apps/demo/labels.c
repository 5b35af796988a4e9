// Labels.
#include "labels.h"

#include <string.h>

typedef struct label {
    const char *name, *words;
} label;

static const label methods[] = {
    { "quadtree", "Quadtree" },
    { "brute", "Brute force" },
    { "sweep", "Sweep and prune" },
    { "strips", "Sweep in strips" },
    { "grid", "Loose grid" },
    { "contained", "Quadtree, smallest node" },
    { "leaves", "Quadtree, every leaf" },
    { NULL, NULL },
};

static const label kinds[] = {
    { "drift", "Bouncing boxes" },
    { "particles", "Falling particles" },
    { "snacks", "Car and snacks" },
    { "entities", "Five kinds of entities" },
    { "tiles", "Map of tiles" },
    { "village", "Village" },
    { "lights", "Lights and walls" },
    { "pile", "Pile of boxes" },
    { "pathological", "Hard cases" },
    { "gravity", "Two galaxies" },
    { "contacts", "Contacts that begin and end" },
    { "image", "Picture" },
    { NULL, NULL },
};

static const char *find(const label *list, const char *name)
{
    for (; list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list->words;
    return name;
}

const char *label_method(size_t method)
{
    return find(methods, contender_names[method]);
}

const char *label_scene(const scene_kind *kind)
{
    return find(kinds, kind->name);
}

const char *label_tool(tool which)
{
    static const char *const words[TOOLS] = { "Scene", "Add", "Erase", "Drag", "Box", "Circle", "Nearest", "Ray" };
    return words[which];
}

const char *label_overlay(overlay which)
{
    static const char *const words[OVERLAYS] = {
        "Cells", "Bounds", "Visited", "Candidates", "Heat", "Path", "Quadrants"
    };
    return words[which];
}

void label_words(const char *identifier, char *out, size_t size)
{
    size_t at = 0;
    for (; identifier[at] && at + 1 < size; at++)
        out[at] = (char)(identifier[at] == '_' ? ' ' : identifier[at]);
    out[at] = 0;
}
