// Box2D 2.4, as Debian packages it (not 3): its dynamic tree, asked once for each box, and its broad phase, which
// reports what may be new pairs: these are kept until their widened boxes part, as Box2D's own contact manager does.
// Both widen boxes, and both get the distance a box has moved, as from Box2D's own fixtures, so that most boxes need no
// new place in the tree; what they answer is compared with the exact boxes.
#include "peer.h"

#include <algorithm>
#include <box2d/b2_broad_phase.h>
#include <box2d/b2_dynamic_tree.h>
#include <cmath>
#include <limits>

namespace
{

b2AABB aabb_of(const fbox &b)
{
    b2AABB aabb;
    aabb.lowerBound.Set(b.min.x, b.min.y);
    aabb.upperBound.Set(b.max.x, b.max.y);
    return aabb;
}

void *data_of(size_t item)
{
    return reinterpret_cast<void *>(item);
}

uint32_t item_of(void *data)
{
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data));
}

template <typename Index> struct box2d_peer {
    Index index;
    std::vector<fbox> boxes;    // By item.
    std::vector<int32> proxies; // By item; -1: removed.
    size_t bytes = 0;

    qd_result set(const fbox *given, size_t count)
    {
        // Anew: the broad phase looks for each proxy that goes in a list of all that have moved.
        index.~Index();
        new (&index) Index;
        boxes.assign(given, given + count);
        proxies.resize(count);
        for (size_t i = 0; i < count; i++)
            proxies[i] = index.CreateProxy(aabb_of(boxes[i]), data_of(i));
        return QD_OK;
    }

    qd_result move(const fbox *given)
    {
        for (size_t i = 0; i < boxes.size(); i++) {
            b2Vec2 way(given[i].min.x - boxes[i].min.x, given[i].min.y - boxes[i].min.y);
            boxes[i] = given[i];
            index.MoveProxy(proxies[i], aabb_of(boxes[i]), way);
        }
        return QD_OK;
    }

    qd_result shift(const fbox *given, const uint32_t *moved, size_t count)
    {
        for (size_t i = 0; i < count; i++) {
            fbox &box = boxes[moved[i]];
            const fbox &next = given[moved[i]];
            b2Vec2 way(next.min.x - box.min.x, next.min.y - box.min.y);
            box = next;
            index.MoveProxy(proxies[moved[i]], aabb_of(box), way);
        }
        return QD_OK;
    }

    size_t size() const
    {
        return boxes.size();
    }

    void insert(const fbox &added)
    {
        proxies.push_back(index.CreateProxy(aabb_of(added), data_of(boxes.size())));
        boxes.push_back(added);
    }

    bool remove(uint32_t item)
    {
        if (item >= proxies.size() || proxies[item] < 0)
            return false;
        index.DestroyProxy(proxies[item]);
        proxies[item] = -1;
        return true;
    }

    // Hands the exact hits of a box to a function that returns false to stop.
    template <typename Take> struct asker {
        const box2d_peer &own;
        const fbox &asked;
        Take take;
        uint64_t tests;

        bool QueryCallback(int32 proxy)
        {
            uint32_t item = item_of(own.index.GetUserData(proxy));
            tests++;
            return !peer::meets(own.boxes[item], asked) || take(item);
        }
    };

    template <typename Take> uint64_t ask(const fbox &asked, Take take) const
    {
        asker<Take> callback{ *this, asked, take, 0 };
        index.Query(&callback, aabb_of(asked));
        return callback.tests;
    }

    void window(const fbox &asked, peer::item_sink &out) const
    {
        out.tests += ask(asked, [&](uint32_t item) {
            out.add(item);
            return true;
        });
    }

    bool collides(const fbox &asked) const
    {
        bool any = false;
        ask(asked, [&](uint32_t) {
            any = true;
            return false;
        });
        return any;
    }
};

struct tree_peer : box2d_peer<b2DynamicTree> {
    void pairs(peer::pair_sink &out) const
    {
        for (uint32_t one = 0; one < boxes.size(); one++)
            out.tests += ask(boxes[one], [&](uint32_t other) {
                if (one < other)
                    out.add({ one, other });
                return true;
            });
    }
};

struct broad_peer : box2d_peer<b2BroadPhase> {
    std::vector<contender_pair> contacts;
    std::vector<std::vector<uint32_t>> met; // By item, the others it has a contact with.

    qd_result set(const fbox *given, size_t count)
    {
        contacts.clear();
        met.assign(count, {});
        return box2d_peer::set(given, count);
    }

    void insert(const fbox &added)
    {
        box2d_peer::insert(added);
        met.emplace_back();
    }

