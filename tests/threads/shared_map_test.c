// Many read one snapshot at once: threads share one mapped tree, threads map trees of their own over the same bytes,
// and processes map the same file. All find what the tree that was saved finds, and nobody writes a byte.
#define _POSIX_C_SOURCE 200809L
#include "mapping.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READERS = 4, QUESTIONS = 40 };

struct snapshot {
    void *bytes; // a file, mapped so that writing to it would end the program
    size_t size;
};

struct reader {
    const struct snapshot *from;
    const qd_tree *shared; // NULL: a tree of its own
    const qd_tree *right;
    uint64_t seed;
    bool good;
};

static qd_flow sum_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    uint64_t *sum = context;
    (void)distances;
    for (size_t i = 0; i < count; i++)
        *sum += pairs[i].a.id * 31 + pairs[i].b.id;
    return QD_CONTINUE;
}

static qd_flow sum_found(void *context, const qd_entry *items, size_t count)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum += items[i].id * 31 + items[i].user;
    return QD_CONTINUE;
}

// A number for the answers to some questions.
static uint64_t answers(const qd_tree *tree, uint64_t seed)
{
    struct prng random = { seed };
    uint64_t sum = 0;
    qd_tree_visit_pairs(tree, NULL, sum_pairs, &sum, NULL);
    for (int i = 0; i < QUESTIONS; i++) {
        const qd_vec2 at = { prng_between(&random, 0, 1000), prng_between(&random, 0, 1000) };
        const qd_query window = query_box(qd_box_around(at, 30, 20)), circle = { .shape = qd_shape_circle(at, 25) };
        qd_hit hits[8];
        qd_tree_visit(tree, &window, sum_found, &sum, NULL);
        qd_tree_visit(tree, &circle, sum_found, &sum, NULL);
        for (size_t k = qd_tree_find_nearest(tree, at, INFINITY, hits, 8); k-- > 0;)
            sum += hits[k].item.user * k;
        for (size_t k = qd_tree_find_ray(tree, at, (qd_vec2){ 1, 2 }, INFINITY, hits, 8); k-- > 0;)
            sum += hits[k].item.user * k;
    }
    qd_box bounds;
    qd_tree_bounds(tree, &bounds);
    return sum + (uint64_t)bounds.max.x;
}

static void *ask(void *context)
{
    struct reader *self = context;
    qd_tree *own = NULL;
    self->good = self->shared || qd_tree_map(self->from->bytes, self->from->size, NULL, &own) == QD_OK;
    const qd_tree *tree = self->shared ? self->shared : own;
    self->good = self->good && qd_tree_check(tree) && answers(tree, self->seed) == answers(self->right, self->seed);
    size_t size = 0; // saving reads the tree as queries do
    self->good = self->good && qd_tree_save(tree, NULL, NULL, 0, &size) == QD_TOO_SMALL && size == self->from->size;
    qd_tree_destroy(own);
    return NULL;
}

static qd_tree *some_tree(qd_precision precision)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .leaf_capacity = 16 });
    struct flock flock = flock_of_squares(4000, box(0, 0, 1000, 1000), 12, 8);
    flock_insert_many(&flock, tree);
    for (size_t i = 0; i < flock.count; i += 3)
        qd_tree_remove(tree, flock.ids[i]);
    flock_free(&flock);
    return tree;
}

static qd_flow write_all(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size ? QD_CONTINUE : QD_STOP;
}

static struct snapshot map_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const off_t size = lseek(fileno(file), 0, SEEK_END);
    struct snapshot snapshot = { mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fileno(file), 0), (size_t)size };
    assert_true(snapshot.bytes != MAP_FAILED);
    fclose(file);
    return snapshot;
}

static bool ask_in_threads(const struct snapshot *from, const qd_tree *shared, const qd_tree *right)
{
    struct reader readers[READERS];
    pthread_t started[READERS];
    bool good = true;
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){ from, i % 2 ? shared : NULL, right, (uint64_t)i, false };
        if (pthread_create(&started[i], NULL, ask, &readers[i]) != 0)
            abort();
    }
    for (int i = 0; i < READERS; i++) {
        pthread_join(started[i], NULL);
        good = good && readers[i].good;
    }
    return good;
}

static void share_a_snapshot(qd_precision precision)
{
    char path[] = "shared-map-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "wb");
    assert_non_null(out);
    qd_tree *right = some_tree(precision);
    assert_int_equal(qd_tree_save_by(right, NULL, write_all, out), QD_OK);
    assert_int_equal(fclose(out), 0);
    pid_t children[READERS];
    fflush(NULL);
    for (int i = 0; i < READERS; i++) { // before this process has threads
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            const struct snapshot own = map_file(path);
            struct reader reader = { &own, NULL, right, (uint64_t)i, false };
            ask(&reader);
            _exit(reader.good ? 0 : 1);
        }
    }
    const struct snapshot snapshot = map_file(path);
    qd_tree *shared = NULL;
    assert_int_equal(qd_tree_map(snapshot.bytes, snapshot.size, NULL, &shared), QD_OK);
    assert_true(ask_in_threads(&snapshot, shared, right));
    for (int i = 0; i < READERS; i++) {
        int status = 1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    qd_tree_destroy(shared);
    munmap(snapshot.bytes, snapshot.size);
    unlink(path);
    qd_tree_destroy(right);
}

static void threads_and_processes_share_a_snapshot(void)
{
    if (!can_map())
        skip();
    share_a_snapshot(QD_FLOAT);
    share_a_snapshot(QD_DOUBLE);
}

tests_main(plain_test(threads_and_processes_share_a_snapshot))
