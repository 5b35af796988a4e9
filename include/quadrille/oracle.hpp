/// @file oracle.hpp
/// The checker in C++: replace quadrille::tree by quadrille::checker in a program, and each call runs on a tree and on
/// brute force, which compare their answers. Link quadrille-oracle.
#ifndef QUADRILLE_ORACLE_HPP
#define QUADRILLE_ORACLE_HPP

#include <quadrille/quadrille.hpp>
#include <string>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#include <quadrille/oracle.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

namespace detail
{
/// The calls of qd_checker. What it has no call for is made of what it has.
struct checker_calls {
    using handle = qd_checker;
    static constexpr auto create = &qd_checker_create;
    static constexpr auto destroy = &qd_checker_destroy;
    static constexpr auto clear = &qd_checker_clear;
    static constexpr auto insert = &qd_checker_insert;
    static constexpr auto remove = &qd_checker_remove;
    static constexpr auto set_box = &qd_checker_set_box;
    static constexpr auto set_user = &qd_checker_set_user;
    static constexpr auto set_filter = &qd_checker_set_filter;
    static constexpr auto set_number = &qd_checker_set_value;
    static constexpr auto get = &qd_checker_get;
    static constexpr auto insert_many = &qd_checker_insert_many;
    static constexpr auto move_many = &qd_checker_move_many;
    static constexpr auto remove_many = &qd_checker_remove_many;
    static constexpr auto remove_found = &qd_checker_remove_found;
    static constexpr auto bounds = &qd_checker_bounds;
    static constexpr auto rebuild = &qd_checker_rebuild;
    static constexpr auto find = &qd_checker_find;
    static constexpr auto count = &qd_checker_count;
    static constexpr auto visit = &qd_checker_visit;
    static constexpr auto total = &qd_checker_total;
    static constexpr auto find_ranked = &qd_checker_find_ranked;

    static const qd_tree *tree_of(const qd_checker *checker) noexcept
    {
        return qd_checker_tree(checker);
    }
    static std::size_t count_ranked(qd_checker *checker, const qd_ranked *question)
    {
        std::size_t all = 0;
        (void)qd_checker_find_ranked(checker, question, nullptr, 0, &all);
        return all;
    }
    static std::vector<qd_hit> all_ranked(qd_checker *checker, const qd_ranked *question)
    {
        std::vector<qd_hit> hits(count_ranked(checker, question));
        (void)qd_checker_find_ranked(checker, question, hits.data(), hits.size(), nullptr);
        return hits;
    }
    /// Hands out all hits in order, up to a limit that shrinks.
    static void visit_ranked(qd_checker *checker, const qd_ranked *question, qd_hit_visitor *visitor, void *context,
                             qd_cost *)
    {
        double limit = question->limit;
        for (const qd_hit &one : all_ranked(checker, question)) {
            double other = limit;
            if (one.t > limit || visitor(context, &one, &other) == QD_STOP)
                break;
            limit = other < limit ? other : limit;
        }
    }
    static std::size_t find_pairs(qd_checker *checker, qd_checker *other, const qd_pair_query &query, qd_pair *out,
                                  double *distances, std::size_t capacity, std::size_t *all)
    {
        return qd_checker_find_pairs(checker, other, &query, out, distances, capacity, all);
    }
    static void visit_pairs(qd_checker *checker, qd_checker *other, const qd_pair_query &query,
                            qd_pair_visitor *visitor, void *context)
    {
        std::size_t all = 0;
        (void)qd_checker_find_pairs(checker, other, &query, nullptr, nullptr, 0, &all);
        std::vector<qd_pair> pairs(all);
        std::vector<double> distances(all);
        (void)qd_checker_find_pairs(checker, other, &query, pairs.data(), distances.data(), all, nullptr);
        (void)visitor(context, pairs.data(), distances.data(), all);
    }

    /// Results that are found, and compared, before the loop over them runs.
    template <class Raw> class found_before
    {
      public:
        using raw = Raw;
        explicit found_before(std::vector<Raw> found) : found_(std::move(found))
        {
        }
        std::size_t next() noexcept
        {
            return std::exchange(count_, 0);
        }
        const Raw *batch() const noexcept
        {
            return found_.data();
        }
        const std::vector<Raw> &all() const noexcept
        {
            return found_;
        }

      private:
        std::vector<Raw> found_;
        std::size_t count_ = found_.size();
    };
    template <class T, class Tag, as As> class steps : public found_before<qd_entry>
    {
      public:
        using value = typename handed<T, Tag, As>::type;
        using found_before<qd_entry>::found_before;
        static value make(const qd_entry &one) noexcept
        {
            return handed<T, Tag, As>::make(one);
        }
    };
    template <class T, class Tag> class items : public lazy<steps<T, Tag, as::values>>
    {
      public:
        using lazy<steps<T, Tag, as::values>>::lazy;
        lazy<steps<T, Tag, as::entries>> entries() const
        {
            return lazy<steps<T, Tag, as::entries>>(this->changes(), this->steps().all());
        }
    };
    template <class T, class Tag> class hit_steps_of : public found_before<qd_hit>
    {
      public:
        using value = hit<T, Tag>;
        using found_before<qd_hit>::found_before;
        static value make(const qd_hit &one) noexcept
        {
            return value(one);
        }
    };
    template <class T, class Tag>
    static items<T, Tag> range(qd_checker *checker, const qd_query &query, const change_count &changes)
    {
        std::vector<qd_entry> found(qd_checker_count(checker, &query));
        (void)qd_checker_find(checker, &query, found.data(), found.size(), nullptr);
        return items<T, Tag>(changes, found);
    }
    template <class T, class Tag>
    static lazy<hit_steps_of<T, Tag>> ranked_range(qd_checker *checker, const qd_ranked &question,
                                                   const change_count &changes)
    {
        return lazy<hit_steps_of<T, Tag>>(changes, all_ranked(checker, &question));
    }
};
} // namespace detail

/// A tree that compares each answer with brute force, with the calls of quadrille::tree. It hands out the tree's
/// answer, right or wrong, and remembers the first wrong one.
template <class T = std::uint64_t, class Tag = T> class checker : public detail::owning<T, Tag, detail::checker_calls>
{
    using base = detail::owning<T, Tag, detail::checker_calls>;

  public:
    using base::base;

    /// Has any answer been wrong?
    bool failed() const
    {
        return qd_checker_failed(this->live("failed"));
    }
    /// The first wrong answer, as one line of English; NULL: none so far.
    const char *report() const
    {
        return qd_checker_report(this->live("report"));
    }
    /// Compares every item, every pair and the bounds, and tests every invariant of the tree. True: all correct.
    bool check_all()
    {
        return qd_checker_check(this->live("check_all"));
    }
    /// The calls that led to the first wrong answer, or all calls so far, as statements of a C program.
    std::string calls() const
    {
        std::string text;
        qd_checker_print(
            this->live("calls"),
            [](void *context, const char *line) { static_cast<std::string *>(context)->append(line).append("\n"); },
            &text);
        return text;
    }
};

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
