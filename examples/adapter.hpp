// The interface of a quadtree template over quadrille::tree, for programs that keep their calls. GetBox returns a box
// with left, top, width and height for each value; edges are open. Unlike there, values may lie outside of the world,
// and to remove one that is not in the tree does nothing.
#ifndef ADAPTER_HPP
#define ADAPTER_HPP

#include <cmath>
#include <functional>
#include <quadrille/quadrille.hpp>

template <class T, class GetBox, class Equal = std::equal_to<T>> class Quadtree
{
  public:
    template <class Box>
    explicit Quadtree(const Box &world, const GetBox &get = GetBox(), const Equal &equal = Equal())
        : tree_(quadrille::definition().open_edges().world(box_of(world))), get_(get), equal_(equal)
    {
    }
    void add(const T &value)
    {
        tree_.insert(box_of(get_(value)), value);
    }
    void remove(const T &value)
    {
        for (const auto &found : tree_.find_entries(around(box_of(get_(value)))))
            if (equal_(found.value(), value))
                return tree_.remove(found.id());
    }
    template <class Box> std::vector<T> query(const Box &box) const
    {
        return tree_.find(box_of(box));
    }
    std::vector<std::pair<T, T>> findAllIntersections() const
    {
        std::vector<std::pair<T, T>> all;
        tree_.pairs([&](const T &a, const T &b) { all.emplace_back(a, b); });
        return all;
    }

  private:
    template <class Box> static quadrille::box box_of(const Box &b)
    {
        return quadrille::xywh(b.left, b.top, b.width, b.height);
    }
    // The next box in floats: with open edges a box without a size does not overlap itself.
    static quadrille::box around(const quadrille::box &b)
    {
        constexpr float most = std::numeric_limits<float>::infinity();
        const auto next = [](double x, float to) { return std::nextafter(static_cast<float>(x), to); };
        return { { next(b.min.x, -most), next(b.min.y, -most) }, { next(b.max.x, most), next(b.max.y, most) } };
    }
    quadrille::tree<T> tree_;
    GetBox get_;
    Equal equal_;
};

#endif
