// The life of contacts, and what the last update reported.
#include "state.h"

#include "tree_link.h"

#include <string.h>

qd_result qd_contacts_create(qd_tree *tree, const qd_contacts_def *def, qd_contacts **contacts)
{
    const qd_contacts_def defaults = { .budget = 0 };
    def = def ? def : &defaults;
    qd__memory memory = qd__tree_link_memory(tree, &def->allocator);
    qd_contacts *created = (qd_contacts *)qd__memory_get(&memory, 1, sizeof *created);
    if (contacts)
        *contacts = created;
    if (!created)
        return QD_NO_MEMORY;
    memset(created, 0, sizeof *created);
    created->memory = memory;
    created->budget = def->budget;
    qd__adjacency_open(&created->adjacency);
    qd__change_log_open(&created->change_log, tree);
    if (!contacts)
        qd_contacts_destroy(created);
    return QD_OK;
}

static void give_numbers(qd__memory *memory, const qd__numbers *numbers)
{
    qd__memory_give(memory, numbers->all, numbers->room, sizeof *numbers->all);
}

static void give_pairs(qd__memory *memory, const qd__pairs *pairs)
{
    qd__memory_give(memory, pairs->all, pairs->room, sizeof *pairs->all);
}

void qd_contacts_destroy(qd_contacts *contacts)
{
    if (!contacts)
        return;
    qd__memory memory = contacts->memory;
    qd__change_log_close(&contacts->change_log, &memory);
    qd__adjacency_close(&contacts->adjacency, &memory);
    give_numbers(&memory, &contacts->sought);
    give_numbers(&memory, &contacts->keys);
    give_numbers(&memory, &contacts->over);
    give_numbers(&memory, &contacts->scratch);
    give_pairs(&memory, &contacts->began);
    give_pairs(&memory, &contacts->ended);
    qd__memory_give(&memory, contacts, 1, sizeof *contacts);
}

static const qd_pair *listed_pairs(const qd__pairs *pairs, size_t *count)
{
    if (count)
        *count = pairs->count;
    return pairs->count > 0 ? pairs->all : NULL;
}

const qd_pair *qd_contacts_began(const qd_contacts *contacts, size_t *count)
{
    return listed_pairs(&contacts->began, count);
}

const qd_pair *qd_contacts_ended(const qd_contacts *contacts, size_t *count)
{
    return listed_pairs(&contacts->ended, count);
}

void qd_contacts_get_stats(const qd_contacts *contacts, qd_contacts_stats *stats)
{
    const qd_contacts_stats now = { .contacts = contacts->adjacency.count,
                                    .waiting = contacts->change_log.touched_count,
                                    .tested = contacts->selected,
                                    .bytes = contacts->memory.bytes,
                                    .swept = contacts->swept,
                                    .cost = contacts->cost };
    if (stats)
        *stats = now;
}
