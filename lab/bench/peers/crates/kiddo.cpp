// kiddo's k-d tree that cannot change, its fastest, built again whenever the points move.
#include "../peer.h"
extern "C" {
#include "crates.h"
}

#include <memory>

namespace
{

struct kiddo_peer {
    std::unique_ptr<crates_kdtree, decltype(&crates_kdtree_free)> tree{ nullptr, crates_kdtree_free };
    size_t count = 0, bytes = 0;

    qd_result set(const fbox *boxes, size_t given)
    {
        count = given;
        return move(boxes);
    }

    qd_result move(const fbox *boxes)
    {
        for (size_t i = 0; i < count; i++)
            if (boxes[i].min.x != boxes[i].max.x || boxes[i].min.y != boxes[i].max.y)
                return QD_BAD_VALUE;
        tree.reset(); // before the next one is made
        tree.reset(crates_kdtree_new(boxes, count));
        return tree ? QD_OK : QD_NO_MEMORY;
    }
};

size_t nearest(const contender *self, fvec2 from, size_t k, contender_near *out)
{
    return crates_kdtree_near(reinterpret_cast<const kiddo_peer *>(self)->tree.get(), from.x, from.y, k, out);
}

contender_kind make()
{
    contender_kind kind = peer::kind_of<kiddo_peer>("kiddo");
    kind.near = nearest;
    return kind;
}

} // namespace

const contender_kind contender_kiddo = make();
