/// Calls as data, done again. What comes from a file may say anything, so everything is looked at first.
#include "call.h"

#include "methods.h"

#include <math.h>
#include <stdlib.h>

static bool are_boxes(const index_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        if (!fbox_is_valid(call->boxes[i]))
            return false;
    return true;
}

static bool do_add(scene_index *self, const index_call *call)
{
    bool layers_are_good = call->filter.layers == 0 || (call->filter.layers & INDEX_ALL_LAYERS) != 0;
    if (!layers_are_good || !are_boxes(call))
        return false;
    if (call->count == 1)
        index_add(self, call->boxes[0], call->filter);
    else
        index_add_many(self, call->boxes, call->count, call->filter);
    return true;
}

static bool do_remove(scene_index *self, const index_call *call)
{
    bool good = index_has(self, call->item);
    index_remove(self, call->item);
    return good;
}

static bool do_move(scene_index *self, const index_call *call)
{
    if (call->count > index_room(self) || call->item > index_room(self) - call->count)
        return false;
    for (size_t i = 0; i < call->count; i++)
        if (!index_has(self, call->item + (uint32_t)i))
            return false;
    if (!are_boxes(call))
        return false;
    index_move_many(self, call->item, call->boxes, call->count);
    return true;
}

static bool is_point(fvec2 point)
{
    return fbox_is_valid((fbox){ point, point });
}

static bool is_window(fbox box)
{
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static bool do_box(scene_index *self, const index_call *call)
{
    if (is_window(call->box))
        index_in_box(self, call->box, call->mask);
    return is_window(call->box);
}

static bool do_touches(scene_index *self, const index_call *call)
{
    if (is_window(call->box))
        index_touches(self, call->box, call->mask, call->item);
    return is_window(call->box);
}

static bool do_circle(scene_index *self, const index_call *call)
{
    bool good = is_point(call->ray.origin) && call->reach >= 0;
    if (good)
        index_in_circle(self, call->ray.origin, call->reach, call->mask);
    return good;
}

static bool do_nearest(scene_index *self, const index_call *call)
{
    size_t live = index_count(self), k = call->count < live ? call->count : live;
    if (!is_point(call->ray.origin) || !(call->reach >= 0))
        return false;
    index_near *out = malloc((k + 1) * sizeof *out);
    if (!out)
        return false;
    // The same number as in the call, so that the answer is the same; more than all items means all.
    index_nearest(self, call->ray.origin, call->reach, call->mask, out, k > 0 ? k : 1);
    free(out);
    return true;
}

static bool do_ray(scene_index *self, const index_call *call)
{
    bool good = is_point(call->ray.origin) && is_point(call->ray.direction) && call->ray.t_max >= 0 &&
                (call->ray.direction.x != 0 || call->ray.direction.y != 0);
    if (good)
        index_first_on_ray(self, call->ray, call->mask);
    return good;
}

static bool do_world(scene_index *self, const index_call *call)
{
    bool good = index_room(self) == 0 && fbox_is_valid(call->box);
    if (good)
        index_set_world(self, call->box);
    return good;
}

bool index_do(scene_index *self, const index_call *call)
{
    switch (call->kind) {
    case CALL_ADD:
        return do_add(self, call);
    case CALL_REMOVE:
        return do_remove(self, call);
    case CALL_MOVE:
        return do_move(self, call);
    case CALL_BOX:
        return do_box(self, call);
    case CALL_TOUCHES:
        return do_touches(self, call);
    case CALL_CIRCLE:
        return do_circle(self, call);
    case CALL_NEAREST:
        return do_nearest(self, call);
    case CALL_RAY:
        return do_ray(self, call);
    case CALL_PAIRS:
        index_pairs(self, NULL, NULL);
        return true;
    case CALL_WORLD:
        return do_world(self, call);
    case CALL_CONTACTS:
        index_ask_contacts(self);
        return true;
    case CALL_KINDS:
        break;
    }
    return false;
}
