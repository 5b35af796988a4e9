// Boost.Geometry's R-tree, with doubles, quadratic, 16 entries a node: as in the bench, but filled one by one.
#include "fail.h"

#include <boost/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace
{

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using point = bg::model::point<double, 2, bg::cs::cartesian>;
using box = bg::model::box<point>;
using value = std::pair<box, size_t>;

box box_of(const qd_box &b)
{
    return { { b.min.x, b.min.y }, { b.max.x, b.max.y } };
}

struct index {
    static constexpr bool can_move = true, can_nearest = true;
    bgi::rtree<value, bgi::quadratic<16>> tree;

    bool add(size_t item, const qd_box &b)
    {
        tree.insert(value{ box_of(b), item });
        return true;
    }

    void remove(size_t item, const qd_box &b)
    {
        tree.remove(value{ box_of(b), item });
    }

    void move(size_t item, const qd_box &from, const qd_box &to)
    {
        remove(item, from);
        add(item, to);
    }

    template <typename Take> void window(const qd_box &asked, Take take)
    {
        tree.query(bgi::intersects(box_of(asked)),
                   boost::make_function_output_iterator([&](const value &found) { take(found.second); }));
    }

    template <typename Take> void segment(const qd_box &diagonal, Take take)
    {
        bg::model::segment<point> asked{ { diagonal.min.x, diagonal.min.y }, { diagonal.max.x, diagonal.max.y } };
        tree.query(bgi::intersects(asked),
                   boost::make_function_output_iterator([&](const value &found) { take(found.second); }));
    }

    size_t nearest(qd_vec2 from)
    {
        auto found = tree.qbegin(bgi::nearest(point{ from.x, from.y }, 1));
        return found == tree.qend() ? SIZE_MAX : found->second;
    }
};

fail::outcome run(const fail::input &asked)
{
    return fail::runner<index>(asked).run();
}

} // namespace

const fail::method fail::boost_rtree = { "Boost.Geometry R-tree", run };
