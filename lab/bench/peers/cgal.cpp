// CGAL's intersection of a sequence of boxes with itself: no index, everything again each time. A cutoff of 1000 boxes
// below which it scans, the fastest of 10, 100, 1000 and 10000 on these scenes.
#include "peer.h"

#include <CGAL/box_intersection_d.h>

namespace
{

struct item_box : CGAL::Box_intersection_d::Box_d<float, 2, CGAL::Box_intersection_d::ID_EXPLICIT> {
    uint32_t item;

    item_box(const fbox &b, uint32_t number) : Box_d(lower(b).at, upper(b).at), item(number)
    {
    }

  private:
    struct corner {
        float at[2];
    };
    static corner lower(const fbox &b)
    {
        return { { b.min.x, b.min.y } };
    }
    static corner upper(const fbox &b)
    {
        return { { b.max.x, b.max.y } };
    }
};

struct cgal_peer {
    std::vector<item_box> boxes;
    size_t bytes = 0;

    qd_result set(const fbox *given, size_t count)
    {
        boxes.clear();
        boxes.reserve(count);
        for (size_t i = 0; i < count; i++)
            boxes.emplace_back(given[i], static_cast<uint32_t>(i));
        return QD_OK;
    }

    qd_result move(const fbox *given)
    {
        return set(given, boxes.size());
    }

    void pairs(peer::pair_sink &out)
    {
        CGAL::box_self_intersection_d(
            boxes.begin(), boxes.end(),
            [&](const item_box &a, const item_box &b) { peer::add_pair(out, a.item, b.item); },
            CGAL::Box_intersection_d::Box_traits_d<item_box>(), static_cast<std::ptrdiff_t>(1000),
            CGAL::Box_intersection_d::CLOSED);
    }
};

contender_kind make()
{
    contender_kind kind = peer::kind_of<cgal_peer>("cgal");
    kind.pairs = peer::pairs<cgal_peer>;
    kind.bytes = nullptr; // It keeps no index.
    return kind;
}

} // namespace

const contender_kind contender_cgal = make();
