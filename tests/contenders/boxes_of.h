/// Sets of boxes that are hard on an index, each with a name.
#ifndef QUADRILLE_TEST_BOXES_OF_H
#define QUADRILLE_TEST_BOXES_OF_H

#include <contenders.h>
#include <fbox.h>
#include <random.h>

typedef struct box_set {
    const char *name;
    fbox (*box)(scene_random *random, size_t i, size_t count);
} box_set;

/// Ends with a set without a name.
extern const box_set box_sets[];

/// Fills `boxes` with box i of the set for each i.
void fill_boxes(const box_set *set, uint64_t seed, fbox *boxes, size_t count);

/// All contenders that find pairs: those with a name, and those that are there to be drawn.
#define TESTED (CONTENDERS + 3)

static inline const contender_kind *tested_kind(size_t k)
{
    static const contender_kind *const drawn[] = { &contender_kd, &contender_rtree, &contender_aabb };
    return k < CONTENDERS ? contender_at(k) : drawn[k - CONTENDERS];
}

/// Do they overlap? Written out, so that no contender has it from here.
static inline bool overlap(fbox a, fbox b, bool open_edges)
{
    if (open_edges)
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

#endif
