// Using a tree from several threads: readers together, a writer alone, and watchers dropped meanwhile.
#include "core.h"
#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

// Neither waits, and beside a busy reader another try is refused too: the messages say what helps.
#define CHANGES "another thread changes this tree at the same time; let both take the same lock"
#define ASKS "another thread asks this tree at the same time; let both take the same lock"

static bool is_made(const tree_object *tree)
{
    if (!tree->tree)
        PyErr_SetString(PyExc_RuntimeError, "the tree has not been made: __init__ was not called, or failed");
    return tree->tree != NULL;
}

bool begin_reading(tree_object *tree)
{
    if (!is_made(tree))
        return false;
    int readers = atomic_load(&tree->state);
    while (readers >= 0 && !atomic_compare_exchange_weak(&tree->state, &readers, readers + 1)) {
    }
    if (readers < 0)
        PyErr_SetString(PyExc_RuntimeError, CHANGES);
    return readers >= 0;
}

void end_reading(tree_object *tree)
{
    atomic_fetch_sub(&tree->state, 1);
}

bool begin_writing(tree_object *tree)
{
    int free_now = 0;
    if (!is_made(tree))
        return false;
    if (!atomic_compare_exchange_strong(&tree->state, &free_now, -1)) {
        PyErr_SetString(PyExc_RuntimeError, free_now < 0 ? CHANGES : ASKS);
        return false;
    }
    if (atomic_load(&tree->retired))
        free_retired(tree);
    return true;
}

bool begin_tree(tree_object *tree)
{
    int free_now = 0;
    const bool alone = atomic_compare_exchange_strong(&tree->state, &free_now, -1);
    if (alone && !tree->tree && !tree->threads)
        return true;
    if (alone)
        end_writing(tree);
    PyErr_SetString(PyExc_RuntimeError, "the tree has been made before");
    return false;
}

void end_writing(tree_object *tree)
{
    atomic_store(&tree->state, 0);
}

PyThreadState *let_others(size_t items)
{
    return is_large(items) ? PyEval_SaveThread() : NULL;
}

void come_back(PyThreadState *state)
{
    if (state)
        PyEval_RestoreThread(state);
}

bool goes_on(PyThreadState *state, clock_t *looked)
{
    const clock_t now = clock();
    if (now - *looked < CLOCKS_PER_SEC / 20)
        return true;
    *looked = now;
    PyEval_RestoreThread(state);
    const bool quiet = PyErr_CheckSignals() == 0;
    (void)PyEval_SaveThread();
    return quiet;
}

turns first_turn(size_t count, size_t some, PyThreadState *state)
{
    const bool one = some >= count; // needs no clock
    return (turns){ .count = count, .some = one ? count : some, .state = state, .began = one ? 0 : clock() };
}

size_t first_some(size_t count)
{
    enum { FEW = 256, SOME = 16 };
    return count > FEW ? SOME : count;
}

bool next_turn(turns *turns)
{
    enum { MOST_GROWTH = 256 };
    turns->first += turns->some;
    const size_t left = turns->count - turns->first;
    if (left == 0)
        return false;
    const clock_t spent = clock() - turns->began;
    if (!goes_on(turns->state, &turns->looked)) {
        turns->stopped = true;
        return false;
    }
    if (!turns->steady) {
        const double wanted = CLOCKS_PER_SEC / 5.0, growth = wanted / ((double)spent + wanted / MOST_GROWTH);
        const double some = (double)turns->some * growth;
        turns->some = some < 1 ? 1 : some < (double)left ? (size_t)some : left;
    }
    turns->some = turns->some < left ? turns->some : left;
    turns->began = clock();
    return true;
}

qd_boxes boxes_from(qd_boxes boxes, size_t first)
{
    if (boxes.min_x) {
        const ptrdiff_t bytes = (ptrdiff_t)first * boxes.stride;
        boxes.min_x = (const char *)boxes.min_x + bytes;
        boxes.min_y = (const char *)boxes.min_y + bytes;
        boxes.max_x = (const char *)boxes.max_x + bytes;
        boxes.max_y = (const char *)boxes.max_y + bytes;
    }
    return boxes;
}

const void *radii_from(const void *radii, qd_precision precision, size_t first)
{
    const size_t size = precision == QD_FLOAT ? sizeof(float) : sizeof(double);
    return radii ? (const char *)radii + first * size : NULL;
}

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    tree_object *tree = context;
    const qd_executor pool = qd_threads_executor(tree->threads);
    if (pool.run && tree->process == (long)getpid()) {
        pool.run(pool.context, work, job, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++)
        work(job, part);
}

qd_executor executor_of(tree_object *tree)
{
    tree->process = (long)getpid();
    return (qd_executor){ .run = run, .context = tree, .workers = qd_threads_workers(tree->threads) };
}

void free_threads(tree_object *tree)
{
    if (tree->threads && tree->process == (long)getpid()) // else they live in the parent process
        qd_threads_destroy(tree->threads);
    tree->threads = NULL;
}

void free_retired(tree_object *tree)
{
    watcher *gone = atomic_exchange(&tree->retired, NULL);
    while (gone) {
        watcher *next = gone->next;
        gone->destroy(gone->handle);
        free(gone);
        gone = next;
    }
}

void retire_watcher(tree_object *tree, watcher *gone)
{
    watcher *first = atomic_load(&tree->retired);
    do {
        gone->next = first;
    } while (!atomic_compare_exchange_weak(&tree->retired, &first, gone));
    int free_now = 0;
    if (atomic_compare_exchange_strong(&tree->state, &free_now, -1)) {
        free_retired(tree);
        end_writing(tree);
    }
}
