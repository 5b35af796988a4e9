/// Collects the items that a window catches and hands them to the visitor in batches.
#ifndef QUADRILLE_CATCHER_H
#define QUADRILLE_CATCHER_H

#include "lanes.h"

#define CATCHER_ITEMS 512 ///< And up to LANES - 1 more.

/// Boxes to be tested between two looks at whether the visitor wants more.
#define CATCHER_RUN ((size_t)4096)

typedef struct catcher {
    contender_item_visitor *visitor; ///< NULL: items are only counted.
    void *context;
    contender_found found;
    bool stopped; ///< The visitor wants no more.
    size_t count;
    uint32_t items[CATCHER_ITEMS + LANES];
} catcher;

/// The array is left as it is: clearing it would cost more than many a search.
static inline void catcher_begin(catcher *out, contender_item_visitor *visitor, void *context)
{
    out->visitor = visitor;
    out->context = context;
    out->found = (contender_found){ 0 };
    out->stopped = false;
    out->count = 0;
}

static inline void catcher_flush(catcher *out)
{
    if (!out->stopped) {
        out->found.hits += out->count;
        out->stopped = out->visitor && !out->visitor(out->context, out->items, out->count);
    }
    out->count = 0;
}

static inline void catcher_add(catcher *out, uint32_t item)
{
    out->items[out->count++] = item;
    if (out->count >= CATCHER_ITEMS)
        catcher_flush(out);
}

/// Adds the items from `at` whose bit is set.
static inline void catcher_add_lanes(catcher *out, const uint32_t *items, size_t at, unsigned mask)
{
    lanes_write_items(out->items + out->count, items, at, mask);
    out->count += lanes_count(mask);
    if (out->count >= CATCHER_ITEMS)
        catcher_flush(out);
}

/// Adds a whole row of items, which are not copied: the visitor gets to see them where they are.
static inline void catcher_add_all(catcher *out, const uint32_t *items, size_t count)
{
    if (count <= LANES) {
        for (size_t k = 0; k < count; k++)
            catcher_add(out, items[k]);
    } else if (!out->stopped) {
        out->found.hits += count;
        out->stopped = out->visitor && !out->visitor(out->context, items, count);
    }
}

/// A visitor that wants no more than one item; its context is a bool.
static inline bool catcher_any(void *context, const uint32_t *items, size_t count)
{
    (void)items;
    *(bool *)context = count > 0;
    return count == 0;
}

/// Tests the boxes of [from, to) against the window and adds the items that meet it; NULL: item i's box is at i.
static inline void catcher_scan(catcher *out, const box_columns *all, const uint32_t *items, lanes_box window,
                                size_t from, size_t to, bool open_edges)
{
    out->found.tests += to - from;
    for (size_t at = from; at < to; at += LANES) {
        unsigned mask = lanes_meet(all, at, window, open_edges) & lanes_first(to - at);
        if (mask)
            catcher_add_lanes(out, items, at, mask);
    }
}

/// Hands out the last items and returns what it all came to.
static inline contender_found catcher_end(catcher *out)
{
    if (out->count > 0)
        catcher_flush(out);
    return out->found;
}

#endif
