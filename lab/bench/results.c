// Growing arrays of times, and the comparison of what was found.
#include "results.h"

#include "busy.h"

#include <stdlib.h>
#include <string.h>

const char *const series_names[SERIES_COUNT] = { "ms", "build_ms", "move_ms", "find_ms", "all_move_ms" };
const char *const series_titles[SERIES_COUNT] = { "all", "build", "move", "find", "all move" };

cell *results_add(results *all, size_t rows)
{
    if (all->count == all->room) {
        size_t room = all->room > 0 ? 2 * all->room : 32;
        cell *cells = realloc(all->cells, room * sizeof *cells);
        if (!cells)
            return NULL;
        all->cells = cells;
        all->room = room;
    }
    row *fresh = calloc(rows > 0 ? rows : 1, sizeof *fresh);
    if (!fresh)
        return NULL;
    cell *c = &all->cells[all->count++];
    *c = (cell){ .rows = fresh, .count = rows };
    return c;
}

void results_drop(results *all)
{
    cell *c = &all->cells[--all->count];
    for (size_t k = 0; k < c->count; k++)
        for (int s = 0; s < SERIES_COUNT; s++)
            free(c->rows[k].ms[s]);
    free(c->rows);
}

const cell *results_find(const results *all, const char *task, const char *part, const char *scene, size_t n)
{
    for (size_t i = 0; i < all->count; i++) {
        const cell *c = &all->cells[i];
        if (c->n == n && strcmp(c->task, task) == 0 && strcmp(c->part, part) == 0 && strcmp(c->scene, scene) == 0)
            return c;
    }
    return NULL;
}

void results_free(results *all)
{
    while (all->count > 0)
        results_drop(all);
    free(all->cells);
    *all = (results){ 0 };
}

results_busy results_how_busy(const results *all)
{
    results_busy busy = { 0, 0 };
    for (size_t i = 0; i < all->count; i++) {
        double others = all->cells[i].others;
        if (!busy_is(others))
            continue;
        busy.cells++;
        busy.most = others > busy.most ? others : busy.most;
    }
    return busy;
}

static bool make_room(row *r)
{
    if (r->count < r->room)
        return true;
    size_t room = r->room > 0 ? 2 * r->room : 64;
    for (int s = 0; s < SERIES_COUNT; s++) {
        double *grown = realloc(r->ms[s], room * sizeof *grown);
        if (!grown)
            return false;
        r->ms[s] = grown;
    }
    r->room = room;
    return true;
}

bool row_keep(row *r, const double ms[SERIES_COUNT])
{
    if (!make_room(r))
        return false;
    for (int s = 0; s < SERIES_COUNT; s++) {
        r->has[s] = ms[s] >= 0;
        r->ms[s][r->count] = ms[s] >= 0 ? ms[s] : 0;
    }
    r->count++;
    return true;
}

static bool copy_row(row *to, const row *from)
{
    *to = *from;
    to->count = to->room = 0;
    for (int s = 0; s < SERIES_COUNT; s++)
        to->ms[s] = NULL;
    bool good = true;
    for (size_t i = 0; i < from->count && good; i++) {
        double ms[SERIES_COUNT];
        for (int s = 0; s < SERIES_COUNT; s++)
            ms[s] = from->has[s] ? from->ms[s][i] : -1;
        good = row_keep(to, ms);
    }
    return good;
}

bool results_copy(cell *to, const cell *from)
{
    bool good = true;
    to->differ = from->differ;
    to->others = from->others;
    for (size_t i = 0; i < to->count && good; i++)
        good = copy_row(&to->rows[i], &from->rows[i]);
    return good;
}

void row_found(row *r, uint64_t found, uint64_t checksum)
{
    r->found += found;
    r->checksum = r->checksum * 0x9e3779b97f4a7c15u + checksum;
    r->checks++;
}

void row_unfind(row *r, const row *before)
{
    r->found = before->found;
    r->checksum = before->checksum;
    r->checks = before->checks;
    r->tests = before->tests;
}

bool row_is_plain(const row *r)
{
    return r->workers <= 1 && r->asks == ASK_AS_GIVEN;
}

bool row_ran(const row *r)
{
    return r->left_out[0] == 0 && (r->count > 0 || r->bytes_per_item > 0);
}

const char *row_reason(const row *r)
{
    return r->left_out[0] ? r->left_out : "nothing was measured";
}

summary row_summary(const row *r, series which)
{
    double *scratch = malloc((r->count > 0 ? r->count : 1) * sizeof *scratch);
    if (!scratch)
        return (summary){ 0 };
    summary s = summary_of(r->ms[which], r->has[which] ? r->count : 0, scratch);
    free(scratch);
    return s;
}

const row *cell_row(const cell *c, const char *contender)
{
    for (size_t i = 0; i < c->count; i++)
        if (row_ran(&c->rows[i]) && strcmp(c->rows[i].contender, contender) == 0)
            return &c->rows[i];
    return NULL;
}

bool row_agrees(const row *a, const row *b)
{
    return a->found == b->found && a->checksum == b->checksum && a->checks == b->checks;
}

const row *cell_majority(const cell *c)
{
    const row *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < c->count; i++) {
        size_t friends = 0;
        for (size_t k = 0; k < c->count; k++)
            friends += row_ran(&c->rows[k]) && row_agrees(&c->rows[i], &c->rows[k]);
        if (row_ran(&c->rows[i]) && friends > most) {
            best = &c->rows[i];
            most = friends;
        }
    }
    return best;
}

void cell_compare(cell *c)
{
    const row *right = cell_majority(c);
    c->differ = false;
    for (size_t i = 0; i < c->count; i++)
        if (row_ran(&c->rows[i]) && !row_agrees(&c->rows[i], right))
            c->differ = true;
}
