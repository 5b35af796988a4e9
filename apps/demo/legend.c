// Legends.
#include "legend.h"

#include "colors.h"

#include <stdlib.h>

// By overlay; the last one of each means NULL.
static const scene_sign laid_over[OVERLAYS][3] = {
    [OVERLAY_BOUNDS] = { { SHAPE_FRAME, INK_BOUNDS, "bounds of what a cell holds" } },
    [OVERLAY_VISITED] = { { SHAPE_BOX, INK_VISITED, "cell looked into" } },
    [OVERLAY_CANDIDATES] = { { SHAPE_FRAME, INK_FOOD, "box compared" } },
    [OVERLAY_HEAT] = { { SHAPE_BOX, INK_HEAT + HEATS / 3, "few tests here" },
                       { SHAPE_BOX, INK_HEAT + HEATS - 1, "many" } },
    [OVERLAY_PATH] = { { SHAPE_FRAME, INK_STEP, "node lit last" }, { SHAPE_BOX, INK_VISITED, "node looked into" } },
    [OVERLAY_QUADRANTS] = { { SHAPE_FRAME, INK_NAME, "node at the pointer" } },
};

static const scene_sign answered[] = { { SHAPE_FRAME, INK_ASKED, "question" },
                                       { SHAPE_FRAME, INK_FOUND, "found" },
                                       { 0 } };

static size_t copy(const scene_sign *from, scene_sign *to)
{
    size_t count = 0;
    for (; from && from[count].means; count++)
        to[count] = from[count];
    return count;
}

// Cells in the colours of this picture's trees: the root's, and the deepest one's, which a scene with a tree of its own
// does not say.
static size_t sign_cells(const demo *show, scene_sign *to)
{
    enum { USUAL_DEPTH = 7 };
    int deepest = show->def.scene->levels_most > 0 ? USUAL_DEPTH : show->sides[0].figures.depth;
    if (show->side_count > 1 && show->sides[1].figures.depth > deepest)
        deepest = show->sides[1].figures.depth;
    to[0] = (scene_sign){ SHAPE_FRAME, INK_DEPTH, "largest cell" };
    to[1] = (scene_sign){ SHAPE_FRAME, (uint8_t)(INK_DEPTH + deepest), "smallest cell" };
    return deepest > 0 ? 2 : 1;
}

size_t legend_of(const demo *show, scene_sign out[LEGEND_MOST])
{
    const bool tree = show->sides[0].figures.cells > 0 || (show->side_count > 1 && show->sides[1].figures.cells > 0);
    size_t count = copy(show->def.scene->signs, out);
    for (int i = 0; i < OVERLAYS; i++)
        if (show->overlays[i] && (tree || i == OVERLAY_HEAT))
            count += i == OVERLAY_CELLS ? sign_cells(show, out + count) : copy(laid_over[i], out + count);
    if (demo_question(show).kind != ASK_NOTHING)
        count += copy(answered, out + count);
    return count;
}
