/// @file base.hpp
/// Modes and errors of the C++ header.
///
/// With exceptions a failed call throws quadrille::error, or std::bad_alloc when out of memory, and changes nothing.
/// Define QUADRILLE_NO_EXCEPTIONS, or compile with -fno-exceptions, and every such call returns a quadrille::result
/// instead, which holds a value or the error. The two modes lie in different namespaces, so that one program may use
/// both.
#ifndef QUADRILLE_CPP_BASE_HPP
#define QUADRILLE_CPP_BASE_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "quadrille.hpp needs C++17 or newer: compile with -std=c++17"
#endif

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

// The shortcuts of the C headers are C, with its casts and null pointers.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#include <quadrille/quadrille.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/// 1: errors are exceptions. 0: calls return quadrille::result.
#if !defined(QUADRILLE_NO_EXCEPTIONS) && (defined(__cpp_exceptions) || defined(_CPPUNWIND))
#define QUADRILLE_EXCEPTIONS 1
#define QUADRILLE_MODE throwing
#else
#define QUADRILLE_EXCEPTIONS 0
#define QUADRILLE_MODE returning
#endif

/// C++ over the C library.
namespace quadrille
{
/// The names of this mode.
inline namespace QUADRILLE_MODE
{

/// In place of an index: the error is of no single entry.
inline constexpr std::size_t no_index = static_cast<std::size_t>(-1);

/// An error of the library. Its message names the call and the reason.
class error : public std::exception
{
  public:
    /// `reason` NULL: the text of the code. `index`: of the wrong entry, in a call for many.
    explicit error(qd_result code, const char *call, const char *reason = nullptr,
                   std::size_t index = no_index) noexcept
        : code_(code), index_(index)
    {
        const char *why = reason ? reason : qd_result_text(code);
        if (index == no_index)
            (void)std::snprintf(text_, sizeof text_, "quadrille: %s: %s", call, why);
        else
            (void)std::snprintf(text_, sizeof text_, "quadrille: %s: entry %zu: %s", call, index, why);
    }
    /// The result of the C call.
    qd_result code() const noexcept
    {
        return code_;
    }
    /// One line of English.
    const char *what() const noexcept override
    {
        return text_;
    }
    /// The first wrong entry of a call for many; else no_index.
    std::size_t index() const noexcept
    {
        return index_;
    }

  private:
    qd_result code_;
    std::size_t index_;
    char text_[200] = {};
};

/// A value, or the code of an error: what calls return without exceptions. Like std::expected<T, qd_result>.
template <class T> class [[nodiscard]] result
{
  public:
    /// A value.
    result(T value) : value_(std::move(value)) // NOLINT(google-explicit-constructor): as std::expected
    {
    }
    /// An error.
    result(qd_result code, const char *reason, std::size_t index) : code_(code), reason_(reason), index_(index)
    {
    }
    result(const result &) = default;
    result(result &&) noexcept(std::is_nothrow_move_constructible<T>::value) = default;
    result &operator=(const result &) = default;
    result &operator=(result &&) noexcept(std::is_nothrow_move_assignable<T>::value) = default;
    ~result() = default;
    /// Is there a value?
    bool has_value() const noexcept
    {
        return code_ == QD_OK;
    }
    /// Is there a value?
    explicit operator bool() const noexcept
    {
        return has_value();
    }
    /// The value, which must be there.
    T &operator*() &noexcept
    {
        return *value_;
    }
    /// The value, which must be there.
    const T &operator*() const &noexcept
    {
        return *value_;
    }
    /// The value, which must be there, moved out.
    T &&operator*() &&noexcept
    {
        return std::move(*value_);
    }
    /// The value, which must be there.
    T *operator->() noexcept
    {
        return &*value_;
    }
    /// The value, which must be there.
    const T *operator->() const noexcept
    {
        return &*value_;
    }
    /// The value, or another.
    T value_or(T other) const
    {
        return has_value() ? *value_ : other;
    }
    /// The code; QD_OK when there is a value.
    qd_result error() const noexcept
    {
        return code_;
    }
    /// One line of English.
    const char *message() const noexcept
    {
        return reason_ ? reason_ : qd_result_text(code_);
    }
    /// The first wrong entry of a call for many; else no_index.
    std::size_t index() const noexcept
    {
        return index_;
    }

  private:
    std::optional<T> value_{};
    qd_result code_ = QD_OK;
    const char *reason_ = nullptr;
    std::size_t index_ = no_index;
};

/// Success, or the code of an error.
template <> class [[nodiscard]] result<void>
{
  public:
    /// Success.
    result() = default;
    /// An error, unless the code is QD_OK.
    result(qd_result code, const char *reason, std::size_t index) : code_(code), reason_(reason), index_(index)
    {
    }
    /// Has the call succeeded?
    bool has_value() const noexcept
    {
        return code_ == QD_OK;
    }
    /// Has the call succeeded?
    explicit operator bool() const noexcept
    {
        return has_value();
    }
    /// The code; QD_OK: success.
    qd_result error() const noexcept
    {
        return code_;
    }
    /// One line of English.
    const char *message() const noexcept
    {
        return reason_ ? reason_ : qd_result_text(code_);
    }
    /// The first wrong entry of a call for many; else no_index.
    std::size_t index() const noexcept
    {
        return index_;
    }

  private:
    qd_result code_ = QD_OK;
    const char *reason_ = nullptr;
    std::size_t index_ = no_index;
};

/// Not for programs.
namespace detail
{
/// The mistake of a program, such as the use of a tree that was moved from: throws, or without exceptions prints the
/// message and aborts.
[[noreturn]] inline void misuse(const char *call, const char *reason)
{
#if QUADRILLE_EXCEPTIONS
    throw error(QD_BAD_VALUE, call, reason);
#else
    (void)std::fprintf(stderr, "quadrille: %s: %s\n", call, reason);
    std::abort();
#endif
}

#if QUADRILLE_EXCEPTIONS
/// What a call returns that may fail.
template <class T> using outcome = T;

[[noreturn]] inline void fail(qd_result code, const char *call, const char *reason, std::size_t index)
{
    if (code == QD_NO_MEMORY)
        throw std::bad_alloc();
    throw error(code, call, reason, index);
}

/// Success, or the error.
inline void done(qd_result code, const char *call, const char *reason = nullptr, std::size_t index = no_index)
{
    if (code != QD_OK)
        fail(code, call, reason, index);
}

/// The value, or the error.
template <class T>
T give(qd_result code, T &&value, const char *call, const char *reason = nullptr, std::size_t index = no_index)
{
    if (code != QD_OK)
        fail(code, call, reason, index);
    return std::forward<T>(value);
}
#else
template <class T> using outcome = result<T>;

inline result<void> done(qd_result code, const char *, const char *reason = nullptr, std::size_t index = no_index)
{
    return { code, reason, index };
}

template <class T>
result<T> give(qd_result code, T &&value, const char *, const char *reason = nullptr, std::size_t index = no_index)
{
    return code == QD_OK ? result<T>(std::forward<T>(value)) : result<T>(code, reason, index);
}
#endif
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
