// Memory and threads of a C++ program: a std::pmr resource, a buffer of fixed size, an executor; and a snapshot.
#include <cstdio>
#include <memory_resource>
#include <quadrille/quadrille.hpp>
#include <thread>

struct fork_and_join { // a program keeps its threads between jobs
    template <class Part> void operator()(unsigned parts, Part part)
    {
        std::vector<std::thread> threads;
        for (unsigned i = 1; i < parts; i++)
            threads.emplace_back(part, i);
        part(0);
        for (std::thread &t : threads)
            t.join();
    }
};

static quadrille::tree<int> filled(const quadrille::definition &def)
{
    quadrille::tree<int> tree(def);
    std::vector<quadrille::box> boxes;
    for (int y = 0; y < 50; y++)
        for (int x = 0; x < 100; x++)
            boxes.push_back(quadrille::xywh(x, y, 1.5, 1));
    tree.insert(boxes);
    return tree;
}

int main()
{
    std::pmr::monotonic_buffer_resource arena;
    const auto in_arena = filled(quadrille::definition().memory(&arena).doubles());

    fork_and_join executor;
    const auto threaded = filled(quadrille::definition().executor(executor, 2, 1));
    std::printf("%zu pairs, %zu pairs\n", in_arena.count_pairs(), threaded.pairs().size());

    alignas(QD_ALIGNMENT) static unsigned char buffer[16384]; // quadrille::tree<int>::buffer_size(50) is less
    quadrille::tree<int> fixed(quadrille::definition().buffer(buffer, sizeof buffer));
    for (int i = 0; i < 50; i++)
        fixed.insert(quadrille::point{ 1.0 * i, 2.0 }, i);
    std::printf("%zu items in the buffer\n", fixed.size());

    const auto bytes = threaded.save();
    const auto loaded = quadrille::tree<int>::load(bytes.data(), bytes.size());
    std::printf("%zu items from %s bytes\n", loaded.size(), loaded.save() == bytes ? "the same" : "other");
}

// Output:
// 19552 pairs, 19552 pairs
// 50 items in the buffer
// 5000 items from the same bytes
