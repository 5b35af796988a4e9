// Three boxes, and one question: what lies in this window?
#include <cstdio>
#include <quadrille/quadrille.hpp>

int main()
{
    quadrille::tree<const char *> tree;
    tree.insert({ { 1, 1 }, { 2, 4 } }, "oak");
    tree.insert({ { 4, 0 }, { 7, 3 } }, "house");
    tree.insert({ { 9, 5 }, { 15, 7 } }, "pond");

    for (const char *name : tree.in({ { 0, 0 }, { 5, 5 } }))
        std::printf("%s\n", name);
}

// Output:
// oak
// house
