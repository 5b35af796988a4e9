// Making, moving and resetting. Places are whole numbers of steps; floats are only made from them.
#include "field.h"

#include <stdlib.h>
#include <string.h>

static fbox box_of(const mover *m)
{
    int32_t x1 = m->x + m->side, y1 = m->y + m->side;
    if (m->frame == FRAME_FAR) {
        const double base = 0x1p23, step = 0x1p77;
        return (fbox){ { (float)((base + m->x) * step), (float)((base + m->y) * step) },
                       { (float)((base + x1) * step), (float)((base + y1) * step) } };
    }
    const float step = 1.0f / FIELD_STEPS;
    return (fbox){ { (float)m->x * step, (float)m->y * step }, { (float)x1 * step, (float)y1 * step } };
}

static void place_boxes(field *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->movers[i].frame != FRAME_FIXED)
            f->boxes[i] = box_of(&f->movers[i]);
}

field *field_create(const field_kind *kind, size_t count, uint64_t seed)
{
    field *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    *f = (field){ .kind = kind, .count = count, .seed = seed, .width = FIELD_SIDE, .height = FIELD_SIDE };
    f->boxes = calloc(count + 1, sizeof *f->boxes);
    f->movers = calloc(count + 1, sizeof *f->movers);
    f->first = calloc(count + 1, sizeof *f->first);
    if (!f->boxes || !f->movers || !f->first) {
        field_destroy(f);
        return NULL;
    }
    kind->fill(f);
    memcpy(f->first, f->movers, count * sizeof *f->first);
    place_boxes(f);
    return f;
}

void field_destroy(field *f)
{
    if (!f)
        return;
    free(f->boxes);
    free(f->movers);
    free(f->first);
    free(f);
}

// One axis of a tick. `room` is the largest place, even, so that what is reflected stays even.
static void bounce(int32_t *place, int32_t *velocity, int32_t room)
{
    *place += *velocity;
    if (*place < 0) {
        *place = -*place;
        *velocity = -*velocity;
    } else if (*place > room) {
        *place = 2 * room - *place;
        *velocity = -*velocity;
    }
}

static void step(const field *f, mover *m)
{
    if (m->frame == FRAME_FIXED)
        return;
    int shrink = m->frame == FRAME_FAR;
    bounce(&m->x, &m->vx, ((f->width >> shrink) - 1 - m->side) & ~1);
    bounce(&m->y, &m->vy, ((f->height >> shrink) - 1 - m->side) & ~1);
    if (f->turns > 0 && ++m->gone == f->turns) {
        m->gone = 0;
        m->vx = -m->vx;
        m->vy = -m->vy;
    }
}

void field_step(field *f)
{
    for (size_t i = 0; i < f->count; i++)
        step(f, &f->movers[i]);
    place_boxes(f);
}

void field_step_some(field *f, size_t share, size_t which)
{
    for (size_t i = which; i < f->count; i += share) {
        step(f, &f->movers[i]);
        if (f->movers[i].frame != FRAME_FIXED)
            f->boxes[i] = box_of(&f->movers[i]);
    }
}

bool field_has_pairs(const field *f)
{
    return f->kind->most_pairs == 0 || f->count <= f->kind->most_pairs;
}

void field_reset(field *f)
{
    memcpy(f->movers, f->first, f->count * sizeof *f->movers);
    place_boxes(f);
}

const field_kind *field_find(const char *name)
{
    for (size_t i = 0; field_kinds[i]; i++)
        if (strcmp(field_kinds[i]->name, name) == 0)
            return field_kinds[i];
    return NULL;
}
