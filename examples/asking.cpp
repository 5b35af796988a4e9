// Questions in C++: windows, circles, what lies inside, the nearest, a ray; as a loop, a vector, a callable.
#include <cstdio>
#include <quadrille/quadrille.hpp>

enum layer : unsigned { trees = 1, houses = 2 };

int main()
{
    quadrille::tree<const char *> town;
    town.insert({ { 1, 1 }, { 2, 4 } }, "oak", { { trees, 0 } });
    const auto house = town.insert({ { 4, 0 }, { 7, 3 } }, "house", { { houses, 0 } });
    town.insert({ { 9, 5 }, { 15, 7 } }, "pond");

    for (auto [id, name] : town.in(quadrille::circle{ { 0, 0 }, 5 }).entries())
        std::printf("%s in slot %u\n", name, id.slot());
    const quadrille::box window = { { 0, 0 }, { 8, 5 } };
    std::printf("%zu inside, ", town.count(quadrille::inside(window)));
    std::printf("%zu of them houses, ", town.find(quadrille::question(window).seen_by({ 0, houses })).size());
    std::printf("%s\n", town.any(quadrille::point{ 8, 8 }) ? "something at 8 8" : "nothing at 8 8");

    for (auto [name, distance] : town.nearest({ 8, 1 }, 2))
        std::printf("%s at distance %.2f\n", name, distance);
    for (const auto &hit : town.ray({ 0, 2 }, { 1, 0 }))
        std::printf("the ray enters %s at x = %g\n", hit.value(), hit.point().x);
    if (const auto next = town.first(quadrille::nearest_to(quadrille::point{ 5, 1 }).ignoring(house)))
        std::printf("beside the house: %s\n", next->value());

    town.visit(window, [](const char *name) {
        std::printf("first of all: %s\n", name);
        return quadrille::flow::stop;
    });
}

// Output:
// oak in slot 1
// house in slot 2
// 2 inside, 1 of them houses, nothing at 8 8
// house at distance 1.00
// pond at distance 4.12
// the ray enters oak at x = 1
// the ray enters house at x = 4
// beside the house: oak
// first of all: oak
