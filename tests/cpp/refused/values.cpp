// Does not compile: the library does not know the values of a range.
#include <quadrille/quadrille.hpp>
struct unit {
    quadrille::box place;
};
int main()
{
    std::vector<unit> units(3);
    quadrille::tree<double> tree;
    tree.insert(units, &unit::place);
}
