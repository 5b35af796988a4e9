/// @file questions.hpp
/// Questions as values: boxes, circles and polygons; what lies in them, the nearest, rays and casts; pairs.
#ifndef QUADRILLE_CPP_QUESTIONS_HPP
#define QUADRILLE_CPP_QUESTIONS_HPP

#include <cassert>
#include <initializer_list>
#include <limits>
#include <quadrille/cpp/values.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// Two doubles, x and y.
using point = qd_vec2;
/// Two corners: { { 0, 0 }, { 5, 3 } }.
using box = qd_box;
/// Layers and mask.
using filter = qd_filter;

/// Box from its lower corner and its size.
inline box xywh(double x, double y, double width, double height) noexcept
{
    return qd_box_xywh(x, y, width, height);
}
/// Box from its centre and half its size.
inline box around(point center, double half_width, double half_height) noexcept
{
    return qd_box_around(center, half_width, half_height);
}
/// Box between any two opposite corners.
inline box between(point p, point q) noexcept
{
    return qd_box_between(p, q);
}
/// Box that is one point.
inline box at(point p) noexcept
{
    return qd_box_at(p);
}

/// A circle.
struct circle {
    point center;  ///< Finite.
    double radius; ///< 0 or more.
};

/// A convex polygon of 3 to QD_MAX_CORNERS corners, either way round; it keeps a copy of them. With any other number of
/// corners, or where it is not convex, questions about it find nothing.
class polygon
{
  public:
    /// From a list: polygon{ { 0, 0 }, { 4, 0 }, { 0, 4 } }.
    polygon(std::initializer_list<point> corners) noexcept : polygon(corners.begin(), corners.size())
    {
    }
    /// From an array.
    polygon(const point *corners, std::size_t count) noexcept : count_(count <= QD_MAX_CORNERS ? count : 0)
    {
        for (std::size_t i = 0; i < count_; i++)
            corners_[i] = corners[i];
    }
    /// As the C interface has it; refers to this polygon.
    qd_shape shape() const noexcept
    {
        return qd_shape_polygon(corners_, static_cast<std::uint32_t>(count_));
    }

  private:
    point corners_[QD_MAX_CORNERS] = {};
    std::size_t count_;
};

namespace detail
{
/// What questions of both kinds have: a filter, and an item to ignore. Self: the kind.
template <class Self, class Raw> class asked
{
  public:
    /// The same about items that a filter sees.
    Self seen_by(filter f) const noexcept
    {
        Self other = static_cast<const Self &>(*this);
        other.raw_.filter = f;
        return other;
    }
    /// The same without one item.
    template <class Tag> Self ignoring(basic_id<Tag> id) const noexcept
    {
        Self other = static_cast<const Self &>(*this);
        other.raw_.ignore = id.raw();
        other.tag_ = &detail::tag_of<Tag>;
        return other;
    }
    /// As the C interface has it.
    const Raw &raw() const noexcept
    {
        return raw_;
    }
    /// The kind of tree that the ignored item is from; NULL: none.
    const char *tag() const noexcept
    {
        return tag_;
    }

  protected:
    explicit asked(const Raw &raw) noexcept : raw_(raw)
    {
    }

    Raw raw_;
    const char *tag_ = nullptr;
};
} // namespace detail

/// Which items. Made from a box, a point, a circle or a polygon: items that overlap it; or by inside() and
/// containing(). A question about a polygon refers to it, and a question by a name must not outlive it.
class [[nodiscard]] question : public detail::asked<question, qd_query>
{
  public:
    /// Every item.
    question() noexcept : question(qd_shape{ QD_EVERYWHERE, 0, nullptr, { { 0, 0 }, { 0, 0 } }, 0 })
    {
    }
    /// Items that overlap a box.
    question(const box &b) noexcept : question(qd_shape_box(b)) // NOLINT(google-explicit-constructor)
    {
    }
    /// Items that overlap a box, from its corners.
    question(point min, point max) noexcept : question(qd_shape_box(box{ min, max }))
    {
    }
    /// Items that contain a point.
    question(point p) noexcept : question(qd_shape_point(p)) // NOLINT(google-explicit-constructor)
    {
    }
    /// Items that overlap a circle.
    question(const circle &c) noexcept // NOLINT(google-explicit-constructor)
        : question(qd_shape_circle(c.center, c.radius))
    {
    }
    /// Items that overlap a polygon.
    question(const polygon &p) noexcept : question(p.shape()) // NOLINT(google-explicit-constructor)
    {
    }
    /// Any shape and relation of the C interface.
    explicit question(const qd_shape &shape, qd_relation relation = QD_OVERLAPS) noexcept
        : asked(qd_query{ shape, relation, { 0, 0 }, 0 })
    {
    }
    /// The same shape in another relation.
    question relation(qd_relation r) const noexcept
    {
        question other = *this;
        other.raw_.relation = r;
        return other;
    }
};

/// Items that lie inside a box, circle or polygon.
inline question inside(const question &shape) noexcept
{
    return shape.relation(QD_INSIDE);
}
/// Items that contain a box, point, circle or polygon.
inline question containing(const question &shape) noexcept
{
    return shape.relation(QD_CONTAINS);
}

/// No limit of a ranked question.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Which items first; made by the functions below.
class [[nodiscard]] ranking : public detail::asked<ranking, qd_ranked>
{
  public:
    /// Any ranked question of the C interface.
    explicit ranking(const qd_ranked &raw) noexcept : asked(raw)
    {
    }
};

/// The nearest to a point, up to a distance.
inline ranking nearest_to(point p, double most = no_limit) noexcept
{
    return ranking(qd_nearest(qd_shape_point(p), most));
}
/// The nearest to a box, up to a distance.
inline ranking nearest_to(const box &b, double most = no_limit) noexcept
{
    return ranking(qd_nearest(qd_shape_box(b), most));
}
/// The first that a ray hits, up to origin + t_max * direction.
inline ranking ray(point origin, point direction, double t_max = no_limit) noexcept
{
    return ranking(qd_ray(origin, direction, t_max));
}
/// The first between two points, t from 0 to 1.
inline ranking segment(point from, point to) noexcept
{
    return ranking(qd_segment(from, to));
}
/// The first that a moving box hits.
inline ranking cast(const box &b, point motion, double t_max = 1) noexcept
{
    return ranking(qd_cast(qd_shape_box(b), motion, t_max));
}
/// The first that a moving circle hits.
inline ranking cast(const circle &c, point motion, double t_max = 1) noexcept
{
    return ranking(qd_cast(qd_shape_circle(c.center, c.radius), motion, t_max));
}

/// Which pairs: by default those that overlap.
class [[nodiscard]] pairing
{
  public:
    /// `distance` 0: overlapping. Else no farther apart.
    explicit pairing(double distance = 0) noexcept : raw_{ nullptr, distance, { 0, 0 }, 0 }
    {
    }
    /// One item of each pair, or both, are seen by this filter.
    pairing seen_by(filter f) const noexcept
    {
        pairing other = *this;
        other.raw_.filter = f;
        return other;
    }
    /// As the C interface has it, within one tree.
    const qd_pair_query &raw() const noexcept
    {
        return raw_;
    }

  private:
    qd_pair_query raw_;
};

/// Pairs no farther apart than a distance.
inline pairing within(double distance) noexcept
{
    return pairing(distance);
}

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
