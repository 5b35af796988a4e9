// rstar's R*-tree, loaded anew whenever all boxes are given again or move, and searched once a box.
// It is not asked for nearest boxes: it computes distances in the coordinates' own floats, so that nearly equal ones
// are confused.
#include "../peer.h"
extern "C" {
#include "crates.h"
}

#include <memory>

namespace
{

struct rstar_peer {
    std::unique_ptr<crates_rtree, decltype(&crates_rtree_free)> tree{ crates_rtree_new(), crates_rtree_free };
    size_t count = 0, bytes = 0;

    qd_result set(const fbox *boxes, size_t given)
    {
        count = given;
        return move(boxes);
    }

    qd_result move(const fbox *boxes)
    {
        crates_rtree_load(tree.get(), boxes, count);
        return QD_OK;
    }

    void insert(const fbox &box)
    {
        crates_rtree_insert(tree.get(), box);
        count++;
    }

    bool remove(uint32_t item)
    {
        return crates_rtree_remove(tree.get(), item);
    }
};

const rstar_peer &own_of(const contender *self)
{
    return *reinterpret_cast<const rstar_peer *>(self);
}

contender_cost pairs(const contender *self, contender_visitor *visitor, void *context)
{
    return { 0, crates_rtree_pairs(own_of(self).tree.get(), visitor, context), 0 };
}

contender_found window(const contender *self, fbox asked, contender_item_visitor *visitor, void *context)
{
    return { 0, crates_rtree_window(own_of(self).tree.get(), asked, visitor, context), 0 };
}

bool collides(const contender *self, fbox asked)
{
    return crates_rtree_collides(own_of(self).tree.get(), asked);
}

contender_kind make()
{
    contender_kind kind = peer::kind_of<rstar_peer>("rstar");
    kind.pairs = pairs;
    kind.window = window;
    kind.collides = collides;
    kind.insert = peer::insert<rstar_peer>;
    kind.remove = peer::remove<rstar_peer>;
    return kind;
}

} // namespace

const contender_kind contender_rstar = make();
