// Parts of trees on their way to other ranks: see needs.h.
#include "needs.h"

#include "allocator.h"
#include "trade.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/// A body, and a cell, as they are sent: the first numbers of a part.
typedef struct needed_body {
    double x, y, mass;
} needed_body;

enum { CELL_BYTES = offsetof(qd_gravity_part, bodies) };

/// Things for the ranks, those for rank 0 first.
typedef struct things {
    char *at;
    size_t size, count, room;
} things;

/// Parts of a tree for one rank after the other.
typedef struct needs {
    const qd_allocator *memory;
    qd__needs_around *around; ///< By rank.
    qd__trade looks;          ///< The ranks that are near.
    int rank;                 ///< That parts are for.
    qd__trade bodies, cells;
    things body_list, cell_list;
    bool failed;
} needs;

static char *add_thing(needs *self, things *list)
{
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 256;
        char *larger = qd__allocator_get(self->memory, room, list->size);
        if (!larger) {
            self->failed = true;
            return NULL;
        }
        if (list->at)
            memcpy(larger, list->at, list->count * list->size);
        qd__allocator_give(self->memory, list->at, list->room, list->size);
        list->at = larger;
        list->room = room;
    }
    return list->at + list->size * list->count++;
}

static qd_flow add_needed(void *context, const qd_gravity_part *parts, size_t count)
{
    needs *self = context;
    for (size_t i = 0; i < count && !self->failed; i++) {
        const bool alone = parts[i].count == 1; // several at one place may be heavier than a body may be
        char *to = add_thing(self, alone ? &self->body_list : &self->cell_list);
        if (to && alone) {
            const needed_body body = { parts[i].x, parts[i].y, parts[i].mass };
            memcpy(to, &body, sizeof body);
            self->bodies.to[self->rank]++;
        } else if (to) {
            memcpy(to, &parts[i], CELL_BYTES);
            self->cells.to[self->rank]++;
        }
    }
    return self->failed ? QD_STOP : QD_CONTINUE;
}

void qd__needs_find(const qd_gravity *own, qd__needs_around *around, qd__needs_look *look)
{
    memset(around, 0, sizeof *around);
    memset(look, 0, sizeof *look);
    around->count = qd_gravity_find_boxes(own, &around->box, 1);
    look->count = qd_gravity_find_boxes(own, look->boxes, QD__NEEDS_BOXES);
}

static double longest_side(const qd_box *box)
{
    return fmax(box->max.x - box->min.x, box->max.y - box->min.y);
}

bool qd__needs_are_near(const qd__needs_around *a, const qd__needs_around *b)
{
    const double x = fmax(a->box.min.x - b->box.max.x, b->box.min.x - a->box.max.x);
    const double y = fmax(a->box.min.y - b->box.max.y, b->box.min.y - a->box.max.y);
    const double side = fmax(longest_side(&a->box), longest_side(&b->box));
    return a->count > 0 && b->count > 0 && fmax(x, y) < side / 2; // beyond, more boxes save less than they take
}

/// All ranks send where their bodies are, and near ranks send each other more. The result is agreed on.
static qd_result tell_looks(needs *self, const qd__job *job, const qd_gravity *own)
{
    qd__needs_around mine;
    qd__needs_look look;
    const qd_result result = qd__job_agree(job, self->around ? QD_OK : QD_NO_MEMORY);
    if (result != QD_OK || !self->around)
        return result;
    qd__needs_find(own, &mine, &look);
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, self->around, sizeof mine, MPI_BYTE, job->comm);
    for (int rank = 0; rank < job->ranks; rank++)
        self->looks.to[rank] = rank != job->rank && qd__needs_are_near(&mine, &self->around[rank]);
    const bool room = qd__trade_make_room(&self->looks);
    for (size_t i = 0; room && i < self->looks.sent_count; i++)
        memcpy(self->looks.sent + i * sizeof look, &look, sizeof look);
    return qd__trade_do(&self->looks, room);
}

