/// A scene of many movers that an index holds by their numbers, without gaps: the part that such scenes share.
#ifndef QUADRILLE_SCENE_MOVERS_H
#define QUADRILLE_SCENE_MOVERS_H

#include "mover.h"

/// A scene of movers has this as its first member.
typedef struct movers {
    scene base;
    scene_def def;
    scene_random random;
    mover *all;
    uint32_t *marks; ///< A number for each, for the scene to use: 0 where it has not.
    size_t count, space;
} movers;

/// Makes as many as the definition says, in the index too. `size` and `speed` hold where the definition leaves them to
/// the scene, and a world for `room` boxes. False: no memory; movers_end all the same.
bool movers_begin(movers *self, const scene_kind *kind, const scene_def *def, scene_index *index, float size,
                  float speed, size_t room);
void movers_end(movers *self);

/// Moves all of them, in the index too.
void movers_move(movers *self);

/// A press adds ten.
void movers_event(scene *self, const scene_event *event);

/// What scene_kind.edit does. The mark of one that is erased stays with its number, and so does that of the last one,
/// which gets this number.
uint32_t movers_edit(scene *self, const scene_edit *edit);

#endif
