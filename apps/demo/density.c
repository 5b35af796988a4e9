// The number of boxes on each pixel: every box adds one where it begins and takes it away where it ends, at its four
// corners; sums along rows and then down columns make numbers of that. So a box takes the same time however large it
// is.
#include "density.h"

#include "colors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHADES = 64,
    FEWEST = 2000,  // boxes; fewer are drawn one by one
    SAMPLES = 1000, // boxes that are looked at to find out how many pixels they cover
};

static bool is_answer(const drawn_shape *s)
{
    return s->ink == INK_ANSWERS;
}

static bool is_item(const drawn_shape *s)
{
    return s->ink == INK_ITEM || s->ink == INK_HIT;
}

size_t density_run(const drawn_shape *shapes, size_t count)
{
    size_t at = 0;
    bool answers = count > 0 && is_answer(&shapes[0]);
    bool boxes = count > 0 && (shapes[0].kind == SHAPE_BOX || shapes[0].kind == SHAPE_FRAME);
    while (boxes && at < count && shapes[at].kind == shapes[0].kind &&
           (answers ? is_answer(&shapes[at]) : is_item(&shapes[at])))
        at++;
    return at;
}

// What of a box is seen, in pixels, at least one each way. False: nothing is.
static bool seen_part(const view *seen, const drawn_shape *s, double low[2], double high[2])
{
    low[0] = fmax(view_x(seen, s->a.x), seen->left);
    low[1] = fmax(view_y(seen, s->a.y), seen->top);
    high[0] = fmin(view_x(seen, s->b.x), seen->left + seen->width);
    high[1] = fmin(view_y(seen, s->b.y), seen->top + seen->height);
    for (int axis = 0; axis < 2; axis++) {
        if (!(low[axis] <= high[axis]))
            return false;
        high[axis] = fmax(high[axis], low[axis] + 1);
    }
    return true;
}

bool density_is_high(const drawn_shape *shapes, size_t count, const view *seen)
{
    const double mean = 1.5; // boxes on a pixel of the part of the picture in which they are
    double covered = 0, least[] = { INFINITY, INFINITY }, most[] = { -INFINITY, -INFINITY };
    size_t stride = count / SAMPLES + 1, looked_at = 0;
    if (count < FEWEST)
        return false;
    for (size_t i = 0; i < count; i += stride, looked_at++) {
        double low[2], high[2];
        if (!seen_part(seen, &shapes[i], low, high))
            continue;
        covered += (high[0] - low[0]) * (high[1] - low[1]);
        for (int axis = 0; axis < 2; axis++) {
            least[axis] = fmin(least[axis], low[axis]);
            most[axis] = fmax(most[axis], high[axis]);
        }
    }
    double part = covered > 0 ? (most[0] - least[0]) * (most[1] - least[1]) : INFINITY;
    return covered * (double)count / (double)looked_at > mean * part;
}

bool density_comes_first(const drawn_shape *shapes, size_t count, const view *seen)
{
    return count >= DENSITY_FIRST || density_is_high(shapes, count, seen);
}

static void forget(density_cover *self)
{
    free(self->of[0]);
    free(self->of[1]);
    *self = (density_cover){ 0 };
}

static bool make_room(density_cover *self, size_t pixels)
{
    self->key = 0;
    if (self->room < pixels) {
        forget(self);
        for (int i = 0; i < 2; i++)
            self->of[i] = malloc(pixels * sizeof *self->of[i]);
        if (!self->of[0] || !self->of[1]) {
            forget(self);
            return false;
        }
        self->room = pixels;
    }
    for (int i = 0; i < 2; i++)
        memset(self->of[i], 0, pixels * sizeof *self->of[i]);
    return true;
}

// The first pixel that has its middle at or beyond `at`, from 0 to `most`. Which half of a pixel that is takes no
// branch.
static inline int pixel_at(double at, int most)
{
    double within = at > 0 ? at < most ? at : most : 0;
    int whole = (int)within;
    return whole + (within - whole > 0.5);
}

// Where pixels are in the world, to make the loop over all boxes short.
typedef struct scale {
    double factor, x, y; // pixel = factor * world + x
    int width, height;
} scale;

static scale scale_of(const density_paper *paper, const view *seen)
{
    return (scale){ seen->scale, view_x(seen, 0) - paper->left, view_y(seen, 0) - paper->top,
                    paper->right - paper->left, paper->bottom - paper->top };
}

