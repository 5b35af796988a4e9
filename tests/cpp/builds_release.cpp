// The part without assertions.
#include "check.hpp"

std::size_t count_in_release();

std::size_t count_in_release()
{
    quadrille::tree<int> tree(quadrille::definition().doubles().leaf_capacity(3));
    tree.insert(quadrille::xywh(0, 0, 1, 1), 1);
    CHECK(tree.settings().raw().precision == QD_DOUBLE && tree.settings().raw().leaf_capacity == 3);
    return tree.size();
}
