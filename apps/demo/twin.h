/// A second index that follows a first one: every call that a scene makes goes to both, so that two methods can be seen
/// at work on the very same scene. And the recorder that hears the same calls.
#ifndef QUADRILLE_DEMO_TWIN_H
#define QUADRILLE_DEMO_TWIN_H

#include <recording.h>

/// What hears the calls on an index. Stays in its place while it listens.
typedef struct twin {
    recorder *to;        ///< NULL: they are not recorded. Not owned.
    scene_index *beside; ///< NULL: without a second index. Owned.
} twin;

/// The function to report calls to; `context` is the twin.
void twin_hear(void *context, const index_call *call);

/// Lets it listen to an index from now on, if anything is to hear its calls.
void twin_listen(twin *self, scene_index *to);

/// Makes a second index with the items of the first, by some method; it replaces the last one. False: no memory, and
/// nothing has changed.
bool twin_begin(twin *self, scene_index *first, size_t method, bool verify);

/// Has none any more.
void twin_end(twin *self, scene_index *first);

#endif
