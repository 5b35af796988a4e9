/// @file twin.h
/// A second index that follows a first one: every call that a scene makes goes to both, so that two methods can be seen
/// at work on the very same scene. And the recorder that hears the same calls.
#ifndef QUADRILLE_DEMO_TWIN_H
#define QUADRILLE_DEMO_TWIN_H

#include <recording.h>

/// What hears the calls on an index. Stays in its place while it listens.
typedef struct twin {
    recorder *to;        ///< NULL: they are not recorded. Not owned.
    scene_index *beside; ///< NULL: there is no second index. Owned.
} twin;

/// The function to report calls to; `context` is the twin.
void twin_hear(void *context, const index_call *call);

/// Lets it listen to an index from now on, if anything is to hear its calls.
void twin_listen(twin *self, scene_index *to);

/// Has a second index that holds what the first one does, by some method; in the place of the last one, if there was
/// one. False: no memory, and all is as it was.
bool twin_begin(twin *self, scene_index *first, size_t method, bool verify);

/// Has none any more.
void twin_end(twin *self, scene_index *first);

#endif
