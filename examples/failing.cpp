// Errors in C++: each is an exception with a message, and the failed call has changed nothing.
#include <cstdio>
#include <quadrille/quadrille.hpp>
#include <stdexcept>

int main()
{
    quadrille::tree<int> tree;
    const auto id = tree.insert({ { 0, 0 }, { 1, 1 } }, 1);
    try {
        tree.move(id, { { 5, 5 }, { 1, 1 } });
    } catch (const quadrille::error &e) {
        std::printf("%s\n", e.what());
    }
    try {
        quadrille::tree<int> other(quadrille::definition().leaf_capacity(9999));
    } catch (const quadrille::error &e) {
        std::printf("%s\n", e.what());
    }

    try {
        tree.visit({ { 0, 0 }, { 9, 9 } }, [](int value) { throw std::runtime_error("at " + std::to_string(value)); });
    } catch (const std::runtime_error &e) {
        std::printf("the callable threw: %s\n", e.what());
    }
    std::printf("items: %zu\n", tree.size());

    const quadrille::tree<int> moved = std::move(tree);
    try {
        (void)tree.size(); // NOLINT(bugprone-use-after-move): this is the mistake
    } catch (const quadrille::error &e) {
        std::printf("%s\n", e.what());
    }
}

// Output:
// quadrille: move: a value is NaN, infinite, inverted or out of range
// quadrille: create: leaf_capacity: not in 1..4096, nor 0 for the default
// the callable threw: at 1
// items: 1
// quadrille: size: the tree is empty: it was moved from, or could not be created