static void add_box(int32_t *cover, const scale *to, fvec2 a, fvec2 b)
{
    double left = (double)a.x * to->factor + to->x, right = (double)b.x * to->factor + to->x;
    double top = (double)a.y * to->factor + to->y, bottom = (double)b.y * to->factor + to->y;
    if (!(right >= 0 && left < to->width && bottom >= 0 && top < to->height))
        return;
    int x0 = pixel_at(left, to->width - 1), x1 = pixel_at(right, to->width);
    int y0 = pixel_at(top, to->height - 1), y1 = pixel_at(bottom, to->height);
    x1 += x1 == x0; // a pixel at least, without a branch
    y1 += y1 == y0;
    int32_t *first = cover + (size_t)y0 * (size_t)(to->width + 1), *last = cover + (size_t)y1 * (size_t)(to->width + 1);
    first[x0]++;
    first[x1]--;
    last[x0]--;
    last[x1]++;
}

// Sums differences up to numbers. Returns the largest.
static int32_t sum_up(int32_t *cover, const scale *to)
{
    size_t row = (size_t)to->width + 1;
    int32_t most = 0;
    for (int y = 0; y < to->height; y++) {
        int32_t *at = cover + (size_t)y * row, along = 0;
        for (int x = 0; x < to->width; x++) {
            along += at[x];
            at[x] = along + (y > 0 ? at[(size_t)x - row] : 0);
            most = at[x] > most ? at[x] : most;
        }
    }
    return most;
}

static uint8_t mixed(double from, double to, double share)
{
    return (uint8_t)(from + (to - from) * share + 0.5);
}

// From a darker shade of the ink, which is still far from the ground, to a lighter one.
static uint32_t shade_of(ink_color a, ink_color b, double share, double level)
{
    const double dark = 0.45, turn = 0.7, lighter = 0.45;
    double red = mixed(a.red, b.red, share), green = mixed(a.green, b.green, share);
    double blue = mixed(a.blue, b.blue, share);
    double light = level < turn ? dark + (1 - dark) * level / turn : 1,
           white = level < turn ? 0 : lighter * (level - turn) / (1 - turn);
    return 0xff000000u | (uint32_t)mixed(red * light, 255, white) << 16 |
           (uint32_t)mixed(green * light, 255, white) << 8 | mixed(blue * light, 255, white);
}

enum { OCTAVE = 32, LEVELS = 32 * OCTAVE };

typedef struct shades {
    uint32_t of[SHADES][SHADES]; // by share of the second ink, by level
    int levels[2 * OCTAVE];      // of numbers that are as small
    int most;
    uint8_t shade[LEVELS]; // by level of the number
} shades;

// By powers: OCTAVE more for a number that is twice as large.
static int level_of(const shades *self, int32_t number)
{
    int octaves = 0;
    uint32_t rest = (uint32_t)number;
    for (; rest >= 2 * OCTAVE; rest >>= 1)
        octaves++;
    return OCTAVE * octaves + self->levels[rest];
}

static void make_shades(shades *out, int32_t most, bool answers)
{
    ink_color a = color_of(answers ? INK_ANSWERS : INK_ITEM), b = color_of(answers ? INK_ANSWERS : INK_HIT);
    for (int i = 0; i < 2 * OCTAVE; i++)
        out->levels[i] = i > 0 ? (int)(OCTAVE * log2(i)) : 0;
    out->most = most > 1 ? level_of(out, most) : 1;
    for (int share = 0; share < SHADES; share++)
        for (int level = 0; level < SHADES; level++)
            out->of[share][level] = shade_of(a, b, share / (SHADES - 1.0), level / (SHADES - 1.0));
}

// Half of a shade is how large a number is, the other half how many pixels have a smaller one: where nearly all numbers
// are large, they still differ.
static void share_out(shades *self, const density_cover *cover, const scale *to)
{
    static const int part = (SHADES - 1) / 2;
    const size_t row = (size_t)to->width + 1;
    size_t count[LEVELS] = { 0 }, all = 0, below = 0;
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            const int32_t number =
                cover->of[0][(size_t)y * row + (size_t)x] + cover->of[1][(size_t)y * row + (size_t)x];
            if (number > 0) {
                count[level_of(self, number)]++;
                all++;
            }
        }
    for (int level = 0; level < LEVELS; level++) {
        const int size = level < self->most ? level * part / self->most : part;
        const size_t rank = all > 0 ? (below + count[level] / 2) * (size_t)(SHADES - 1 - part) / all : 0;
        self->shade[level] = (uint8_t)((size_t)size + rank);
        below += count[level];
    }
}

