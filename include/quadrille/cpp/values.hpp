/// @file values.hpp
/// Ids with a type, and results: an item, a hit, a pair. Results keep the layout of the C structs, so that a call
/// writes into an array of them directly. They take part in structured bindings.
#ifndef QUADRILLE_CPP_VALUES_HPP
#define QUADRILLE_CPP_VALUES_HPP

#include <quadrille/cpp/base.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// Counts the changes of a tree, so that a search notices them.
struct change_count {
    std::uint32_t changes = 0;
};

/// T as the 64 bits of a user value, and back. Whole numbers keep their value on every machine.
template <class T> struct packing {
    static constexpr std::size_t size = sizeof(T); // NOLINT(bugprone-sizeof-expression): of a pointer, where T is one
    static_assert(std::is_trivially_copyable<T>::value && size <= sizeof(std::uint64_t),
                  "quadrille::tree<T>: T must be trivially copyable and have at most 8 bytes; store a pointer or an "
                  "index, or use quadrille::map<T>");
    static constexpr bool number = std::is_integral<T>::value || std::is_enum<T>::value;

    static std::uint64_t pack(const T &value) noexcept
    {
        if constexpr (number) {
            return static_cast<std::uint64_t>(value);
        } else if constexpr (std::is_pointer<T>::value) {
            return reinterpret_cast<std::uintptr_t>(value);
        } else {
            std::uint64_t user = 0;
            std::memcpy(&user, &value, size);
            return user;
        }
    }
    static T unpack(std::uint64_t user) noexcept
    {
        if constexpr (number) {
            return static_cast<T>(user);
        } else if constexpr (std::is_pointer<T>::value) { // by bytes it would be stored in memory and loaded again
            return reinterpret_cast<T>(static_cast<std::uintptr_t>(user));
        } else {
            alignas(T) unsigned char bytes[size];
            std::memcpy(bytes, &user, size);
            return *std::launder(reinterpret_cast<T *>(bytes));
        }
    }
};

/// One address for each kind of tree, by which an assertion recognises ids of another one.
template <class Tag> inline constexpr char tag_of = 0;
} // namespace detail

/// Names an item of one kind of tree. Two trees of the same T share ids unless they have different tags:
/// tree<enemy *, struct flying>. Empty: names no item.
template <class Tag> class basic_id
{
  public:
    /// No item.
    constexpr basic_id() noexcept = default;
    /// From the number of the C interface.
    constexpr explicit basic_id(qd_id raw) noexcept : raw_(raw)
    {
    }
    /// The number of the C interface.
    constexpr qd_id raw() const noexcept
    {
        return raw_;
    }
    /// The slot, from 1: dense and reused.
    constexpr std::uint32_t slot() const noexcept
    {
        return static_cast<std::uint32_t>(raw_);
    }
    /// Not empty?
    constexpr explicit operator bool() const noexcept
    {
        return raw_ != 0;
    }
    /// Equal ids name the same item.
    friend constexpr bool operator==(basic_id a, basic_id b) noexcept
    {
        return a.raw_ == b.raw_;
    }
    /// Different ids.
    friend constexpr bool operator!=(basic_id a, basic_id b) noexcept
    {
        return a.raw_ != b.raw_;
    }
    /// An order for sorted containers.
    friend constexpr bool operator<(basic_id a, basic_id b) noexcept
    {
        return a.raw_ < b.raw_;
    }

  private:
    qd_id raw_ = 0;
};

/// A result: an item's id and value. Converts to the value; `auto [id, value] = entry`.
template <class T, class Tag = T> class entry
{
  public:
    entry() = default;
    /// From the result of the C interface.
    explicit entry(const qd_entry &raw) noexcept : raw_(raw)
    {
    }
    /// The result of the C interface.
    const qd_entry &raw() const noexcept
    {
        return raw_;
    }
    /// The item's id.
    basic_id<Tag> id() const noexcept
    {
        return basic_id<Tag>(raw_.id);
    }
    /// The item's value.
    T value() const noexcept
    {
        return detail::packing<T>::unpack(raw_.user);
    }
    /// The item's value.
    operator T() const noexcept // NOLINT(google-explicit-constructor): an entry stands for its value
    {
        return value();
    }
    /// For structured bindings.
    template <std::size_t I> auto get() const noexcept
    {
        if constexpr (I == 0)
            return id();
        else
            return value();
    }

  private:
    qd_entry raw_; // not set at first, so that a large array costs nothing
};

