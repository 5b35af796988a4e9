/// @file views.hpp
/// Boxes inside the program's own structs, read where they are: a contiguous range, and which member of its elements.
/// A member that is a box, a point or an array of four or two floats or doubles needs no copy; a callable that returns
/// a box or a point is called for each element first.
#ifndef QUADRILLE_CPP_VIEWS_HPP
#define QUADRILLE_CPP_VIEWS_HPP

#include <quadrille/cpp/questions.hpp>
#include <vector>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// How a type lies in memory, for types that hold a box or a point: `sides` packed numbers, min x, min y, max x and max
/// y, or x and y. To let the library read a type of the program: template <> struct quadrille::layout<my_rect> :
/// quadrille::numbers<float, 4> {}. With the form QD_SIZES the numbers are x, y, width and height; with QD_HALVES the
/// centre and half the width and height, or, if there are three, the centre and a radius.
template <class Number, std::size_t Sides, qd_form Form = QD_CORNERS> struct numbers {
    static_assert(std::is_same<Number, float>::value || std::is_same<Number, double>::value, "float or double");
    static_assert(Sides == 4 || (Sides == 2 && Form == QD_CORNERS) || (Sides == 3 && Form == QD_HALVES),
                  "2 numbers for a point, 4 for a box, 3 for a centre and a radius (QD_HALVES)");
    /// Can the library read it?
    static constexpr bool readable = true;
    /// 4 for a box, 2 for a point, 3 for a circle.
    static constexpr std::size_t sides = Sides;
    /// What they mean.
    static constexpr qd_form form = Form;
    /// The precision of its numbers.
    static constexpr qd_precision precision = std::is_same<Number, float>::value ? QD_FLOAT : QD_DOUBLE;
    /// float or double.
    using number = Number;
};

/// Types of other layouts need a callable.
template <class Type, class = void> struct layout {
    /// Can the library read it?
    static constexpr bool readable = false;
};
/// A box.
template <> struct layout<qd_box> : numbers<double, 4> {
};
/// A point.
template <> struct layout<qd_vec2> : numbers<double, 2> {
};
/// An array of floats.
template <std::size_t N> struct layout<float[N]> : numbers<float, N> {
};
/// An array of doubles.
template <std::size_t N> struct layout<double[N]> : numbers<double, N> {
};
/// std::array.
template <template <class, std::size_t> class Array, class Number, std::size_t N>
struct layout<Array<Number, N>, std::enable_if_t<std::is_floating_point<Number>::value>> : numbers<Number, N> {
};

namespace detail
{
template <class R> using element_of = std::remove_pointer_t<decltype(std::data(std::declval<R &>()))>;
template <class R> using size_of = decltype(std::size(std::declval<R &>()));

/// Has it data and size?
template <class R, class = void> inline constexpr bool is_contiguous = false;
template <class R> inline constexpr bool is_contiguous<R, std::void_t<element_of<R>, size_of<R>>> = true;

/// Elements themselves.
struct itself {
};

/// What a projection gives of an element: a member, a member function, or another callable.
template <class Projection, class E> decltype(auto) projected(Projection &projection, E &element)
{
    if constexpr (std::is_member_object_pointer<Projection>::value)
        return (element.*projection);
    else if constexpr (std::is_member_function_pointer<Projection>::value)
        return (element.*projection)();
    else
        return projection(element);
}

/// The boxes of a range, in place or copied, as the C interface reads them.
class boxes_of
{
  public:
    /// In place: elements that are boxes or points.
    template <class R> boxes_of(const R &range, itself) : boxes_of(std::data(range), std::size(range), itself())
    {
    }
    /// In place: a member of each element.
    template <class R, class Member, class Owner, class = std::enable_if_t<std::is_object<Member>::value>>
    boxes_of(const R &range, Member Owner::*member) : boxes_of(std::data(range), std::size(range), member)
    {
    }
    /// Copied: what a callable returns for each element.
    template <class R, class F, class = std::enable_if_t<std::is_invocable<F &, const element_of<R> &>::value>>
    boxes_of(const R &range, F f)
    {
        const auto *first = std::data(range);
        count_ = std::size(range);
        copies_.reserve(count_);
        for (std::size_t i = 0; i < count_; i++)
            copies_.push_back(to_box(projected(f, first[i])));
        view_ = qd_boxes_double(copies_.data());
    }

    const qd_boxes &view() const noexcept
    {
        return view_;
    }
    std::size_t size() const noexcept
    {
        return count_;
    }

  private:
    static box to_box(const box &b) noexcept
    {
        return b;
    }
    static box to_box(point p) noexcept
    {
        return qd_box_at(p);
    }
    template <class E> boxes_of(const E *first, std::size_t count, itself) : count_(count)
    {
        if (count > 0)
            set<E>(first, sizeof(E));
    }
    template <class E, class Member, class Owner>
    boxes_of(const E *first, std::size_t count, Member Owner::*member) : count_(count)
    {
        if (count > 0)
            set<Member>(&(first->*member), sizeof(E));
    }
    template <class Member> void set(const void *first, std::size_t stride) noexcept
    {
        using kind = layout<std::remove_cv_t<Member>>;
        static_assert(kind::readable, "the library cannot read this type in place: pass a callable that returns a "
                                      "quadrille::box, or specialise quadrille::layout for it");
        static_assert(sizeof(Member) == kind::sides * sizeof(typename kind::number),
                      "the type has more than the numbers of its layout: name the member with the numbers, or pass a "
                      "callable");
        const auto *numbers = static_cast<const typename kind::number *>(first);
        const auto *far_x = numbers + (kind::sides == 2 ? 0 : 2),
                   *far_y = numbers + (kind::sides == 2 ? 1 : kind::sides - 1);
        view_ = {
            numbers, numbers + 1, far_x, far_y, static_cast<std::ptrdiff_t>(stride), kind::precision, kind::form
        };
    }

    std::vector<qd_box> copies_{};
    qd_boxes view_{};
    std::size_t count_ = 0;
};

/// The values of a range as user values: what the projection gives. By default the elements where T is their type,
/// their addresses where T is a pointer to them, and their indices where T is a whole number.
template <class T, class R> std::vector<std::uint64_t> users_of(R &range, itself)
{
    using element = element_of<R>;
    constexpr bool same = std::is_same<std::remove_cv_t<element>, T>::value;
    constexpr bool address = std::is_convertible<element *, T>::value && std::is_pointer<T>::value;
    static_assert(same || address || std::is_integral<T>::value,
                  "name the values as well: tree.insert(range, box of each, value of each)");
    std::vector<std::uint64_t> users;
    if constexpr (same || address) {
        users.reserve(std::size(range));
        element *first = std::data(range);
        for (std::size_t i = 0; i < std::size(range); i++)
            if constexpr (same)
                users.push_back(packing<T>::pack(first[i]));
            else
                users.push_back(packing<T>::pack(first + i));
    }
    return users; // empty: indices
}
template <class T, class R, class Projection> std::vector<std::uint64_t> users_of(R &range, Projection projection)
{
    std::vector<std::uint64_t> users;
    users.reserve(std::size(range));
    auto *first = std::data(range);
    for (std::size_t i = 0; i < std::size(range); i++)
        users.push_back(packing<T>::pack(static_cast<T>(projected(projection, first[i]))));
    return users;
}
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
