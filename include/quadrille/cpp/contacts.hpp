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
template <class T = std::uint64_t, class Tag = T> class contacts
{
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
        const qd_result code = qd_contacts_create(observed.need("contacts"), &def, &handle_);
#if QUADRILLE_EXCEPTIONS
        detail::done(code, "contacts");
#else
        (void)code;
#endif
    }
    contacts(contacts &&other) noexcept : handle_(std::exchange(other.handle_, nullptr))
    {
    }
    contacts &operator=(contacts &&other) noexcept
    {
        if (this != &other) {
            qd_contacts_destroy(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    contacts(const contacts &) = delete;
    contacts &operator=(const contacts &) = delete;
    ~contacts()
    {
        qd_contacts_destroy(handle_);
    }
    /// Are there contacts? False after they were moved from.
    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }

    /// Updates with the changes since the last update. Out of memory: nothing is lost, and the next update reports it.
    detail::outcome<void> update()
    {
        return detail::done(qd_contacts_update(live("update")), "contacts.update");
    }
    /// Pairs that overlap now and did not before: for (auto [a, b] : contacts.began()).
    pair_list began() const
    {
        std::size_t count = 0;
        const qd_pair *pairs = qd_contacts_began(live("began"), &count);
        return pair_list(pairs, count);
    }
    /// Pairs that overlapped before and do not now.
    pair_list ended() const
    {
        std::size_t count = 0;
        const qd_pair *pairs = qd_contacts_ended(live("ended"), &count);
        return pair_list(pairs, count);
    }
    /// Pairs that the last update left as they were.
    std::vector<pair_type> stayed() const
    {
        std::size_t all = 0;
        (void)qd_contacts_stayed(live("stayed"), nullptr, 0, &all);
        std::vector<pair_type> out(all);
        (void)qd_contacts_stayed(live("stayed"), reinterpret_cast<qd_pair *>(out.data()), all, nullptr);
        return out;
    }
    /// What one item is in contact with.
    std::vector<entry<T, Tag>> of(basic_id<Tag> id) const
    {
        std::size_t all = 0;
        (void)qd_contacts_of(live("of"), id.raw(), nullptr, 0, &all);
        std::vector<entry<T, Tag>> out(all);
        (void)qd_contacts_of(live("of"), id.raw(), reinterpret_cast<qd_entry *>(out.data()), all, nullptr);
        return out;
    }
    /// Figures of the last update.
    qd_contacts_stats stats() const
    {
        qd_contacts_stats figures{};
        qd_contacts_get_stats(live("stats"), &figures);
        return figures;
    }
    /// The handle of the C interface.
    qd_contacts *handle() const noexcept
    {
        return handle_;
    }

  private:
    qd_contacts *live(const char *call) const
    {
        if (!handle_) {
            detail::misuse(call, "the contacts are empty: they were moved from, or could not be created");
        }
        return handle_;
    }
    qd_contacts *handle_ = nullptr;
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
