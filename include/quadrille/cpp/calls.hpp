/// @file calls.hpp
/// The C functions behind a tree. The checker (quadrille/oracle.hpp) has a table of the same names with its own.
#ifndef QUADRILLE_CPP_CALLS_HPP
#define QUADRILLE_CPP_CALLS_HPP

#include <quadrille/cpp/ranges.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{
namespace detail
{

/// The calls of qd_tree.
struct tree_calls {
    using handle = qd_tree;
    using const_handle = const qd_tree;
    static constexpr auto create = &qd_tree_create;
    static constexpr auto destroy = &qd_tree_destroy;
    static constexpr auto clear = &qd_tree_clear;
    static constexpr auto insert = &qd_tree_insert;
    static constexpr auto remove = &qd_tree_remove;
    static constexpr auto set_box = &qd_tree_set_box;
    static constexpr auto set_user = &qd_tree_set_user;
    static constexpr auto set_filter = &qd_tree_set_filter;
    static constexpr auto set_number = &qd_tree_set_value;
    static constexpr auto get = &qd_tree_get;
    static constexpr auto insert_many = &qd_tree_insert_many;
    static constexpr auto move_many = &qd_tree_move_many;
    static constexpr auto remove_many = &qd_tree_remove_many;
    static constexpr auto remove_found = &qd_tree_remove_found;
    static constexpr auto bounds = &qd_tree_bounds;
    static constexpr auto rebuild = &qd_tree_rebuild;
    static constexpr auto find = &qd_tree_find;
    static constexpr auto count = &qd_tree_count;
    static constexpr auto visit = &qd_tree_visit;
    static constexpr auto total = &qd_tree_total;
    static constexpr auto find_ranked = &qd_tree_find_ranked;
    static constexpr auto count_ranked = &qd_tree_count_ranked;
    static constexpr auto visit_ranked = &qd_tree_visit_ranked;
    static constexpr auto check = &qd_tree_check;

    static const qd_tree *tree_of(const qd_tree *tree) noexcept
    {
        return tree;
    }
    static void visit_pairs(const qd_tree *tree, const qd_tree *other, qd_pair_query query, qd_pair_visitor *visitor,
                            void *context)
    {
        query.other = other;
        qd_tree_visit_pairs(tree, &query, visitor, context, nullptr);
    }
    static std::size_t find_pairs(const qd_tree *tree, const qd_tree *other, qd_pair_query query, qd_pair *out,
                                  double *distances, std::size_t capacity, std::size_t *all)
    {
        query.other = other;
        return qd_tree_find_pairs(tree, &query, out, distances, capacity, all);
    }

    /// Ranges that search while a loop runs.
    template <class T, class Tag> using items = found<T, Tag>;
    template <class T, class Tag> using hits = ranked<T, Tag>;
    template <class T, class Tag>
    static items<T, Tag> range(const qd_tree *tree, const qd_query &query, const change_count &changes)
    {
        return items<T, Tag>(changes, tree, query);
    }
    template <class T, class Tag>
    static hits<T, Tag> ranked_range(const qd_tree *tree, const qd_ranked &question, const change_count &changes)
    {
        return hits<T, Tag>(changes, tree, question);
    }
};

} // namespace detail
} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
