// Does not compile: T cannot be copied byte by byte.
#include <quadrille/quadrille.hpp>
struct owner {
    owner(const owner &other) : number(other.number)
    {
    }
    int number;
};
int use(quadrille::tree<owner> &tree, const owner &value)
{
    return tree.insert({ { 0, 0 }, { 1, 1 } }, value).slot() > 0;
}
