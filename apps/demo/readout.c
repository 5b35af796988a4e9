// What the panel says.
#include "readout.h"

#include "labels.h"

#include <inttypes.h>
#include <stdio.h>

void readout_number(char *out, size_t size, double value)
{
    char digits[40];
    int length = snprintf(digits, sizeof digits, "%.0f", value);
    size_t at = 0;
    for (int i = 0; i < length && at + 2 < size; i++) {
        out[at++] = digits[i];
        if ((length - i) % 3 == 1 && i + 1 < length && digits[i] != '-')
            out[at++] = ',';
    }
    out[at] = 0;
}

const char *readout_method(const demo *show, int number)
{
    return label_method(index_method(show->sides[number].stage.index));
}

static readout_cell none(void)
{
    return (readout_cell){ "-", TONE_QUIET };
}

static readout_cell number(double value)
{
    readout_cell cell = { .tone = TONE_PLAIN };
    readout_number(cell.text, sizeof cell.text, value);
    return cell;
}

static readout_cell items(const side *at)
{
    return number((double)index_count(at->stage.index));
}

static readout_cell collisions(const side *at)
{
    return number((double)at->figures.costs.pairs);
}

static readout_cell tests(const side *at)
{
    return at->figures.costs.uncounted > 0 ? none() : number((double)figures_tests(&at->figures));
}

static readout_cell upkeep(const side *at)
{
    return number((double)at->figures.costs.upkeep);
}

static readout_cell brute(const side *at)
{
    return number((double)figures_brute(&at->figures));
}

static readout_cell saved(const side *at)
{
    const figures *f = &at->figures;
    double share = figures_saved(f);
    if (figures_brute(f) == 0 || f->costs.uncounted > 0)
        return none();
    readout_cell cell = { .tone = share > 0 ? TONE_GOOD : TONE_BAD };
    snprintf(cell.text, sizeof cell.text, "%.2f %%", share);
    return cell;
}

static readout_cell visits(const side *at)
{
    return at->figures.visits ? number((double)at->figures.costs.nodes) : none();
}

static readout_cell cell_count(const side *at)
{
    return at->figures.cells > 0 ? number((double)at->figures.cells) : none();
}

static readout_cell depth(const side *at)
{
    return at->figures.cells > 0 ? number(at->figures.depth) : none();
}

static readout_cell memory(const side *at)
{
    return number((double)at->figures.bytes / 1024);
}

static readout_cell ms(double value)
{
    readout_cell cell = { .tone = TONE_PLAIN };
    snprintf(cell.text, sizeof cell.text, "%.2f ms", value);
    return cell;
}

static readout_cell moving(const side *at)
{
    return ms(at->figures.costs.moving_ms);
}

static readout_cell finding(const side *at)
{
    return ms(at->figures.costs.finding_ms);
}

static readout_cell half(const side *at)
{
    return ms((double)figures_quantile(&at->figures, 0.5));
}

static readout_cell most(const side *at)
{
    return ms((double)figures_quantile(&at->figures, 0.95));
}

static const struct figure {
    const char *name;
    readout_cell (*of)(const side *at);
    bool time;
} shown[] = {
    { "items", items, false },
    { "collisions", collisions, false },
    { "tests", tests, false },
    { "brute force", brute, false },
    { "saved", saved, false },
    { "tick, half", half, true },
    // READOUT_FIRST are above; these are folded.
    { "tick, 95 %", most, true },
    { "moving", moving, true },
    { "finding", finding, true },
    { "upkeep", upkeep, false },
    { "node visits", visits, false },
    { "cells", cell_count, false },
    { "depth", depth, false },
    { "memory, KiB", memory, false },
};

size_t readout_figures(const demo *show, bool times, readout_row out[READOUT_ROWS])
{
    size_t count = sizeof shown / sizeof *shown;
    for (size_t i = 0; i < count; i++) {
        out[i] = (readout_row){ .name = shown[i].name };
        for (int k = 0; k < show->side_count; k++)
            out[i].cells[k] = shown[i].time && !times ? none() : shown[i].of(&show->sides[k]);
    }
    return count;
}

size_t readout_counters(const demo *show, readout_row out[READOUT_ROWS])
{
    scene_counter counters[SCENE_COUNTERS_MOST];
    const stage *at = &show->sides[0].stage;
    size_t count = at->scene->kind->counters(at->scene, counters);
    for (size_t i = 0; i < count; i++)
        out[i] = (readout_row){ counters[i].name, { number((double)counters[i].value) } };
    out[count++] = (readout_row){ "ticks", { number((double)at->ticks) } };
    const cells *tree = &show->sides[0].cells;
    const size_t cell = cells_at(tree, show->mouse);
    if (cell != CELL_NONE) {
        readout_row *row = &out[count++];
        *row = (readout_row){ "cell_at_mouse", { { .tone = TONE_PLAIN } } };
        const tree_cell *node = &tree->nodes[cell];
        snprintf(row->cells[0].text, sizeof row->cells[0].text, "%zu items, depth %d",
                 (size_t)(node->items + node->items_below), node->depth);
        const size_t above = cells_above(tree, cell);
        if (above != CELL_NONE) {
            row = &out[count++];
            *row = (readout_row){ "cell_above_it", { { .tone = TONE_PLAIN } } };
            node = &tree->nodes[above];
            snprintf(row->cells[0].text, sizeof row->cells[0].text, "%zu items, %zu below", (size_t)node->items,
                     (size_t)node->items_below);
        }
    }
    const lit_path *lit = &show->sides[0].path;
    if (lit->count > 0) {
        readout_row *row = &out[count++];
        *row = (readout_row){ "cells_lit", { { .tone = TONE_PLAIN } } };
        snprintf(row->cells[0].text, sizeof row->cells[0].text, "%zu of %zu", lit->lit, lit->count);
    }
    return count;
}

bool readout_question(const demo *show, int number, char *out, size_t size)
{
    question asked = demo_question(show);
    const answer *found = &show->sides[number].found;
    char tests[60] = "", looked_into[40] = "";
    if (asked.kind == ASK_NOTHING)
        return false;
    if (found->tests > 0) // not every method counts them
        snprintf(tests, sizeof tests, ", by %" PRIu64 " test%s", found->tests, found->tests == 1 ? "" : "s");
    if (found->nodes > 0)
        snprintf(looked_into, sizeof looked_into, ", %" PRIu64 " cell%s", found->nodes, found->nodes == 1 ? "" : "s");
    snprintf(out, size, "%s: the %s found %zu%s%s", readout_method(show, number), question_noun(&asked), found->count,
             tests, looked_into);
    return true;
}

bool readout_difference(const demo *show, char *out, size_t size)
{
    const index_difference *difference = demo_difference(show);
    if (!difference)
        return false;
    int length = snprintf(out, size, "NOT WHAT BRUTE FORCE FOUND: %" PRIu64 " instead of %" PRIu64,
                          difference->found[INDEX_HOST], difference->found[INDEX_GUEST]);
    for (size_t i = 0; i < difference->listed && length >= 0 && (size_t)length < size; i++) {
        const char *who = difference->list[i].part == INDEX_HOST ? "the method" : "brute force";
        uint32_t a = difference->list[i].a, b = difference->list[i].b;
        length += snprintf(out + length, size - (size_t)length, "\nonly %s found item %" PRIu32, who, a);
        if (b != INDEX_NONE && (size_t)length < size)
            length += snprintf(out + length, size - (size_t)length, " and %" PRIu32, b);
    }
    return true;
}
