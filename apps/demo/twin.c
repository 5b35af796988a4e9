// Twins.
#include "twin.h"

#include <contenders.h>

void twin_hear(void *context, const index_call *call)
{
    twin *self = context;
    if (self->to)
        recorder_call(self->to, call);
    if (self->beside)
        index_do(self->beside, call);
}

void twin_listen(twin *self, scene_index *to)
{
    bool hears = self->to || self->beside;
    index_report(to, hears ? twin_hear : NULL, hears ? self : NULL);
}

bool twin_begin(twin *self, scene_index *first, size_t method, bool verify)
{
    scene_index *fresh = index_copy(first, method);
    bool good = fresh && index_invite(fresh, verify ? contender_number(&contender_brute) : NO_METHOD);
    if (!good) {
        index_destroy(fresh);
        return false;
    }
    index_destroy(self->beside);
    self->beside = fresh;
    twin_listen(self, first);
    return true;
}

void twin_end(twin *self, scene_index *first)
{
    index_destroy(self->beside);
    self->beside = NULL;
    twin_listen(self, first);
}
