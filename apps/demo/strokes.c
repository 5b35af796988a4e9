// Each letter is a list of places on a grid of 5 x 7, x before y, joined by lines; a blank begins another line.
//
//     0 1 2 3 4
//   0 .-------.
//     |           E: from the upper right corner round to the lower right one,
//   3 .-----.     and the line in the middle.
//     |
//   6 .-------.
#include "strokes.h"

#include <string.h>

enum { ACROSS = 4, DOWN = 6, STEP = 6 }; // from letter to letter

static const char letters[] = "NESW0123456789+";
static const char *const forms[] = {
    "06004640",
    "40000646 0333",
    "413010010213334445361605",
    "0016223640",
    "100105163645413010",
    "112026 1636",
    "01103041420646",
    "0110304142334445361605 1333",
    "36300444",
    "4000033344453606",
    "4130100105163645443303",
    "004016",
    "13020110304142331304051636454433",
    "0516364541301001021343",
    "0343 2125",
};
_Static_assert(sizeof forms / sizeof *forms == sizeof letters - 1, "a form for each letter");

float strokes_width(const char *text, float height)
{
    const size_t count = strlen(text);
    return count > 0 ? (float)(STEP * count - (STEP - ACROSS)) * height / DOWN : 0;
}

static void draw_form(drawing *out, ink color, const char *form, fvec2 corner, float unit)
{
    for (; form[0] && form[1] && form[2]; form += form[2] == ' ' ? 3 : 2) {
        if (form[2] == ' ' || !form[3])
            continue;
        const fvec2 from = { corner.x + unit * (float)(form[0] - '0'), corner.y + unit * (float)(form[1] - '0') };
        const fvec2 to = { corner.x + unit * (float)(form[2] - '0'), corner.y + unit * (float)(form[3] - '0') };
        drawing_line(out, color, from, to);
    }
}

void strokes_draw(drawing *out, ink color, const char *text, fvec2 middle, float height)
{
    const float unit = height / DOWN, gap = 1.5f * unit, width = strokes_width(text, height);
    fvec2 corner = { middle.x - width / 2, middle.y - height / 2 };
    drawing_box(out, INK_GROUND, fbox_xywh(corner.x - gap, corner.y - gap, width + 2 * gap, height + 2 * gap));
    // A line is a pixel wide, so each letter is drawn at three places a pixel apart.
    const fvec2 steps[] = { { 0, 0 }, { out->pixel, 0 }, { 0, out->pixel } };
    for (; *text; text++, corner.x += STEP * unit) {
        const char *at = strchr(letters, *text);
        for (int k = 0; at && k < 3; k++)
            draw_form(out, color, forms[at - letters], (fvec2){ corner.x + steps[k].x, corner.y + steps[k].y }, unit);
    }
}

// One side: dashes, and gaps as long between them.
static void draw_dashes(drawing *out, ink color, fvec2 from, fvec2 to)
{
    enum { DASH = 5, FEWEST = 2, MOST = 8 };                 // pixels; dashes
    const float right = to.x - from.x, down = to.y - from.y; // one of them is 0
    const float fit = (right + down) / (2 * DASH * out->pixel);
    const int dashes = fit < FEWEST ? FEWEST : fit < MOST ? (int)fit : MOST;
    for (int i = 0; i < dashes; i++) {
        const float begin = (float)(2 * i) / (float)(2 * dashes - 1),
                    end = (float)(2 * i + 1) / (float)(2 * dashes - 1);
        drawing_line(out, color, (fvec2){ from.x + begin * right, from.y + begin * down },
                     (fvec2){ from.x + end * right, from.y + end * down });
    }
}

void strokes_dashed_frame(drawing *out, ink color, fbox box)
{
    const fvec2 right = { box.max.x, box.min.y }, left = { box.min.x, box.max.y };
    draw_dashes(out, color, box.min, right);
    draw_dashes(out, color, left, box.max);
    draw_dashes(out, color, box.min, left);
    draw_dashes(out, color, right, box.max);
}