    void AddPair(void *a, void *b)
    {
        uint32_t one = item_of(a), other = item_of(b);
        if (std::find(met[one].begin(), met[one].end(), other) != met[one].end())
            return;
        met[one].push_back(other);
        met[other].push_back(one);
        contacts.push_back({ std::min(one, other), std::max(one, other) });
    }

    void part(uint32_t one, uint32_t other)
    {
        auto at = std::find(met[one].begin(), met[one].end(), other);
        *at = met[one].back();
        met[one].pop_back();
    }

    void pairs(peer::pair_sink &out)
    {
        index.UpdatePairs(this);
        out.tests += contacts.size();
        for (size_t i = 0; i < contacts.size();) {
            contender_pair contact = contacts[i];
            if (!b2TestOverlap(index.GetFatAABB(proxies[contact.a]), index.GetFatAABB(proxies[contact.b]))) {
                part(contact.a, contact.b);
                part(contact.b, contact.a);
                contacts[i] = contacts.back();
                contacts.pop_back();
                continue;
            }
            if (peer::meets(boxes[contact.a], boxes[contact.b]))
                out.add(contact);
            i++;
        }
    }
};

// Where the ray enters a box, in lengths of its direction; infinite: nowhere.
double enters(const contender_ray &ray, const fbox &box)
{
    double from = 0, to = std::numeric_limits<double>::infinity();
    const double origin[] = { ray.origin.x, ray.origin.y }, way[] = { ray.direction.x, ray.direction.y };
    const double low[] = { box.min.x, box.min.y }, high[] = { box.max.x, box.max.y };
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0) {
            if (origin[axis] < low[axis] || origin[axis] > high[axis])
                return std::numeric_limits<double>::infinity();
            continue;
        }
        double t0 = (low[axis] - origin[axis]) / way[axis], t1 = (high[axis] - origin[axis]) / way[axis];
        from = std::max(from, std::min(t0, t1));
        to = std::min(to, std::max(t0, t1));
    }
    return from <= to ? from : std::numeric_limits<double>::infinity();
}

// The boxes are widened by a tenth, which is more than what is lost by making a segment of the ray.
struct ray_taker {
    const tree_peer &own;
    const contender_ray &ray;
    double length;
    contender_hit best;

    float RayCastCallback(const b2RayCastInput &input, int32 proxy)
    {
        uint32_t item = item_of(own.index.GetUserData(proxy));
        double t = enters(ray, own.boxes[item]);
        if (t > ray.t_max || (best.item != UINT32_MAX && (t > best.t || (t == best.t && item > best.item))))
            return input.maxFraction;
        if (std::isinf(t))
            return input.maxFraction;
        best = { item, t };
        return share_of(t);
    }

    // How much of the segment is still of interest. Box2D takes 0 for the end of the cast; a ray that starts inside a
    // box goes on within the smallest share, since boxes with lower numbers may hold its start as well.
    float share_of(double t) const
    {
        return std::max(static_cast<float>(t / length), std::numeric_limits<float>::min());
    }
};

contender_hit ray_of(const contender *self, contender_ray ray)
{
    const auto &own = *reinterpret_cast<const tree_peer *>(self);
    // Farther than the world is wide.
    const double length = std::isinf(ray.t_max) ? 200000 : ray.t_max;
    b2RayCastInput input;
    input.p1.Set(ray.origin.x, ray.origin.y);
    input.p2.Set(static_cast<float>(ray.origin.x + length * ray.direction.x),
                 static_cast<float>(ray.origin.y + length * ray.direction.y));
    input.maxFraction = 1;
    ray_taker taker{ own, ray, length, { UINT32_MAX, 0 } };
    own.index.RayCast(&taker, input);
    return taker.best;
}

template <typename Peer> bool collides_of(const contender *self, fbox asked)
{
    return reinterpret_cast<const Peer *>(self)->collides(asked);
}

template <typename Peer> qd_result shift_of(contender *self, const fbox *given, const uint32_t *moved, size_t count)
{
    return reinterpret_cast<Peer *>(self)->shift(given, moved, count);
}

template <typename Peer> contender_kind make(const char *name)
{
    contender_kind kind = peer::index_kind_of<Peer>(name);
    kind.shift = shift_of<Peer>;
    kind.grow = peer::grow<Peer>;
    kind.collides = collides_of<Peer>;
    return kind;
}

contender_kind make_tree()
{
    contender_kind kind = make<tree_peer>("box2d-tree");
    kind.ray = ray_of;
    return kind;
}

} // namespace

const contender_kind contender_box2d_tree = make_tree();
const contender_kind contender_box2d_broad = make<broad_peer>("box2d-broad");
