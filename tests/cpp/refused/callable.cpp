// Does not compile: the callable returns a number.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<int> tree;
    tree.visit({ { 0, 0 }, { 1, 1 } }, [](int value) { return value; });
}
