// The C++ header beside the C calls behind it: the same work by both, alternating, many times over; the table has
// medians and the ratio of each pair of runs. For docs/performance/cpp.md; nothing else needs it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <quadrille/quadrille.hpp>

namespace
{

struct unit {
    quadrille::box box;
    int life;
};
using unit_tree = quadrille::tree<unit *>;

constexpr std::size_t items = 100000, asked = 2000, rounds = 61;
std::uint64_t sink; // so that no answer is left out

double seconds_of(void (*work)(void *), void *scene)
{
    const auto start = std::chrono::steady_clock::now();
    work(scene);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct scene {
    std::vector<unit> units{};
    std::vector<quadrille::box> windows{};
    unit_tree tree{};
    std::vector<unit_tree::id> ids{};
};

std::uint32_t random_below(std::uint32_t limit)
{
    static std::uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 33) % limit;
}

unit *unit_of(std::uint64_t user)
{
    return reinterpret_cast<unit *>(user);
}
const qd_tree *tree_of(void *s)
{
    return static_cast<scene *>(s)->tree.handle();
}
template <class F> void each_window(void *s, F f)
{
    for (const quadrille::box &w : static_cast<scene *>(s)->windows)
        f(*static_cast<scene *>(s), w);
}

void c_find(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        qd_entry found[256];
        const std::size_t count = qd_tree_find_box(one.tree.handle(), w, found, 256);
        for (std::size_t i = 0; i < count; i++)
            sink += static_cast<std::uint64_t>(unit_of(found[i].user)->life);
    });
}
void cpp_range(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        for (const unit *u : one.tree.in(w))
            sink += static_cast<std::uint64_t>(u->life);
    });
}
void cpp_into(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        unit_tree::entry_type found[256];
        const std::size_t count = one.tree.find_into(w, found);
        for (std::size_t i = 0; i < count; i++)
            sink += static_cast<std::uint64_t>(found[i].value()->life);
    });
}
void c_vector(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        std::vector<qd_entry> found(64);
        const qd_query q = { qd_shape_box(w), QD_OVERLAPS, { 0, 0 }, 0 };
        std::size_t total = 0;
        found.resize(qd_tree_find(one.tree.handle(), &q, found.data(), found.size(), &total));
        if (total > found.size()) {
            found.resize(total);
            (void)qd_tree_find(one.tree.handle(), &q, found.data(), total, nullptr);
        }
        for (const qd_entry &e : found)
            sink += static_cast<std::uint64_t>(unit_of(e.user)->life);
    });
}
void cpp_vector(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        for (const unit *u : one.tree.find(w))
            sink += static_cast<std::uint64_t>(u->life);
    });
}
void c_visit(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        const qd_query q = { qd_shape_box(w), QD_OVERLAPS, { 0, 0 }, 0 };
        qd_tree_visit(
            one.tree.handle(), &q,
            [](void *, const qd_entry *entries, std::size_t count) {
                for (std::size_t i = 0; i < count; i++)
                    sink += static_cast<std::uint64_t>(unit_of(entries[i].user)->life);
                return QD_CONTINUE;
            },
            nullptr, nullptr);
    });
}
void cpp_visit(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        one.tree.visit(w, [](const unit *u) { sink += static_cast<std::uint64_t>(u->life); });
    });
}
void c_nearest(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        qd_hit hits[8];
        sink += qd_tree_find_nearest(one.tree.handle(), w.min, quadrille::no_limit, hits, 8);
    });
}
void cpp_nearest(void *s)
{
    each_window(s, [](scene &one, const quadrille::box &w) {
        unit_tree::hit_type hits[8];
        sink += one.tree.find_into(quadrille::nearest_to(w.min), hits);
    });
}
void c_pairs(void *s)
{
    qd_tree_visit_pairs(
        tree_of(s), nullptr,
        [](void *, const qd_pair *pairs, const double *, std::size_t count) {
            for (std::size_t i = 0; i < count; i++)
                sink += static_cast<std::uint64_t>(unit_of(pairs[i].a.user)->life + unit_of(pairs[i].b.user)->life);
            return QD_CONTINUE;
        },
        nullptr, nullptr);
}
void cpp_pairs(void *s)
{
    static_cast<scene *>(s)->tree.pairs(
        [](const unit *a, const unit *b) { sink += static_cast<std::uint64_t>(a->life + b->life); });
}
void c_insert(void *s)
{
    qd_tree *tree = qd_tree_new(nullptr);
    for (unit &u : static_cast<scene *>(s)->units)
        sink += qd_tree_add(tree, u.box, reinterpret_cast<std::uint64_t>(&u));
    qd_tree_destroy(tree);
}
void cpp_insert(void *s)
{
    unit_tree tree;
    for (unit &u : static_cast<scene *>(s)->units)
        sink += tree.insert(u.box, &u).raw();
}
void c_insert_many(void *s)
{
    auto &units = static_cast<scene *>(s)->units;
    qd_tree *tree = qd_tree_new(nullptr);
    std::vector<std::uint64_t> users(units.size());
    std::vector<qd_id> ids(units.size());
    for (std::size_t i = 0; i < units.size(); i++)
        users[i] = reinterpret_cast<std::uint64_t>(&units[i]);
    qd_items all = {};
    all.boxes = qd_boxes_double(&units[0].box);
    all.boxes.stride = sizeof(unit);
    all.users = users.data();
    sink += qd_tree_insert_many(tree, &all, units.size(), ids.data(), nullptr);
    qd_tree_destroy(tree);
}
void cpp_insert_many(void *s)
{
    unit_tree tree;
    sink += tree.insert(static_cast<scene *>(s)->units, &unit::box).size();
}
void c_move_many(void *s)
{
    auto &one = *static_cast<scene *>(s);
    qd_boxes boxes = qd_boxes_double(&one.units[0].box);
    boxes.stride = sizeof(unit);
    sink += qd_tree_move_many(one.tree.handle(), reinterpret_cast<const qd_id *>(one.ids.data()), &boxes,
                              one.ids.size(), nullptr);
}
void cpp_move_many(void *s)
{
    auto &one = *static_cast<scene *>(s);
    one.tree.move(one.ids, one.units, &unit::box);
}

