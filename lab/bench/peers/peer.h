/// What the adapters of other libraries share. Each keeps the exact boxes beside the library's index where that answers
/// with boxes that it has widened, and a contender's memory is what the C library hands out while it is filled.
#ifndef QUADRILLE_BENCH_PEER_H
#define QUADRILLE_BENCH_PEER_H

extern "C" {
#include <contender.h>

extern const contender_kind contender_boost, contender_nanoflann, contender_box2d_tree, contender_box2d_broad,
    contender_cgal, contender_geos, contender_chipmunk_tree, contender_chipmunk_hash, contender_rstar, contender_kiddo;
}

#include <malloc.h>
#include <new>
#include <utility>
#include <vector>

namespace peer
{

inline bool meets(const fbox &a, const fbox &b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Hands out pairs or items in batches, and counts them.
template <typename Result, typename Visitor> class sink
{
  public:
    sink(Visitor *visitor, void *context) : visitor_(visitor), context_(context)
    {
    }

    void add(Result result)
    {
        results_[held_++] = result;
        if (held_ == size)
            flush();
    }

    uint64_t finish()
    {
        flush();
        return count_;
    }

    uint64_t tests = 0;

  private:
    static constexpr size_t size = 512;

    void flush()
    {
        if (visitor_ && held_ > 0)
            visitor_(context_, results_, held_);
        count_ += held_;
        held_ = 0;
    }

    Visitor *visitor_;
    void *context_;
    uint64_t count_ = 0;
    size_t held_ = 0;
    Result results_[size];
};

using pair_sink = sink<contender_pair, contender_visitor>;
using item_sink = sink<uint32_t, contender_item_visitor>;

inline void add_pair(pair_sink &out, uint32_t a, uint32_t b)
{
    out.add(a < b ? contender_pair{ a, b } : contender_pair{ b, a });
}

inline size_t allocated()
{
    return mallinfo2().uordblks;
}

/// Adds to a contender's bytes what was allocated while this lives.
class weigh
{
  public:
    explicit weigh(size_t &bytes) : bytes_(bytes), before_(allocated())
    {
    }
    ~weigh()
    {
        bytes_ += allocated() - before_;
    }
    weigh(const weigh &) = delete;
    weigh &operator=(const weigh &) = delete;

  private:
    size_t &bytes_, before_;
};

/// A contender's functions from a class's members. Only closed edges are known.
template <typename Peer> contender *create(bool open_edges)
{
    return open_edges ? nullptr : reinterpret_cast<contender *>(new (std::nothrow) Peer);
}

template <typename Peer> void destroy(contender *self)
{
    delete reinterpret_cast<Peer *>(self);
}

template <typename Peer> qd_result set(contender *self, const fbox *boxes, size_t count)
{
    Peer &own = *reinterpret_cast<Peer *>(self);
    try {
        weigh all(own.bytes);
        return own.set(boxes, count);
    } catch (const std::bad_alloc &) {
        return QD_NO_MEMORY;
    }
}

template <typename Peer> qd_result move(contender *self, const fbox *boxes)
{
    Peer &own = *reinterpret_cast<Peer *>(self);
    try {
        weigh all(own.bytes);
        return own.move(boxes);
    } catch (const std::bad_alloc &) {
        return QD_NO_MEMORY;
    }
}

template <typename Peer> qd_result grow(contender *self, const fbox *boxes, size_t count)
{
    Peer &own = *reinterpret_cast<Peer *>(self);
    try {
        weigh all(own.bytes);
        qd_result result = own.move(boxes);
        for (size_t i = own.size(); i < count && !result; i++)
            own.insert(boxes[i]);
        return result;
    } catch (const std::bad_alloc &) {
        return QD_NO_MEMORY;
    }
}

template <typename Peer> contender_cost pairs(const contender *self, contender_visitor *visitor, void *context)
{
    // Some libraries sort or mark what they search.
    Peer &own = *reinterpret_cast<Peer *>(const_cast<contender *>(self));
    pair_sink out(visitor, context);
    own.pairs(out);
    uint64_t found = out.finish();
    return { out.tests, found };
}

template <typename Peer>
contender_found window(const contender *self, fbox box, contender_item_visitor *visitor, void *context)
{
    Peer &own = *reinterpret_cast<Peer *>(const_cast<contender *>(self));
    item_sink out(visitor, context);
    own.window(box, out);
    uint64_t found = out.finish();
    return { out.tests, found };
}

template <typename Peer> qd_result insert(contender *self, fbox box)
{
    try {
        reinterpret_cast<Peer *>(self)->insert(box);
        return QD_OK;
    } catch (const std::bad_alloc &) {
        return QD_NO_MEMORY;
    }
}

template <typename Peer> bool remove(contender *self, uint32_t item)
{
    return reinterpret_cast<Peer *>(self)->remove(item);
}

template <typename Peer> uint64_t upkeep(const contender *)
{
    return 0;
}

template <typename Peer> size_t bytes(const contender *self)
{
    return reinterpret_cast<const Peer *>(self)->bytes;
}

/// What every adapter has; the rest is added by name.
template <typename Peer> contender_kind kind_of(const char *name)
{
    contender_kind kind{};
    kind.name = name;
    kind.create = create<Peer>;
    kind.destroy = destroy<Peer>;
    kind.set = set<Peer>;
    kind.move = move<Peer>;
    kind.upkeep = upkeep<Peer>;
    kind.bytes = bytes<Peer>;
    return kind;
}

/// The same for an index that finds pairs and windows, and takes boxes one by one.
template <typename Peer> contender_kind index_kind_of(const char *name)
{
    contender_kind kind = kind_of<Peer>(name);
    kind.pairs = pairs<Peer>;
    kind.window = window<Peer>;
    kind.insert = insert<Peer>;
    kind.remove = remove<Peer>;
    return kind;
}

} // namespace peer

#endif
