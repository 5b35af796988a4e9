/// @file asking.hpp
/// The questions of a tree: as a range, as a vector, into an array of the program, by a callable, counted.
#ifndef QUADRILLE_CPP_ASKING_HPP
#define QUADRILLE_CPP_ASKING_HPP

#include <quadrille/cpp/callables.hpp>
#include <quadrille/cpp/calls.hpp>
#include <vector>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{
namespace detail
{

/// A tree's handle and its questions. Questions cannot fail: a malformed one finds nothing (see check()).
template <class T, class Tag, class Calls> class asking
{
  public:
    /// Names an item.
    using id = basic_id<Tag>;
    /// A result: id and value.
    using entry_type = entry<T, Tag>;
    /// A ranked result.
    using hit_type = hit<T, Tag>;
    /// A pair of this tree.
    using pair_type = pair<T, T, Tag, Tag>;
    /// The callable of a search that visits pairs with another tree.
    template <class U, class OtherTag> using pair_with = pair<T, U, Tag, OtherTag>;

    asking(const asking &) = delete;
    asking &operator=(const asking &) = delete;

    /// Items: for (T value : tree.in(window)). The search goes on with the loop and takes no memory.
    auto in(const question &q) const &
    {
        return Calls::template range<T, Tag>(live("in"), raw(q), changes_);
    }
    /// All items.
    auto all() const &
    {
        return in(question());
    }
    /// The values in a vector.
    std::vector<T> find(const question &q) const
    {
        return collect<T>(q, [](const qd_entry &e) { return packing<T>::unpack(e.user); });
    }
    /// The entries in a vector.
    std::vector<entry_type> find_entries(const question &q) const
    {
        return collect<entry_type>(q, [](const qd_entry &e) { return entry_type(e); });
    }
    /// Writes at most `capacity` entries and returns how many. *all: the number of all; NULL: stops when `out` is full.
    std::size_t find_into(const question &q, entry_type *out, std::size_t capacity, std::size_t *all = nullptr) const
    {
        return Calls::find(live("find_into"), &raw(q), reinterpret_cast<qd_entry *>(out), capacity, all);
    }
    /// The same into an array, a vector or a span.
    template <class Buffer> std::size_t find_into(const question &q, Buffer &&out) const
    {
        return find_into(q, std::data(out), std::size(out));
    }
    /// Calls f(T) or f(entry) for each item. f may throw; it returns nothing, or flow::stop to end the search. After a
    /// change of the tree it must do that, or visit throws.
    template <class F> void visit(const question &q, F &&f) const
    {
        using callable = std::remove_reference_t<F>;
        callback<callable> call(f, &changes_);
        Calls::visit(live("visit"), &raw(q), &visit_entries<T, Tag, callable>, &call, nullptr);
        call.finish("visit");
    }
    /// How many.
    std::size_t count(const question &q) const
    {
        return Calls::count(live("count"), &raw(q));
    }
    /// Is there any? Stops at the first.
    bool any(const question &q) const
    {
        qd_entry one;
        return Calls::find(live("any"), &raw(q), &one, 1, nullptr) > 0;
    }
    /// Some item that the question finds, if there is one.
    std::optional<T> first(const question &q) const
    {
        qd_entry one;
        if (Calls::find(live("first"), &raw(q), &one, 1, nullptr) == 0)
            return std::nullopt;
        return packing<T>::unpack(one.user);
    }
    /// The totals of the results' numbers: count, sum, least, greatest.
    qd_total total(const question &q) const
    {
        qd_total sum{};
        Calls::total(live("total"), &raw(q), &sum, nullptr);
        return sum;
    }

    /// Ranked results in order: for (auto [value, distance] : tree.in(nearest_to(p))). The loop may end at any time.
    auto in(const ranking &r) const &
    {
        return Calls::template ranked_range<T, Tag>(live("in"), raw(r), changes_);
    }
    /// The first k in a vector.
    std::vector<hit_type> find(const ranking &r, std::size_t k) const
    {
        std::vector<hit_type> out;
        const std::size_t most = Calls::count(live("find"), nullptr);
        out.resize(k < most ? k : most);
        out.resize(find_into(r, out.data(), out.size()));
        return out;
    }
    /// Writes the first `capacity` and returns how many. *all: the number up to the limit; NULL: not counted.
    std::size_t find_into(const ranking &r, hit_type *out, std::size_t capacity, std::size_t *all = nullptr) const
    {
        return Calls::find_ranked(live("find_into"), &raw(r), reinterpret_cast<qd_hit *>(out), capacity, all);
    }
    /// The same into an array, a vector or a span.
    template <class Buffer> std::size_t find_into(const ranking &r, Buffer &&out) const
    {
        return find_into(r, std::data(out), std::size(out));
    }
    /// Calls f(hit) or f(hit, limit) for each hit up to the limit, near ones early. f sets the limit to hit.t() to
    /// accept a hit and drop those beyond.
    template <class F> void visit(const ranking &r, F &&f) const
    {
        using callable = std::remove_reference_t<F>;
        callback<callable> call(f, &changes_);
        Calls::visit_ranked(live("visit"), &raw(r), &visit_hits<T, Tag, callable>, &call, nullptr);
        call.finish("visit");
    }
    /// How many up to the limit.
    std::size_t count(const ranking &r) const
    {
        return Calls::count_ranked(live("count"), &raw(r));
    }
    /// The first, if there is one.
    std::optional<hit_type> first(const ranking &r) const
    {
        hit_type one;
        if (find_into(r, &one, 1) == 0)
            return std::nullopt;
        return one;
    }

    /// The nearest to a point, in order, without end: for (auto [value, distance] : tree.nearest(p)).
    auto nearest(point p) const &
    {
        return in(nearest_to(p));
    }
    /// The k nearest to a point, up to a distance.
    std::vector<hit_type> nearest(point p, std::size_t k, double most = no_limit) const &
    {
        return find(nearest_to(p, most), k);
    }
    /// What a ray hits, in order.
    auto ray(point origin, point direction, double t_max = no_limit) const &
    {
        return in(quadrille::ray(origin, direction, t_max));
    }
    /// What a moving box or circle hits, in order.
    template <class Shape> auto cast(const Shape &shape, point motion, double t_max = 1) const &
    {
        return in(quadrille::cast(shape, motion, t_max));
    }

    /// Calls f(a, b), f(a, b, distance) or f(pair) for each pair.
    template <class F, class = std::enable_if_t<!std::is_convertible<F, pairing>::value>>
    void pairs(F &&f, const pairing &which = pairing()) const
    {
        visit_pairs_of<pair_type, T>(nullptr, f, which);
    }
    /// All pairs in a vector: for (auto [a, b] : tree.pairs()).
    std::vector<pair_type> pairs(const pairing &which = pairing()) const
    {
        std::vector<pair_type> out;
        pairs([&](const pair_type &p) { out.push_back(p); }, which);
        return out;
    }
    /// Calls f for each pair of an item of this tree and one of another.
    template <class F, class U, class OtherTag>
    void pairs_with(const asking<U, OtherTag, Calls> &other, F &&f, const pairing &which = pairing()) const
    {
        visit_pairs_of<pair_with<U, OtherTag>, U>(other.handle(), f, which);
    }
    /// Pairs with another tree in a vector.
    template <class U, class OtherTag>
    std::vector<pair_with<U, OtherTag>> pairs_with(const asking<U, OtherTag, Calls> &other,
                                                   const pairing &which = pairing()) const
    {
        using one = pair_with<U, OtherTag>;
        std::vector<one> out;
        pairs_with(
            other, [&](const one &p) { out.push_back(p); }, which);
        return out;
    }
    /// How many pairs.
    std::size_t count_pairs(const pairing &which = pairing()) const
    {
        std::size_t all = 0;
        (void)Calls::find_pairs(live("count_pairs"), nullptr, which.raw(), nullptr, nullptr, 0, &all);
        return all;
    }
    /// Writes at most `capacity` pairs and returns how many. *all: the number of all.
    std::size_t pairs_into(pair_type *out, std::size_t capacity, std::size_t *all = nullptr,
                           const pairing &which = pairing()) const
    {
        return Calls::find_pairs(live("pairs_into"), nullptr, which.raw(), reinterpret_cast<qd_pair *>(out), nullptr,
                                 capacity, all);
    }

    // A range would outlive a tree without a name.
    void in(const question &q) const && = delete;
    void in(const ranking &r) const && = delete;
    void all() const && = delete;
    void nearest(point p) const && = delete;
    void nearest(point p, std::size_t k, double most = no_limit) const && = delete;
    void ray(point origin, point direction, double t_max = no_limit) const && = delete;
    template <class Shape> void cast(const Shape &shape, point motion, double t_max = 1) const && = delete;

    /// Is a question valid? A malformed one finds nothing.
    [[nodiscard]] bool check(const question &q) const
    {
        return qd_query_check(Calls::tree_of(live("check")), &raw(q)) == QD_OK;
    }
    /// Is a ranked question valid?
    [[nodiscard]] bool check(const ranking &r) const
    {
        return qd_ranked_check(Calls::tree_of(live("check")), &raw(r)) == QD_OK;
    }

    /// The handle of the C interface; NULL after the tree was moved from. Changes by it are not noticed by ranges.
    typename Calls::handle *handle() const noexcept
    {
        return handle_;
    }

  protected:
    explicit asking(typename Calls::handle *handle) noexcept : handle_(handle)
    {
    }
    ~asking() = default;

    /// The handle, which must be there.
    typename Calls::handle *live(const char *call) const
    {
        if (!handle_)
            misuse(call, "the tree is empty: it was moved from, or could not be created");
        return handle_;
    }
    static const qd_query &raw(const question &q) noexcept
    {
        assert((!q.tag() || q.tag() == &tag_of<Tag>)&&"the ignored id is from another kind of tree");
        return q.raw();
    }
    static const qd_ranked &raw(const ranking &r) noexcept
    {
        assert((!r.tag() || r.tag() == &tag_of<Tag>)&&"the ignored id is from another kind of tree");
        return r.raw();
    }

    typename Calls::handle *handle_;
    change_count changes_{};

  private:
    /// Few results take one allocation of their size; many are collected as they are found.
    template <class V, class Make> std::vector<V> collect(const question &q, Make make) const
    {
        enum { few = 64 };
        qd_entry batch[few];
        const std::size_t count = Calls::find(live("find"), &raw(q), batch, few, nullptr);
        std::vector<V> out;
        if (count < few) {
            out.reserve(count);
            for (std::size_t i = 0; i < count; i++)
                out.push_back(make(batch[i]));
            return out;
        }
        out.reserve(4 * static_cast<std::size_t>(few));
        visit(q, [&](const entry_type &e) { out.push_back(make(e.raw())); });
        return out;
    }
    template <class Pair, class U, class F>
    void visit_pairs_of(typename Calls::handle *other, F &f, const pairing &which) const
    {
        callback<F> call(f, &changes_);
        Calls::visit_pairs(live("pairs"), other, which.raw(), &visit_pairs<Pair, T, U, F>, &call);
        call.finish("pairs");
    }
};

} // namespace detail
} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
