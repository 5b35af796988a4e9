// Interest in C++: what enters and leaves the views of players, and which players see an item.
#include <cstdio>
#include <quadrille/quadrille.hpp>

int main()
{
    quadrille::tree<const char *> world;
    const auto ann = world.insert(quadrille::point{ 0, 0 }, "Ann");
    const auto cat = world.insert(quadrille::point{ 20, 0 }, "the cat");

    quadrille::interest<const char *, const char *> views(world);
    // Ann sees what comes within 10 of her, herself apart, until it is farther away than 13.
    const auto eyes = views.add(quadrille::question(quadrille::circle{ { 0, 0 }, 10 }).ignoring(ann), "Ann", 3);

    for (const double x : { 15.0, 9.0, 12.0, 14.0 }) {
        world.move(cat, quadrille::at({ x, 0 }));
        views.update();
        for (auto [observer, item] : views.entered())
            std::printf("x = %g: %s sees %s\n", x, observer, item);
        for (auto [observer, item] : views.left())
            std::printf("x = %g: %s loses %s\n", x, observer, item);
    }
    views.move(eyes, { 10, 0 });
    views.update();
    std::printf("now %s sees %zu\n", "Ann", views.seen(eyes).size());
}

// Output:
// x = 9: Ann sees the cat
// x = 14: Ann loses the cat
// now Ann sees 1