struct row {
    const char *name, *unit_name;
    void (*c)(void *), (*cpp)(void *);
    double times;
};

void measure(const row &r, scene &s)
{
    std::vector<double> c, cpp, ratios;
    for (std::size_t i = 0; i < rounds; i++) {
        const bool first = i % 2 == 0; // which of the two goes first alternates as well
        const double a = seconds_of(first ? r.c : r.cpp, &s), b = seconds_of(first ? r.cpp : r.c, &s);
        c.push_back(first ? a : b);
        cpp.push_back(first ? b : a);
        ratios.push_back(cpp.back() / c.back());
    }
    std::printf("| %s | %.0f %s | %.0f %s | %.2f |\n", r.name, median(c) / r.times * 1e9, r.unit_name,
                median(cpp) / r.times * 1e9, r.unit_name, median(ratios));
}

} // namespace

int main()
{
    scene s;
    for (std::size_t i = 0; i < items; i++) {
        const double x = random_below(10000), y = random_below(10000);
        s.units.push_back({ quadrille::xywh(x, y, 12, 12), static_cast<int>(random_below(9)) });
    }
    for (std::size_t i = 0; i < asked; i++) // ten results each
        s.windows.push_back(quadrille::xywh(random_below(9900), random_below(9900), 88, 88));
    s.ids = s.tree.insert(s.units, &unit::box);
    std::size_t found = 0;
    for (const quadrille::box &w : s.windows)
        found += s.tree.count(w);
    const row rows[] = {
        { "a window, C find, C++ loop `in`", "ns", c_find, cpp_range, asked },
        { "a window, C find, C++ `find_into`", "ns", c_find, cpp_into, asked },
        { "a window, a vector", "ns", c_vector, cpp_vector, asked },
        { "a window, visited", "ns", c_visit, cpp_visit, asked },
        { "the eight nearest", "ns", c_nearest, cpp_nearest, asked },
        { "all pairs, for each item", "ns", c_pairs, cpp_pairs, items },
        { "one insertion", "ns", c_insert, cpp_insert, items },
        { "many insertions, each", "ns", c_insert_many, cpp_insert_many, items },
        { "many moves, each", "ns", c_move_many, cpp_move_many, items },
    };
    std::printf("%.1f results a window\n\n| work | C | C++ | ratio |\n| --- | --: | --: | --: |\n",
                static_cast<double>(found) / asked);
    for (const row &r : rows)
        measure(r, s);
    return sink == 0 ? 1 : 0;
}
