// Counts each candidate in the rows that are there as a whole.
#include "csv_separator.h"

#include <stdbool.h>
#include <string.h>

enum { CANDIDATES = 3, ROWS_COUNTED = 10 };
static const char candidates[] = { ',', ';', '\t' };

typedef struct separator_counts {
    size_t first[CANDIDATES]; // in the first row
    bool steady[CANDIDATES];  // as many in every row
} separator_counts;

// Counts the candidates outside quotes in the row at `at`. Returns where the next row begins; 0: it does not end.
static size_t count_row(const char *head, size_t size, size_t at, size_t counts[CANDIDATES])
{
    bool quoted = false;
    memset(counts, 0, CANDIDATES * sizeof *counts);
    for (; at < size; at++) {
        if (head[at] == '"')
            quoted = !quoted;
        if (!quoted && head[at] == '\n')
            return at + 1;
        for (int i = 0; !quoted && i < CANDIDATES; i++)
            counts[i] += head[at] == candidates[i];
    }
    return 0;
}

static bool is_empty_row(const char *head, size_t at)
{
    return head[at] == '\n' || (head[at] == '\r' && head[at + 1] == '\n');
}

// The first row counts even if its end is not there.
static separator_counts count_rows(const char *head, size_t size)
{
    separator_counts all = { { 0 }, { true, true, true } };
    size_t at = 0, rows = 0;
    while (at < size && rows < ROWS_COUNTED) {
        size_t counts[CANDIDATES];
        bool empty = at + 1 < size && is_empty_row(head, at);
        size_t next = count_row(head, size, at, counts);
        if (next == 0 && rows > 0)
            break;
        for (int i = 0; !empty && i < CANDIDATES; i++) {
            all.steady[i] = all.steady[i] && (rows == 0 || counts[i] == all.first[i]);
            all.first[i] = rows == 0 ? counts[i] : all.first[i];
        }
        rows += !empty;
        at = next > 0 ? next : size;
    }
    return all;
}

char csv_separator_find(const char *head, size_t size)
{
    const separator_counts all = count_rows(head, size);
    int best = -1;
    for (int i = 0; i < CANDIDATES; i++) {
        if (all.first[i] == 0)
            continue;
        bool steadier = best >= 0 && all.steady[i] && !all.steady[best];
        bool as_steady = best >= 0 && all.steady[i] == all.steady[best];
        // Of as many commas as semicolons or tabs, or one more, the commas are inside of the fields: decimal commas.
        const size_t rivals = best >= 0 ? all.first[best] - (candidates[best] == ',') : 0;
        if (best < 0 || steadier || (as_steady && all.first[i] >= rivals))
            best = i;
    }
    return candidates[best < 0 ? 0 : best];
}
