// The table of inputs, and brute force.
#include "fail.h"

#include <chrono>
#include <cmath>

namespace fail
{

namespace
{

constexpr size_t many = 100000, questions = 1000;
constexpr double infinite = INFINITY, nothing = NAN;

using boxes = std::vector<qd_box>;

// splitmix64: the same numbers everywhere.
double random_of(uint64_t number)
{
    uint64_t z = number * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 40) * 0x1p-24;
}

qd_box rounded(qd_box b)
{
    return { { static_cast<float>(b.min.x), static_cast<float>(b.min.y) },
             { static_cast<float>(b.max.x), static_cast<float>(b.max.y) } };
}

boxes spread(size_t count, uint64_t seed, double side, double world, double from = 0, bool doubles = false)
{
    boxes all(count);
    for (size_t i = 0; i < count; i++) {
        double x = from + world * random_of(seed + 2 * i), y = from + world * random_of(seed + 2 * i + 1);
        all[i] = qd_box_xywh(x, y, side, side);
        if (!doubles)
            all[i] = rounded(all[i]);
    }
    return all;
}

input plain(const char *name, double scale = 1, double from = 0, bool doubles = false)
{
    return { name, job::windows, spread(many, 1, 2 * scale, 1000 * scale, from, doubles),
             spread(questions, 1000001, 20 * scale, 1000 * scale, from, doubles), doubles };
}

// Some odd boxes among the others.
input with(const char *name, size_t count, qd_box odd, bool all_sides)
{
    input made = plain(name);
    for (size_t i = 7; i < many; i += many / count)
        if (all_sides)
            made.boxes[i] = odd;
        else
            made.boxes[i].max.x = odd.max.x;
    return made;
}

input job_of(const char *name, job what, size_t count)
{
    input made = plain(name);
    made.what = what;
    made.boxes.resize(count);
    return made;
}

input everywhere()
{
    input made = plain("100,000 boxes, every second one a point anywhere up to 3e38");
    for (size_t i = 0; i < many; i += 2) {
        double x = (random_of(5000000 + i) - 0.5) * 6e38, y = (random_of(6000000 + i) - 0.5) * 6e38;
        made.boxes[i] = rounded({ { x, y }, { x, y } });
    }
    return made;
}

// Points on segments, all whole numbers that floats hold exactly.
input on_segments()
{
    input made{ "200 segments, each through 100 points, whole numbers up to 8,000,000", job::segments, {}, {}, false };
    for (size_t i = 0; i < 200; i++) {
        double x = std::floor(1e6 * random_of(3 * i)), y = std::floor(1e6 * random_of(3 * i + 1));
        double dx = 10000 + std::floor(60000 * random_of(7000 + i)),
               dy = 10000 + std::floor(60000 * random_of(9000 + i));
        made.windows.push_back({ { x, y }, { x + 100 * dx, y + 100 * dy } });
        for (int k = 0; k < 100; k++)
            made.boxes.push_back({ { x + k * dx, y + k * dy }, { x + k * dx, y + k * dy } });
    }
    return made;
}

input far_neighbours()
{
    input made{ "nearest of 10,000 points, in a world 1e200 wide (doubles)", job::nearest, {}, {}, true };
    made.boxes = spread(10000, 1, 0, 1e200, 0, true);
    made.windows = spread(questions, 1000001, 0, 1e200, 0, true);
    return made;
}

input identical()
{
    input made{ "100,000 identical boxes; every second one is removed", job::remove, {}, {}, false };
    made.boxes.assign(many, qd_box_xywh(5, 5, 1, 1));
    made.windows = { qd_box_xywh(0, 0, 1, 1), qd_box_xywh(5, 5, 0, 0) };
    return made;
}

input rings()
{
    input made{ "100,000 boxes around one centre, each larger than the one before", job::windows, {}, {}, false };
    for (size_t i = 1; i <= many; i++) {
        double r = static_cast<double>(i);
        made.boxes.push_back({ { -r, -r }, { r, r } });
    }
    for (size_t i = 0; i < questions; i++)
        made.windows.push_back(rounded(qd_box_xywh(99990, 1e5 * random_of(i), 1, 1)));
    return made;
}

} // namespace

