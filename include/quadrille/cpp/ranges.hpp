/// @file ranges.hpp
/// Ranges over results that are found while a loop runs, in batches, without memory. Input ranges of one pass: begin()
/// goes on behind the result at which the last loop stopped. In C++20 they are views.
///
/// A range refers to its tree, which must stay where it is. If the tree changes, the next step of a loop throws
/// (without exceptions: prints a message and aborts); leaving the loop is allowed.
#ifndef QUADRILLE_CPP_RANGES_HPP
#define QUADRILLE_CPP_RANGES_HPP

#include <quadrille/cpp/questions.hpp>
#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif

// -Weffc++ asks for what a search cannot have: i++ that returns an iterator, though the next batch replaces the last
// one, and members that are set before they are used, which would take longer than the search.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weffc++"
#endif

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// What an iterator's arrow points to.
template <class V> class arrow
{
  public:
    explicit arrow(V value) : value_(std::forward<V>(value))
    {
    }
    std::remove_reference_t<V> *operator->() noexcept
    {
        return &value_;
    }

  private:
    V value_;
};

/// What `*i++` reads.
template <class V> class kept
{
  public:
    explicit kept(V value) : value_(std::forward<V>(value))
    {
    }
    V operator*() const
    {
        return value_;
    }

  private:
    V value_;
};

/// A range over what `Steps` fetches: Steps::raw, Steps::value, next() and make().
template <class Steps> class lazy
{
  public:
    using value_type = std::remove_cv_t<std::remove_reference_t<typename Steps::value>>;

    template <class... Arguments>
    explicit lazy(const change_count &changes, const Arguments &...arguments) noexcept
        : steps_(arguments...), changes_(&changes), seen_(changes.changes)
    {
    }

    /// An input iterator; the end is the one without a place.
    class iterator
    {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::remove_cv_t<std::remove_reference_t<typename Steps::value>>;
        using difference_type = std::ptrdiff_t;
        using reference = typename Steps::value;
        using pointer = arrow<reference>;

        iterator() noexcept = default;
        explicit iterator(lazy &range) : range_(&range), changes_(range.changes_), seen_(range.seen_)
        {
            if (range.left_ == 0) {
                refill();
            } else { // the last loop stopped within a batch
                end_ = range.steps_.batch() + range.count_;
                at_ = end_ - range.left_--;
            }
        }
        reference operator*() const
        {
            return Steps::make(*at_);
        }
        pointer operator->() const
        {
            return pointer(**this);
        }
        iterator &operator++()
        {
            if (changes_->changes != seen_)
                misuse("range", "the tree has changed since the search began");
            if (++at_ == end_)
                refill();
            else
                range_->left_ = static_cast<std::size_t>(end_ - at_) - 1;
            return *this;
        }
        kept<reference> operator++(int)
        {
            kept<reference> before(**this);
            ++*this;
            return before;
        }
        friend bool operator==(const iterator &a, const iterator &b) noexcept
        {
            return a.at_ == b.at_;
        }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept
        {
            return a.at_ != b.at_;
        }

      private:
        void refill()
        {
            const std::size_t count = range_->count_ = range_->steps_.next();
            range_->left_ = count > 0 ? count - 1 : 0;
            at_ = count > 0 ? range_->steps_.batch() : nullptr;
            end_ = at_ + count;
        }
        lazy *range_ = nullptr;
        const change_count *changes_ = nullptr;
        std::uint32_t seen_ = 0;
        const typename Steps::raw *at_ = nullptr;
        const typename Steps::raw *end_ = nullptr;
    };

    iterator begin()
    {
        if (changes_->changes != seen_)
            misuse("range", "the tree has changed since the search began");
        return iterator(*this);
    }
    iterator end() noexcept
    {
        return iterator();
    }

  protected:
    const Steps &steps() const noexcept
    {
        return steps_;
    }
    const change_count &changes() const noexcept
    {
        return *changes_;
    }

  private:
    Steps steps_;
    const change_count *changes_;
    std::uint32_t seen_;
    std::size_t count_ = 0; // results of the batch, and those of them behind the iterator
    std::size_t left_ = 0;
};

/// How a range hands out items.
enum class as { values, entries, references };

/// An item that way.
template <class T, class Tag, as As> struct handed {
    using type = T;
    static type make(const qd_entry &one) noexcept
    {
        return packing<T>::unpack(one.user);
    }
};
template <class T, class Tag> struct handed<T, Tag, as::entries> {
    using type = entry<T, Tag>;
    static type make(const qd_entry &one) noexcept
    {
        return type(one);
    }
};
template <class T, class Tag> struct handed<T, Tag, as::references> {
    using type = std::remove_pointer_t<T> &;
    static type make(const qd_entry &one) noexcept
    {
        return *packing<T>::unpack(one.user);
    }
};

