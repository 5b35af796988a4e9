// Does not compile: the id is from a tree with another tag.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<int, struct walls> walls;
    quadrille::tree<int, struct birds> birds;
    const auto id = walls.insert({ { 0, 0 }, { 1, 1 } }, 1);
    birds.move(id, { { 0, 0 }, { 1, 1 } });
}
