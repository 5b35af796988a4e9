// Any bytes as a recording. It is read to its end; what it says is done by the method that it names, or by the
// quadtree, with brute force beside it: both must answer alike. A file can ask for more work than a fuzzer has time
// for, all pairs of thousands of boxes in each byte, so after so much work the calls are read and not done.
#include "entry.h"

#include <bytes.h>
#include <recording.h>

enum { MOST_WORK = 1 << 22, MOST_ITEMS = 1 << 12 };

static recording *open_bytes(const uint8_t *data, size_t size, recording_head *head)
{
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    return file != NULL ? recording_open_file(file, "input", head) : NULL;
}

static scene_index *open_index(const recording_head *head)
{
    const contender_kind *kind = contender_find(head->method);
    index_def def = { .method = kind != NULL ? contender_number(kind) : 0,
                      .edges = head->edges,
                      .leaf_capacity = head->leaf_capacity,
                      .max_depth = head->max_depth };
    scene_index *index = index_create(&def);
    demand(index != NULL, "an index by the head of a recording that was accepted can be made");
    demand(index_invite(index, contender_number(&contender_brute)), "brute force can be asked as well");
    index_watch(index, true);
    return index;
}

// Pairs are compared with each other by brute force; all else looks at every item once.
static size_t work_of(const scene_index *index, const index_call *call)
{
    size_t items = index_count(index) + (call->boxes != NULL ? call->count : 0) + 1;
    bool all_pairs = call->kind == CALL_PAIRS || call->kind == CALL_CONTACTS;
    return all_pairs ? items * items : items;
}

static void read_all(recording *from, scene_index *index)
{
    size_t work = 0;
    bool doing = true;
    record next = recording_next(from);
    for (; next.kind == RECORD_CALL || next.kind == RECORD_TICK; next = recording_next(from)) {
        if (next.kind != RECORD_CALL || !doing)
            continue;
        size_t room = index_room(index);
        work += work_of(index, &next.call);
        doing = work <= MOST_WORK && (next.call.kind != CALL_ADD || room + next.call.count <= MOST_ITEMS) &&
                index_do(index, &next.call);
        demand(!index_failed(index), "a small recording needs little memory");
        demand(!index_differs(index)->differ, "the method and brute force answer alike");
    }
    demand(next.kind == RECORD_END || recording_complaint(from) != NULL, "what cannot be read on has a complaint");
    demand(recording_next(from).kind == RECORD_BAD, "behind the end, and behind a complaint, there is nothing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    recording_head head;
    recording *from = open_bytes(data, size, &head);
    if (from == NULL)
        return 0;
    if (recording_complaint(from) == NULL) {
        scene_index *index = open_index(&head);
        read_all(from, index);
        index_contents(index);
        index_destroy(index);
    }
    recording_close(from);
    return 0;
}

// The sums of the bytes in an input are made right, for otherwise nothing behind a change would ever be reached. The
// reader itself tells where the first wrong one is.
static bool mend_first(uint8_t *data, size_t size)
{
    recording_head head;
    recording *from = open_bytes(data, size, &head);
    if (from == NULL)
        return false;
    record_kind kind = recording_complaint(from) != NULL ? RECORD_BAD : RECORD_CALL;
    while (kind == RECORD_CALL || kind == RECORD_TICK)
        kind = recording_next(from).kind;
    const char *complaint = recording_complaint(from);
    size_t end = (size_t)(recording_share(from) * (double)size + 0.5);
    bool mend = complaint != NULL && strstr(complaint, "not those that were written") != NULL && end >= 8;
    if (mend)
        bytes_put(data + end - 8, bytes_sum(BYTES_SUM_START, data, end - 8), 8);
    recording_close(from);
    return mend;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, most);
    for (int i = 0; seed % 8 != 0 && i < 8 && mend_first(data, size); i++)
        continue;
    return size;
}
