// Warns: seen_by() returns a question, and leaves this one as it is.
#include <quadrille/quadrille.hpp>
int main()
{
    const quadrille::tree<int> tree;
    auto window = quadrille::question(quadrille::box{ { 0, 0 }, { 1, 1 } });
    window.seen_by({ 0, 1 });
    return tree.any(window) ? 1 : 0;
}
