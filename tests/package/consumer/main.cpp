// The same library from C++: by its own header, and by the C headers, where a lambda that captures nothing is a
// visitor.
#include <cstdio>
#include <quadrille/quadrille.hpp>

int main()
{
    quadrille::tree<int> tree;
    for (int i = 0; i < 3; i++)
        tree.insert(quadrille::xywh(i, 0, 1.5, 1), i);
    std::size_t pairs = 0;
    qd_tree_visit_pairs(
        tree.handle(), nullptr,
        [](void *context, const qd_pair *, const double *, std::size_t count) {
            *static_cast<std::size_t *>(context) += count;
            return QD_CONTINUE;
        },
        &pairs, nullptr);
    std::printf("C++: version %d, %zu pairs\n", qd_version(), pairs);
    return pairs == 2 && tree.count_pairs() == pairs ? 0 : 1;
}
