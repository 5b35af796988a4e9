// Results: see result.h.
#include "result.h"

#include "commands.h"
#include "ranks.h"

#include <errno.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1 << 15 }; // pairs in a message to rank 0

const char *result_problem(const result_output *how)
{
    const int said = how->count + how->json + how->merged + (how->files != NULL);
    return said > 1 ? "--count, --json, --merged and --files exclude each other" : NULL;
}

qd_flow result_take(void *context, const qd_mpi_pair *pairs, size_t count)
{
    result *self = context;
    if (self->room - self->count < count) {
        const size_t room = 2 * self->room + count + 1024;
        qd_mpi_pair *larger = realloc(self->pairs, room * sizeof *larger);
        if (larger == NULL) {
            self->failed = true;
            return QD_STOP;
        }
        self->pairs = larger;
        self->room = room;
    }
    memcpy(self->pairs + self->count, pairs, count * sizeof *pairs);
    self->count += count;
    return QD_CONTINUE;
}

// Times are the longest of any rank.
static status print_object(const char *head, const qd_mpi_cost *cost)
{
    const double times[3] = { ranks_longest(cost->partition_time), ranks_longest(cost->exchange_time),
                              ranks_longest(cost->search_time) };
    const uint64_t sent = ranks_sum(cost->bytes_sent);
    if (ranks_own() != 0)
        return ranks_agree(STATUS_DONE);
    output out = output_standard();
    put(&out, "{%s, \"count\": %" PRIu64 ",\n", head, cost->all_pairs);
    put(&out, " \"ranks\": %d, \"boxes\": %" PRIu64 ", \"most_boxes\": %" PRIu64 ", \"bytes_sent\": %" PRIu64,
        ranks_count(), cost->all_boxes, cost->most_boxes, sent);
    put(&out, ", \"rounds\": %" PRIu32 ", \"most_memory\": %" PRIu64 ",\n", cost->rounds, cost->most_memory);
    put(&out, " \"time_ms\": {\"partition\": %.3f, \"exchange\": %.3f, \"search\": %.3f}}\n", 1e3 * times[0],
        1e3 * times[1], 1e3 * times[2]);
    return ranks_agree(output_finish(&out, STATUS_DONE));
}

/// Named pairs as lines, or how many there are of each question.
typedef struct named_lines {
    size_t count; ///< Lines of this rank.
    const named_pairs *named;
    const items *questions;
    const uint64_t *each; ///< NULL: named pairs.
    query_lines lines;
} named_lines;

static void put_named(output *out, named_lines *self, size_t first, size_t end)
{
    const named_pairs *named = self->named;
    for (size_t i = first; self->each != NULL && i < end; i++) {
        put_id(out, self->questions, i, ',');
        put(out, ",%" PRIu64 "\n", self->each[i]);
    }
    bool more = self->each == NULL;
    for (size_t i = first; more && i < end; i++)
        more = query_line(&self->lines, out, names_first(named, i), (qd_entry){ 0, names_second(named, i) },
                          named->distances != NULL ? named->distances[i] : 0);
}

static status write_own(named_lines *self, const char *path)
{
    char name[4200];
    output out;
    const char *own = commands_output(path, false, name);
    const bool opened = own != NULL && output_open(&out, own);
    // Where one rank cannot write its file, none leaves one.
    if (ranks_agree(opened ? STATUS_DONE : STATUS_FAILED) != STATUS_DONE)
        return opened ? output_finish(&out, STATUS_FAILED) : STATUS_FAILED;
    if (ranks_own() != 0 || query_head(&self->lines, &out))
        put_named(&out, self, 0, self->count);
    output_flush(&out);
    const status all = ranks_sum(output_failed(&out) || self->lines.failed) > 0 ? STATUS_FAILED : STATUS_DONE;
    return ranks_agree(output_finish(&out, all));
}

