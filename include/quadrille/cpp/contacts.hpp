/// @file contacts.hpp
/// Contacts: which pairs began and ended since the last update.
#ifndef QUADRILLE_CPP_CONTACTS_HPP
#define QUADRILLE_CPP_CONTACTS_HPP

#include <quadrille/cpp/list.hpp>
#include <quadrille/cpp/tree.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// Contacts of one tree; may outlive it. Moves, and is not copied.
template <class T = std::uint64_t, class Tag = T>
class contacts : public detail::observing<qd_contacts, qd_contacts_destroy>
{
    using base = detail::observing<qd_contacts, qd_contacts_destroy>;

  public:
    /// A pair of items.
    using pair_type = pair<T, T, Tag, Tag>;
    /// Pairs in an array of the contacts, valid until the next update.
    using pair_list = list<qd_pair, pair_type>;

    /// Contacts of a tree. `budget`: most items that one update tests; 0: no limit. Counts as a change of the tree for
    /// threads. Throws std::bad_alloc; without exceptions test operator bool.
    explicit contacts(tree<T, Tag> &observed, std::size_t budget = 0)
    {
        const qd_contacts_def def = { budget, { nullptr, nullptr } };
        base::created(qd_contacts_create(observed.need("contacts"), &def, &this->handle_), "contacts");
    }

    /// Updates with the changes since the last update. Out of memory: nothing is lost, and the next update reports it.
    detail::outcome<void> update()
    {
        return detail::done(qd_contacts_update(this->live("contacts.update")), "contacts.update");
    }
    /// Pairs that overlap now and did not before: for (auto [a, b] : contacts.began()).
    pair_list began() const
    {
        std::size_t count = 0;
        const qd_pair *pairs = qd_contacts_began(this->live("contacts.began"), &count);
        return pair_list(pairs, count);
    }
    /// Pairs that overlapped before and do not now.
    pair_list ended() const
    {
        std::size_t count = 0;
        const qd_pair *pairs = qd_contacts_ended(this->live("contacts.ended"), &count);
        return pair_list(pairs, count);
    }
    /// Pairs that the last update left as they were.
    std::vector<pair_type> stayed() const
    {
        std::size_t all = 0;
        (void)qd_contacts_stayed(this->live("contacts.stayed"), nullptr, 0, &all);
        std::vector<pair_type> out(all);
        (void)qd_contacts_stayed(this->live("contacts.stayed"), reinterpret_cast<qd_pair *>(out.data()), all, nullptr);
        return out;
    }
    /// What one item is in contact with.
    std::vector<entry<T, Tag>> of(basic_id<Tag> id) const
    {
        std::size_t all = 0;
        (void)qd_contacts_of(this->live("contacts.of"), id.raw(), nullptr, 0, &all);
        std::vector<entry<T, Tag>> out(all);
        (void)qd_contacts_of(this->live("contacts.of"), id.raw(), reinterpret_cast<qd_entry *>(out.data()), all,
                             nullptr);
        return out;
    }
    /// Figures of the last update.
    qd_contacts_stats stats() const
    {
        qd_contacts_stats figures{};
        qd_contacts_get_stats(this->live("contacts.stats"), &figures);
        return figures;
    }
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
