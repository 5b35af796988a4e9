// C++20: ranges are views, concepts hold, spans are ranges of boxes and of ids.
#include "check.hpp"

#if __cplusplus >= 202002L
#include <ranges>
#include <span>

using quadrille::box;

static_assert(std::input_iterator<quadrille::found<int>::iterator>);
static_assert(std::ranges::input_range<quadrille::found<int>> && std::ranges::view<quadrille::found<int>>);
static_assert(std::ranges::view<quadrille::ranked<int>> && std::ranges::common_range<quadrille::ranked<int>>);
static_assert(std::ranges::random_access_range<quadrille::contacts<int>::pair_list>);
static_assert(std::ranges::borrowed_range<quadrille::contacts<int>::pair_list>);
static_assert(std::ranges::view<quadrille::contacts<int>::pair_list>);
static_assert(std::ranges::input_range<decltype(std::declval<const quadrille::tree<int> &>().nodes())>);

int main()
{
    const auto boxes = random_boxes(300, 100, 3);
    quadrille::tree<std::uint32_t> tree;
    const auto ids = tree.insert(std::span(boxes).first(200));
    CHECK(tree.size() == 200);
    const auto all = tree.find({ { 0, 0 }, { 50, 50 } });
#if !defined(__clang__) || __clang_major__ >= 16 // older ones cannot compile the adaptors of libstdc++
    std::size_t even = 0;
    for (const std::uint32_t i :
         tree.in({ { 0, 0 }, { 50, 50 } }) | std::views::filter([](std::uint32_t value) { return value % 2 == 0; }))
        even += i % 2 == 0 ? 1 : 0;
    CHECK(even == static_cast<std::size_t>(std::ranges::count_if(all, [](auto value) { return value % 2 == 0; })));
    std::size_t near = 0;
    double before = 0;
    for (auto [value, distance] : tree.nearest({ 3, 3 }) | std::views::take(5)) {
        CHECK(distance >= before && value < 200);
        before = distance;
        near++;
    }
    CHECK(near == 5);
#endif
    std::vector<quadrille::entry<std::uint32_t>> room(300);
    CHECK(tree.find_into({ { 0, 0 }, { 50, 50 } }, std::span(room).first(7)) == std::min<std::size_t>(7, all.size()));
    tree.remove(std::span(ids).last(50));
    CHECK(tree.size() == 150);
    // A range that is moved before its loop.
    auto range = tree.all();
    auto moved = std::move(range);
    CHECK(std::ranges::distance(moved) == 150);
}
#else
int main()
{
}
#endif
