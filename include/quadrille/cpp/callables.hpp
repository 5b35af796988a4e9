/// @file callables.hpp
/// Callables behind the callbacks of the C library. The library is C, and no exception may pass through its frames: an
/// exception is caught where the callable threw it, the search stops, and the exception is thrown again behind the C
/// call. The tree stays as it was.
#ifndef QUADRILLE_CPP_CALLABLES_HPP
#define QUADRILLE_CPP_CALLABLES_HPP

#include <quadrille/cpp/values.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// What a callable returns to end a search early. A callable that returns nothing gets every result.
enum class flow { proceed = 0, stop = 1 };

namespace detail
{
/// Calls with whatever the callable takes, and returns whether to go on.
template <class F, class... Arguments> qd_flow flow_of(F &f, Arguments &&...arguments)
{
    using returned = std::invoke_result_t<F &, Arguments...>;
    static_assert(std::is_void<returned>::value || std::is_same<returned, flow>::value,
                  "a callable returns nothing, or quadrille::flow");
    if constexpr (std::is_void<returned>::value) {
        f(std::forward<Arguments>(arguments)...);
        return QD_CONTINUE;
    } else {
        return f(std::forward<Arguments>(arguments)...) == flow::stop ? QD_STOP : QD_CONTINUE;
    }
}

/// A callable as the context of a C callback. `changes`: what it must not change, or NULL.
template <class F> class callback
{
  public:
    explicit callback(F &f, const change_count *changes = nullptr) noexcept
        : f_(f), changes_(changes), seen_(changes ? changes->changes : 0)
    {
    }
    callback(const callback &) = delete;
    callback &operator=(const callback &) = delete;
    ~callback() = default;
    /// Calls the callable once. If it changed the tree and would go on, the search ends here.
    template <class... Arguments> qd_flow operator()(Arguments &&...arguments)
    {
        const qd_flow next = flow_of(f_, std::forward<Arguments>(arguments)...);
        if (next == QD_CONTINUE && changes_ && changes_->changes != seen_) {
            changed_ = true;
            return QD_STOP;
        }
        return next;
    }
    /// Calls the callable for each result of a batch: invoke(f, i). The counts that it compares stay in registers.
    template <class Invoke> qd_flow each(std::size_t count, Invoke invoke)
    {
        const change_count &now = *changes_;
        const auto seen = seen_;
        for (std::size_t i = 0; i < count; i++) {
            if (invoke(f_, i) == QD_STOP)
                return QD_STOP;
            if (now.changes != seen) {
                changed_ = true;
                return QD_STOP;
            }
        }
        return QD_CONTINUE;
    }
    /// Runs the body between C frames.
    template <class Body> static qd_flow run(void *context, Body body) noexcept
    {
        callback &self = *static_cast<callback *>(context);
#if QUADRILLE_EXCEPTIONS
        try {
            return body(self);
        } catch (...) {
            self.thrown_ = std::current_exception();
            return QD_STOP;
        }
#else
        return body(self);
#endif
    }
    /// Behind the C call: throws what the callable threw, or that it changed the tree.
    void finish(const char *call = "") const
    {
#if QUADRILLE_EXCEPTIONS
        if (thrown_)
            std::rethrow_exception(thrown_);
#endif
        if (changed_)
            misuse(call, "the callable changed the tree: collect what to change first, or return flow::stop after it");
    }

  private:
    F &f_;
    const change_count *changes_;
    decltype(change_count::changes) seen_;
    bool changed_ = false;
#if QUADRILLE_EXCEPTIONS
    std::exception_ptr thrown_{};
#endif
};

/// Results one by one, as values or as entries.
template <class T, class Tag, class F> qd_flow visit_entries(void *context, const qd_entry *entries, std::size_t count)
{
    return callback<F>::run(context, [&](callback<F> &call) {
        return call.each(count, [&](F &f, std::size_t i) {
            if constexpr (std::is_invocable<F &, T>::value)
                return flow_of(f, packing<T>::unpack(entries[i].user));
            else
                return flow_of(f, entry<T, Tag>(entries[i]));
        });
    });
}

/// Hits one by one; the callable may shrink the limit.
// NOLINTNEXTLINE(readability-non-const-parameter): not every callable takes the limit
template <class T, class Tag, class F> qd_flow visit_hits(void *context, const qd_hit *raw, double *limit)
{
    return callback<F>::run(context, [&](callback<F> &call) {
        const hit<T, Tag> one(*raw);
        if constexpr (std::is_invocable<F &, const hit<T, Tag> &, double &>::value)
            return call(one, *limit);
        else
            return call(one);
    });
}

/// Pairs one by one: two values, two values and the distance, or the pair.
template <class Pair, class T, class U, class F>
qd_flow visit_pairs(void *context, const qd_pair *pairs, const double *distances, std::size_t count)
{
    return callback<F>::run(context, [&](callback<F> &call) {
        return call.each(count, [&](F &f, std::size_t i) {
            if constexpr (std::is_invocable<F &, T, U>::value)
                return flow_of(f, packing<T>::unpack(pairs[i].a.user), packing<U>::unpack(pairs[i].b.user));
            else if constexpr (std::is_invocable<F &, T, U, double>::value)
                return flow_of(f, packing<T>::unpack(pairs[i].a.user), packing<U>::unpack(pairs[i].b.user),
                               distances ? distances[i] : 0.0);
            else
                return flow_of(f, Pair(pairs[i]));
        });
    });
}
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
