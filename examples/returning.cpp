// C++ without exceptions: calls that can fail return a value or an error. Compiled with -fno-exceptions -fno-rtti.
#include <cstdio>
#include <quadrille/quadrille.hpp>

int main()
{
    auto tree = quadrille::tree<int>::create(quadrille::definition().open_edges());
    if (!tree)
        return 1;
    const auto id = tree->insert({ { 0, 0 }, { 1, 1 } }, 7);
    if (id)
        std::printf("in slot %u\n", id->slot());
    const auto moved = tree->move(*id, { { 5, 5 }, { 1, 1 } });
    if (!moved)
        std::printf("not moved: %s\n", moved.message());
}

// Output:
// in slot 1
// not moved: a value is NaN, infinite, inverted or out of range
