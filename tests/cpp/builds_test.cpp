// One program of two parts, of which one has assertions and the other has none, and the linker keeps either's
// functions: both make trees as they are defined, each by another call.
#include "check.hpp"

std::size_t count_in_release();

int main()
{
    auto tree = quadrille::tree<int>::create(quadrille::definition().doubles().leaf_capacity(5));
    tree.insert(quadrille::xywh(0, 0, 1, 1), 1);
    CHECK(tree.settings().raw().precision == QD_DOUBLE && tree.settings().raw().leaf_capacity == 5);
    CHECK(count_in_release() == 1);
}
