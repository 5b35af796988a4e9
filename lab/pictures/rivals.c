#include "rivals.h"

#include "constant_leaves.h"

#include <math.h>
#include <measure.h>
#include <stdlib.h>

static bool make_room(const pixels *picture, outcome *out)
{
    *out = (outcome){ .picture = { .size = picture->size } };
    out->picture.bytes = malloc((size_t)picture->size.width * picture->size.height * picture->size.channels);
    return out->picture.bytes != NULL;
}

static bool give_up(outcome *out)
{
    pixels_free(&out->picture);
    out->size = 0;
    return false;
}

static bool ours_within(const pixels *picture, size_t bytes, outcome *out)
{
    const qd_image_def def = { .bytes = bytes > QD_IMAGE_LEAST ? bytes : QD_IMAGE_LEAST };
    const size_t room = (size_t)picture->size.width * picture->size.height * picture->size.channels;
    if (!make_room(picture, out))
        return false;
    uint8_t *encoded = malloc(def.bytes);
    const bool good = encoded != NULL &&
                      qd_image_encode(&picture->size, picture->bytes, &def, encoded, def.bytes, &out->size) == QD_OK &&
                      qd_image_decode(encoded, out->size, NULL, out->picture.bytes, room) == QD_OK;
    free(encoded);
    return good || give_up(out);
}

const rival rival_ours = { "quadrille", ours_within };

// The finest step with which it fits.
static size_t finest_step(const pixels *picture, size_t bytes, constant_way *way, pixels *seen)
{
    enum { ROUNDS = 12 };
    double fine = 0.5, coarse = 4096;
    for (int round = 0; round < ROUNDS; round++) {
        way->step = sqrt(fine * coarse);
        const size_t size = constant_encode(picture, way, seen);
        if (size == 0)
            return 0;
        *(size <= bytes ? &coarse : &fine) = way->step;
    }
    way->step = coarse;
    return constant_encode(picture, way, seen);
}

// The best of some ways to choose the tree for a step, and of whole chromas with that.
static bool constant_within(const pixels *picture, size_t bytes, bool pruned, const double *parts, int count,
                            outcome *out)
{
    outcome next;
    double best = -INFINITY, part = parts[0];
    if (!make_room(picture, out))
        return false;
    if (!make_room(picture, &next))
        return give_up(out);
    const int ways = count + (picture->size.channels >= 3 ? 1 : 0);
    for (int k = 0; k < ways; k++) {
        constant_way way = { .pruned = pruned, .part = k < count ? parts[k] : part, .whole = k == count };
        next.size = finest_step(picture, bytes, &way, &next.picture);
        if (next.size == 0) {
            pixels_free(&next.picture);
            return give_up(out);
        }
        const double psnr = measure_psnr(picture, &next.picture);
        if (next.size <= bytes && psnr > best) {
            const outcome worse = *out;
            best = psnr;
            part = way.part;
            *out = next;
            next = worse;
        }
    }
    pixels_free(&next.picture);
    if (out->size == 0)
        give_up(out);
    return true;
}

static bool pruned_within(const pixels *picture, size_t bytes, outcome *out)
{
    static const double parts[] = { 0.08, 0.14, 0.22 };
    return constant_within(picture, bytes, true, parts, 3, out);
}

static bool threshold_within(const pixels *picture, size_t bytes, outcome *out)
{
    static const double parts[] = { 0.05, 0.2, 0.8, 3.2, 12 };
    return constant_within(picture, bytes, false, parts, 5, out);
}

const rival rival_pruned = { "constant, pruned", pruned_within };
const rival rival_threshold = { "constant, threshold", threshold_within };

const rival *const rivals[] = {
    &rival_ours,
#ifdef QUADRILLE_HAS_JPEG
    &rival_jpeg,
#endif
#ifdef QUADRILLE_HAS_WEBP
    &rival_webp,
#endif
    &rival_pruned, &rival_threshold, NULL,
};
