// An executor runs the parts of large jobs on your threads. This one starts threads for each job; a program would keep
// them in a pool. The pairs and their order are the same with an executor and without.
#include <pthread.h>
#include <quadrille/quadrille.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
enum { WORKERS = 4, SIDE = 200, ROOM = SIDE * SIDE };

typedef struct task {
    qd_work *work;
    void *job;
    uint32_t parts;
    _Atomic(uint32_t) next;
} task;

static void *do_parts(void *argument)
{
    task *t = (task *)argument;
    for (uint32_t part; (part = atomic_fetch_add(&t->next, 1)) < t->parts;) // whichever thread is free takes the next
        t->work(t->job, part);
    return NULL;
}

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    atomic_fetch_add((_Atomic(int) *)context, 1); // counts jobs
    task t = { work, job, parts, 0 };
    pthread_t threads[WORKERS - 1];
    int started = 0;
    while (started < WORKERS - 1 && pthread_create(&threads[started], NULL, do_parts, &t) == 0)
        started++;
    do_parts(&t); // the calling thread works too, and does all parts if no other could be started
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

static size_t find_pairs(qd_executor executor, qd_pair *out)
{
    const qd_tree_def def = { .executor = executor };
    qd_tree *tree = qd_tree_new(&def);
    for (int y = 0; y < SIDE; y++) // each row is boxes that touch
        for (int x = 0; x < SIDE; x++)
            qd_tree_add(tree, qd_box_xywh(x, y, 1, 0.5), 0);
    size_t count = qd_tree_find_pairs(tree, NULL, out, NULL, ROOM, NULL);
    qd_tree_destroy(tree);
    return count;
}

int main(void)
{
    static qd_pair one[ROOM], many[ROOM];
    _Atomic(int) jobs = 0;
    const qd_executor none = { 0 }, threads = { .run = run, .context = &jobs, .workers = WORKERS };
    const size_t count = find_pairs(none, one);
    bool same = find_pairs(threads, many) == count && memcmp(one, many, sizeof one) == 0;
    printf("%zu pairs, the same with threads: %s\n", count, same && jobs > 0 ? "yes" : "no");
}
// Output:
// 39800 pairs, the same with threads: yes
