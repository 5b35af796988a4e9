/// @file many.hpp
/// Results of many questions that one call asked, and how they are asked.
#ifndef QUADRILLE_CPP_MANY_HPP
#define QUADRILLE_CPP_MANY_HPP

#include <quadrille/cpp/list.hpp>
#include <quadrille/cpp/views.hpp>

namespace quadrille
{
inline namespace QUADRILLE_MODE
{

/// What many questions found: a row of values for each question, in the order of the questions.
template <class T> class rows
{
  public:
    /// The values that one question found, in no particular order.
    using row = list<std::uint64_t, T, detail::unpacked<T>>;

    rows() = default;
    /// Row i lies from offsets[i] to offsets[i + 1].
    rows(std::vector<std::uint64_t> offsets, std::vector<std::uint64_t> users) noexcept
        : offsets_(std::move(offsets)), users_(std::move(users))
    {
    }
    /// The number of questions.
    std::size_t size() const noexcept
    {
        return offsets_.empty() ? 0 : offsets_.size() - 1;
    }
    /// Row i, below size(). Valid while the rows are.
    row operator[](std::size_t i) const noexcept
    {
        return row(users_.data() + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
    }
    /// The number of all results.
    std::size_t total() const noexcept
    {
        return users_.size();
    }

  private:
    std::vector<std::uint64_t> offsets_{};
    std::vector<std::uint64_t> users_{};
};

/// What many ranked questions found: up to k hits for each, in order.
template <class T, class Tag = T> class hit_rows
{
  public:
    /// The hits of one question.
    using row = list<qd_hit, hit<T, Tag>>;

    hit_rows() = default;
    /// Row i has counts[i] hits and begins at hits[i * k].
    hit_rows(std::size_t k, std::vector<std::uint32_t> counts, std::vector<qd_hit> hits) noexcept
        : k_(k), counts_(std::move(counts)), hits_(std::move(hits))
    {
    }
    /// The number of questions.
    std::size_t size() const noexcept
    {
        return counts_.size();
    }
    /// Row i, below size(). Valid while the rows are.
    row operator[](std::size_t i) const noexcept
    {
        return row(hits_.data() + i * k_, counts_[i]);
    }

  private:
    std::size_t k_ = 0;
    std::vector<std::uint32_t> counts_{};
    std::vector<qd_hit> hits_{};
};

namespace detail
{
/// Asks, and asks again with as much room as is needed.
template <class T> outcome<rows<T>> ask_many(const qd_tree *tree, const qd_queries &queries)
{
    std::vector<std::uint64_t> offsets(queries.count + 1);
    std::vector<std::uint64_t> users(16 * queries.count);
    std::size_t total = 0;
    qd_result code;
    do {
        const qd_rows out = { users.size(), offsets.data(), nullptr, nullptr, users.data(), nullptr };
        code = qd_tree_find_many(tree, &queries, &out, &total);
        users.resize(total);
    } while (code == QD_TOO_SMALL);
    return give(code, rows<T>(std::move(offsets), std::move(users)), "find_many");
}

template <class T, class Tag>
outcome<hit_rows<T, Tag>> ask_many_ranked(const qd_tree *tree, const qd_ranked_queries &queries, std::size_t k)
{
    std::vector<std::uint32_t> counts(queries.count);
    const std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(qd_hit),
                      items = qd_tree_count(tree, nullptr);
    k = k <= items ? k : items > 0 ? items : 1; // no row has more
    std::vector<qd_hit> hits(k <= most / (queries.count + 1) ? k * queries.count : 0);
    const qd_ranked_rows out = { k, counts.data(), nullptr, nullptr, nullptr, hits.data(), nullptr };
    const qd_result code =
        hits.size() == k * queries.count ? qd_tree_find_many_ranked(tree, &queries, &out) : QD_BAD_VALUE;
    return give(code, hit_rows<T, Tag>(k, std::move(counts), std::move(hits)), "find_many");
}
} // namespace detail

} // namespace QUADRILLE_MODE
} // namespace quadrille

#endif
