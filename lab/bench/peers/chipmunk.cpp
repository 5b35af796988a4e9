// Chipmunk's tree of bounding boxes and its space hash, each by ReindexQuery, which takes in the new places and reports
// all pairs in one go; so its moving is part of finding. The hash has cells twice as wide as the mean box and ten for
// each box, as its manual advises.
#include "peer.h"

#include <algorithm>
#include <chipmunk/chipmunk.h>
#include <cmath>
#include <deque>

namespace
{

struct body {
    fbox box;
    uint32_t item;
    bool there;
};

cpBB bounds_of(void *object)
{
    const fbox &b = static_cast<const body *>(object)->box;
    return { b.min.x, b.min.y, b.max.x, b.max.y };
}

cpCollisionID take_pair(void *a, void *b, cpCollisionID id, void *context)
{
    const body &one = *static_cast<const body *>(a), &other = *static_cast<const body *>(b);
    auto &out = *static_cast<peer::pair_sink *>(context);
    out.tests++;
    if (peer::meets(one.box, other.box))
        peer::add_pair(out, one.item, other.item);
    return id;
}

cpCollisionID take_item(void *asked, void *found, cpCollisionID id, void *context)
{
    const body &window = *static_cast<const body *>(asked), &other = *static_cast<const body *>(found);
    auto &out = *static_cast<peer::item_sink *>(context);
    out.tests++;
    if (peer::meets(window.box, other.box))
        out.add(other.item);
    return id;
}

template <bool Hash> struct chipmunk_peer {
    std::deque<body> bodies; // By item; they never move in memory.
    cpSpatialIndex *index = nullptr;
    double side = 1;
    size_t expected = 1000, bytes = 0;
    bool stale = false; // Boxes have moved, and the index does not know yet.

    chipmunk_peer()
    {
        begin();
    }
    ~chipmunk_peer()
    {
        cpSpatialIndexFree(index);
    }
    chipmunk_peer(const chipmunk_peer &) = delete;
    chipmunk_peer &operator=(const chipmunk_peer &) = delete;

    void begin()
    {
        if (index)
            cpSpatialIndexFree(index);
        index = Hash ? cpSpaceHashNew(2 * side, static_cast<int>(10 * expected), bounds_of, nullptr)
                     : cpBBTreeNew(bounds_of, nullptr);
        bodies.clear();
        stale = false;
    }

    // The mean side, in which sides far beyond the usual count as less; of points, half their distance.
    void fit(const fbox *boxes, size_t count)
    {
        std::vector<double> sides(count);
        fbox all = boxes[0];
        for (size_t i = 0; i < count; i++) {
            sides[i] = static_cast<double>(boxes[i].max.x) - boxes[i].min.x;
            all.min = { std::min(all.min.x, boxes[i].min.x), std::min(all.min.y, boxes[i].min.y) };
            all.max = { std::max(all.max.x, boxes[i].max.x), std::max(all.max.y, boxes[i].max.y) };
        }
        auto quarter = sides.begin() + static_cast<std::ptrdiff_t>(count / 4);
        std::nth_element(sides.begin(), quarter, sides.end());
        const double most = 400 * *quarter, number = static_cast<double>(count);
        double sum = 0;
        for (double one : sides)
            sum += std::min(one, most);
        const double area = (static_cast<double>(all.max.x) - all.min.x) * (static_cast<double>(all.max.y) - all.min.y);
        expected = count;
        side = sum > 0 ? sum / number : area > 0 ? std::sqrt(area / number) / 2 : 1;
    }

    size_t size() const
    {
        return bodies.size();
    }

    void insert(const fbox &added)
    {
        bodies.push_back({ added, static_cast<uint32_t>(bodies.size()), true });
        cpSpatialIndexInsert(index, &bodies.back(), bodies.back().item);
    }

    bool remove(uint32_t item)
    {
        if (item >= bodies.size() || !bodies[item].there)
            return false;
        bodies[item].there = false;
        cpSpatialIndexRemove(index, &bodies[item], item);
        return true;
    }

    qd_result set(const fbox *boxes, size_t count)
    {
        if (count > 0)
            fit(boxes, count);
        begin();
        for (size_t i = 0; i < count; i++)
            insert(boxes[i]);
        return QD_OK;
    }

    qd_result move(const fbox *boxes)
    {
        for (body &one : bodies)
            one.box = boxes[one.item];
        stale = true;
        return QD_OK;
    }

    void pairs(peer::pair_sink &out)
    {
        stale = false;
        cpSpatialIndexReindexQuery(index, take_pair, &out);
    }

    void window(const fbox &asked, peer::item_sink &out)
    {
        if (stale)
            cpSpatialIndexReindex(index);
        stale = false;
        body window{ asked, UINT32_MAX, true };
        cpSpatialIndexQuery(index, &window, bounds_of(&window), take_item, &out);
    }
};

// Learns the size of the boxes before they come one by one.
template <typename Peer>
qd_result fit(contender *self, const fbox *boxes, size_t count, const fbox *windows, size_t window_count)
{
    auto &own = *reinterpret_cast<Peer *>(self);
    static_cast<void>(windows);
    static_cast<void>(window_count);
    own.fit(boxes, count);
    own.begin();
    return QD_OK;
}

template <typename Peer> contender_kind make(const char *name)
{
    contender_kind kind = peer::index_kind_of<Peer>(name);
    kind.grow = peer::grow<Peer>;
    kind.tune = fit<Peer>;
    return kind;
}

} // namespace

const contender_kind contender_chipmunk_tree = make<chipmunk_peer<false>>("chipmunk-tree");
const contender_kind contender_chipmunk_hash = make<chipmunk_peer<true>>("chipmunk-hash");