input input_at(int number)
{
    switch (number) {
    case 0:
        return plain("100,000 boxes, spread evenly: nothing special");
    case 1:
        return with("1000 of 100,000 boxes are NaN", 1000, { { nothing, nothing }, { nothing, nothing } }, true);
    case 2:
        return with("1000 of 100,000 boxes have one side that is NaN", 1000, { { 0, 0 }, { nothing, 0 } }, false);
    case 3:
        return with("10 of 100,000 boxes are infinite", 10, { { -infinite, -infinite }, { infinite, infinite } }, true);
    case 4:
        return everywhere();
    case 5:
        return plain("100,000 boxes in a world 1e38 wide", 1e35);
    case 6:
        return plain("100,000 boxes in a world 1 wide", 1e-3);
    case 7:
        return plain("100,000 boxes in a world 1000 wide, 1e12 from the origin (doubles)", 1, 1e12, true);
    case 8:
        return rings();
    case 9:
        return on_segments();
    case 10:
        return far_neighbours();
    case 11:
        return job_of("10,000 boxes that fly far, 10 ticks, 1000 windows after each", job::fly, 10000);
    case 12:
        return identical();
    case 13:
        return job_of("10,000 boxes; a tenth is removed twice, with insertions in between", job::remove_twice, 10000);
    case 14:
        return job_of("10,000 boxes; half of them are inserted after a first window", job::insert_later, 10000);
    case 15:
        return job_of("insertions until memory is refused, then a window", job::no_memory, 10000);
    default:
        return {};
    }
}

qd_box flown(const input &asked, size_t item, int tick)
{
    uint64_t seed = 20000000 + 1000000 * static_cast<uint64_t>(tick) + 2 * item;
    double side = asked.boxes[item].max.x - asked.boxes[item].min.x;
    return rounded(qd_box_xywh(1000 * random_of(seed), 1000 * random_of(seed + 1), side, side));
}

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_nearest(const input &asked, size_t item, qd_vec2 from)
{
    auto distance = [&](const qd_box &point) { return std::hypot(point.min.x - from.x, point.min.y - from.y); };
    double best = infinite;
    for (const qd_box &one : asked.boxes)
        best = std::fmin(best, distance(one));
    // As near as the nearest, but for rounding.
    return item < asked.boxes.size() && distance(asked.boxes[item]) <= best * (1 + 1e-12);
}

static uint64_t count_of(const std::vector<qd_box> &all, const qd_box &window, bool finite)
{
    uint64_t count = 0;
    for (const qd_box &one : all)
        count += meets(one, window) && (!finite || qd_box_is_valid(&one));
    return count;
}

uint64_t brute(const input &asked, bool finite)
{
    uint64_t count = 0;
    std::vector<qd_box> all = asked.boxes;
    switch (asked.what) {
    case job::nearest:
        return asked.windows.size();
    case job::segments:
        for (const qd_box &w : asked.windows)
            for (const qd_box &one : all)
                count += on_diagonal(one, w);
        return count;
    case job::fly:
        for (int tick = 0; tick < TICKS; tick++) {
            for (size_t i = 0; i < all.size(); i++)
                all[i] = flown(asked, i, tick);
            for (const qd_box &w : asked.windows)
                count += count_of(all, w, finite);
        }
        return count;
    case job::insert_later:
        all.resize(all.size() / 2);
        count = count_of(all, asked.windows[0], finite);
        all = asked.boxes;
        break;
    case job::remove:
        all.clear();
        for (size_t i = 1; i < asked.boxes.size(); i += 2)
            all.push_back(asked.boxes[i]);
        break;
    default: // Boxes removed twice: others are at the same places.
        break;
    }
    for (const qd_box &w : asked.windows)
        count += count_of(all, w, finite);
    return count;
}

} // namespace fail
