/// @file list.hpp
/// Results that lie in an array of the library, such as the contacts that began: a random access range.
#ifndef QUADRILLE_CPP_LIST_HPP
#define QUADRILLE_CPP_LIST_HPP

#include <quadrille/cpp/ranges.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// The handle of something that observes a tree: moves, and is not copied.
template <class Handle, void (*Destroy)(Handle *)> class observing
{
  public:
    observing() = default;
    observing(observing &&other) noexcept : handle_(std::exchange(other.handle_, nullptr))
    {
    }
    observing &operator=(observing &&other) noexcept
    {
        if (this != &other) {
            Destroy(handle_);
            handle_ = std::exchange(other.handle_, nullptr);
        }
        return *this;
    }
    observing(const observing &) = delete;
    observing &operator=(const observing &) = delete;
    /// Is it there? False after it was moved from.
    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    /// The handle of the C interface.
    Handle *handle() const noexcept
    {
        return handle_;
    }

  protected:
    ~observing()
    {
        Destroy(handle_);
    }
    /// The handle, which must be there.
    Handle *live(const char *call) const
    {
        if (!handle_)
            misuse(call, "nothing is there: it was moved from, or could not be created");
        return handle_;
    }
    /// What a constructor does with the result of creating it.
    static void created(qd_result code, const char *call)
    {
#if QUADRILLE_EXCEPTIONS
        done(code, call);
#else
        (void)code;
        (void)call;
#endif
    }

    Handle *handle_ = nullptr;
};

/// Makes a result of what the C interface has.
template <class Value> struct constructed {
    template <class Raw> static Value make(const Raw &raw)
    {
        return Value(raw);
    }
};
/// Makes a value of a user value.
template <class T> struct unpacked {
    static T make(std::uint64_t user)
    {
        return packing<T>::unpack(user);
    }
};
} // namespace detail

/// Results in an array of the library: a random access range that makes each result when it is read.
template <class Raw, class Value, class Make = detail::constructed<Value>> class list
{
  public:
    using value_type = Value;

    /// Makes each result when it is read.
    class iterator
    {
      public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        using reference = Value;
        using pointer = detail::arrow<Value>;

        iterator() noexcept = default;
        explicit iterator(const Raw *at) noexcept : at_(at)
        {
        }
        reference operator*() const
        {
            return Make::make(*at_);
        }
        pointer operator->() const
        {
            return pointer(**this);
        }
        reference operator[](difference_type n) const
        {
            return Make::make(at_[n]);
        }
        iterator &operator++() noexcept
        {
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept
        {
            return iterator(at_++);
        }
        iterator &operator--() noexcept
        {
            --at_;
            return *this;
        }
        iterator operator--(int) noexcept
        {
            return iterator(at_--);
        }
        iterator &operator+=(difference_type n) noexcept
        {
            at_ += n;
            return *this;
        }
        iterator &operator-=(difference_type n) noexcept
        {
            at_ -= n;
            return *this;
        }
        friend iterator operator+(iterator i, difference_type n) noexcept
        {
            return i += n;
        }
        friend iterator operator+(difference_type n, iterator i) noexcept
        {
            return i += n;
        }
        friend iterator operator-(iterator i, difference_type n) noexcept
        {
            return i -= n;
        }
        friend difference_type operator-(iterator a, iterator b) noexcept
        {
            return a.at_ - b.at_;
        }
        friend bool operator==(iterator a, iterator b) noexcept
        {
            return a.at_ == b.at_;
        }
        friend bool operator!=(iterator a, iterator b) noexcept
        {
            return a.at_ != b.at_;
        }
        friend bool operator<(iterator a, iterator b) noexcept
        {
            return a.at_ < b.at_;
        }
        friend bool operator>(iterator a, iterator b) noexcept
        {
            return b < a;
        }
        friend bool operator<=(iterator a, iterator b) noexcept
        {
            return !(b < a);
        }
        friend bool operator>=(iterator a, iterator b) noexcept
        {
            return !(a < b);
        }

      private:
        const Raw *at_ = nullptr;
    };

    list() noexcept = default;
    /// `count` results from `first` on.
    list(const Raw *first, std::size_t count) noexcept : first_(first), count_(count)
    {
    }
    iterator begin() const noexcept
    {
        return iterator(first_);
    }
    iterator end() const noexcept
    {
        return iterator(first_ + count_);
    }
    std::size_t size() const noexcept
    {
        return count_;
    }
    bool empty() const noexcept
    {
        return count_ == 0;
    }
    /// `i` below size().
    Value operator[](std::size_t i) const
    {
        return Make::make(first_[i]);
    }
    /// The results of the C interface; NULL without results.
    const Raw *data() const noexcept
    {
        return first_;
    }

  private:
    const Raw *first_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
template <class Raw, class Value, class Make>
inline constexpr bool std::ranges::enable_view<quadrille::list<Raw, Value, Make>> = true;
template <class Raw, class Value, class Make>
inline constexpr bool std::ranges::enable_borrowed_range<quadrille::list<Raw, Value, Make>> = true;
#endif

#endif
