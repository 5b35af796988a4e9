// Warns: seen_by() returns a question about pairs, and leaves this one as it is.
#include <quadrille/quadrille.hpp>
int main()
{
    const quadrille::tree<int> tree;
    auto close = quadrille::within(3);
    close.seen_by({ 0, 1 });
    return static_cast<int>(tree.pairs(close).size());
}