/// The lines of some pairs, to be freed. NULL: no memory, or complained.
static char *lines_of(named_lines *self, size_t first, size_t end, size_t *size)
{
    char *text = NULL;
    output out = output_standard();
    out.file = open_memstream(&text, size);
    if (out.file == NULL)
        return NULL;
    put_named(&out, self, first, end);
    const bool good = fclose(out.file) == 0 && !output_failed(&out) && !self->lines.failed;
    if (!good)
        free(text);
    return good ? text : NULL;
}

// Sizes and lines alternate; a size of 0 ends them, one below 0 means no lines.
static status send_lines(named_lines *self)
{
    const size_t count = self->count;
    for (size_t at = 0; at < count; at += AT_ONCE) {
        size_t size = 0;
        char *lines = lines_of(self, at, at + AT_ONCE < count ? at + AT_ONCE : count, &size);
        long long told = lines != NULL ? (long long)size : -1;
        MPI_Send(&told, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD);
        if (lines == NULL) {
            if (!self->lines.failed)
                complain("%s", strerror(ENOMEM));
            return STATUS_FAILED;
        }
        MPI_Send(lines, (int)size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        free(lines);
    }
    long long end = 0;
    MPI_Send(&end, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD);
    return STATUS_DONE;
}

// Takes a rank's lines to their end even where they cannot be written, so that it does not wait.
static bool receive_lines(output *out, int rank)
{
    for (;;) {
        long long size = 0;
        MPI_Recv(&size, 1, MPI_LONG_LONG, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (size <= 0)
            return size == 0;
        char *lines = malloc((size_t)size);
        if (lines == NULL)
            MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
        MPI_Recv(lines, (int)size, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        put_raw(out, lines, (size_t)size);
        free(lines);
    }
}

static status print_merged(named_lines *self)
{
    if (ranks_own() != 0)
        return ranks_agree(send_lines(self));
    output out = output_standard();
    bool good = query_head(&self->lines, &out);
    if (good)
        put_named(&out, self, 0, self->count);
    good = good && !self->lines.failed;
    for (int rank = 1; rank < ranks_count(); rank++)
        good = receive_lines(&out, rank) && good;
    return ranks_agree(output_finish(&out, good ? STATUS_DONE : STATUS_FAILED));
}

status result_print_named(named_pairs *named, const query_settings *set, const result_output *how)
{
    named_lines all = { .count = named->count, .named = named };
    const bool begun = query_lines_begin(&all.lines, set, &named->list, &named->a->list, NULL);
    all.lines.along = named->distances != NULL;
    status done = ranks_agree(begun ? STATUS_DONE : STATUS_FAILED);
    if (done == STATUS_DONE)
        done = how->files == NULL ? print_merged(&all) : write_own(&all, how->files);
    query_lines_end(&all.lines);
    names_free(named);
    return done;
}

status result_print_counts(const part_of_items *questions, const uint64_t *each, const query_settings *set)
{
    named_lines all = { .count = questions->list.count, .questions = &questions->list, .each = each };
    all.lines = (query_lines){ .set = set, .list = &questions->list, .questions = &questions->list };
    return print_merged(&all);
}

status result_print_count(uint64_t count)
{
    if (ranks_own() != 0)
        return ranks_agree(STATUS_DONE);
    output out = output_standard();
    put(&out, "%" PRIu64 "\n", count);
    return ranks_agree(output_finish(&out, STATUS_DONE));
}

status result_print(result *self, const result_output *how, const part_of_items *a, const part_of_items *b,
                    const char *head, const qd_mpi_cost *cost)
{
    if (how->count)
        return result_print_count(cost->all_pairs);
    if (how->json)
        return print_object(head, cost);
    named_pairs named;
    const bool found = names_find(&named, self->pairs, self->count, a, b, false);
    self->pairs = NULL;
    if (found)
        return result_print_named(&named, &(query_settings){ .print = PRINT_IDS }, how);
    names_free(&named);
    complain("not enough memory for the results on one rank; more ranks, or --count, take less");
    return ranks_agree(STATUS_FAILED);
}
