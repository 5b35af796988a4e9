// Task after task, so that the tables of one stand together; in each, scene after scene, from small to large.
#include "places.h"

#include <string.h>

typedef struct tour {
    const plan *plan;
    place_visitor *visit;
    void *context;
} tour;

bool place_suits(const entry *e, const task *t)
{
    bool asks = e->asks == ASK_AS_GIVEN || (e->asks == ASK_SORTED ? t->sortable : t->at_once);
    return t->able(e->kind) && (e->workers <= 1 || t->pairs) && asks;
}

size_t place_entries(const plan *p, const task *t)
{
    size_t able = 0;
    for (size_t i = 0; i < p->entry_count; i++)
        able += place_suits(&p->entries[i], t);
    return able;
}

static bool chosen(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

// The next size above `n` of a list that ends with 0; 0: `n` is the largest.
static size_t above(const size_t *sizes, size_t n)
{
    size_t next = 0;
    for (size_t i = 0; sizes[i]; i++)
        if (sizes[i] > n && (next == 0 || sizes[i] < next))
            next = sizes[i];
    return next;
}

// Those of the task, and those between them.
static size_t size_above(const plan *p, const task *t, size_t n)
{
    size_t own = above(t->sizes, n), between = p->between && t->between ? above(plan_between, n) : 0;
    return own == 0 || (between > 0 && between < own) ? between : own;
}

static bool visit_sizes(const tour *through, const task *t, const field_kind *scene)
{
    const plan *p = through->plan;
    bool more = true;
    size_t n = size_above(p, t, 0);
    if (p->largest > 0 && n > p->largest)
        return through->visit(through->context, (place){ t, scene, p->largest });
    for (; n > 0 && more && (p->largest == 0 || n <= p->largest); n = size_above(p, t, n))
        more = through->visit(through->context, (place){ t, scene, n });
    return more;
}

static bool visit_scene(const tour *through, const task *t, const field_kind *scene)
{
    const plan *p = through->plan;
    bool more = true;
    if ((scene->demo != NULL) != t->of_demo)
        return true;
    if (p->size_count == 0)
        return visit_sizes(through, t, scene);
    for (size_t i = 0; i < p->size_count && more; i++)
        more = through->visit(through->context, (place){ t, scene, p->sizes[i] });
    return more;
}

bool places_visit(const plan *p, place_visitor *visit, void *context)
{
    const tour through = { p, visit, context };
    bool more = true;
    for (const task *const *t = p->all; *t && more; t++) {
        if (!chosen(p->tasks, p->task_count, (*t)->name) || place_entries(p, *t) == 0)
            continue;
        for (size_t k = 0; k < p->scene_count && more; k++)
            more = visit_scene(&through, *t, field_find(p->scenes[k]));
        for (size_t k = 0; p->scene_count == 0 && (*t)->scenes[k] && more; k++)
            more = visit_scene(&through, *t, field_find((*t)->scenes[k]));
    }
    return more;
}
