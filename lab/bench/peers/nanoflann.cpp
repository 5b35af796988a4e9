// nanoflann's k-d tree, built again whenever the points move. Ten points a leaf, its own advice. Distances in double,
// so that nearly equal ones differ.
#include "peer.h"

#include <memory>
#include <nanoflann.hpp>

namespace
{

struct cloud {
    std::vector<fvec2> points;

    size_t kdtree_get_point_count() const
    {
        return points.size();
    }
    float kdtree_get_pt(size_t item, size_t axis) const
    {
        return axis == 0 ? points[item].x : points[item].y;
    }
    template <class Box> bool kdtree_get_bbox(Box &) const
    {
        return false;
    }
};

using tree_type =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, cloud, double>, cloud, 2, uint32_t>;

struct nanoflann_peer {
    cloud all;
    std::unique_ptr<tree_type> tree;
    size_t bytes = 0;

    qd_result set(const fbox *boxes, size_t count)
    {
        all.points.resize(count);
        return move(boxes);
    }

    qd_result move(const fbox *boxes)
    {
        for (size_t i = 0; i < all.points.size(); i++) {
            if (boxes[i].min.x != boxes[i].max.x || boxes[i].min.y != boxes[i].max.y)
                return QD_BAD_VALUE;
            all.points[i] = boxes[i].min;
        }
        tree.reset();
        tree = std::make_unique<tree_type>(2, all, nanoflann::KDTreeSingleIndexAdaptorParams(10));
        tree->buildIndex();
        return QD_OK;
    }
};

size_t nearest(const contender *self, fvec2 from, size_t k, contender_near *out)
{
    constexpr size_t most = 256;
    const auto &own = *reinterpret_cast<const nanoflann_peer *>(self);
    uint32_t items[most];
    double squares[most];
    const float asked[2] = { from.x, from.y };
    size_t count = own.tree->knnSearch(asked, k < most ? k : most, items, squares);
    for (size_t i = 0; i < count; i++)
        out[i] = { items[i], squares[i] };
    return count;
}

contender_kind make()
{
    contender_kind kind = peer::kind_of<nanoflann_peer>("nanoflann");
    kind.near = nearest;
    return kind;
}

} // namespace

const contender_kind contender_nanoflann = make();
