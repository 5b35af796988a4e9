// GEOS' packed R-tree. The first question builds it; segments are searched by their envelope, as it has no other shape.
#define USE_UNSTABLE_GEOS_CPP_API // its packed tree has no other
#include "fail.h"

#include <cmath>
#include <geos/geom/Envelope.h>
#include <geos/index/strtree/TemplateSTRtree.h>

namespace
{

using geos::geom::Envelope;

Envelope envelope_of(const qd_box &b)
{
    return { b.min.x, b.max.x, b.min.y, b.max.y };
}

// Items have to be pointers: nullptr is the place that the nearest is looked for from.
using item_name = const void *;

item_name name_of(size_t item)
{
    return reinterpret_cast<item_name>(item + 1);
}

size_t item_of(item_name name)
{
    return reinterpret_cast<size_t>(name) - 1;
}

struct index {
    static constexpr bool can_move = false, can_nearest = true;
    geos::index::strtree::TemplateSTRtree<item_name> tree{ 10 };

    bool add(size_t item, const qd_box &box)
    {
        tree.insert(envelope_of(box), name_of(item));
        return true;
    }

    void remove(size_t item, const qd_box &box)
    {
        tree.remove(envelope_of(box), name_of(item));
    }

    void move(size_t, const qd_box &, const qd_box &)
    {
    }

    template <typename Take> void window(const qd_box &asked, Take take)
    {
        tree.query(envelope_of(asked), [&](item_name item) { take(item_of(item)); });
    }

    template <typename Take> void segment(const qd_box &diagonal, Take take)
    {
        window(diagonal, take);
    }

    // The caller supplies the distance between two items; here it is exact.
    struct distance_of {
        const std::vector<qd_box> &boxes;
        qd_vec2 from;

        double operator()(item_name a, item_name b) const
        {
            const qd_box &other = boxes[item_of(a ? a : b)];
            return std::hypot(other.min.x - from.x, other.min.y - from.y);
        }
    };

    static const std::vector<qd_box> *given;

    size_t nearest(qd_vec2 from)
    {
        distance_of distance{ *given, from };
        return item_of(tree.nearestNeighbour(Envelope(from.x, from.x, from.y, from.y), nullptr, distance));
    }
};

const std::vector<qd_box> *index::given;

fail::outcome run(const fail::input &asked)
{
    index::given = &asked.boxes;
    return fail::runner<index>(asked).run();
}

} // namespace

const fail::method fail::geos_tree = { "GEOS STRtree", run };