/// Items of a question, 64 at a time. Most questions have fewer results, and one call of find answers them; only where
/// it fills the batch does a cursor begin, from the first result on.
template <class T, class Tag, as As> class item_steps
{
  public:
    using raw = qd_entry;
    using value = typename handed<T, Tag, As>::type;
    item_steps(const qd_tree *tree, const qd_query &query) noexcept
        : count_(qd_tree_find(tree, &query, batch_, size, nullptr)), more_(count_ == size)
    {
        if (more_)
            qd_cursor_begin(&cursor_, tree, &query);
    }
    /// The same results, handed out another way.
    template <as Other>
    explicit item_steps(const item_steps<T, Tag, Other> &other) noexcept : count_(other.count_), more_(other.more_)
    {
        if (more_)
            cursor_ = other.cursor_;
        else
            std::memcpy(batch_, other.batch_, count_ * sizeof *batch_);
    }
    std::size_t next() noexcept
    {
        return more_ ? qd_cursor_next(&cursor_, batch_, size) : std::exchange(count_, 0);
    }
    const raw *batch() const noexcept
    {
        return batch_;
    }
    static value make(const raw &one) noexcept
    {
        return handed<T, Tag, As>::make(one);
    }

  private:
    template <class, class, as> friend class item_steps;
    static constexpr std::size_t size = 64;
    qd_entry batch_[size];
    std::size_t count_;
    bool more_;
    qd_cursor cursor_;
};

/// Ranked results: 4, 8, 16, then 32 at a time, as the C cursor fetches them.
template <class T, class Tag> class hit_steps
{
  public:
    using raw = qd_hit;
    using value = hit<T, Tag>;
    hit_steps(const qd_tree *tree, const qd_ranked &ranked) noexcept
    {
        qd_ranked_cursor_begin(&cursor_, tree, &ranked);
    }
    std::size_t next() noexcept
    {
        const std::size_t most = sizeof batch_ / sizeof *batch_;
        const std::size_t count = qd_ranked_cursor_next(&cursor_, batch_, size_);
        size_ = size_ < most ? 2 * size_ : most;
        return count;
    }
    const raw *batch() const noexcept
    {
        return batch_;
    }
    static value make(const raw &one) noexcept
    {
        return value(one);
    }

  private:
    std::size_t size_ = 4;
    qd_ranked_cursor cursor_;
    qd_hit batch_[32];
};

/// Nodes one by one.
class node_steps
{
  public:
    using raw = qd_node;
    using value = qd_node;
    explicit node_steps(const qd_tree *tree) noexcept
    {
        qd_node_cursor_begin(&cursor_, tree);
    }
    std::size_t next() noexcept
    {
        return qd_node_cursor_next(&cursor_, &node_) ? 1 : 0;
    }
    const raw *batch() const noexcept
    {
        return &node_;
    }
    static const value &make(const raw &one) noexcept
    {
        return one;
    }
    qd_node_cursor &cursor() noexcept
    {
        return cursor_;
    }

  private:
    qd_node_cursor cursor_;
    qd_node node_{};
};
} // namespace detail

/// Results of a question, found while the loop runs: for (T value : tree.in(window)).
template <class T, class Tag = T, detail::as As = detail::as::values>
class found : public detail::lazy<detail::item_steps<T, Tag, As>>
{
    using base = detail::lazy<detail::item_steps<T, Tag, As>>;

  public:
    using base::base;
    /// The same as entries: for (auto [id, value] : tree.in(window).entries()).
    found<T, Tag, detail::as::entries> entries() const noexcept
    {
        return found<T, Tag, detail::as::entries>(this->changes(), this->steps());
    }
};

/// Ranked results in order, found while the loop runs: for (auto [value, distance] : tree.nearest(point)).
template <class T, class Tag = T> using ranked = detail::lazy<detail::hit_steps<T, Tag>>;

} // namespace QUADRILLE_MODE
} // namespace quadrille

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
// As std::span does: views without the header <ranges>, which takes long to compile.
template <class Steps> inline constexpr bool std::ranges::enable_view<quadrille::detail::lazy<Steps>> = true;
template <class T, class Tag, quadrille::detail::as As>
inline constexpr bool std::ranges::enable_view<quadrille::found<T, Tag, As>> = true;
#endif

#endif
