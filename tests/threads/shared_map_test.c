// Many read one snapshot at once: threads share one mapped tree, threads map trees of their own over the same bytes,
// and processes map the same file. All find what the tree that was saved finds, and nobody writes a byte.
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>
#include <quadrille/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool sum_pairs(void *context, const qd_pair *pairs, size_t count)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum += qd_id_to_u64(pairs[i].a.id) * 31 + qd_id_to_u64(pairs[i].b.id);
    return true;
}

static bool sum_found(void *context, const qd_found *items, size_t count)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum += qd_id_to_u64(items[i].id) * 31 + items[i].user;
    return true;
}

// A number for the answers to some questions.
static uint64_t answers(const qd_tree *tree, uint64_t seed)
{
    struct prng random = { seed };
    uint64_t sum = 0;
    qd_visit_pairs(tree, sum_pairs, &sum);
    for (int i = 0; i < QUESTIONS; i++) {
        const qd_vec2 at = { prng_between(&random, 0, 1000), prng_between(&random, 0, 1000) };
        qd_near near[8];
        qd_hit hits[8];
        qd_visit_box(tree, qd_box_around(at, 30, 20), everyone, sum_found, &sum);
        qd_visit_circle(tree, at, 25, everyone, sum_found, &sum);
        for (size_t k = qd_find_near(tree, at, INFINITY, everyone, near, 8); k-- > 0;)
            sum += near[k].item.user * k;
        for (size_t k = qd_find_ray(tree, qd_ray_toward(at, (qd_vec2){ 1, 2 }), everyone, hits, 8); k-- > 0;)
            sum += hits[k].item.user * k;
    }
    return sum + (uint64_t)qd_tree_bounds(tree).max.x;
}

static void *ask(void *context)
{
    struct reader *self = context;
    qd_tree *own = NULL;
    self->good = self->shared || qd_tree_map(&own, self->from->bytes, self->from->size, NULL) == QD_OK;
    const qd_tree *tree = self->shared ? self->shared : own;
    self->good = self->good && qd_tree_check(tree) && answers(tree, self->seed) == answers(self->right, self->seed);
    const size_t size = self->good ? qd_tree_save_size(tree, 0) : 0; // saving reads the tree as queries do
    self->good = self->good && size == self->from->size;
    qd_tree_destroy(own);
    return NULL;
}

static qd_tree *some_tree(void)
{
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .leaf_capacity = 16 });
    struct flock flock = flock_of_squares(4000, box(0, 0, 1000, 1000), 12, 8);
    flock_insert_many(&flock, tree);
    for (size_t i = 0; i < flock.count; i += 3)
        qd_tree_remove(tree, flock.ids[i]);
    flock_free(&flock);
    return tree;
}

static bool write_all(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size;
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

static void threads_and_processes_share_a_snapshot(void **state)
{
    (void)state;
    char path[] = "shared-map-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "wb");
    assert_non_null(out);
    qd_tree *right = some_tree();
    assert_int_equal(qd_tree_save_by(right, (qd_extra){ 0 }, write_all, out), QD_OK);
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
    assert_int_equal(qd_tree_map(&shared, snapshot.bytes, snapshot.size, NULL), QD_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_and_processes_share_a_snapshot) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
