/// @file interest.hpp
/// Interest: what entered and left the view of each of many observers since the last update.
#ifndef QUADRILLE_CPP_INTEREST_HPP
#define QUADRILLE_CPP_INTEREST_HPP

#include <quadrille/cpp/list.hpp>
#include <quadrille/cpp/tree.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// An item that entered or left the view of an observer; `auto [observer, value] = event`.
template <class T, class Observer, class Tag = T> class interest_event
{
  public:
    /// The id of an observer.
    using observer_id = basic_id<interest_event>;

    /// From the event of the C interface.
    explicit interest_event(const qd_interest_event &raw) noexcept : raw_(raw)
    {
    }
    /// The observer's id.
    observer_id id() const noexcept
    {
        return observer_id(raw_.observer);
    }
    /// The observer's value, as of the update.
    Observer observer() const noexcept
    {
        return detail::packing<Observer>::unpack(raw_.observer_user);
    }
    /// The item.
    entry<T, Tag> item() const noexcept
    {
        return entry<T, Tag>(raw_.item);
    }
    /// For structured bindings.
    template <std::size_t I> auto get() const noexcept
    {
        if constexpr (I == 0)
            return observer();
        else
            return item().value();
    }

  private:
    qd_interest_event raw_;
};

/// Observers of one tree, each with a value of type Observer; may outlive the tree. Moves, and is not copied.
template <class T = std::uint64_t, class Observer = std::uint64_t, class Tag = T>
class interest : public detail::observing<qd_interest, qd_interest_destroy>
{
    using base = detail::observing<qd_interest, qd_interest_destroy>;

  public:
    /// What update() reports.
    using event = interest_event<T, Observer, Tag>;
    /// Names an observer.
    using id = typename event::observer_id;

    /// An observer of an item: `auto [id, value] = seer`.
    using seer = entry<Observer, event>;

    /// Interest in a tree, without observers. `by_item`: observers_of() is fast, and each update takes longer (as in
    /// qd_interest_def). Throws std::bad_alloc; without exceptions test operator bool.
    explicit interest(tree<T, Tag> &observed, bool by_item = false)
    {
        const qd_interest_def def = { { nullptr, nullptr }, by_item };
        base::created(qd_interest_create(observed.need("interest"), &def, &this->handle_), "interest");
    }

    /// Adds an observer with its view: any question but a polygon. The view ignores the observer's own item by
    /// ignoring(id). What entered leaves only beyond the margin; with `nearest` the view has at most so many items.
    detail::outcome<id> add(const question &view, Observer value, double margin = 0, std::size_t nearest = 0)
    {
        const qd_observer one = { raw(view), detail::packing<Observer>::pack(value), margin, nearest };
        qd_id made = 0;
        const qd_result code = qd_interest_add(this->live("interest.add"), &one, &made);
        return detail::give(code, id(made), "interest.add");
    }
    /// Replaces an observer; what it has seen stays.
    detail::outcome<void> set(id i, const question &view, Observer value, double margin = 0, std::size_t nearest = 0)
    {
        const qd_observer one = { raw(view), detail::packing<Observer>::pack(value), margin, nearest };
        return detail::done(qd_interest_set(this->live("interest.set"), i.raw(), &one), "interest.set");
    }
    /// Moves the centre of a view.
    detail::outcome<void> move(id i, point center)
    {
        return detail::done(qd_interest_move(this->live("interest.move"), i.raw(), center), "interest.move");
    }
    /// Removes an observer, without events.
    detail::outcome<void> remove(id i)
    {
        return detail::done(qd_interest_remove(this->live("interest.remove"), i.raw()), "interest.remove");
    }
    /// Answers every observer's question.
    detail::outcome<void> update()
    {
        return detail::done(qd_interest_update(this->live("interest.update")), "interest.update");
    }
    /// Events of the last update: for (auto [observer, value] : interest.entered()).
    list<qd_interest_event, event> entered() const
    {
        std::size_t count = 0;
        const qd_interest_event *events = qd_interest_entered(this->live("interest.entered"), &count);
        return list<qd_interest_event, event>(events, count);
    }
    /// Events of the last update.
    list<qd_interest_event, event> left() const
    {
        std::size_t count = 0;
        const qd_interest_event *events = qd_interest_left(this->live("interest.left"), &count);
        return list<qd_interest_event, event>(events, count);
    }
    /// Everything that one observer saw in the last update.
    list<qd_entry, entry<T, Tag>> seen(id observer) const
    {
        std::size_t count = 0;
        const qd_entry *entries = qd_interest_seen(this->live("interest.seen"), observer.raw(), &count);
        return list<qd_entry, entry<T, Tag>>(entries, count);
    }
    /// The observers that saw an item in the last update.
    std::vector<seer> observers_of(basic_id<Tag> item) const
    {
        std::size_t all = 0;
        (void)qd_interest_of(this->live("interest.observers_of"), item.raw(), nullptr, 0, &all);
        std::vector<seer> out(all);
        (void)qd_interest_of(this->live("interest.observers_of"), item.raw(), reinterpret_cast<qd_entry *>(out.data()),
                             all, nullptr);
        return out;
    }
    /// Figures of the last update.
    qd_interest_stats stats() const
    {
        qd_interest_stats figures{};
        qd_interest_get_stats(this->live("interest.stats"), &figures);
        return figures;
    }

  private:
    static const qd_query &raw(const question &q) noexcept
    {
        assert((!q.tag() || q.tag() == &detail::tag_of<Tag>)&&"the ignored id is from another kind of tree");
        return q.raw();
    }
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

template <class T, class Observer, class Tag>
struct std::tuple_size<quadrille::interest_event<T, Observer, Tag>> : std::integral_constant<std::size_t, 2> {
};
template <std::size_t I, class T, class Observer, class Tag>
struct std::tuple_element<I, quadrille::interest_event<T, Observer, Tag>> {
    using type = decltype(std::declval<const quadrille::interest_event<T, Observer, Tag> &>().template get<I>());
};

#endif