/// A ranked result; `auto [value, distance] = hit`.
template <class T, class Tag = T> class hit
{
  public:
    hit() = default;
    /// From the result of the C interface.
    explicit hit(const qd_hit &raw) noexcept : raw_(raw)
    {
    }
    /// The item's id.
    basic_id<Tag> id() const noexcept
    {
        return basic_id<Tag>(raw_.item.id);
    }
    /// The item's value.
    T value() const noexcept
    {
        return detail::packing<T>::unpack(raw_.item.user);
    }
    /// Nearest: the distance. Casts, rays and segments: t.
    double distance() const noexcept
    {
        return raw_.distance;
    }
    /// Casts, rays and segments: the time of first touch.
    double t() const noexcept
    {
        return raw_.t;
    }
    /// Nearest: the item's closest point. Others: the shape's centre at t.
    qd_vec2 point() const noexcept
    {
        return raw_.point;
    }
    /// The normal of the side hit, as in qd_hit.
    qd_vec2 normal() const noexcept
    {
        return raw_.normal;
    }
    /// For structured bindings.
    template <std::size_t I> auto get() const noexcept
    {
        if constexpr (I == 0)
            return value();
        else
            return distance();
    }

  private:
    qd_hit raw_;
};

/// A pair of items; `auto [a, b] = pair` gives their values.
template <class T, class U = T, class Tag = T, class OtherTag = U> class pair
{
  public:
    pair() = default;
    /// From the result of the C interface.
    explicit pair(const qd_pair &raw) noexcept : raw_(raw)
    {
    }
    /// The item of the lower slot, or of the first tree.
    entry<T, Tag> a() const noexcept
    {
        return entry<T, Tag>(raw_.a);
    }
    /// The other item.
    entry<U, OtherTag> b() const noexcept
    {
        return entry<U, OtherTag>(raw_.b);
    }
    /// For structured bindings.
    template <std::size_t I> auto get() const noexcept
    {
        if constexpr (I == 0)
            return a().value();
        else
            return b().value();
    }

  private:
    qd_pair raw_;
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

/// For containers that hash ids.
template <class Tag> struct std::hash<quadrille::basic_id<Tag>> {
    /// The hash of the number.
    std::size_t operator()(quadrille::basic_id<Tag> id) const noexcept
    {
        return std::hash<qd_id>()(id.raw());
    }
};

// For structured bindings.
template <class T, class Tag>
struct std::tuple_size<quadrille::entry<T, Tag>> : std::integral_constant<std::size_t, 2> {
};
template <std::size_t I, class T, class Tag> struct std::tuple_element<I, quadrille::entry<T, Tag>> {
    using type = decltype(std::declval<const quadrille::entry<T, Tag> &>().template get<I>());
};
template <class T, class Tag> struct std::tuple_size<quadrille::hit<T, Tag>> : std::integral_constant<std::size_t, 2> {
};
template <std::size_t I, class T, class Tag> struct std::tuple_element<I, quadrille::hit<T, Tag>> {
    using type = decltype(std::declval<const quadrille::hit<T, Tag> &>().template get<I>());
};
template <class T, class U, class Tag, class OtherTag>
struct std::tuple_size<quadrille::pair<T, U, Tag, OtherTag>> : std::integral_constant<std::size_t, 2> {
};
template <std::size_t I, class T, class U, class Tag, class OtherTag>
struct std::tuple_element<I, quadrille::pair<T, U, Tag, OtherTag>> {
    using type = decltype(std::declval<const quadrille::pair<T, U, Tag, OtherTag> &>().template get<I>());
};

#endif
