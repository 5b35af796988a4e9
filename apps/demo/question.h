/// A question about a place that the person at the window asks: what it is, what it answers, what that costs, and in
/// which cells of the quadtree the answer has to be looked for.
#ifndef QUADRILLE_DEMO_QUESTION_H
#define QUADRILLE_DEMO_QUESTION_H

#include "cells.h"

#include <drawing.h>
#include <methods.h>

typedef enum question_kind { ASK_NOTHING, ASK_BOX, ASK_CIRCLE, ASK_NEAREST, ASK_RAY } question_kind;

enum { NEAREST_ASKED = 8 };

typedef struct question {
    question_kind kind;
    fvec2 from, to; ///< Corners of the box; centre and a point on the circle; the place; the ray's ends.
} question;

typedef struct answer {
    uint32_t *items;
    size_t count, space;
    uint64_t nodes, tests; ///< nodes: the quadtree's alone.
    float reach; ///< How far the nearest items, or the first one on the ray, made it look; INFINITY: however far.
    bool failed; ///< No memory: some items are left out.
} answer;

/// Asks the index, whose figures of the last tick have been taken: this may add to its costs, and be reported.
void question_ask(const question *self, scene_index *index, answer *out);
void answer_free(answer *self);

fbox question_box(const question *self);
float question_radius(const question *self);

/// Must a cell with these bounds be looked into? So it must if its bounds meet the box, the circle, the circle that
/// holds the nearest items, or the ray up to what it hits; of open edges what only touches is left out.
bool question_meets(const question *self, fbox bounds, float reach, bool open);

/// Does a box question cover the bounds, so that all in them are answers without a test?
bool question_covers(const question *self, fbox bounds, bool open);

/// How far something with these bounds is: for the nearest its distance from the place, for a ray where along it the
/// ray enters, from 0 to 1. INFINITY: the ray misses it, or it is empty. With open edges a ray that only
/// grazes it misses.
double question_distance(const question *self, fbox bounds, bool open);

/// What that is to be multiplied by to be a length in the world.
double question_length(const question *self);

/// The place at `t` along the ray.
fvec2 question_place(const question *self, double t);

/// Its outline.
void question_outline(const question *self, drawing *out);

/// The same, its answers, and the places where the ray or the distance meets them.
void question_draw(const question *self, const answer *found, const scene_index *index, drawing *out);

/// "box", "circle" and so on.
const char *question_name(question_kind kind);

/// The same, but that a box without extent is a point.
const char *question_noun(const question *self);

#endif
