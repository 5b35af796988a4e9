// Does not compile: a tree is not copied.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<int> tree;
    quadrille::tree<int> other = tree;
}
