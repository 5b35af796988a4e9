// Callables that throw, and callables that stop, in each question: the exception arrives, the search ends there, and
// the tree answers as before.
#include "check.hpp"

#include <memory_resource>
#include <quadrille/oracle.hpp>
#include <stdexcept>
#include <string>

namespace
{

using number = std::uint32_t;

// Runs ask(callable) with a callable that throws at its third call, and with one that stops there.
template <class Ask> void throws_and_stops(Ask ask)
{
    int calls = 0;
    bool thrown = false;
    try {
        ask([&](auto &&...) {
            if (++calls == 3)
                throw std::runtime_error("the third call");
        });
    } catch (const std::runtime_error &e) {
        thrown = e.what() == std::string("the third call");
    }
    CHECK(thrown && calls == 3);
    calls = 0;
    ask([&](auto &&...) { return ++calls == 3 ? quadrille::flow::stop : quadrille::flow::proceed; });
    CHECK(calls == 3);
    calls = 0;
    ask([&](auto &&...) { calls++; });
    CHECK(calls > 3);
}

template <class Tree> void test_questions()
{
    Tree tree, other;
    tree.insert(random_boxes(400, 100, 4));
    other.insert(random_boxes(100, 100, 5));
    const quadrille::box window = { { 10, 10 }, { 60, 60 } };
    const auto expected = sorted(tree.find(window));
    throws_and_stops([&](auto f) { tree.visit(window, f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::circle{ { 50, 50 }, 20 }, f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::polygon{ { 0, 0 }, { 90, 0 }, { 0, 90 } }, f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::question(), f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::nearest_to(quadrille::point{ 1, 1 }), f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::ray({ 0, 0 }, { 1, 1 }), f); });
    throws_and_stops([&](auto f) { tree.visit(quadrille::cast(window, { 100, 0 }), f); });
    throws_and_stops([&](auto f) { tree.pairs(f); });
    throws_and_stops([&](auto f) { tree.pairs(f, quadrille::within(2)); });
    throws_and_stops([&](auto f) { tree.pairs_with(other, f); });
    // Nothing is left over from an exception.
    CHECK(sorted(tree.find(window)) == expected && tree.count_pairs() == tree.pairs().size());
    tree.insert(window, 1000);
    CHECK(tree.count(window) == expected.size() + 1);
}

// A callable that changes the tree must stop, or the call throws: nothing is left out in silence. Debug builds of the
// library assert that it changes nothing.
template <class Tree> void test_changes()
{
#if defined(NDEBUG)
    Tree tree;
    tree.insert(random_boxes(400, 100, 4));
    const auto change = [&](auto &&...) { tree.insert(quadrille::box{ { 0, 0 }, { 1, 1 } }, 7); };
    const auto change_and_stop = [&](auto &&...) {
        tree.insert(quadrille::box{ { 0, 0 }, { 1, 1 } }, 7);
        return quadrille::flow::stop;
    };
    CHECK(refuses([&] { tree.visit(quadrille::question(), change); }, QD_BAD_VALUE, "changed the tree"));
    CHECK(refuses(
        [&] {
            tree.visit(quadrille::nearest_to(quadrille::point{ 1, 1 }), change);
        },
        QD_BAD_VALUE, "changed the tree"));
    CHECK(refuses([&] { tree.pairs(change); }, QD_BAD_VALUE, "changed the tree"));
    CHECK(tree.size() == 403);
    tree.visit(quadrille::question(), change_and_stop);
    tree.visit(quadrille::nearest_to(quadrille::point{ 1, 1 }), change_and_stop);
    tree.pairs(change_and_stop);
    CHECK(tree.size() == 406 && tree.find(quadrille::question()).size() == 406);
#endif
}

void test_details_and_snapshots()
{
    quadrille::tree<number> tree(quadrille::definition().totals());
    tree.insert(random_boxes(400, 100, 4));
    throws_and_stops([&](auto f) { tree.visit_details(quadrille::question(), 8, f); });
    int calls = 0;
    const auto stop = [&](const void *, std::size_t) {
        calls++;
        return quadrille::flow::stop;
    };
    CHECK(refuses([&] { tree.save_by(stop); }, QD_STOPPED, "save_by") && calls == 1);
    bool thrown = false;
    try {
        tree.save_by([](const void *, std::size_t) { throw 17; });
    } catch (int code) {
        thrown = code == 17;
    }
    CHECK(thrown && tree.is_sound());
}

// A loop that is left by an exception.
void test_loops()
{
    quadrille::tree<number> tree;
    tree.insert(random_boxes(400, 100, 4));
    std::size_t steps = 0;
    try {
        for (const number i : tree.all())
            if (++steps == 100)
                throw number(i);
    } catch (number) {
    }
    CHECK(steps == 100 && tree.is_sound());
}

// Memory that throws: the tree reports that it is out of memory, and stays as it was.
class limited : public std::pmr::memory_resource
{
  public:
    std::size_t left = 0, used = 0;

  private:
    void *do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        if (bytes > left)
            throw std::bad_alloc();
        left -= bytes;
        used += bytes;
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void *block, std::size_t bytes, std::size_t alignment) override
    {
        left += bytes;
        used -= bytes;
        std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

template <class F> bool out_of_memory(F f)
{
    try {
        f();
    } catch (const std::bad_alloc &) {
        return true;
    }
    return false;
}

void test_memory()
{
    limited memory;
    const auto def = quadrille::definition().memory(&memory);
    CHECK(out_of_memory([&] { quadrille::tree<> tree(def); }));
    CHECK(out_of_memory([&] { (void)quadrille::tree<>::create(def); }));
    memory.left = 1000000;
    // A block that grows, that cannot, and that shrinks keeps its beginning.
    const qd_allocator hook = def.raw().allocator;
    auto *block = static_cast<char *>(hook.resize(hook.context, nullptr, 0, 64));
    std::memcpy(block, "kept", 5);
    block = static_cast<char *>(hook.resize(hook.context, block, 64, 128));
    CHECK(hook.resize(hook.context, block, 128, 2000000) == nullptr && std::strcmp(block, "kept") == 0);
    block = static_cast<char *>(hook.resize(hook.context, block, 128, 8));
    CHECK(std::strcmp(block, "kept") == 0 && memory.used == 8);
    hook.resize(hook.context, block, 8, 0);
    {
        quadrille::tree<> tree(def);
        tree.insert(random_boxes(200, 100, 4));
        tree.remove(tree.insert(quadrille::point{ 1, 1 }, 1)); // so that saving has to sort
        const std::size_t left = memory.left;
        memory.left = 0;
        CHECK(out_of_memory([&] { (void)tree.insert(random_boxes(5000, 100, 4)); }));
        CHECK(out_of_memory([&] { (void)tree.save(); }));
        CHECK(out_of_memory([&] { quadrille::contacts<> contacts(tree); }));
        CHECK(out_of_memory([&] { quadrille::interest<> interest(tree); }));
        CHECK(tree.size() == 200 && tree.is_sound());
        memory.left = left;
        CHECK(tree.insert(random_boxes(500, 100, 4)).size() == 500);
    }
    CHECK(memory.used == 0);
}

} // namespace

int main()
{
    test_questions<quadrille::tree<number>>();
    test_questions<quadrille::checker<number>>();
    test_changes<quadrille::tree<number>>();
    test_changes<quadrille::checker<number>>();
    test_details_and_snapshots();
    test_loops();
    test_memory();
}
