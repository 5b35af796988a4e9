// The boxes of an index as a contender wants them: a set with consecutive places.
#ifndef QUADRILLE_CONTENDER_SET_H
#define QUADRILLE_CONTENDER_SET_H

#include "method.h"

typedef struct set_of_boxes {
    contender *contender;
    const contender_kind *kind;
    bool open_edges;
    bool changed, moved; ///< Since it last was made ready: which items there are; where they are.
    bool gaps;           ///< Some numbers have no item, so places are not numbers.
    size_t count;
    uint32_t *numbers; ///< By place, where there are gaps.
    qd_box *boxes;     ///< By place, where there are gaps.
    size_t space;
    uint64_t set_upkeep; ///< What was examined or copied to set again.
} set_of_boxes;

static inline set_of_boxes *set_of(method *self)
{
    return (set_of_boxes *)self;
}

static inline uint32_t number_at(const set_of_boxes *own, uint32_t place)
{
    return own->gaps ? own->numbers[place] : place;
}

// Questions for places, in contender_ask.c: as in method_kind.
bool contender_in_box(method *self, const items *all, qd_box box, uint32_t mask, number_list *out, index_costs *costs);
bool contender_in_circle(method *self, const items *all, qd_vec2 center, float radius, uint32_t mask, number_list *out,
                         index_costs *costs);
bool contender_touches(method *self, const items *all, qd_box box, uint32_t mask, uint32_t except, index_costs *costs);
bool contender_nearest(method *self, const items *all, qd_vec2 point, float most, uint32_t mask, near_list *out,
                       index_costs *costs);
first_hit contender_ray_first(method *self, const items *all, index_ray ray, uint32_t mask, index_costs *costs);

#endif
