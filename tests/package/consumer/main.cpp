// The same library from C++: the headers must compile there, and a lambda that captures nothing is a visitor.
#include <cstdio>
#include <memory>
#include <quadrille/quadrille.h>

int main()
{
    std::unique_ptr<qd_tree, decltype(&qd_tree_destroy)> tree(qd_tree_create(nullptr), &qd_tree_destroy);
    for (int i = 0; i < 3; i++) {
        qd_item item = {};
        item.box = qd_box_xywh(static_cast<float>(i), 0, 1.5F, 1);
        qd_tree_insert(tree.get(), item);
    }
    std::size_t pairs = 0;
    qd_visit_pairs(
        tree.get(),
        [](void *context, const qd_pair *, std::size_t count) {
            *static_cast<std::size_t *>(context) += count;
            return true;
        },
        &pairs);
    std::printf("C++: version %d, %zu pairs\n", qd_version(), pairs);
    return pairs == 2 ? 0 : 1;
}
