// Does not compile: the type has a member before its numbers.
#include <quadrille/quadrille.hpp>
struct sprite {
    int id;
    float x, y, width, height;
};
template <> struct quadrille::layout<sprite> : quadrille::numbers<float, 4, QD_SIZES> {
};
int main()
{
    std::vector<sprite> sprites(3);
    quadrille::tree<unsigned> tree;
    tree.insert(sprites);
}
