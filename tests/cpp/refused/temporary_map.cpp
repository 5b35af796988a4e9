// Does not compile: the loop would outlive its map.
#include <quadrille/quadrille.hpp>
quadrille::map<int> make()
{
    return quadrille::map<int>();
}
int main()
{
    for (int &value : make().in({ { 0, 0 }, { 1, 1 } }))
        value = 0;
}
