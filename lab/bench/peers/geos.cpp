// GEOS' packed R-tree (sort-tile-recursive), built again whenever the boxes move, and searched once a box. Ten entries
// a node, its default.
#define USE_UNSTABLE_GEOS_CPP_API // its packed tree has no other
#include "peer.h"

#include <geos/geom/Envelope.h>
#include <geos/index/strtree/TemplateSTRtree.h>
#include <memory>

namespace
{

using geos::geom::Envelope;
using tree_type = geos::index::strtree::TemplateSTRtree<uint32_t>;

Envelope envelope_of(const fbox &b)
{
    return Envelope(b.min.x, b.max.x, b.min.y, b.max.y);
}

struct geos_peer {
    std::vector<fbox> boxes;
    std::unique_ptr<tree_type> tree;
    size_t bytes = 0;

    qd_result set(const fbox *given, size_t count)
    {
        boxes.assign(given, given + count);
        return build();
    }

    qd_result move(const fbox *given)
    {
        return set(given, boxes.size());
    }

    // The tree is built by its first question otherwise, whose time that is not.
    qd_result build()
    {
        tree.reset();
        tree = std::make_unique<tree_type>(10, boxes.size());
        for (size_t i = 0; i < boxes.size(); i++)
            tree->insert(envelope_of(boxes[i]), static_cast<uint32_t>(i));
        tree->build();
        return QD_OK;
    }

    void pairs(peer::pair_sink &out) const
    {
        for (uint32_t one = 0; one < boxes.size(); one++)
            tree->query(envelope_of(boxes[one]), [&](uint32_t other) {
                if (one < other)
                    out.add({ one, other });
            });
    }

    void window(const fbox &asked, peer::item_sink &out) const
    {
        tree->query(envelope_of(asked), [&](uint32_t item) { out.add(item); });
    }
};

contender_kind make()
{
    contender_kind kind = peer::kind_of<geos_peer>("geos");
    kind.pairs = peer::pairs<geos_peer>;
    kind.window = peer::window<geos_peer>;
    return kind;
}

} // namespace

const contender_kind contender_geos = make();
