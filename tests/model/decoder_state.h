// What the decoder knows, and what its files share: decoder.c decodes changes, decode_questions.c what is asked.
#ifndef TESTS_MODEL_DECODER_STATE_H
#define TESTS_MODEL_DECODER_STATE_H

#include "places.h"
#include "script.h"

struct living {
    uint32_t handle;
    qd_box box;
};

struct decoder {
    struct model_bytes bytes;
    struct model_places places;
    struct model_script *script;
    struct living *living;
    size_t count, room;
    size_t crowd, brim, target;
    bool small;
    qd_precision precision;
    bool filters;
    bool starving; // memory may run out
    bool watched[MODEL_CONTACTS];
};

static inline bool one_in(struct decoder *decoder, unsigned n)
{
    return model_below(&decoder->bytes, n) == n - 1;
}

qd_filter model__some_filter(struct decoder *decoder);

// Nearly always a live item, which is then in *living. Else one that may be gone, null, or forged.
struct model_ref model__some_ref(struct decoder *decoder, struct living **living);

static inline void model__forget(struct decoder *decoder, struct living *living)
{
    if (living)
        *living = decoder->living[--decoder->count];
}

// Parts of questions.
qd_vec2 model__some_point(struct decoder *decoder);
void model__some_query(struct decoder *decoder, struct model_question *question);
void model__some_filtering(struct decoder *decoder, struct model_question *question, unsigned choice);

void model__decode_question(struct decoder *decoder, enum model_op op);

#endif