/// What has come, as sources.
static qd_result take_needs(const needs *self, qd_gravity *sources)
{
    const size_t count = self->bodies.received_count, cell_count = self->cells.received_count;
    double *numbers = qd__allocator_get(self->memory, count, 3 * sizeof *numbers);
    qd_gravity_part *cells = qd__allocator_get(self->memory, cell_count, sizeof *cells);
    qd_result result = QD_NO_MEMORY;
    if (numbers && cells) {
        const qd_bodies bodies = { count, numbers, numbers + count, numbers + 2 * count };
        for (size_t i = 0; i < count; i++) {
            needed_body body;
            memcpy(&body, self->bodies.received + i * sizeof body, sizeof body);
            numbers[i] = body.x;
            numbers[count + i] = body.y;
            numbers[2 * count + i] = body.mass;
        }
        for (size_t i = 0; i < cell_count; i++)
            memcpy(&cells[i], self->cells.received + i * CELL_BYTES, CELL_BYTES);
        result = qd_gravity_set_sources(sources, &bodies, cells, cell_count, NULL);
    }
    qd__allocator_give(self->memory, numbers, count, 3 * sizeof *numbers);
    qd__allocator_give(self->memory, cells, cell_count, sizeof *cells);
    return result;
}

static qd_result trade_needs(needs *self, const qd__job *job, const qd_gravity *own, qd_gravity *sources,
                             qd__needs_cost *cost)
{
    qd_result result = tell_looks(self, job, own);
    if (result == QD_OK) {
        // Finds what each rank needs of this rank's tree.
        for (int rank = 0; rank < job->ranks; rank++) {
            if (rank != job->rank) {
                // The parts of the tree that the bodies of a rank see, from where it says they lie.
                self->rank = rank;
                if (self->looks.from[rank] > 0) {
                    qd__needs_look look;
                    memcpy(&look, self->looks.received + (size_t)self->looks.from_at[rank] * sizeof look, sizeof look);
                    qd_gravity_visit_box_parts(own, look.boxes, (size_t)look.count, add_needed, self);
                } else {
                    const qd__needs_around *around = &self->around[rank];
                    qd_gravity_visit_box_parts(own, &around->box, (size_t)around->count, add_needed, self);
                }
            }
        }
        self->failed = !qd__trade_take(&self->bodies, self->body_list.at, self->body_list.room) || self->failed;
        self->failed = !qd__trade_take(&self->cells, self->cell_list.at, self->cell_list.room) || self->failed;
        self->body_list.at = self->cell_list.at = NULL;
        result = qd__trade_do(&self->bodies, !self->failed);
    }
    if (result == QD_OK)
        result = qd__trade_do(&self->cells, true);
    if (result == QD_OK) {
        cost->bodies = self->bodies.received_count;
        cost->cells = self->cells.received_count;
        cost->bytes_sent = self->bodies.sent_count * sizeof(needed_body) + self->cells.sent_count * CELL_BYTES +
                           self->looks.sent_count * sizeof(qd__needs_look);
        cost->messages_sent = self->looks.sent_count;
        for (int rank = 0; rank < job->ranks; rank++) {
            cost->messages_sent += self->bodies.to[rank] > 0;
            cost->messages_sent += self->cells.to[rank] > 0;
        }
        result = qd__job_agree(job, take_needs(self, sources));
    }
    return result;
}

qd_result qd__needs_exchange(const qd__job *job, const qd_gravity *own, qd_gravity *sources, qd__needs_cost *cost)
{
    needs self;
    memset(&self, 0, sizeof self);
    self.memory = &job->memory;
    self.body_list.size = sizeof(needed_body);
    self.cell_list.size = CELL_BYTES;
    self.around = qd__allocator_get(self.memory, (size_t)job->ranks, sizeof *self.around);
    bool room = qd__trade_begin(&self.looks, job, sizeof(qd__needs_look));
    room = qd__trade_begin(&self.bodies, job, sizeof(needed_body)) && room;
    room = qd__trade_begin(&self.cells, job, CELL_BYTES) && room;
    qd_result result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
    if (result == QD_OK)
        result = trade_needs(&self, job, own, sources, cost);
    qd__trade_free(&self.looks);
    qd__trade_free(&self.bodies);
    qd__trade_free(&self.cells);
    qd__allocator_give(self.memory, self.around, (size_t)job->ranks, sizeof *self.around);
    return result;
}
