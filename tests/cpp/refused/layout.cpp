// Does not compile: the library cannot read this member in place.
#include <quadrille/quadrille.hpp>
struct unit {
    struct {
        float x, y, width, height;
    } place;
};
int main()
{
    std::vector<unit> units(3);
    quadrille::tree<unit *> tree;
    tree.insert(units, &unit::place);
}
