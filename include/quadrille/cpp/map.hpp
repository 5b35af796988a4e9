/// @file map.hpp
/// A tree that owns its values: T of any size, movable or not. The values lie in blocks by slot and keep their
/// addresses; questions hand out references to them.
#ifndef QUADRILLE_CPP_MAP_HPP
#define QUADRILLE_CPP_MAP_HPP

#include <quadrille/cpp/tree.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// Room for values by slot, in blocks that stay where they are.
template <class T> class blocks
{
  public:
    blocks() noexcept = default;
    blocks(blocks &&other) noexcept : blocks_(std::move(other.blocks_))
    {
        other.blocks_.clear();
    }
    blocks &operator=(blocks &&other) noexcept
    {
        std::swap(blocks_, other.blocks_);
        return *this;
    }
    blocks(const blocks &) = delete;
    blocks &operator=(const blocks &) = delete;
    ~blocks()
    {
        for (block *b : blocks_)
            delete b;
    }
    /// The room of a slot, which is 1 or more.
    void *room(std::uint32_t slot)
    {
        const std::size_t i = (slot - 1) / size;
        while (blocks_.size() <= i) {
            blocks_.reserve(2 * i + 1);
            blocks_.push_back(new block);
        }
        return blocks_[i]->bytes[(slot - 1) % size];
    }

  private:
    static constexpr std::size_t size = 64;
    struct block {
        alignas(T) unsigned char bytes[size][sizeof(T)];
    };
    std::vector<block *> blocks_{};
};
} // namespace detail

/// A tree that owns its values. They stay where they are until they are removed; their destructors must not call the
/// map. Moves, and is not copied.
template <class T, class Tag = T> class map
{
  public:
    /// The tree behind the map; its values are pointers.
    using tree_type = tree<T *, Tag>;
    /// Names a value.
    using id = typename tree_type::id;

    /// Empty; see tree.
    explicit map(const definition &def = definition()) : tree_(def)
    {
    }
    map(map &&) noexcept = default;
    map &operator=(map &&other) noexcept
    {
        if (this != &other) {
            destroy_all();
            tree_ = std::move(other.tree_);
            blocks_ = std::move(other.blocks_);
        }
        return *this;
    }
    map(const map &) = delete;
    map &operator=(const map &) = delete;
    ~map()
    {
        destroy_all();
    }

    /// The tree behind the map, for every other question; its values are pointers.
    const tree_type &index() const &noexcept
    {
        return tree_;
    }
    /// The values that a question finds: for (T &value : map.in(window)).
    auto in(const question &q) const &
    {
        return tree_.references(q);
    }
    /// Every value.
    auto all() const &
    {
        return tree_.references(question());
    }
    // A range would outlive a map without a name, and so would a reference to its tree.
    void in(const question &q) const && = delete;
    void all() const && = delete;
    void index() const && = delete;

    /// Makes a value in place from the arguments. If its constructor throws, the map is as it was. The constructor may
    /// insert other values, but must not look at the box of its own: the item is there before its value is.
    template <class... Arguments> detail::outcome<id> emplace(const box &b, Arguments &&...arguments)
    {
        return emplace_with(options(), b, std::forward<Arguments>(arguments)...);
    }
    /// The same, with a filter and a number.
    template <class... Arguments>
    detail::outcome<id> emplace_with(const options &more, const box &b, Arguments &&...arguments)
    {
        const auto made = tree_.insert(b, nullptr, more);
#if QUADRILLE_EXCEPTIONS
        const id i = made;
        try {
            T *value = ::new (blocks_.room(i.slot())) T(std::forward<Arguments>(arguments)...);
            tree_.set_value(i, value);
        } catch (...) {
            tree_.remove(i);
            throw;
        }
#else
        if (made)
            (void)tree_.set_value(*made, ::new (blocks_.room(made->slot())) T(std::forward<Arguments>(arguments)...));
#endif
        return made;
    }
    /// Inserts a value.
    detail::outcome<id> insert(const box &b, T value, const options &more = options())
    {
        return emplace_with(more, b, std::move(value));
    }
    /// Removes a value and destroys it.
    detail::outcome<void> remove(id i)
    {
        T *value = find(i);
        if (value)
            value->~T();
        return tree_.remove(i);
    }
    /// Removes everything that a question finds; returns how many.
    detail::outcome<std::size_t> remove_found(const question &q)
    {
        const std::vector<T *> values = tree_.find(q);
        for (T *value : values)
            value->~T();
        return tree_.remove_found(q);
    }
    /// Removes and destroys every value.
    detail::outcome<void> clear()
    {
        destroy_all();
        return tree_.clear();
    }
    /// Gives a value another box.
    detail::outcome<void> move(id i, const box &b)
    {
        return tree_.move(i, b);
    }
    /// Gives a value another filter.
    detail::outcome<void> set_filter(id i, filter f)
    {
        return tree_.set_filter(i, f);
    }
    /// The value; NULL: the id is stale.
    T *find(id i) const
    {
        const auto one = tree_.get(i);
        return one ? one->value : nullptr;
    }
    /// The value, which must be there: throws for a stale id (without exceptions: prints a message and aborts).
    T &operator[](id i) const
    {
        T *value = find(i);
        if (!value)
            detail::misuse("map", "the id names no live item");
        return *value;
    }
    /// The number of values.
    std::size_t size() const
    {
        return tree_.size();
    }
    /// No values?
    bool empty() const
    {
        return tree_.empty();
    }

  private:
    void destroy_all() noexcept
    {
        if (tree_) {
            qd_tree_visit(
                tree_.handle(), nullptr,
                [](void *, const qd_entry *entries, std::size_t count) {
                    for (std::size_t i = 0; i < count; i++)
                        detail::packing<T *>::unpack(entries[i].user)->~T();
                    return QD_CONTINUE;
                },
                nullptr, nullptr);
        }
    }
    detail::blocks<T> blocks_{};
    tree_type tree_;
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
