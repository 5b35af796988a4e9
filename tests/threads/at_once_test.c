// Several threads ask one tree at once, and the tree has an executor: the promise that queries do not disturb each
// other holds for those that are shared out too.
#include "support.h"
#include "views.h"

#include <pthread.h>
#include <quadrille/threads.h>
#include <stdlib.h>
#include <string.h>

enum { ASKERS = 4, TIMES = 6 };

struct asker {
    const qd_tree *tree;
    const pair_list *right;
    size_t seen; ///< Pairs of this round that were right so far.
    bool good;
};

static qd_flow check_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    struct asker *self = context;
    if (self->seen + count > self->right->count ||
        memcmp(pairs, self->right->at + self->seen, count * sizeof *pairs) != 0) {
        self->good = false;
        return QD_STOP;
    }
    self->seen += count;
    return QD_CONTINUE;
}

static void *ask(void *context)
{
    struct asker *self = context;
    self->good = true;
    for (int i = 0; i < TIMES && self->good; i++) {
        self->seen = 0;
        qd_tree_visit_pairs(self->tree, NULL, check_pairs, self, NULL);
        self->good = self->good && self->seen == self->right->count;
        qd_entry one;
        self->good = self->good && qd_tree_find_box(self->tree, everywhere, &one, 1) == 1;
    }
    return NULL;
}

static void many_ask_at_once(void)
{
    qd_threads *threads = qd_threads_new(3);
    qd_tree_def def = { .executor = qd_threads_executor(threads) };
    qd_tree *tree = tree_of(&def), *plain = tree_of(NULL);
    struct flock flock = flock_of_squares(5000, box(0, 0, 1000, 1000), 15, 8);
    flock_insert_many(&flock, plain);
    flock_insert_many(&flock, tree);
    pair_list right = { 0 };
    qd_tree_visit_pairs(plain, NULL, pair_list_add, &right, NULL);
    assert_true(right.count > 1000);
    struct asker askers[ASKERS];
    pthread_t started[ASKERS];
    for (int i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){ .tree = tree, .right = &right };
        assert_int_equal(pthread_create(&started[i], NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < ASKERS; i++) {
        pthread_join(started[i], NULL);
        assert_true(askers[i].good);
    }
    pair_list_free(&right);
    flock_end(&flock, plain);
    qd_tree_destroy(tree);
    qd_threads_destroy(threads);
}

/// Trees of different threads may share one pool while they change.
struct changer {
    qd_executor executor;
    uint64_t seed;
    bool good;
};

static void *change(void *context)
{
    struct changer *self = context;
    qd_tree_def def = { .executor = self->executor };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(3000, box(0, 0, 1000, 1000), 10, self->seed);
    flock_insert_many(&flock, tree);
    self->good = true;
    for (int tick = 0; tick < TIMES; tick++) {
        for (size_t i = 0; i < flock.count; i++) {
            flock.boxes[i].max.x += (double)(i % 5);
            flock.boxes[i].min.y -= (double)(i % 3);
        }
        self->good = self->good && !move_boxes(tree, flock.ids, flock.boxes, flock.count, NULL);
        self->good = self->good && qd_tree_check(tree);
    }
    self->good = self->good && qd_tree_rebuild(tree) == QD_OK && qd_tree_check(tree);
    flock_end(&flock, tree);
    return NULL;
}

static void trees_share_a_pool(void)
{
    qd_threads *threads = qd_threads_new(2);
    struct changer changers[3];
    pthread_t started[3];
    for (int i = 0; i < 3; i++) {
        changers[i] = (struct changer){ .executor = qd_threads_executor(threads), .seed = (uint64_t)i };
        changers[i].executor.least_items = 1;
        assert_int_equal(pthread_create(&started[i], NULL, change, &changers[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(started[i], NULL);
        assert_true(changers[i].good);
    }
    qd_threads_destroy(threads);
}

tests_main(plain_test(many_ask_at_once), plain_test(trees_share_a_pool))
