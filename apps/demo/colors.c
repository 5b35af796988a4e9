// Depths go from violet over green to yellow, brighter with each, so that they also differ without colours.
#include "colors.h"

_Static_assert((int)COLORS <= UINT8_MAX + 1, "an ink is a byte of a shape");

// A colour at `share` of the way through a list of them.
static ink_color between(const ink_color *list, int count, double share)
{
    double at = share * (count - 1);
    int first = (int)at < count - 1 ? (int)at : count - 2;
    double rest = at - first;
    const ink_color *a = &list[first], *b = &list[first + 1];
    return (ink_color){ (uint8_t)(a->red + rest * (b->red - a->red)),
                        (uint8_t)(a->green + rest * (b->green - a->green)),
                        (uint8_t)(a->blue + rest * (b->blue - a->blue)),
                        (uint8_t)(a->alpha + rest * (b->alpha - a->alpha)) };
}

static ink_color depth_color(int depth)
{
    static const ink_color ramp[] = { { 96, 92, 160, 220 },
                                      { 74, 130, 175, 200 },
                                      { 48, 160, 150, 190 },
                                      { 110, 200, 100, 190 },
                                      { 240, 225, 70, 200 } };
    return between(ramp, 5, depth < 7 ? depth / 7.0 : 1);
}

static ink_color heat_color(int heat)
{
    static const ink_color ramp[] = {
        { 60, 20, 90, 0 }, { 120, 30, 110, 90 }, { 220, 70, 60, 130 }, { 250, 200, 60, 160 }
    };
    return between(ramp, 4, heat / (HEATS - 1.0));
}

static const ink_color dark_edge = { 8, 10, 14, 255 };
static const ink_color *used; // NULL: those for dark ground
static ink_color used_edge;

void colors_use(const ink_color *colors, ink_color edge)
{
    used = colors;
    used_edge = edge;
}

ink_color color_of(int number)
{
    if (used)
        return used[number];
    if (number < INKS)
        return ink_color_of((ink)number);
    if (number < INK_BOUNDS)
        return depth_color(number - INK_DEPTH);
    if (number >= INK_TINT) { // so faint that what lies on it keeps its colour
        ink_color color = depth_color(number - INK_TINT);
        color.alpha = (uint8_t)(12 + 5 * (number - INK_TINT));
        return color;
    }
    if (number >= INK_HEAT)
        return heat_color(number - INK_HEAT);
    switch (number) {
    case INK_BOUNDS:
        return (ink_color){ 255, 150, 120, 255 };
    case INK_VISITED:
        return (ink_color){ 255, 255, 255, 34 };
    case INK_EDGE:
        return (ink_color){ 70, 78, 94, 255 };
    case INK_STEP:
        return (ink_color){ 255, 220, 80, 255 };
    case INK_BEFORE:
        return (ink_color){ 255, 220, 80, 120 };
    case INK_ASKED:
        return (ink_color){ 255, 255, 255, 255 };
    case INK_FOUND:
        return (ink_color){ 90, 240, 130, 255 };
    case INK_ANSWERS:
        return (ink_color){ 60, 190, 100, 255 };
    case INK_NAME:
        return (ink_color){ 255, 250, 235, 255 };
    case INK_MARK:
        return (ink_color){ 255, 90, 200, 255 };
    default:
        return (ink_color){ 255, 220, 80, 40 };
    }
}

int ink_width(int number)
{
    return number == INK_ASKED || number == INK_FOUND || number == INK_STEP ? 3 : 1;
}

ink_color edge_color(void)
{
    return used ? used_edge : dark_edge;
}