static void paint_row(const shades *from, const int32_t *first, const int32_t *second, uint32_t *out, int width)
{
    for (int x = 0; x < width; x++) {
        int32_t all = first[x] + second[x];
        if (all == 0)
            continue;
        int share = (int)((int64_t)second[x] * (SHADES - 1) / all);
        if (second[x] > 0 && share < SHADES / 4)
            share = SHADES / 4; // a single one shows too
        out[x] = from->of[share][from->shade[level_of(from, all)]];
    }
}

static uint64_t mix(uint64_t sum, uint64_t bits)
{
    sum = (sum ^ bits) * 0xd6e8feb86659fd93u;
    return sum ^ sum >> 32;
}

// A sum over two corners at a time, so that the processor need not wait for one sum before the next. Never 0.
static uint64_t key_of(const scale *to, const drawn_shape *shapes, size_t count)
{
    const double place[] = { to->factor, to->x, to->y, to->width, to->height };
    uint64_t low = count;
    for (int i = 0; i < 5; i++) {
        uint64_t word;
        memcpy(&word, &place[i], sizeof word);
        low = mix(low, word);
    }
    uint64_t high = ~low;
    for (size_t i = 0; i < count; i++) {
        uint64_t a, b;
        memcpy(&a, &shapes[i].a, sizeof a);
        memcpy(&b, &shapes[i].b, sizeof b);
        low = mix(low, a + shapes[i].ink);
        high = mix(high, b);
    }
    return mix(low, high) | 1;
}

static void finish_numbers(density_cover *self, const scale *to)
{
    int32_t most = sum_up(self->of[0], to), others = sum_up(self->of[1], to);
    self->most = most > others ? most : others;
}

// The numbers of a run, from before or new. NULL: no memory.
static const density_cover *cover_of(density *self, const scale *to, const drawn_shape *shapes, size_t count)
{
    uint64_t key = key_of(to, shapes, count);
    for (int i = 0; i < DENSITY_COVERS; i++)
        if (self->covers[i].key == key)
            return &self->covers[i];
    density_cover *fresh = &self->covers[self->next];
    if (!make_room(fresh, ((size_t)to->width + 1) * ((size_t)to->height + 1)))
        return NULL;
    for (size_t i = 0; i < count; i++)
        add_box(fresh->of[shapes[i].ink == INK_HIT], to, shapes[i].a, shapes[i].b);
    finish_numbers(fresh, to);
    fresh->key = key;
    self->next = (self->next + 1) % DENSITY_COVERS;
    return fresh;
}

static void paint_numbers(const density_paper *paper, const density_cover *cover, const scale *to, bool answers)
{
    shades from;
    make_shades(&from, cover->most, answers);
    share_out(&from, cover, to);
    size_t row = (size_t)to->width + 1;
    for (int y = 0; y < to->height; y++)
        paint_row(&from, cover->of[0] + (size_t)y * row, cover->of[1] + (size_t)y * row,
                  paper->pixels + (size_t)(paper->top + y) * (size_t)paper->stride + paper->left, to->width);
}

bool density_paint(density *self, const density_paper *paper, const drawn_shape *shapes, size_t count, const view *seen)
{
    scale to = scale_of(paper, seen);
    const density_cover *cover = cover_of(self, &to, shapes, count);
    if (cover)
        paint_numbers(paper, cover, &to, count > 0 && is_answer(&shapes[0]));
    return cover != NULL;
}

bool density_paint_crowd(density *self, const density_paper *paper, const drawn_crowd *crowd, const view *seen)
{
    const scale to = scale_of(paper, seen);
    density_cover *fresh = &self->covers[self->next];
    if (!make_room(fresh, ((size_t)to.width + 1) * ((size_t)to.height + 1)))
        return false;
    for (size_t i = 0; i < crowd->count; i++)
        add_box(fresh->of[crowd->marks[i] != 0], &to, crowd->boxes[i].min, crowd->boxes[i].max);
    finish_numbers(fresh, &to);
    paint_numbers(paper, fresh, &to, false);
    return true;
}

void density_free(density *self)
{
    for (int i = 0; i < DENSITY_COVERS; i++)
        forget(&self->covers[i]);
}
