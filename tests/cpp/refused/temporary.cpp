// Does not compile: the loop would outlive its tree.
#include <quadrille/quadrille.hpp>
quadrille::tree<int> make()
{
    return quadrille::tree<int>();
}
int main()
{
    for (int value : make().in({ { 0, 0 }, { 1, 1 } }))
        (void)value;
}
