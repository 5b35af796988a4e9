// The same library from C++: the headers must compile there, and a lambda that captures nothing is a visitor.
#include <cstdio>
#include <memory>
#include <quadrille/quadrille.h>

int main()
{
    std::unique_ptr<qd_tree, decltype(&qd_tree_destroy)> tree(qd_tree_new(nullptr), &qd_tree_destroy);
    for (int i = 0; i < 3; i++)
        qd_tree_add(tree.get(), qd_box_xywh(i, 0, 1.5, 1), 0);
    std::size_t pairs = 0;
    qd_tree_visit_pairs(
        tree.get(), nullptr,
        [](void *context, const qd_pair *, const double *, std::size_t count) {
            *static_cast<std::size_t *>(context) += count;
            return QD_CONTINUE;
        },
        &pairs, nullptr);
    std::printf("C++: version %d, %zu pairs\n", qd_version(), pairs);
    return pairs == 2 ? 0 : 1;
}
