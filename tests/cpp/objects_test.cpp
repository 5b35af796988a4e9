// Contacts, interest, totals, snapshots, fixed buffers, executors, maps, and the checker's report.
#include "check.hpp"

#include <quadrille/oracle.hpp>
#include <string>

using quadrille::box;
using quadrille::point;

namespace
{

using number = std::uint32_t;

void test_contacts()
{
    quadrille::tree<number> tree;
    const auto a = tree.insert({ { 0, 0 }, { 2, 2 } }, 10);
    const auto b = tree.insert({ { 1, 1 }, { 3, 3 } }, 20);
    tree.insert({ { 9, 9 }, { 10, 10 } }, 30);
    quadrille::contacts<number> contacts(tree);
    contacts.update();
    CHECK(contacts.began().size() == 1 && contacts.ended().empty() && contacts.stayed().empty());
    for (auto [first, second] : contacts.began())
        CHECK(first == 10 && second == 20);
    CHECK(contacts.began()[0].a().id() == a && contacts.began().begin()->b().id() == b);
    contacts.update();
    CHECK(contacts.began().empty() && contacts.stayed().size() == 1 && contacts.of(a).size() == 1);
    CHECK(contacts.of(a)[0].value() == 20 && contacts.stats().contacts == 1);
    tree.move(a, point{ 50, 50 });
    contacts.update();
    CHECK(contacts.ended().size() == 1 && contacts.of(a).empty());

    quadrille::contacts<number> other(std::move(contacts));
    CHECK(!contacts && other && other.handle()); // NOLINT(bugprone-use-after-move): this is the test
    CHECK(refuses([&] { contacts.update(); }, QD_BAD_VALUE, "contacts.update: nothing is there"));
    contacts = std::move(other);
    auto &itself = contacts;
    contacts = std::move(itself);
    contacts.update();
    quadrille::tree<number> moved(std::move(tree));
    CHECK(refuses([&] { quadrille::contacts<number> none(tree); }, QD_BAD_VALUE, "moved from")); // NOLINT
}

// A list is a random access range.
void test_list()
{
    quadrille::tree<number> tree;
    tree.insert(std::vector<box>(5, box{ { 0, 0 }, { 1, 1 } }));
    quadrille::contacts<number> contacts(tree);
    contacts.update();
    const auto pairs = contacts.began();
    auto i = pairs.begin(), end = pairs.end();
    CHECK(end - i == 10 && i < end && end > i && i <= i && end >= i && i != end && !pairs.empty());
    CHECK((i + 3 == 3 + i) && ((end - 7) == i + 3) && i[2].b().id() == pairs[2].b().id());
    CHECK(i++ == pairs.begin() && i-- == pairs.begin() + 1 && ++i == pairs.begin() + 1 && --i == pairs.begin());
    i += 4;
    i -= 3;
    CHECK((*i).a().id() == pairs[1].a().id() && pairs.data()[1].a.id == i->a().id().raw());
    CHECK(std::count_if(pairs.begin(), pairs.end(), [](const auto &p) { return p.a().id() != p.b().id(); }) == 10);
}

void test_interest()
{
    quadrille::tree<number> tree;
    const auto body = tree.insert(point{ 0, 0 }, 1);
    const auto item = tree.insert(point{ 3, 0 }, 2);
    quadrille::interest<number, char> interest(tree);
    const auto eye = interest.add(quadrille::question(quadrille::circle{ { 0, 0 }, 5 }).ignoring(body), 'x');
    interest.update();
    CHECK(interest.entered().size() == 1 && interest.left().empty() && interest.seen(eye).size() == 1);
    for (auto [observer, value] : interest.entered())
        CHECK(observer == 'x' && value == 2);
    CHECK(interest.entered()[0].id() == eye && interest.entered()[0].item().id() == item);
    quadrille::interest<number, char> listed(tree, true);
    const auto watcher = listed.add(quadrille::circle{ { 0, 0 }, 5 }, 'y');
    listed.update();
    const auto seers = listed.observers_of(item);
    CHECK(seers.size() == 1 && seers[0].id() == watcher && seers[0].value() == 'y');
    CHECK(interest.observers_of(item).size() == 1 && interest.observers_of(body).empty());
    interest.move(eye, { 100, 0 });
    interest.update();
    CHECK(interest.left().size() == 1 && interest.stats().observers == 1);
    interest.set(eye, box{ { 2, -1 }, { 4, 1 } }, 'y');
    interest.update();
    CHECK(interest.entered()[0].observer() == 'y');
    interest.remove(eye);
    CHECK(refuses([&] { interest.move(eye, { 0, 0 }); }, QD_STALE_ID, "interest.move"));
    CHECK(refuses([&] { interest.remove(eye); }, QD_STALE_ID, "interest.remove"));
    CHECK(refuses([&] { (void)interest.add(box{ { 1, 1 }, { 0, 0 } }, 'z'); }, QD_BAD_VALUE, "interest.add"));

    quadrille::interest<number, char> other(std::move(interest));
    CHECK(!interest && other && other.handle()); // NOLINT(bugprone-use-after-move): this is the test
    CHECK(refuses([&] { interest.update(); }, QD_BAD_VALUE, "interest.update: nothing is there"));
    interest = std::move(other);
    auto &itself = interest;
    interest = std::move(itself);
    interest.update();
}

void test_totals()
{
    quadrille::tree<number> tree(quadrille::definition().totals());
    const auto a = tree.insert({ { 0, 0 }, { 1, 1 } }, 1, { { 0, 0 }, 5 });
    tree.insert({ { 2, 0 }, { 3, 1 } }, 2, { { 0, 0 }, -7 });
    tree.insert({ { 50, 50 }, { 51, 51 } }, 3, { { 0, 0 }, 100 });
    CHECK(tree.total(box{ { 0, 0 }, { 9, 9 } }).sum == -2 && tree.total(quadrille::question()).greatest == 100);
    tree.set_number(a, 6);
    CHECK(tree.total(quadrille::question()).sum == 99 && tree.get(a)->number == 6);
    const auto all = tree.details(quadrille::question(), 0);
    const auto groups = tree.details(quadrille::question(), 1000);
    CHECK(all.size() == 3 && all[0].value && groups.size() == 1 && !groups[0].value && groups[0].total.count == 3);
}

void test_snapshots()
{
    quadrille::tree<number> tree(quadrille::definition().doubles().open_edges());
    tree.insert(random_boxes(300, 100, 8));
    const std::string names = "oak, house";
    const auto bytes = tree.save({ names.data(), names.size() });
    std::vector<unsigned char> by_parts;
    tree.save_by(
        [&](const void *part, std::size_t size) {
            const auto *first = static_cast<const unsigned char *>(part);
            by_parts.insert(by_parts.end(), first, first + size);
        },
        { names.data(), names.size() });
    CHECK(bytes == by_parts);
    const auto loaded = quadrille::tree<number>::load(bytes.data(), bytes.size());
    CHECK(loaded.size() == 300 && loaded.save({ names.data(), names.size() }) == bytes);
    CHECK(loaded.settings().raw().precision == QD_DOUBLE && loaded.settings().raw().edges == QD_OPEN);
    CHECK(refuses([&] { (void)quadrille::tree<number>::load(bytes.data(), 100); }, QD_BAD_DATA, "load"));

    std::vector<unsigned char> room(bytes.size() + QD_ALIGNMENT);
    const auto start = QD_ALIGNMENT - reinterpret_cast<std::uintptr_t>(room.data()) % QD_ALIGNMENT;
    std::copy(bytes.begin(), bytes.end(), room.begin() + static_cast<std::ptrdiff_t>(start));
    CHECK(refuses([&] { (void)quadrille::tree<number>::map(room.data() + start + 1, bytes.size()); }, QD_BAD_VALUE,
                  "map: the bytes are not aligned"));
    auto mapped = quadrille::tree<number>::map(room.data() + start, bytes.size());
    CHECK(mapped.pairs().size() == tree.pairs().size());
    CHECK(refuses([&] { mapped.insert(point{ 1, 1 }, 1); }, QD_READ_ONLY, "insert"));
    CHECK(refuses([&] { mapped.clear(); }, QD_READ_ONLY, "clear"));
    CHECK(refuses([&] { mapped.rebuild(); }, QD_READ_ONLY, "rebuild"));
}

void test_buffers()
{
    const std::size_t size = quadrille::tree<number>::buffer_size(20);
    std::vector<unsigned char> room(size + QD_ALIGNMENT);
    const auto start = QD_ALIGNMENT - reinterpret_cast<std::uintptr_t>(room.data()) % QD_ALIGNMENT;
    const auto def = quadrille::definition().buffer(room.data() + start, size);
    quadrille::tree<number> tree(def);
    number count = 0;
    const auto fill = [&] {
        for (;; count++)
            tree.insert(point{ 0, 0 }, count);
    };
    CHECK(refuses(fill, QD_FULL, "insert") && count >= 20 && tree.size() == count);
    CHECK(refuses([&] { (void)tree.insert(random_boxes(9, 9, 9)); }, QD_FULL, "insert") && tree.size() == count);
}

// Runs the parts one after the other, last first, and counts them.
struct backwards {
    std::size_t jobs = 0;
    template <class Part> void operator()(std::uint32_t parts, Part part)
    {
        for (jobs++; parts > 0; parts--)
            part(parts - 1);
    }
};

void test_executor()
{
    backwards executor;
    const auto boxes = random_boxes(20000, 2000, 6);
    quadrille::tree<number> alone, tree(quadrille::definition().executor(executor, 2, 1));
    alone.insert(boxes);
    tree.insert(boxes);
    CHECK(tree.pairs().size() == alone.pairs().size() && executor.jobs > 0);
}

// Counts how many are alive, and throws when asked to.
struct monster {
    static int alive;
    explicit monster(int life_, std::string name_ = "") : life(life_), name(std::move(name_))
    {
        if (life < 0)
            throw std::string("a monster without life");
        alive++;
    }
    monster(monster &&other) noexcept : life(other.life), name(std::move(other.name))
    {
        alive++;
    }
    monster(const monster &) = delete;
    monster &operator=(const monster &) = delete;
    monster &operator=(monster &&) = delete;
    ~monster()
    {
        alive--;
    }
    int life;
    std::string name;
};
int monster::alive = 0;

// A value may have memory of its own kind.
struct pooled {
    int life;
    explicit pooled(int n) : life(n)
    {
    }
    static void *operator new(std::size_t) = delete;
};

void test_map_of_pooled()
{
    quadrille::map<pooled> map;
    const auto id = map.emplace(quadrille::at({ 1, 1 }), 7);
    CHECK(map[id].life == 7);
}

void test_map()
{
    {
        quadrille::map<monster> map;
        CHECK(map.empty());
        std::vector<quadrille::map<monster>::id> ids;
        ids.reserve(201);
        for (int i = 0; i < 200; i++)
            ids.push_back(map.emplace(quadrille::xywh(i, 0, 1, 1), i, "number " + std::to_string(i)));
        const monster *first = &map[ids[0]];
        ids.push_back(map.insert(quadrille::xywh(500, 0, 1, 1), monster(500)));
        CHECK(map.size() == 201 && monster::alive == 201 && map[ids[150]].name == "number 150");
        CHECK(first == &map[ids[0]] && map.find(ids[200])->life == 500);
        for (monster &m : map.in({ { 10, 0 }, { 12.5, 1 } }))
            m.life += 1000;
        CHECK(map[ids[11]].life == 1011 && map[ids[9]].life == 1009 && map[ids[8]].life == 8);
        for (auto [id, m] : map.in(point{ 20.5, 0 }).entries())
            CHECK(id == ids[20] && m->life == 20);
        auto range = map.in(point{ 20.5, 0 });
        auto i = range.begin();
        CHECK(i->life == 20 && &*i == &map[ids[20]] && (*i++).life == 20 && i == range.end());
        CHECK(map.index().nearest({ 0, 9 }, 1)[0].value() == first);
        std::size_t all = 0;
        for (monster &m : map.all())
            all += m.life >= 0 ? 1 : 0;
        CHECK(all == 201);

        bool thrown = false;
        try {
            map.emplace(quadrille::at({ 1, 1 }), -1);
        } catch (const std::string &) {
            thrown = true;
        }
        CHECK(thrown && map.size() == 201 && monster::alive == 201);
        map.move(ids[0], quadrille::xywh(-50, 0, 1, 1));
        map.set_filter(ids[0], { 2, 2 });
        CHECK(&*map.in(point{ -50, 0 }).begin() == first);
        map.remove(ids[0]);
        CHECK(monster::alive == 200 && map.find(ids[0]) == nullptr);
        CHECK(refuses([&] { (void)map[ids[0]]; }, QD_BAD_VALUE, "names no live item"));
        CHECK(refuses([&] { map.remove(ids[0]); }, QD_STALE_ID, "remove"));
        CHECK(map.remove_found({ { 0, 0 }, { 50.5, 1 } }) == 50 && monster::alive == 150);

        quadrille::map<monster> other(std::move(map));
        CHECK(other.size() == 150 && monster::alive == 150);
        quadrille::map<monster> third;
        third.emplace(quadrille::at({ 1, 1 }), 1);
        third = std::move(other);
        auto &itself = third;
        third = std::move(itself);
        CHECK(third.size() == 150 && monster::alive == 150);
        third.clear();
        CHECK(third.empty() && monster::alive == 0);
        third.emplace_with({ { 1, 1 }, 0 }, quadrille::at({ 1, 1 }), 3);
    }
    CHECK(monster::alive == 0);
}

void test_checker()
{
    quadrille::checker<number> checker;
    const auto a = checker.insert({ { 0, 0 }, { 1, 1 } }, 1);
    checker.insert({ { 1, 1 }, { 2, 2 } }, 2);
    checker.move(a, { { 1, 0 }, { 2, 1 } });
    CHECK(checker.check_all() && !checker.failed() && checker.report() == nullptr);
    CHECK(checker.calls().find("qd_tree_insert") != std::string::npos);
    // Behind the checker's back: it notices.
    auto *tree = const_cast<qd_tree *>(qd_checker_tree(checker.handle()));
    qd_box elsewhere = { { 40, 40 }, { 41, 41 } };
    qd_tree_set_box(tree, a.raw(), &elsewhere);
    CHECK(!checker.check_all() && checker.failed() && std::strstr(checker.report(), "40"));
    quadrille::checker<number> other(std::move(checker));
    CHECK(other.failed());
    CHECK(refuses([&] { (void)checker.failed(); }, QD_BAD_VALUE, "moved from")); // NOLINT(bugprone-use-after-move)
}

} // namespace

int main()
{
    test_contacts();
    test_list();
    test_interest();
    test_totals();
    test_snapshots();
    test_buffers();
    test_executor();
    test_map();
    test_map_of_pooled();
    test_checker();
}
