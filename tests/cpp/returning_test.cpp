// Without exceptions: each call that may fail returns a value or an error, and compiles without the run time's help.
#include "check.hpp"

#include <csignal>
#include <quadrille/oracle.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

struct unit {
    quadrille::box place;
};

void test_results()
{
    quadrille::tree<unit *> tree;
    CHECK(static_cast<bool>(tree));
    unit one = { { { 0, 0 }, { 1, 1 } } };
    const auto made = tree.insert(one.place, &one);
    CHECK(made && made.has_value() && made.error() == QD_OK && made->slot() == 1);
    CHECK(tree.get(*made)->value == &one);
    const auto bad = tree.insert({ { 1, 1 }, { 0, 0 } }, &one);
    CHECK(!bad && bad.error() == QD_BAD_VALUE && std::strstr(bad.message(), "inverted") &&
          !bad.value_or(*made) == !*made);
    CHECK(made.value_or({}) == *made && bad.index() == quadrille::no_index);
    CHECK(tree.move(*made, one.place) && tree.remove(*made).has_value());
    const auto stale = tree.remove(*made);
    CHECK(!stale && stale.error() == QD_STALE_ID && std::strstr(stale.message(), "no live item"));
    CHECK(stale.index() == quadrille::no_index);

    std::vector<unit> units(50, one);
    auto ids = tree.insert(units, &unit::place);
    CHECK(ids && ids->size() == 50 && (*ids)[3].slot() > 0);
    units[7].place.max.x = -9;
    const auto moved = tree.move(*ids, units, &unit::place);
    CHECK(!moved && moved.index() == 7);
    CHECK(tree.insert(units, &unit::place).index() == 7 && tree.size() == 50);
    auto taken = std::move(ids);
    CHECK((*std::move(taken)).size() == 50);
    CHECK(*tree.remove_found(quadrille::question()) == 50);

    const auto wrong = quadrille::definition().leaf_capacity(5000);
    CHECK(!quadrille::tree<>(wrong));
    const auto none = quadrille::tree<>::create(wrong);
    CHECK(!none && std::strstr(none.message(), "leaf_capacity"));
    auto tree_made = quadrille::tree<>::create();
    CHECK(tree_made && tree_made->size() == 0);
}

// Questions are the same.
void test_questions()
{
    quadrille::checker<std::uint32_t> tree;
    const auto boxes = random_boxes(300, 100, 3);
    CHECK(tree.insert(boxes));
    std::size_t looped = 0, visited = 0;
    for (auto [id, value] : tree.in({ { 0, 0 }, { 50, 50 } }).entries())
        looped += id && value < 300 ? 1 : 0;
    tree.visit({ { 0, 0 }, { 50, 50 } },
               [&](std::uint32_t) { return ++visited == 5 ? quadrille::flow::stop : quadrille::flow::proceed; });
    CHECK(looped == tree.find({ { 0, 0 }, { 50, 50 } }).size() && visited == 5 && !tree.failed());
    quadrille::tree<std::uint32_t> other;
    CHECK(other.insert(boxes));
    CHECK(other.in_many(boxes)->size() == 300 && other.nearest_many(boxes, 2)->size() == 300);
    CHECK(quadrille::tree<std::uint32_t>::load(other.save()->data(), other.save()->size())->size() == 300);
    quadrille::contacts<std::uint32_t> contacts(other);
    quadrille::interest<std::uint32_t> interest(other);
    CHECK(contacts && contacts.update() && interest && interest.update());
    CHECK(interest.add(boxes[0], 1) && contacts.began().size() == other.count_pairs());
}

void test_map()
{
    quadrille::map<std::vector<int>> map;
    const auto id = map.emplace({ { 0, 0 }, { 1, 1 } }, 5u, 7);
    CHECK(id && map[*id].size() == 5 && !map.emplace({ { 1, 1 }, { 0, 0 } }));
    CHECK(map.remove(*id) && !map.remove(*id));
}

struct none_left { // memory that is out
    void *allocate(std::size_t, std::size_t)
    {
        return nullptr;
    }
    void deallocate(void *, std::size_t, std::size_t)
    {
    }
};

void test_memory()
{
    none_left memory;
    CHECK(quadrille::tree<>::create(quadrille::definition().memory(&memory)).error() == QD_NO_MEMORY);
}

// Does it abort?
template <class F> bool aborts(F f)
{
    (void)std::fflush(nullptr);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        (void)std::freopen("/dev/null", "w", stderr);
        f();
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

// Mistakes of a program end it, with a message.
void test_mistakes()
{
    CHECK(aborts([] {
        quadrille::tree<> tree;
        const quadrille::tree<> other(std::move(tree));
        (void)tree.any(quadrille::point{ 0, 0 }); // NOLINT(bugprone-use-after-move): this is the test
    }));
    CHECK(aborts([] {
        quadrille::tree<> tree;
        (void)tree.insert(random_boxes(9, 9, 9));
        for (auto [id, value] : tree.all().entries()) {
            (void)tree.remove(id);
        }
    }));
#ifndef NDEBUG
    // An ignored id of another kind of tree, which a question does not know by its type.
    CHECK(aborts([] {
        quadrille::tree<int> numbers;
        quadrille::tree<char> letters;
        const auto id = numbers.insert({ { 0, 0 }, { 1, 1 } }, 1);
        (void)letters.any(quadrille::question().ignoring(*id));
    }));
#endif
}

} // namespace

int main()
{
    test_results();
    test_questions();
    test_map();
    test_memory();
    test_mistakes();
}
