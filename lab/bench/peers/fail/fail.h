/// What `make peers-fail` runs: inputs, each with what is done, and a method for each library. A library's own file
/// has a class of a few calls; run() does the rest, the same for all.
#ifndef QUADRILLE_PEERS_FAIL_H
#define QUADRILLE_PEERS_FAIL_H

#include <cstdint>
#include <new>
#include <quadrille/geometry.h>
#include <vector>

namespace fail
{

/// What is done with the boxes.
enum class job {
    windows,      ///< Insert all one by one, then ask the windows.
    segments,     ///< The same with the diagonals of the windows.
    nearest,      ///< The same with the nearest to each window's lower corner: counts the right answers.
    insert_later, ///< Ask one window when half are in, all at the end.
    remove,       ///< Remove every second item, by its handle or box, before the windows.
    remove_twice, ///< Remove some items, insert others, remove the first ones again, then ask.
    fly,          ///< All move far in each of ten ticks, each followed by the windows.
    no_memory,    ///< Insert until memory is refused, then ask one window.
};

struct input {
    const char *name;
    job what;
    std::vector<qd_box> boxes, windows;
    bool doubles; ///< Floats cannot distinguish the boxes: the tree of Quadrille gets QD_DOUBLE.
};

struct outcome {
    bool able;         ///< False: the library has no such call.
    uint64_t count;    ///< Results of all questions.
    uint64_t refused;  ///< Boxes that were not taken, by a result or an exception.
    uint64_t expected; ///< Where only the run itself knows what is right: no_memory.
    double milliseconds;
};

struct method {
    const char *name;
    outcome (*run)(const input &);
};

extern const method box2d, boost_rtree, geos_tree, quadrille;

/// The table of inputs: the one with this number, or one without a name behind the last.
input input_at(int number);
/// By brute force; `finite`: as if boxes with an infinite side were not there.
uint64_t brute(const input &asked, bool finite);
/// Where the box of an item is after a tick.
qd_box flown(const input &asked, size_t item, int tick);
/// Seconds, from any beginning.
double now();

enum { TICKS = 10 };

/// NaN compares false, so it meets nothing.
inline bool meets(const qd_box &a, const qd_box &b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Does a box that is a point lie on the diagonal of another box? Exact for whole numbers up to 2^25.
inline bool on_diagonal(const qd_box &point, const qd_box &s)
{
    return meets(point, s) &&
           (s.max.x - s.min.x) * (point.min.y - s.min.y) == (s.max.y - s.min.y) * (point.min.x - s.min.x);
}

bool is_nearest(const input &asked, size_t item, qd_vec2 from);

/// `Index` is made empty and has
///   bool add(size_t item, const qd_box &)                      false: refused; std::bad_alloc counts as that too
///   void remove(size_t item, const qd_box &)
///   void move(size_t item, const qd_box &from, const qd_box &to)
///   void window(const qd_box &, take)                          take(item) for all that may meet it
///   void segment(const qd_box &diagonal, take)                 the same
///   size_t nearest(qd_vec2)
///   and two constants: can_move, can_nearest
template <typename Index> class runner
{
  public:
    explicit runner(const input &asked) : asked_(asked), boxes_(asked.boxes)
    {
    }

    outcome run()
    {
        if ((asked_.what == job::fly && !Index::can_move) || (asked_.what == job::nearest && !Index::can_nearest))
            return result_;
        result_.able = true;
        double start = now();
        if (asked_.what == job::no_memory)
            fill();
        else
            work();
        result_.milliseconds = 1000 * (now() - start);
        for (size_t i = 0; i < nearest_.size(); i++)
            result_.count += is_nearest(asked_, nearest_[i], asked_.windows[i].min);
        return result_;
    }

  private:
    bool add(size_t item, const qd_box &box)
    {
        try {
            if (index_.add(item, box))
                return true;
        } catch (const std::bad_alloc &) {
        }
        result_.refused++;
        return false;
    }

    void window(const qd_box &w)
    {
        index_.window(w, [&](size_t item) { result_.count += meets(boxes_[item], w); });
    }

    void windows()
    {
        for (const qd_box &w : asked_.windows)
            window(w);
    }

    void work()
    {
        size_t count = boxes_.size();
        for (size_t i = 0; i < count; i++) {
            if (asked_.what == job::insert_later && i == count / 2)
                window(asked_.windows[0]);
            add(i, boxes_[i]);
        }
        switch (asked_.what) {
        case job::segments:
            for (const qd_box &w : asked_.windows)
                index_.segment(w, [&](size_t item) { result_.count += on_diagonal(boxes_[item], w); });
            return;
        case job::nearest:
            for (const qd_box &w : asked_.windows)
                nearest_.push_back(index_.nearest(w.min));
            return;
        case job::remove:
            for (size_t i = 0; i < count; i += 2)
                index_.remove(i, boxes_[i]);
            break;
        case job::remove_twice:
            remove_twice();
            break;
        case job::fly:
            fly();
            return;
        default:
            break;
        }
        windows();
    }

    // Every tenth item is taken out, as many go in, at the same places, and the first ones are taken out again.
    void remove_twice()
    {
        size_t count = boxes_.size();
        for (size_t i = 0; i < count; i += 10)
            index_.remove(i, boxes_[i]);
        for (size_t i = 0; i < count; i += 10) {
            boxes_.push_back(boxes_[i]);
            add(boxes_.size() - 1, boxes_[i]);
        }
        for (size_t i = 0; i < count; i += 10)
            index_.remove(i, boxes_[i]);
    }

    void fly()
    {
        for (int tick = 0; tick < TICKS; tick++) {
            for (size_t i = 0; i < boxes_.size(); i++) {
                qd_box to = flown(asked_, i, tick);
                index_.move(i, boxes_[i], to);
                boxes_[i] = to;
            }
            windows();
        }
    }

    // The array of boxes takes its memory beforehand, so that only the index is refused any.
    void fill()
    {
        const qd_box &w = asked_.windows[0];
        for (size_t i = 0; !result_.refused; i++) {
            const qd_box &box = boxes_[i % boxes_.size()];
            if (add(i, box))
                result_.expected += meets(box, w);
        }
        index_.window(w, [&](size_t item) { result_.count += meets(boxes_[item % boxes_.size()], w); });
    }

    const input &asked_;
    std::vector<qd_box> boxes_;
    std::vector<size_t> nearest_; // Answers, by window.
    Index index_;
    outcome result_{};
};

} // namespace fail

#endif
