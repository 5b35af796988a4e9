// Does not compile: a snapshot of pointers.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<const char *> tree;
    return tree.save().empty();
}
