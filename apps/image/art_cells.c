#include "art_cells.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ROOTS = 8 }; // along the longer side

// Cells that can be split, the largest score on top; of equals the older.
typedef struct entry {
    float score;
    uint32_t cell;
} entry;

typedef struct heap {
    entry *entries;
    size_t count;
} heap;

static bool comes_first(entry a, entry b)
{
    return a.score > b.score || (a.score == b.score && a.cell < b.cell);
}

static void heap_push(heap *self, entry added)
{
    size_t at = self->count++;
    for (; at > 0 && comes_first(added, self->entries[(at - 1) / 2]); at = (at - 1) / 2)
        self->entries[at] = self->entries[(at - 1) / 2];
    self->entries[at] = added;
}

static entry heap_pop(heap *self)
{
    const entry top = self->entries[0], last = self->entries[--self->count];
    size_t at = 0;
    for (size_t child = 1; child < self->count; child = 2 * at + 1) {
        if (child + 1 < self->count && comes_first(self->entries[child + 1], self->entries[child]))
            child++;
        if (!comes_first(self->entries[child], last))
            break;
        self->entries[at] = self->entries[child];
        at = child;
    }
    self->entries[at] = last;
    return top;
}

// One pixel: its samples, which measure differences to the eye, and its light, which is averaged.
static light read_pixel(const pixels *picture, const light *ground, size_t at, uint8_t rgb[3])
{
    const size_t channels = picture->size.channels;
    const uint8_t *bytes = picture->bytes + at * channels;
    for (size_t c = 0; c < 3; c++)
        rgb[c] = bytes[channels >= 3 ? c : 0];
    light seen = { light_of(rgb[0]), light_of(rgb[1]), light_of(rgb[2]) };
    if (channels % 2 == 1 || bytes[channels - 1] == 255)
        return seen;
    const float clear = 1 - (float)bytes[channels - 1] / 255;
    seen.red += clear * (ground->red - seen.red);
    seen.green += clear * (ground->green - seen.green);
    seen.blue += clear * (ground->blue - seen.blue);
    rgb[0] = light_sample(seen.red);
    rgb[1] = light_sample(seen.green);
    rgb[2] = light_sample(seen.blue);
    return seen;
}

// Sums of samples and of their squares are whole numbers that a double holds.
typedef struct sums {
    double light[3];
    uint64_t samples[3], squares[3];
} sums;

static void add_row(sums *to, const pixels *picture, const light *ground, const art_cell *cell, uint32_t y)
{
    for (uint32_t x = cell->left; x < cell->right; x++) {
        uint8_t rgb[3];
        const light seen = read_pixel(picture, ground, (size_t)y * picture->size.width + x, rgb);
        to->light[0] += seen.red;
        to->light[1] += seen.green;
        to->light[2] += seen.blue;
        for (int c = 0; c < 3; c++) {
            to->samples[c] += rgb[c];
            to->squares[c] += (uint64_t)rgb[c] * rgb[c];
        }
    }
}

// Is exactly 0 where all are the same: the product is a whole number then.
static double variance(const sums *all, int c, double n)
{
    const double sum = (double)all->samples[c];
    return ((double)all->squares[c] - sum * (sum / n)) / n;
}

static bool make_room(art_cells *self, heap *open)
{
    const size_t room = self->room > 0 ? 2 * self->room : 256;
    art_cell *cells = realloc(self->cells, room * sizeof *cells);
    if (cells == NULL)
        return false;
    self->cells = cells;
    entry *entries = realloc(open->entries, room * sizeof *entries);
    if (entries == NULL)
        return false;
    open->entries = entries;
    self->room = room;
    return true;
}

static bool add_cell(art_cells *self, heap *open, const pixels *picture, const art_plan *plan, art_cell cell)
{
    if (self->count == self->room && !make_room(self, open))
        return false;
    sums all = { 0 };
    for (uint32_t y = cell.top; y < cell.bottom; y++)
        add_row(&all, picture, &plan->ground, &cell, y);
    const double n = (double)(cell.right - cell.left) * (cell.bottom - cell.top);
    const double spread = 0.299 * variance(&all, 0, n) + 0.587 * variance(&all, 1, n) + 0.114 * variance(&all, 2, n);
    cell.color = (light){ (float)(all.light[0] / n), (float)(all.light[1] / n), (float)(all.light[2] / n) };
    cell.contrast = (float)sqrt(spread > 0 ? spread : 0);
    cell.score = (float)(cell.contrast * pow(n, plan->weight));
    self->cells[self->count++] = cell;
    if ((cell.right - cell.left) / 2 >= plan->smallest && (cell.bottom - cell.top) / 2 >= plan->smallest)
        heap_push(open, (entry){ cell.score, (uint32_t)(self->count - 1) });
    return true;
}

static bool add_between(art_cells *self, heap *open, const pixels *picture, const art_plan *plan,
                        const art_cell *within, uint32_t columns, uint32_t rows)
{
    const uint32_t width = within->right - within->left, height = within->bottom - within->top;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            const art_cell cell = {
                .left = within->left + (uint32_t)((uint64_t)width * column / columns),
                .right = within->left + (uint32_t)((uint64_t)width * (column + 1) / columns),
                .top = within->top + (uint32_t)((uint64_t)height * row / rows),
                .bottom = within->top + (uint32_t)((uint64_t)height * (row + 1) / rows),
                .born = self->alive,
            };
            if (!add_cell(self, open, picture, plan, cell))
                return false;
        }
    }
    return true;
}

// How many roots by how many make them most nearly square: few if that is almost as good.
static void choose_roots(const qd_image_size *size, uint32_t *columns, uint32_t *rows)
{
    double best = INFINITY;
    const bool wide = size->width >= size->height;
    const double ratio = wide ? (double)size->width / size->height : (double)size->height / size->width;
    for (uint32_t across = 1; across <= MOST_ROOTS; across++) {
        const uint32_t along = (uint32_t)fmin(fmax(round(ratio * across), 1), fmax(ratio, MOST_ROOTS));
        const double off = fabs(log(ratio * across / along)) + 0.02 * across;
        if (off < best && along <= (wide ? size->width : size->height) &&
            across <= (wide ? size->height : size->width)) {
            best = off;
            *columns = wide ? along : across;
            *rows = wide ? across : along;
        }
    }
}

static bool split(art_cells *self, heap *open, const pixels *picture, const art_plan *plan)
{
    uint32_t columns = 1, rows = 1;
    choose_roots(&picture->size, &columns, &rows);
    if (columns * rows > plan->cells)
        columns = rows = 1;
    const art_cell all = { .right = picture->size.width, .bottom = picture->size.height };
    self->alive = columns * rows;
    if (!add_between(self, open, picture, plan, &all, columns, rows))
        return false;
    while (self->alive + 3 <= plan->cells && open->count > 0) {
        const uint32_t parent = heap_pop(open).cell;
        if (self->cells[parent].contrast <= 0) // so are all others
            break;
        self->alive += 3;
        self->cells[parent].gone = self->alive;
        const art_cell within = self->cells[parent];
        if (!add_between(self, open, picture, plan, &within, 2, 2))
            return false;
    }
    return true;
}

bool art_split(art_cells *self, const pixels *picture, const art_plan *plan)
{
    *self = (art_cells){ 0 };
    heap open = { 0 };
    bool good = make_room(self, &open) && split(self, &open, picture, plan);
    free(open.entries);
    if (!good)
        art_free(self);
    return good;
}

void art_free(art_cells *self)
{
    free(self->cells);
    *self = (art_cells){ 0 };
}
