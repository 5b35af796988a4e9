// Does not compile: T has more than 8 bytes.
#include <quadrille/quadrille.hpp>
struct large {
    double x, y;
};
int main()
{
    quadrille::tree<large> tree;
    tree.insert({ { 0, 0 }, { 1, 1 } }, large{ 1, 2 });
}
