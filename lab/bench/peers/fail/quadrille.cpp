// Quadrille's tree. Which precision it needs is the one thing that an input says to it.
#include "fail.h"

#include <cmath>
#include <quadrille/quadrille.h>

namespace
{

thread_local qd_precision precision;

struct index {
    static constexpr bool can_move = true, can_nearest = true;
    std::vector<qd_id> ids; // By item.
    qd_tree *tree;

    index()
    {
        qd_tree_def def{};
        def.precision = precision;
        tree = qd_tree_new(&def);
        ids.reserve(4000000); // More than the memory of any input is enough for.
    }

    bool add(size_t item, const qd_box &box)
    {
        ids.push_back(qd_tree_add(tree, box, item));
        return ids.back() != 0;
    }

    void remove(size_t item, const qd_box &)
    {
        (void)qd_tree_remove(tree, ids[item]);
    }

    void move(size_t item, const qd_box &, const qd_box &to)
    {
        (void)qd_tree_move(tree, ids[item], to);
    }

    template <typename Take> void window(const qd_box &asked, Take take)
    {
        qd_query query{};
        query.shape = qd_shape_box(asked);
        auto visit = [](void *context, const qd_entry *entries, size_t count) {
            for (size_t i = 0; i < count; i++)
                (*static_cast<Take *>(context))(entries[i].user);
            return QD_CONTINUE;
        };
        qd_tree_visit(tree, &query, visit, &take, nullptr);
    }

    template <typename Take> void segment(const qd_box &diagonal, Take take)
    {
        qd_ranked ranked = qd_segment(diagonal.min, diagonal.max);
        std::vector<qd_hit> hits(qd_tree_count_ranked(tree, &ranked));
        qd_tree_find_ranked(tree, &ranked, hits.data(), hits.size(), nullptr);
        for (const qd_hit &hit : hits)
            take(hit.item.user);
    }

    size_t nearest(qd_vec2 from)
    {
        qd_hit hit;
        return qd_tree_find_nearest(tree, from, HUGE_VAL, &hit, 1) ? hit.item.user : SIZE_MAX;
    }
};

fail::outcome run(const fail::input &asked)
{
    precision = asked.doubles ? QD_DOUBLE : QD_FLOAT;
    return fail::runner<index>(asked).run();
}

} // namespace

const fail::method fail::quadrille = { "Quadrille", run };
