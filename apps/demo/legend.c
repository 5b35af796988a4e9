// Legends.
#include "legend.h"

#include "colors.h"

#include <stdlib.h>

// By overlay; the last one of each means NULL.
static const scene_sign laid_over[OVERLAYS][3] = {
    [OVERLAY_BOUNDS] = { { SHAPE_FRAME, INK_BOUNDS, "bounds of what a cell holds, dashed" } },
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

static const scene_sign explained[] = { { SHAPE_FRAME, INK_STEP, "cell of this step; thin: before" }, { 0 } };
static const scene_sign inserted[] = { { SHAPE_FRAME, INK_ASKED, "box that goes in" }, { 0 } };

static size_t copy(const scene_sign *from, scene_sign *to)
{
    size_t count = 0;
    for (; from && from[count].means; count++)
        to[count] = from[count];
    return count;
}

// Cells in the colours of the largest and the smallest one that are drawn.
static size_t sign_cells(const demo *show, scene_sign *to)
{
    int largest = INK_BOUNDS, smallest = 0;
    for (int number = 0; number < show->side_count; number++) {
        const side *at = &show->sides[number];
        for (size_t i = at->over; i < at->shapes.count; i++) {
            const int color = at->shapes.shapes[i].ink;
            if (color >= INK_DEPTH && color < INK_BOUNDS) {
                largest = color < largest ? color : largest;
                smallest = color > smallest ? color : smallest;
            }
        }
    }
    to[0] = (scene_sign){ SHAPE_FRAME, (uint8_t)largest, "largest cell" };
    to[1] = (scene_sign){ SHAPE_FRAME, (uint8_t)smallest, "smallest cell" };
    return largest == INK_BOUNDS ? 0 : largest < smallest ? 2 : 1;
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
    if (explanation_shown(&show->explanation)) {
        count += copy(explained, out + count);
        count += show->explanation.asked.kind == ASK_NOTHING ? copy(inserted, out + count) : 0;
    }
    return count;
}
