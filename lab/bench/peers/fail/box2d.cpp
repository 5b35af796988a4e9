// Box2D 2.4's dynamic tree. What it reports is compared with the exact boxes, since it widens them; each move says how
// far the box goes, as Box2D's own fixtures do.
#include "fail.h"

#include <box2d/b2_dynamic_tree.h>
#include <cmath>

namespace
{

b2Vec2 vector_of(qd_vec2 v)
{
    return { static_cast<float>(v.x), static_cast<float>(v.y) };
}

b2AABB aabb_of(const qd_box &b)
{
    b2AABB aabb;
    aabb.lowerBound = vector_of(b.min);
    aabb.upperBound = vector_of(b.max);
    return aabb;
}

struct index {
    static constexpr bool can_move = true, can_nearest = false;
    std::vector<int32> proxies; // By item.
    b2DynamicTree tree;

    index()
    {
        proxies.reserve(4000000); // More than the memory of any input is enough for.
    }

    bool add(size_t item, const qd_box &box)
    {
        proxies.push_back(tree.CreateProxy(aabb_of(box), reinterpret_cast<void *>(item)));
        return true;
    }

    void remove(size_t item, const qd_box &)
    {
        tree.DestroyProxy(proxies[item]);
    }

    void move(size_t item, const qd_box &from, const qd_box &to)
    {
        tree.MoveProxy(proxies[item], aabb_of(to), vector_of({ to.min.x - from.min.x, to.min.y - from.min.y }));
    }

    template <typename Take> struct taker {
        const b2DynamicTree &tree;
        Take take;

        bool QueryCallback(int32 proxy)
        {
            take(reinterpret_cast<size_t>(tree.GetUserData(proxy)));
            return true;
        }

        float RayCastCallback(const b2RayCastInput &input, int32 proxy)
        {
            QueryCallback(proxy);
            return input.maxFraction;
        }
    };

    template <typename Take> void window(const qd_box &asked, Take take)
    {
        taker<Take> callback{ tree, take };
        tree.Query(&callback, aabb_of(asked));
    }

    template <typename Take> void segment(const qd_box &diagonal, Take take)
    {
        taker<Take> callback{ tree, take };
        b2RayCastInput input;
        input.p1 = vector_of(diagonal.min);
        input.p2 = vector_of(diagonal.max);
        input.maxFraction = 1;
        tree.RayCast(&callback, input);
    }

    size_t nearest(qd_vec2)
    {
        return SIZE_MAX;
    }
};

fail::outcome run(const fail::input &asked)
{
    return fail::runner<index>(asked).run();
}

} // namespace

const fail::method fail::box2d = { "Box2D 2.4 b2DynamicTree", run };
