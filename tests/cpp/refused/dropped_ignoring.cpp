// Warns: ignoring() returns a ranked question, and leaves this one as it is.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<int> tree;
    const auto self = tree.insert({ { 0, 0 }, { 1, 1 } }, 1);
    auto nearest = quadrille::nearest_to(quadrille::point{ 0, 0 });
    nearest.ignoring(self);
    return tree.find(nearest, 1).empty() ? 0 : 1;
}
